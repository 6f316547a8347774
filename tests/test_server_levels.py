"""Levels, hints and claims at a table, from the inside: who may ask for them, what is written down, and what nobody needs."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripted import BOT, ME, OPEN, TOKEN, first_legal, until, wish, with_lobby, workers_of
from tefuda.bots import BOTS, LEVELS
from tefuda.core.game import Game
from tefuda.games import GAMES
from tefuda.play.record import read_line
from tefuda.play.table import replay
from tefuda.server.lobby import USUAL, Lobby, game_info, hash_of
from tefuda.server.protocol import Act, Claim, Fault, Hint, Level, SeatWish, Undo
from tefuda.server.room import CLAIMER, LAST_CARDS, STAND_IN, Room
from tefuda.server.store import Store
from tefuda.server.thinking import Question
from tefuda.server.viewer import Viewer

CLUB = SeatWish(kind="bot", bot="club")
BOB = "b" * 32


def obliging(question: Question) -> Any:
    """Acts with the first legal act, advises in the order of the acts, and grants every claim."""
    if question.asks == "claim":
        return True
    action = first_legal(question)
    return action if question.asks in ("act", "rest") else [[action, 1.5, 0.0], [action, -0.75, 0.25]]


async def seated(lobby: Lobby, *seats: SeatWish) -> tuple[Room, Viewer]:
    """A table where the person in the first seat is there and is to act."""
    room = await lobby.open_table(wish(*seats), TOKEN)
    mine = Viewer(hash_of(TOKEN))
    await room.enter(mine, None)
    if OPEN not in seats:
        await until(lambda: room.log.table.turn == 0)
    return room, mine


async def at_last_cards(room: Room, mine: Viewer, cards: int = 3) -> None:
    """The person plays the first legal acts until so many cards are left and it is the person's turn."""
    while room.log.table.state.sizes[0] > cards:
        await until(lambda: room.log.table.turn == 0)
        fault = await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=room.log.asks))
        assert fault is None
    await until(lambda: room.log.table.turn == 0)


async def bot_at_work(room: Room, mine: Viewer) -> Question:
    """The person plays until a bot is to act, and that bot thinks until the gate is opened; what it thinks about."""
    workers = workers_of(room)
    await at_last_cards(room, mine, 11)
    workers.gate = asyncio.Event()
    while room.log.table.turn == 0:
        await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=room.log.asks))
    await until(lambda: workers.questions[-1].view == room.log.table.view(room.log.table.turn).row())
    return workers.questions[-1]


def open_gate(room: Room) -> None:
    """The workers end their thoughts."""
    gate = workers_of(room).gate
    assert gate is not None
    gate.set()


def read(viewer: Viewer) -> list[dict[str, Any]]:
    """Everything that a viewer has been sent and has not read."""
    return [json.loads(viewer._messages.get_nowait()) for _ in range(viewer._messages.qsize())]


def hint(room: Room, seat: int = 0) -> Hint:
    return Hint(type="hint", seat=seat, answers=room.log.asks)


def claim(room: Room, seat: int = 0) -> Claim:
    return Claim(type="claim", seat=seat, answers=room.log.asks)


def level(where: int, bot: str, seat: int = 0) -> Level:
    return Level(type="level", seat=seat, where=where, bot=bot)


def code(fault: Fault | None) -> str | None:
    return fault.code if fault else None


# ---- levels


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_a_form_offers_the_levels_of_a_game(game: Game) -> None:
    info = game_info(game.name)
    assert info.levels == list(LEVELS)
    assert set(info.bots) >= {"random", "simple", *LEVELS}
    assert info.usual == USUAL
    assert game.name in BOTS[USUAL]
    assert game.name in BOTS[STAND_IN]
    assert game.name in BOTS[CLAIMER]


