"""Chance, in two documented algorithms: one that anybody can repeat to prove a deal, and a fast one for simulation.

**Order of the pack.** A seed is a text. Words of 32 bits come from SHA-256: block i = SHA-256 of the UTF-8 text
`SEED/i` (i in decimal, from 0), read as eight big-endian words, block after block. A number below n is the next
word w with w < 2^32 - (2^32 mod n), taken mod n; other words are passed over. The order of n cards starts as 0..n-1 and for
k = n-1 down to 1 swaps place k with place j, j a number below k + 1 (Fisher and Yates, Durstenfeld's form).
Deal d of a match draws from the seed `MATCH/d`, its first dealer from `MATCH/dealer`.

**Stream.** sfc32 by Chris Doty-Humphrey (PractRand): four words of 32 bits, kept in whole numbers so that plain and compiled agree.
"""

import hashlib
from collections.abc import Iterator, MutableSequence
from typing import Final

from tefuda.core.rule import rule

WORD: Final = 0xFFFFFFFF


def words(seed: str) -> Iterator[int]:
    """The words of 32 bits that a seed stands for, without end."""
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}/{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each as likely as the others."""
    limit = (1 << 32) - (1 << 32) % n
    while (word := next(stream)) >= limit:
        pass
    return word % n


def order(seed: str, n: int) -> list[int]:
    """The order of n things that a seed stands for."""
    stream, things = words(seed), list(range(n))
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        things[last], things[other] = things[other], things[last]
    return things


def deal_order(match: str, deal: int, n: int) -> list[int]:
    """The order of the pack for deal number `deal` (from 0) of a match."""
    return order(f"{match}/{deal}", n)


def first_dealer(match: str, seats: int) -> int:
    """The seat that deals first in a match, each as likely as the others."""
    return below(words(f"{match}/dealer"), seats)


def commitment(seed: str) -> str:
    """What can be published before a deal to prove its seed afterwards: SHA-256 of the seed's text, in hex."""
    return hashlib.sha256(seed.encode()).hexdigest()


def stream(seed: int) -> list[int]:
    """A fast stream: four whole numbers that `draw` changes in place. Seeds are taken mod 2^64."""
    state = [0] * 4
    open_stream(state, 0, seed & WORD, (seed >> 32) & WORD)
    return state


@rule
def open_stream(stream: MutableSequence[int], number: int, low: int, high: int) -> None:
    """Puts a stream at its beginning: `low` and `high` are the words of the seed, `number` tells its streams apart (below 2^32)."""
    stream[0], stream[1], stream[2], stream[3] = number, low, high, 1
    for _ in range(15):
        draw(stream)


@rule
def draw(stream: MutableSequence[int]) -> int:
    """The stream's next word of 32 bits (sfc32)."""
    a, b, c, counter = stream[0], stream[1], stream[2], stream[3]
    word = (a + b + counter) & WORD
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & WORD
    stream[2] = ((((c << 21) & WORD) | (c >> 11)) + word) & WORD
    stream[3] = (counter + 1) & WORD
    return word


@rule
def pick(stream: MutableSequence[int], n: int) -> int:
    """A number from 0 to n - 1; the bias is below n / 2^32."""
    return (draw(stream) * n) >> 32


@rule
def fraction(stream: MutableSequence[int]) -> float:
    """A number from 0 up to but not including 1, in steps of 2^-53."""
    high = draw(stream) >> 5
    return (high * 67108864.0 + (draw(stream) >> 6)) / 9007199254740992.0


@rule
def shuffle(stream: MutableSequence[int], things: MutableSequence[int], n: int) -> None:
    """Puts the first n things in a random order, in place."""
    for last in range(n - 1, 0, -1):
        other = pick(stream, last + 1)
        thing = things[last]
        things[last] = things[other]
        things[other] = thing
