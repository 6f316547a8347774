"""The order of the pack from its seed: the algorithm as tefuda.core.chance states it, and what page and server must agree on."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from tefuda.core import chance

# The same vectors as in web/src/chance.test.ts: page and server must shuffle alike.
ORDERS = [
    (
        "tefuda",
        53,
        "36 19 11 47 16 27 48 32 5 33 37 2 45 20 43 40 4 50 44 42 1 9 7 28 39 26 51 52 35 25 0 22 41 15 34 "
        "18 38 10 14 8 46 29 23 6 30 21 31 17 49 3 12 24 13",
    ),
    (
        "手札/7",
        53,
        "0 39 52 1 29 46 38 37 41 24 22 34 20 23 11 42 12 6 10 43 2 5 9 15 45 30 51 26 44 33 28 17 13 35 31 "
        "18 19 14 47 48 27 32 8 4 7 36 21 40 50 3 25 16 49",
    ),
    (
        "0123456789abcdef0123456789abcdef",
        32,
        "14 16 9 13 26 10 29 6 22 31 27 30 5 18 2 19 20 17 4 3 15 11 8 25 0 1 23 21 7 24 28 12",
    ),
]


@pytest.mark.parametrize(("seed", "n", "expected"), ORDERS)
def test_a_seed_gives_the_published_order(seed: str, n: int, expected: str) -> None:
    assert chance.order(seed, n) == [int(number) for number in expected.split()]


def test_words_are_the_digests_of_numbered_blocks() -> None:
    """Eight big-endian words from SHA-256 of `SEED/0`, then of `SEED/1`."""
    digests = hashlib.sha256("手札/0".encode()).hexdigest() + hashlib.sha256("手札/1".encode()).hexdigest()
    expected = [int(digests[at : at + 8], 16) for at in range(0, 128, 8)]
    assert list(islice(chance.words("手札"), 16)) == expected


def test_words_that_would_favour_some_numbers_are_passed_over() -> None:
    """For n = 10 the largest multiple of 10 in 32 bits is 4294967290: six words are passed over."""
    stream: Iterator[int] = iter([4294967295, 4294967290, 4294967289, 7])
    assert [chance.below(stream, 10), chance.below(stream, 10)] == [9, 7]


def test_no_word_is_passed_over_for_a_power_of_two() -> None:
    assert chance.below(iter([0xFFFFFFFF]), 1 << 16) == 0xFFFF


def test_every_order_is_a_shuffle() -> None:
    assert sorted(chance.order("any seed", 53)) == list(range(53))


def test_deals_and_dealer_draw_from_seeds_of_their_own() -> None:
    assert chance.deal_order("match", 3, 53) == chance.order("match/3", 53)
    assert chance.first_dealer("match", 4) == chance.below(chance.words("match/dealer"), 4)


def test_every_seat_deals_first_about_equally_often() -> None:
    dealers = Counter(chance.first_dealer(f"match {number}", 4) for number in range(4000))
    assert all(900 < dealers[seat] < 1100 for seat in range(4))  # 1000 expected, 100 is 3.6 standard deviations


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    """FIPS 180-4, the example of one block."""
    assert chance.commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_a_stream_repeats_itself_for_the_same_seed_only() -> None:
    one, same, other = chance.stream(7), chance.stream(7 + (1 << 64)), chance.stream(8)
    drawn = [chance.draw(one) for _ in range(20)]
    assert drawn == [chance.draw(same) for _ in range(20)]
    assert drawn != [chance.draw(other) for _ in range(20)]
    assert all(0 <= word <= 0xFFFFFFFF for word in drawn)


def test_picks_and_fractions_stay_in_range() -> None:
    stream = chance.stream(2026)
    picks = Counter(chance.pick(stream, 6) for _ in range(6000))
    assert sorted(picks) == list(range(6))
    assert all(850 < picks[number] < 1150 for number in range(6))
    fractions = [chance.fraction(stream) for _ in range(1000)]
    assert all(0.0 <= each < 1.0 for each in fractions)
    assert 0.45 < sum(fractions) / 1000 < 0.55


def test_a_shuffle_keeps_what_is_beyond_n() -> None:
    things = list(range(10))
    chance.shuffle(chance.stream(1), things, 6)
    assert sorted(things[:6]) == list(range(6))
    assert things[:6] != list(range(6))
    assert things[6:] == [6, 7, 8, 9]