def test_a_level_changes_at_any_moment_and_holds_from_the_next_act_on(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        assert {each.bot for each in workers_of(room).questions} <= {"club"}
        asks, before = room.log.asks, len(workers_of(room).questions)
        read(mine)
        assert await room.answer(mine, level(1, "master")) is None
        assert await room.answer(mine, level(2, "beginner")) is None
        assert [each.bot for each in room.info(0).seats] == [None, "master", "beginner", "club"]
        assert [each.kind for each in room.log.told(None, room.log.number - 2)] == ["level", "level"]
        said = [message["event"] for message in read(mine)]
        assert [(event["kind"], event["seat"], event["bot"]) for event in said] == [
            ("level", 1, "master"),
            ("level", 2, "beginner"),
        ]
        assert room.log.asks == asks  # nobody's click is too late for that
        await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=asks))
        await until(lambda: len(workers_of(room).questions) > before + 2)
        levels = {each.seat: each.bot for each in workers_of(room).questions[before:]}
        assert levels == {**levels, 1: "master", 2: "beginner"}
        kept = await store.load(room.row.id)
        assert kept is not None
        again = Room(kept, store, workers_of(room))  # type: ignore[arg-type]  # a double of it
        assert again.info(0).seats[1:] == room.info(0).seats[1:]
        assert again.record() == room.record()

    with_lobby(tmp_path, obliging, body)


def test_what_a_bot_thinks_about_is_dropped_when_its_level_changes(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        thinking, workers = await bot_at_work(room, mine), workers_of(room)
        for bot in ("master", "club", "expert"):
            assert await room.answer(mine, level(thinking.seat, bot)) is None
        await until(lambda: workers.questions[-1].bot == "expert")
        assert workers.dropped[0] == thinking
        assert room.log.told(None, 0)[-1].kind == "level"
        open_gate(room)
        await until(lambda: room.log.table.turn == 0)

    with_lobby(tmp_path, obliging, body)


def test_the_record_tells_who_played_what(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        await at_last_cards(room, mine, 11)
        acts = len(room.view(0).acts)
        await room.answer(mine, level(1, "master"))
        await at_last_cards(room, mine, 10)
        await room.answer(mine, level(1, "beginner"))
        while room.log.table.turn >= 0:
            await until(lambda: room.log.table.turn <= 0)
            if room.log.table.turn == 0:
                await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=room.log.asks))
        await room.answer(mine, level(2, "expert"))
        record = read_line(room.record().encode())
        replay(record)
        assert [seat.bot for seat in record.seats] == [None, "club", "club", "club"]
        first, second = record.extra["levels"][0]
        assert first == {"act": acts, "seat": 1, "from": "club", "to": "master"}
        assert (second["from"], second["to"], len(record.extra["levels"])) == ("master", "beginner", 1)

    with_lobby(tmp_path, obliging, body)


def test_nobody_changes_the_bots_of_others(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        number, spectator = room.log.number, Viewer(None)
        for wrong in (level(0, "master"), level(4, "master"), level(-1, "master"), level(1, "genius")):
            assert code(await room.answer(mine, wrong)) == "no_level"
        assert await room.answer(mine, level(1, "club")) is None  # it is so already
        assert code(await room.answer(spectator, level(1, "master"))) == "not_your_seat"
        assert room.log.number == number
        shared, ann = await seated(lobby, ME, OPEN, CLUB, CLUB)
        assert code(await shared.answer(ann, level(2, "master"))) == "no_level"  # somebody is still to come
        await lobby.sit(shared.row.id, 1, "Bob", BOB)
        assert code(await shared.answer(ann, level(2, "master"))) == "no_level"
        assert [view.can_level for view in (room.view(0), shared.view(0), room.view(None))] == [True, False, False]

    with_lobby(tmp_path, obliging, body)


def test_a_stand_in_plays_well(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, OPEN, CLUB, CLUB)
        await lobby.sit(room.row.id, 1, "Bob", BOB)
        await until(lambda: room.chairs[1].stand_in and room.log.table.turn == 0)
        await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=room.log.asks))
        await until(lambda: any(each.seat == 1 for each in workers_of(room).questions))
        assert {each.bot for each in workers_of(room).questions if each.seat == 1} == {"expert"}

    with_lobby(tmp_path, obliging, body, grace=0.02)


