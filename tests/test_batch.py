"""The batch: it plays as the rules do, table by table, and everything that it shows of a table is so."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tefuda
from tefuda.bots import quinto as quinto_bot
from tefuda.core import chance
from tefuda.core.game import DEAL_DUE, Game
from tefuda.core.rule import can_compile
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.sim.batch import GIVE_UP, Batch
from tefuda.sim.deal import worlds
from tefuda.sim.encoding import encode, encoding
from tefuda.sim.packing import Packed, pack, packing, row_cells
from tefuda.sim.returns import seat_returns
from tefuda.sim.stepping import first_refused

PRESETS = [(game, preset) for game in GAMES.values() for preset in game.presets]
NAMES = [f"{game.name}-{preset}" for game, preset in PRESETS]
WAYS = [
    pytest.param(True, id="plain"),
    pytest.param(False, id="compiled", marks=pytest.mark.skipif(not can_compile(), reason="no Numba")),
]


class Referee:
    """One table as the head of tefuda.sim.batch describes it, played by the plain rules."""

    def __init__(self, game: Game, rules: Any, table: int, seed: int, deals: int | None = 1, returns: str = "points") -> None:
        self.game, self.rules, self.returns, self.asked = game, rules, returns, deals
        self.stream, self.state, self.deal, self.done = [0] * 4, game.state(), -1, False
        chance.open_stream(self.stream, table, seed & chance.WORD, seed >> 32)
        self.rewards = [0.0] * game.seats(rules)
        self._begin()

    @property
    def turn(self) -> int:
        return self.game.kernel.seat(self.rules, self.state)

    def legal(self) -> list[int]:
        buffer = [0] * self.game.most_legal
        return buffer[: self.game.kernel.legal(self.rules, self.state, buffer)]

    def vector(self) -> Any:
        how = encoding(self.game, self.rules)
        vector = np.zeros(how.width, np.int16)
        encode(how, cut(self.state, self.turn).row(), self.turn, vector)
        return vector

    def step(self, action: int) -> None:
        self.rewards = [0.0] * self.game.seats(self.rules)
        if action != GIVE_UP:
            self.game.kernel.play(self.rules, self.state, action)
            self._go_on()
        self.done = self.turn < 0 or action == GIVE_UP
        if self.done:
            rewards = self.rewards[:]
            self._begin()
            self.rewards = rewards

    def _begin(self) -> None:
        while True:
            self.begun = 0
            self.game.kernel.start(self.rules, self.state, chance.pick(self.stream, len(self.rewards)))
            self._deal()
            self._go_on()
            self.rewards = [0.0] * len(self.rewards)
            if self.turn >= 0:
                return

    def _go_on(self) -> None:
        sides = self.game.sides(self.rules)
        while self.turn < 0:
            points, totals = [0] * len(sides), [0] * len(sides)
            self.game.kernel.score(self.rules, self.state, points, totals)
            paid = seat_returns(sides, points, self.returns)
            self.rewards = [before + now for before, now in zip(self.rewards, paid, strict=True)]
            if self.turn != DEAL_DUE or self.begun == self.asked:
                return
            self._deal()

    def _deal(self) -> None:
        cards = list(self.game.pack(self.rules))
        chance.shuffle(self.stream, cards, len(cards))
        self.game.kernel.deal(self.rules, self.state, cards)
        self.begun += 1
        self.deal += 1


def check_shown(batch: Batch, referees: list[Referee]) -> None:
    """Everything that the batch shows is what the referees say."""
    unpacked = batch.unpack(np.full((batch.tables, batch.width), 9, np.float32))
    for table, referee in enumerate(referees):
        assert batch.state(table) == referee.state
        assert batch.turn[table] == referee.turn >= 0
        assert batch.deal[table] == referee.deal
        assert batch.done[table] == referee.done
        assert batch.rewards[table].tolist() == np.array(referee.rewards, np.float32).tolist()
        assert np.flatnonzero(batch.mask[table]).tolist() == referee.legal()
        number, *lowest = batch._seen.legal[table].tolist()
        assert number == len(referee.legal())
        assert lowest[:number] == referee.legal()[: len(lowest)]
        assert np.array_equal(batch.planes[table], referee.vector())
        assert np.array_equal(unpacked[table], batch.planes[table])


def copied(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in ("turn", "mask", "rewards", "done", "deal", "words", "numbers")]


@pytest.mark.parametrize("plain", WAYS)
@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_every_table_goes_as_the_rules_say(game: Game, preset: str, plain: bool) -> None:
    batch = tefuda.batch(game, 3, 2**33 + 3, preset=preset, returns="difference", observations="planes", plain=plain)
    referees = [Referee(game, batch.rules, table, 2**33 + 3, returns="difference") for table in range(3)]
    check_shown(batch, referees)
    ended = 0
    for _ in range(80):
        actions = batch.random_actions().tolist()
        batch.step(actions)
        for referee, action in zip(referees, actions, strict=True):
            referee.step(action)
        check_shown(batch, referees)
        ended += int(batch.done.sum())
    assert ended >= 1


@pytest.mark.parametrize("deals", [2, None])
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_an_episode_may_have_several_deals_or_be_a_match(game: Game, deals: int | None) -> None:
    batch = tefuda.batch(game, 2, 1, deals=deals, observations="planes", plain=True)
    referees = [Referee(game, batch.rules, table, 1, deals) for table in range(2)]
    for _ in range(120):
        actions = batch.random_actions().tolist()
        batch.step(actions)
        for referee, action in zip(referees, actions, strict=True):
            referee.step(action)
        assert batch.done.tolist() == [referee.done for referee in referees]
        assert batch.deal.tolist() == [referee.deal for referee in referees]
        assert batch.rewards.tolist() == [referee.rewards for referee in referees]
    assert batch.deal.min() > 0


@given(seed=st.integers(0, 2**64 - 1), tables=st.integers(1, 9), threads=st.integers(1, 4))
@settings(max_examples=15)
def test_a_table_is_the_same_among_few_or_many(seed: int, tables: int, threads: int) -> None:
    first, among = tefuda.batch("quinto", tables, seed), tefuda.batch("quinto", 9, seed, threads=threads)
    for _ in range(20):
        actions = among.random_actions()
        first.step(actions[:tables])
        among.step(actions)
        for name in ("turn", "mask", "rewards", "done", "deal", "words", "numbers"):
            assert np.array_equal(getattr(first, name), getattr(among, name)[:tables]), name


def test_deals_do_not_depend_on_what_is_played() -> None:
    played, given_up = tefuda.batch("quinto", 2, 7, plain=True), tefuda.batch("quinto", 2, 7, plain=True)
    hands = [list(given_up.state(0).hands)]
    for _ in range(3):
        given_up.step([GIVE_UP, GIVE_UP])
        hands.append(list(given_up.state(0).hands))
        assert given_up.done.all()
        assert not given_up.rewards.any()
    seen = [list(played.state(0).hands)]
    while len(seen) < 4:
        played.step(played.random_actions())
        if played.done[0]:
            seen.append(list(played.state(0).hands))
    assert seen == hands
    assert len({tuple(each) for each in hands}) == 4


def test_the_arrays_stay_where_they_are() -> None:
    batch = tefuda.batch("pitch", 8, 1, observations="planes", plain=True)
    names = ("turn", "mask", "rewards", "done", "deal", "words", "numbers", "planes")
    arrays = [getattr(batch, name) for name in names]
    for _ in range(5):
        batch.step(batch.random_actions())
    batch.reset(2)
    assert all(getattr(batch, name) is array for name, array in zip(names, arrays, strict=True))
    assert [array.__array_interface__["data"] for array in arrays] == [
        getattr(batch, name).__array_interface__["data"] for name in names
    ]


@pytest.mark.parametrize("game", GAMES)
def test_other_programs_share_the_memory(game: str) -> None:
    batch = tefuda.batch(game, 4, 1, observations="planes", plain=True)
    for name in ("turn", "mask", "rewards", "done", "deal", "words", "numbers", "planes"):
        array = getattr(batch, name)
        assert np.shares_memory(np.from_dlpack(array), array)
        assert array.flags.c_contiguous
    torch = pytest.importorskip("torch")
    assert torch.from_dlpack(batch.words).data_ptr() == batch.words.ctypes.data
    assert torch.from_dlpack(batch.mask).dtype == torch.bool


def test_shapes_and_dtypes_are_those_of_the_description() -> None:
    batch = tefuda.batch("dasan", 6, 1, preset="called-partner", observations="planes", plain=True)
    described = {
        "turn": ((6,), "int8"),
        "mask": ((6, 451), "bool"),
        "rewards": ((6, 4), "float32"),
        "done": ((6,), "bool"),
        "deal": ((6,), "int32"),
        "words": ((6, 16), "int64"),
        "numbers": ((6, 28), "int16"),
        "planes": ((6, 894), "int16"),
    }
    assert {name: (getattr(batch, name).shape, getattr(batch, name).dtype.name) for name in described} == described


@pytest.mark.skipif(not can_compile(), reason="no Numba")
@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_a_table_takes_less_than_a_kibibyte_and_many_take_as_many_times(game: Game, preset: str) -> None:
    small, large = tefuda.batch(game, 100, 1, preset=preset), tefuda.batch(game, 1000, 1, preset=preset)
    assert small.bytes_per_table == large.bytes_per_table < 1024


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_view_is_the_same_when_hidden_cards_are_shuffled(game: Game) -> None:
    batch, different = tefuda.batch(game, 4, 5, plain=True), 0
    how = packing(game, batch.rules)
    for _ in range(25):
        batch.step(batch.random_actions())
        for table in range(batch.tables):
            turn = int(batch.turn[table])
            for world in worlds(game, batch.rules, batch.view(table), turn, 1, seed=3):
                words, numbers = [0] * how.words_all, [0] * how.numbers_all
                pack(how, row_cells(game.state, world.row()), turn, Packed(words, numbers, []))
                assert (words, numbers) == (batch.words[table].tolist(), batch.numbers[table].tolist())
                different += world.hands != batch.state(table).hands
    assert different > 20


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=NAMES)
def test_a_packed_view_is_unpacked_as_its_description_says(game: Game, preset: str) -> None:
    batch = tefuda.batch(game, 4, 5, preset=preset, observations="planes", plain=True)
    for _ in range(10):
        batch.step(batch.random_actions())
    words, numbers, rules = batch.words, batch.numbers, np.tile(np.array(batch.rules, np.int16), (4, 1))
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    assert np.array_equal(np.concatenate([bits, numbers, rules], axis=1)[:, batch.places], batch.planes)


@pytest.mark.parametrize("plain", WAYS)
def test_an_illegal_action_is_named_and_nothing_is_done(plain: bool) -> None:
    batch = tefuda.batch("quinto", 3, 1, plain=plain)
    before = copied(batch)
    actions = batch.random_actions()
    actions[2] = 0
    with pytest.raises(ValueError, match=rf"table 2, seat {batch.turn[2]}: action 0 is refused: calls_first Q6"):
        batch.step(actions)
    for number in (56, -2, 2**40):
        actions[2] = number
        with pytest.raises(ValueError, match=f"action {number} is refused: no act"):
            batch.step(actions)
    assert copied(batch) == before
    batch.step([GIVE_UP, *actions[:2]])
    assert batch.done.tolist() == [True, False, False]


@pytest.fixture(params=["most", "one"])
def kept(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """How many legal actions a batch keeps as numbers: as many as there is room for, or one."""
    number: str = request.param
    if number == "one":
        monkeypatch.setattr("tefuda.sim.batch.KIBIBYTE", 0)
    return number


@pytest.mark.parametrize("plain", WAYS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.usefixtures("kept")
def test_what_the_check_refuses_is_what_is_illegal(game: Game, plain: bool) -> None:
    batch = tefuda.batch(game, 1, 3, plain=plain)
    numbers = [GIVE_UP - 1, *range(game.actions + 2), 2**16, 2**40]
    for _ in range(30):
        batch.step(batch.random_actions())
        asked = [np.full(1, number) for number in numbers]
        accepted = [int(each[0]) for each in asked if batch._run(first_refused, batch.mask, batch._seen.legal, each) < 0]
        assert accepted == np.flatnonzero(batch.mask[0]).tolist()
    assert batch._run(first_refused, batch.mask, batch._seen.legal, np.full(1, GIVE_UP)) == -1


def test_actions_must_be_whole_numbers_one_a_table() -> None:
    batch = tefuda.batch("quinto", 3, 1, plain=True)
    with pytest.raises(TypeError):
        batch.step([53.0, 53.0, 53.0])
    for wrong in (53, [53], [53] * 4):
        with pytest.raises(ValueError, match="actions"):
            batch.step(wrong)


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ({"game": "whist"}, "there is no game 'whist'"),
        ({"preset": "club"}, "has no preset 'club'"),
        ({"returns": "win"}, "returns can't be 'win'"),
        ({"observations": "all"}, "observations can't be 'all'; they can be packed or planes or none"),
        ({"tables": 0}, "tables can't be 0"),
        ({"deals": 0}, "deals can't be 0"),
        ({"threads": 0}, "threads can't be 0"),
        ({"seat": 4, "others": quinto_bot.choose}, "don't make 4 seats"),
        ({"others": [quinto_bot.choose]}, "seat 0 and 1 bots don't make 4 seats"),
    ],
)
def test_a_wrong_wish_is_refused(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        tefuda.batch(**{"game": "quinto", "tables": 2, "plain": True, **wish})


def test_random_actions_are_any_legal_ones() -> None:
    batch = tefuda.batch("dasan", 5, 1, plain=True)
    drawn = [set[int]() for _ in range(5)]
    for _ in range(200):
        for table, action in enumerate(batch.random_actions().tolist()):
            drawn[table].add(action)
    assert drawn == [set(np.flatnonzero(mask).tolist()) for mask in batch.mask]


@pytest.mark.parametrize("plain", WAYS)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_random_actions_are_drawn_table_by_table(game: Game, kept: str, plain: bool) -> None:
    batch, long = tefuda.batch(game, 7, 4, plain=plain), 0
    assert (batch._seen.legal.shape[1] == 2) == (kept == "one")
    for _ in range(60):
        stream = [int(word) for word in batch._choosing]
        legal = [np.flatnonzero(mask).tolist() for mask in batch.mask]
        actions = batch.random_actions()
        assert actions.tolist() == [each[chance.pick(stream, len(each))] for each in legal]
        assert actions.dtype == np.int64
        batch.step(actions)
        long += sum(len(each) > batch._seen.legal.shape[1] for each in legal)
    assert long or kept == "most"


def test_of_the_legal_actions_as_many_are_kept_as_numbers_as_there_is_room_for() -> None:
    for game, preset in PRESETS:
        batch = tefuda.batch(game, 64, 1, preset=preset)
        kept = batch._seen.legal.shape[1] - 1
        assert 7 <= kept <= game.most_legal
        assert kept == game.most_legal or not can_compile() or batch.bytes_per_table + 2 >= 1024
        assert tefuda.batch(game, 64, 1, preset=preset, observations="planes")._seen.legal.shape[1] == kept + 1


@pytest.mark.parametrize("plain", WAYS)
def test_a_mask_that_was_written_into_is_right_after_the_next_step(plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tefuda.sim.batch.KIBIBYTE", 0)
    batch, other = (tefuda.batch("dasan", 9, 1, plain=plain) for _ in range(2))
    for _ in range(30):
        batch.mask[:] = False
        batch.random_actions()
        actions = other.random_actions()
        batch.step(actions, check=False)
        other.step(actions)
        assert copied(batch) == copied(other)


@pytest.mark.parametrize("plain", WAYS)
def test_actions_may_be_any_whole_numbers_wherever_they_lie(plain: bool) -> None:
    def frozen(actions: Any) -> Any:
        actions.setflags(write=False)
        return actions

    def askew(actions: Any) -> Any:
        memory = np.zeros(8 * len(actions) + 1, np.uint8)
        memory[1:] = actions.view(np.uint8)
        return memory[1:].view(np.int64)

    ways: list[Any] = [
        list,
        frozen,
        askew,
        np.int16,
        np.uint64,
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: actions.astype(">i8"),
    ]
    batches = [tefuda.batch("piquet", 6, 1, plain=plain) for _ in ways]
    for _ in range(30):
        chosen = [batch.random_actions() for batch in batches]
        for batch, way, actions in zip(batches, ways, chosen, strict=True):
            batch.step(way(actions))
            assert actions.tolist() == chosen[0].tolist()
            assert copied(batch) == copied(batches[0])


def test_without_observations_there_are_none() -> None:
    batch = tefuda.batch("quinto", 3, 1, observations="none", plain=True)
    batch.step(batch.random_actions())
    assert (batch.words.size, batch.numbers.size, batch.planes.size) == (0, 0, 0)


@pytest.mark.parametrize("plain", WAYS)
def test_bots_act_from_their_views_until_it_is_the_callers_turn(plain: bool) -> None:
    batch = tefuda.batch("quinto", 3, 1, seat=2, others=quinto_bot.choose, plain=plain)
    ended = 0
    for _ in range(40):
        assert (batch.turn == 2).all()
        state: Any = batch.state(0)
        actions = batch.random_actions()
        action = int(actions[0])
        batch.step(actions)
        if batch.done[0]:
            ended += 1
            continue
        batch.game.kernel.play(batch.rules, state, action)
        while (turn := batch.game.kernel.seat(batch.rules, state)) != 2:
            view: Any = cut(state, turn)
            choice = quinto_bot.choose(batch.game.kernel, batch.rules, view, turn, [0] * 12, chance.stream(0))
            batch.game.kernel.play(batch.rules, state, choice)
        assert batch.state(0) == state
    assert ended == 3


def test_the_package_is_imported_without_what_it_does_not_need() -> None:
    import subprocess
    import sys

    script = "import sys, tefuda; print(sorted({'numpy', 'numba'} & set(sys.modules)), callable(tefuda.batch))"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "[] True\n"
    with pytest.raises(AttributeError, match="has no attribute 'bunch'"):
        tefuda.bunch  # noqa: B018
