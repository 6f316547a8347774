"""Who names the cards of a play sees exactly those leave the hand, and a record of such plays is read back."""

import random
from typing import Any, Final

import pytest

from tefuda.core import chance
from tefuda.core.cards import members, read, set_of, written
from tefuda.core.game import MATCH_OVER
from tefuda.core.view import SPECTATOR
from tefuda.games.dasan import DASAN
from tefuda.games.dasan import dealt as dealt_hands
from tefuda.play.errors import RefusedAct
from tefuda.play.record import read_line
from tefuda.play.table import Table, replay
from tefuda.sim.deal import worlds

WAYS: Final = ("off", "called_partner", "one_vs_three")


def dealt(seed: int, **options: Any) -> Table:
    """A table with its first deal, of a match of one."""
    table = Table(DASAN, DASAN.read_rules({"deals": 1, **options}))
    table.deal(chance.deal_order(f"named {seed}", 0, 52))
    return table


def other_suits(table: Table, act: str, draw: random.Random) -> str:
    """The same combination with any cards of these ranks in the hand; the called card stays in it or out of it. In any order."""
    hand, cards = written(table.state.hands[table.turn]), act.split(" ")[1:]
    called = written(1 << table.state.called) if table.state.called >= 0 else []
    chosen = [card for card in cards if card in called]
    for rank in sorted({card[0] for card in cards}):
        wanted = sum(card[0] == rank for card in cards) - sum(card[0] == rank for card in chosen)
        chosen += draw.sample([card for card in hand if card[0] == rank and card not in called], wanted)
    draw.shuffle(chosen)
    return " ".join(["play", *chosen])


def play_out(table: Table, draw: random.Random, acts: int = 1000) -> None:
    """Plays a deal, or so many acts of it, at random, each play with suits of the player's choice; looks at what leaves."""
    while table.turn >= 0 and len(table.deals[0].acts) < acts:
        act, seat = draw.choice(table.legal), table.turn
        if act.startswith("play "):
            act = other_suits(table, act, draw)
        before, words = table.state.hands[seat], table.written(seat, act)
        table.act(seat, act)
        assert table.deals[-1].acts[-1] == f"{seat} {words}"
        assert sorted(words.split(" ")) == sorted(act.split(" "))
        if act.startswith("play "):
            assert before & ~table.state.hands[seat] == set_of(map(read, act.split(" ")[1:]))


@pytest.mark.clause("W14")
@pytest.mark.parametrize("four_player", WAYS)
@pytest.mark.parametrize("seed", range(12))
def test_exactly_the_named_cards_leave_and_the_record_replays(four_player: str, seed: int) -> None:
    table = dealt(seed, four_player=four_player)
    play_out(table, random.Random(seed))
    assert table.turn == MATCH_OVER
    record = table.record
    assert replay(read_line(record.line())).record == record


def test_naming_the_cards_that_leave_anyway_changes_nothing() -> None:
    for seed in range(6):
        named, unnamed, draw = dealt(seed), dealt(seed), random.Random(seed)
        while named.turn >= 0:
            act = draw.choice(named.legal)
            action = unnamed.check(unnamed.turn, act)
            named.play(named.turn, act)
            unnamed.game.kernel.play(unnamed.rules, unnamed.state, action)
            views = [[table.view(seat) for seat in (SPECTATOR, 0, 1, 2)] for table in (named, unnamed)]
            assert views[0] == views[1]
            assert named.turn < 0 or named.legal == unnamed.legal


def test_asking_for_the_words_changes_nothing() -> None:
    table = dealt(3)
    table.play(table.turn, "bid 1")
    table.play(table.turn, "bid 3")
    before = table.state.copy()
    for act in table.legal:
        table.written(table.turn, other_suits(table, act, random.Random(3)))
    assert table.state == before


@pytest.mark.parametrize("four_player", WAYS)
@pytest.mark.parametrize("seed", range(6))
def test_the_same_words_in_a_twin_deal_give_the_same_views(four_player: str, seed: int) -> None:
    """Which cards a player names tells what he played and nothing else: hidden cards that change places change no view."""
    draw, table = random.Random(seed), dealt(seed, four_player=four_player)
    play_out(table, draw, acts=16)
    for seat in range(len(table.seats)):
        view = table.view(seat)
        for world in worlds(DASAN, table.rules, view, seat, 2, seed):
            twin = twin_of(table, world)
            assert twin.view(seat) == view
            assert twin.view(SPECTATOR) == table.view(SPECTATOR)


def twin_of(table: Table, world: Any) -> Table:
    """The deal that leads to the world by the same words."""
    swaps = {card: card for card in range(52)}
    for real, imagined in zip(dealt_hands(table.rules, table.state), dealt_hands(table.rules, world), strict=True):
        swaps |= zip(members(real & ~imagined), members(imagined & ~real), strict=True)
    twin = Table(DASAN, table.rules)
    twin.deal([swaps[read(card)] for card in table.deals[0].pack.split(" ")])
    for act in table.deals[0].acts:
        seat, _, words = act.partition(" ")
        twin.play(int(seat), words)
    return twin


@pytest.mark.clause("W4")
def test_cards_that_are_not_held_are_refused() -> None:
    table = dealt(1)
    table.play(table.turn, "bid 1")
    table.play(table.turn, "bid 3")
    hand = set(written(table.state.hands[table.turn]))
    for card in written(((1 << 52) - 1) & ~table.state.hands[table.turn]):
        with pytest.raises(RefusedAct) as refused:
            table.play(table.turn, f"play {card}")
        assert (refused.value.reason, refused.value.clause) == ("not_held", "W4")
    assert set(written(table.state.hands[table.turn])) == hand