# ---- what nobody needs


def test_thinking_is_dropped_by_undo(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        thinking, workers = await bot_at_work(room, mine), workers_of(room)
        assert await room.answer(mine, Undo(type="undo", seat=0, answers=room.log.asks)) is None
        await until(lambda: thinking in workers.dropped)
        open_gate(room)
        await asyncio.sleep(0.02)
        assert room.log.told(None, 0)[-1].kind == "undone"
        kept = await store.load(room.row.id)
        assert kept is not None
        assert len(kept.events) == room.log.number

    with_lobby(tmp_path, obliging, body)


def test_an_answer_that_comes_as_the_table_changes_is_not_played(tmp_path: Path) -> None:
    """The worker has answered, but the undo is being stored already."""

    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        await bot_at_work(room, mine)
        undo = asyncio.ensure_future(room.answer(mine, Undo(type="undo", seat=0, answers=room.log.asks)))
        await asyncio.sleep(0)
        open_gate(room)
        assert await undo is None
        await asyncio.sleep(0.02)
        assert room.log.told(None, 0)[-1].kind == "undone"

    with_lobby(tmp_path, obliging, body)


def test_nobody_thinks_for_a_table_that_everybody_has_left(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        thinking, workers = await bot_at_work(room, mine), workers_of(room)
        number = room.log.number
        room.leave(mine)
        await until(lambda: thinking in workers.dropped)
        open_gate(room)
        await until(lambda: room.idle_since is not None)
        assert room.log.number == number
        await room.enter(Viewer(hash_of(TOKEN)), None)
        await until(lambda: room.log.table.turn == 0)

    with_lobby(tmp_path, obliging, body)


def test_nobody_thinks_for_a_table_that_is_closed(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        await at_last_cards(room, mine, 11)
        workers = workers_of(room)
        workers.gate = asyncio.Event()
        assert await room.answer(mine, hint(room)) is None
        await until(lambda: workers.questions[-1].asks == "advise")
        await room.close()
        await until(lambda: workers.questions[-1] in workers.dropped)

    with_lobby(tmp_path, obliging, body)


# ---- hints


def test_a_hint_tells_what_every_act_is_worth_and_leaves_no_trace(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        other, spectator = Viewer(hash_of(TOKEN)), Viewer(None)
        for viewer in (other, spectator):
            await room.enter(viewer, None)
        await at_last_cards(room, mine, 10)
        before, number, record = await store.load(room.row.id), room.log.number, room.record()
        for viewer in (mine, other, spectator):
            read(viewer)
        assert room.view(0).can_hint
        assert await room.answer(mine, hint(room)) is None
        await until(lambda: mine._messages.qsize() > 0)
        (advice,) = read(mine)
        act = room.log.table.legal[0]
        lines = [{"act": act, "points": 1.5, "error": 0.0}, {"act": act, "points": -0.75, "error": 0.25}]
        assert advice == {"type": "advice", "asks": room.log.asks, "acts": lines}
        assert read(other) == [advice]  # the same person's other window
        assert read(spectator) == []
        asked = [each for each in workers_of(room).questions if each.asks == "advise"]
        assert [(each.seat, each.view) for each in asked] == [(0, room.log.table.view(0).row())]
        assert await room.answer(mine, hint(room)) is None  # once more, from what is known already
        assert read(mine) == [advice]
        assert len([each for each in workers_of(room).questions if each.asks == "advise"]) == 1
        assert (await store.load(room.row.id), room.log.number, room.record()) == (before, number, record)

    with_lobby(tmp_path, obliging, body)


def test_a_hint_is_for_the_person_whose_turn_it_is_among_bots(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        shared, ann = await seated(lobby, ME, OPEN, CLUB, CLUB)
        await lobby.sit(shared.row.id, 1, "Bob", BOB)
        await until(lambda: shared.log.table.turn in (0, 1))
        bob = Viewer(hash_of(BOB))
        await shared.enter(bob, None)
        turn = shared.log.table.turn
        assert code(await shared.answer([ann, bob][turn], hint(shared, turn))) == "no_hint"
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        await bot_at_work(room, mine)
        assert code(await room.answer(mine, hint(room))) == "no_hint"
        assert code(await room.answer(mine, Hint(type="hint", seat=0, answers=room.log.asks - 1))) == "stale"
        assert code(await room.answer(Viewer(None), hint(room))) == "not_your_seat"
        assert not any(each.asks == "advise" for each in workers_of(room).questions + workers_of(shared).questions)

    with_lobby(tmp_path, obliging, body)


def test_a_hint_is_dropped_when_the_person_acts(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        await at_last_cards(room, mine, 10)
        workers = workers_of(room)
        workers.gate = asyncio.Event()
        for _ in range(2):  # asked for twice, thought about once
            assert await room.answer(mine, hint(room)) is None
        await until(lambda: workers.questions[-1].asks == "advise")
        assert [each.asks for each in workers.questions].count("advise") == 1
        await room.answer(mine, Act(type="act", seat=0, act=room.log.table.legal[0], answers=room.log.asks))
        await until(lambda: any(each.asks == "advise" for each in workers.dropped))
        open_gate(room)
        await until(lambda: room.log.table.turn == 0)
        assert not any(message["type"] == "advice" for message in read(mine))
        assert await room.answer(mine, hint(room)) is None
        await until(lambda: mine._messages.qsize() > 0)

    with_lobby(tmp_path, obliging, body)


def test_a_hint_before_the_workers_are_ready_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        workers = workers_of(room)
        assert workers.expected == []  # nothing is made ready for bots that do without
        monkeypatch.setattr(workers, "is_ready", lambda _game: False)
        assert code(await room.answer(mine, hint(room))) == "not_ready"
        assert workers.expected == ["quinto"]

    with_lobby(tmp_path, obliging, body)


def test_a_worker_that_is_not_ready_after_all_is_told(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, BOT, BOT, BOT)
        read(mine)
        assert await room.answer(mine, hint(room)) is None
        await until(lambda: mine._messages.qsize() > 0)
        (fault,) = read(mine)
        assert (fault["type"], fault["code"]) == ("fault", "not_ready")

    with_lobby(tmp_path, lambda question: None if question.asks == "advise" else obliging(question), body)


def test_the_workers_get_ready_as_soon_as_somebody_comes_to_a_table_with_levels(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room = await lobby.open_table(wish(ME, CLUB, BOT, BOT), TOKEN)
        assert workers_of(room).expected == []
        await room.enter(Viewer(None), None)
        assert workers_of(room).expected == ["quinto"]

    with_lobby(tmp_path, obliging, body)


# ---- claims


def claims(room: Room) -> list[Question]:
    return [each for each in workers_of(room).questions if each.asks == "claim"]


def acts(messages: list[dict[str, Any]], seat: int) -> Iterator[dict[str, Any]]:
    events = (message["event"] for message in messages if message["type"] == "event")
    return (event for event in events if event["kind"] == "act" and event["seat"] == seat)


def test_whoever_takes_all_the_rest_can_claim_it(tmp_path: Path) -> None:
    async def body(lobby: Lobby, store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        spectator = Viewer(None)
        await room.enter(spectator, None)
        await at_last_cards(room, mine, max(LAST_CARDS) + 1)
        assert claims(room) == []
        assert code(await room.answer(mine, claim(room))) == "no_claim"
        await at_last_cards(room, mine, 4)
        await until(lambda: room.view(0).can_claim)
        assert not room.view(None).can_claim
        assert {message["type"] for message in read(spectator)[1:]} == {"event"}  # not even that there is news
        assert {each.seat for each in claims(room)} == {0}
        assert claims(room)[-1].view == room.log.table.view(0).row()
        assert read(mine)[-1]["view"]["can_claim"]
        before = len(workers_of(room).questions)
        assert await room.answer(mine, claim(room)) is None
        assert room.view(0).claiming
        assert (room.view(0).can_hint, room.view(0).can_claim) == (False, False)
        await until(lambda: room.log.table.turn < 0)
        own = [each for each in workers_of(room).questions[before:] if each.seat == 0]
        assert {(each.asks, each.bot) for each in own} == {("rest", CLAIMER)}
        said = list(acts(read(mine), 0))
        assert len(said) == 4
        assert not any(event["stand_in"] for event in said)
        record = read_line(room.record().encode())
        replay(record)
        assert record.extra["stand_ins"] == [[]]
        assert not room.view(0).claiming
        kept = await store.load(room.row.id)
        assert kept is not None
        assert {event.kind for event in kept.events} == {"dealt", "act"}

    with_lobby(tmp_path, obliging, body)


def test_nothing_is_claimed_that_is_not_certain(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        for looked, cards in enumerate(reversed(LAST_CARDS), 1):  # after each act in the last tricks
            await at_last_cards(room, mine, cards)
            await until(lambda looked=looked: len(claims(room)) == looked)  # type: ignore[misc]  # bound in the loop
        await asyncio.sleep(0.02)
        assert not room.view(0).can_claim
        assert code(await room.answer(mine, claim(room))) == "no_claim"
        await at_last_cards(room, mine, 1)
        await asyncio.sleep(0.02)
        assert len(claims(room)) == len(LAST_CARDS)  # one card is no claim

    with_lobby(tmp_path, lambda question: False if question.asks == "claim" else obliging(question), body)


def test_undo_ends_a_claim(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, mine = await seated(lobby, ME, CLUB, CLUB, CLUB)
        await at_last_cards(room, mine, 4)
        await until(lambda: room.view(0).can_claim)
        workers_of(room).gate = asyncio.Event()
        assert await room.answer(mine, claim(room)) is None
        assert await room.answer(mine, Undo(type="undo", seat=0, answers=room.log.asks)) is None
        assert not room.view(0).claiming
        open_gate(room)
        await asyncio.sleep(0.02)
        await until(lambda: room.log.table.turn == 0)
        assert room.log.table.state.sizes[0] == 5

    with_lobby(tmp_path, obliging, body)


def test_among_people_a_claim_plays_ones_own_cards(tmp_path: Path) -> None:
    async def body(lobby: Lobby, _store: Store) -> None:
        room, ann = await seated(lobby, ME, OPEN, CLUB, CLUB)
        await lobby.sit(room.row.id, 1, "Bob", BOB)
        bob = Viewer(hash_of(BOB))
        await room.enter(bob, None)
        while not room.view(0).can_claim:
            await until(lambda: room.log.table.turn in (0, 1))
            turn = room.log.table.turn
            request = Act(type="act", seat=turn, act=room.log.table.legal[0], answers=room.log.asks)
            if turn == 0 and room.log.table.state.sizes[0] in LAST_CARDS:
                await until(lambda: room.view(0).can_claim)
                break
            assert await room.answer([ann, bob][turn], request) is None
        assert await room.answer(ann, claim(room)) is None
        assert not room.view(1).claiming
        while room.log.table.turn >= 0:
            await until(lambda: room.log.table.turn in (1, -1))
            if room.log.table.turn == 1:
                request = Act(type="act", seat=1, act=room.log.table.legal[0], answers=room.log.asks)
                assert await room.answer(bob, request) is None
        assert {each.bot for each in workers_of(room).questions if each.asks == "rest"} == {CLAIMER}
        assert not any(each.asks in ("act", "rest") and each.seat == 1 for each in workers_of(room).questions)

    with_lobby(tmp_path, obliging, body)
