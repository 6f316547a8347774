"""OpenSpiel: a deal of each game as a Python game. Importing this module registers `python_tefuda_quinto` and so on.

    import pyspiel
    import tefuda.adapters.openspiel
    game = pyspiel.load_game("python_tefuda_quinto(preset=sentence,returns=difference)")

The parameters are `preset`, the house rules by name (one that has its default leaves the preset as it is), `dealer` (who deals; -1:
the last seat, so that player 0 plays after him) and `returns` (tefuda.sim.returns.seat_returns). Chance deals the pack card by
card, hand by hand (tefuda.adapters.dealing); an outcome is the number of a card. Actions and players are the game's own numbers and
seats. A deal begins a match: nobody has any points yet.

Observations hold what a seat's view holds, information states also every act of the deal as the seat has heard it. To resample from
an information state is to draw a world that the player could not tell from the real one (tefuda.sim.deal). It is a state to play on
from: its `history()` begins there, and what the others have heard in it is what the player has.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import pyspiel

from tefuda.adapters.dealing import alike, in_order, next_cards
from tefuda.adapters.sitting import words_heard
from tefuda.core import chance
from tefuda.core.cards import WORDS
from tefuda.core.game import Game
from tefuda.core.state import CARDS, OWN, PUBLIC, SEAT, SIDE, State
from tefuda.core.view import SPECTATOR, cut
from tefuda.games import GAMES
from tefuda.sim.deal import TRIES, Spread, draw_world, most_ways, prepare, spread
from tefuda.sim.encoding import encode, encoding, planes
from tefuda.sim.returns import DIFFERENCE, POINTS, check_returns, seat_returns

MOST_ACTS: Final = 256  # acts of a deal, at most
MOST_POINTS: Final = 1000.0  # points of a deal, at most
LAST_SEAT: Final = -1
_CARDS: Final = {word: card for card, word in enumerate(WORDS)}


class Act(NamedTuple):
    """An act as somebody heard it: who did it, in which words, and its number plus 1, or 0 if the words leave something out."""

    seat: int
    words: str
    number: int


class Table(NamedTuple):
    """What all states of a game share."""

    game: Game
    rules: Any
    dealer: int
    returns: str
    groups: tuple[tuple[int, ...], ...]  # places of the pack that chance fills together, see tefuda.adapters.dealing
    spreads: dict[tuple[int, ...], Spread]  # how hidden cards may lie, for the last view that was resampled


class Deal:
    """A deal in progress: the cards that chance has dealt, the state once they are all dealt, and what everybody has heard."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards: list[int] = []  # as chance has dealt them
        self.dealt = False  # whether the whole pack is dealt
        self.state: Any = table.game.state()
        self.heard: list[list[Act]] = [[] for _ in range(table.game.seats(table.rules) + 1)]  # by seat; the last is a spectator's
        table.game.kernel.start(table.rules, self.state, table.dealer)

    def __deepcopy__(self, memo: Any) -> "Deal":
        """A deal that goes its own way from here."""
        twin = object.__new__(Deal)
        twin.table, twin.cards, twin.dealt, twin.state = self.table, self.cards[:], self.dealt, self.state.copy()
        twin.heard = [acts[:] for acts in self.heard]
        return twin

    @property
    def turn(self) -> int:
        """Whose turn it is, below 0 before the pack is dealt and when the deal is over."""
        return self.table.game.kernel.seat(self.table.rules, self.state)

    def take(self, card: int) -> None:
        """Chance deals a card; with the last one the deal begins."""
        self.cards.append(card)
        self.dealt = len(self.cards) == len(self.table.game.pack(self.table.rules))
        if self.dealt:
            self.table.game.kernel.deal(self.table.rules, self.state, in_order(self.table.groups, self.cards))

    def act(self, action: int) -> None:
        """Does a legal act."""
        game, rules, before, turn = self.table.game, self.table.rules, self.state.copy(), self.turn
        game.kernel.play(rules, self.state, action)
        whole = game.say(rules, before, action)
        for seat, acts in enumerate(self.heard):
            viewer = seat if seat < len(self.heard) - 1 else SPECTATOR
            words = whole if viewer == turn else words_heard(game, rules, before, action, self.state, viewer)
            acts.append(Act(turn, words, action + 1 if words == whole else 0))

    def resample(self, player: int, seed: int) -> None:
        """Puts the hidden cards anew as the player may imagine them; raises RuntimeError where that is too rare to be found."""
        table, view = self.table, cut(self.state, player)
        key = (player, *view.row())
        if key not in table.spreads:
            table.spreads.clear()
            table.spreads[key] = spread(table.game, most_ways(view, player))
            prepare(table.game.kernel, table.rules, view, player, table.spreads[key])
        if not draw_world(table.game.kernel, table.rules, table.spreads[key], player, chance.stream(seed), view, TRIES):
            raise RuntimeError(f"no world for seat {player} of {table.game.name} in {TRIES} tries")
        self.state = view
        self.cards.clear()  # a world does not say which card came when
        self.heard = [self.heard[player][:] for _ in self.heard]


class DealGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """A deal of one of our games, under house rules; each game has a class of its own."""

    game: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raises ValueError for parameters that do not go together."""
        game, given = self.game, params or {}
        preset, dealer, returns = given.get("preset", ""), given.get("dealer", LAST_SEAT), given.get("returns", POINTS)
        check_returns(returns)
        rules = game.read_rules(_said(game, given), preset or None)
        seats = game.seats(rules)
        if not LAST_SEAT <= dealer < seats:
            raise ValueError(f"there is no seat {dealer} to deal")
        self.table = Table(game, rules, dealer % seats, returns, alike(game.name, rules, dealer % seats), {})
        super().__init__(_game_type(game, returns), _game_info(game, rules, returns), given)

    def new_initial_state(self) -> "DealState":
        """The deal before its first card."""
        return DealState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A chance node a card."""
        return len(self.table.game.pack(self.table.rules))

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> "Observer":
        """What shows states as tensors and texts. Raises ValueError for parameters; there are none."""
        if params:
            raise ValueError(f"observers have no parameters; there are {params}")
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class DealState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A deal in progress, as OpenSpiel asks for it."""

    def __init__(self, game: DealGame) -> None:
        super().__init__(game)
        self.deal = Deal(game.table)

    def current_player(self) -> int:
        """Whose turn it is: chance until the pack is dealt."""
        if not self.deal.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return self.deal.turn if self.deal.turn >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the deal is over."""
        return self.deal.dealt and self.deal.turn < 0

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be dealt next, each with its probability."""
        table = self.deal.table
        return next_cards(table.groups, table.game.pack(table.rules), self.deal.cards)

    def _legal_actions(self, player: int) -> list[int]:
        table, buffer = self.deal.table, [0] * self.deal.table.game.most_legal
        if not self.deal.dealt or player != self.deal.turn:
            return []
        return buffer[: table.game.kernel.legal(table.rules, self.deal.state, buffer)]

    def _apply_action(self, action: int) -> None:
        if self.deal.dealt:
            self.deal.act(action)
        else:
            self.deal.take(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {WORDS[action]}"
        return self.deal.table.game.say(self.deal.table.rules, self.deal.state, action)

    def returns(self) -> list[float]:
        """What each player gets for the deal once it is over, zeros before."""
        table = self.deal.table
        sides = table.game.sides(table.rules)
        points, totals = [0] * len(sides), [0] * len(sides)
        if self.is_terminal():
            table.game.kernel.score(table.rules, self.deal.state, points, totals)
        return seat_returns(sides, points, table.returns)

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "DealState":
        """Another deal that the player can't tell from this one, each as likely as the others. Raises RuntimeError."""
        sampled = DealState(self.get_game())
        sampled.deal = deepcopy(self.deal)
        sampled.deal.resample(player, int(probability_sampler() * (1 << 53)))
        return sampled

    def __str__(self) -> str:
        """The cards as chance has dealt them, and the acts in full."""
        acts = [f"{act.seat} {act.words}" for act in self._acts()]
        return " | ".join([" ".join(WORDS[card] for card in self.deal.cards), *acts])

    def _acts(self) -> list[Act]:
        """Every act as who did it has heard it."""
        seats = self.deal.heard[:-1]
        return [seats[act.seat][at] for at, act in enumerate(self.deal.heard[-1])]


class Observer:
    """Shows a state as one player sees it: `tensor` (float32), `dict` (the same by plane), and texts.

    Planes are those of tefuda.sim.encoding, public ones, the player's own, or both, as asked for; of a pack that is not dealt yet
    nothing is seen. With perfect recall two pieces follow, with a row for each act of the deal: `heard` of shape (MOST_ACTS, seats
    and 54), who did it (the player is the first) and the cards that were named; and `acts` of shape (MOST_ACTS,), its number plus
    1, or 0 where the player has not heard all of it.
    """

    def __init__(self, table: Table, kind: Any) -> None:
        """Raises ValueError where the private cards of all players are asked for."""
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observation holds what one seat may see")
        self._own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._public, self._recall = kind.public_info, kind.perfect_recall
        self._sights = [OWN] * self._own + [PUBLIC] * self._public
        self._encoding = encoding(table.game, table.rules, self._sights)
        seats = table.game.seats(table.rules)
        width, heard = self._encoding.width, (MOST_ACTS, seats + len(WORDS))
        self.tensor = np.zeros(width + (MOST_ACTS * (heard[1] + 1) if self._recall else 0), np.float32)
        described = planes(table.game, table.rules, self._sights)
        self.dict = {plane.name: self.tensor[plane.first : plane.first + plane.width] for plane in described}
        if self._recall:
            self.dict["heard"] = self.tensor[width:-MOST_ACTS].reshape(heard)
            self.dict["acts"] = self.tensor[-MOST_ACTS:]

    def set_from(self, state: DealState, player: int) -> None:
        """Fills the tensor with what the player sees."""
        self.tensor.fill(0)
        if state.deal.dealt:
            encode(self._encoding, cut(state.deal.state, player).row(), player, self.tensor)
        if self._recall:
            for at, act in enumerate(self._heard(state, player)):
                self._write_act(at, act, player)

    def _write_act(self, at: int, act: Act, player: int) -> None:
        seats = len(self._encoding.side_of)
        row = self.dict["heard"][at]
        row[(act.seat - player) % seats] = 1
        row[[seats + _CARDS[word] for word in act.words.split(" ") if word in _CARDS]] = 1
        self.dict["acts"][at] = act.number

    def _heard(self, state: DealState, player: int) -> list[Act]:
        """Every act as the player heard it, or as anybody did where his own cards are left out."""
        return state.deal.heard[player if self._own else -1]

    def string_from(self, state: DealState, player: int) -> str:
        """What the player sees, in words: the fields that are not empty, and with perfect recall what he has heard."""
        lines = [f"player {player}"] if self._own else []
        if state.deal.dealt:
            lines += self._fields(state, cut(state.deal.state, player if self._own else SPECTATOR), player)
        if self._recall:
            lines += [f"{act.seat} {act.words}" for act in self._heard(state, player)]
        return "\n".join(lines)

    def _fields(self, state: DealState, view: State, player: int) -> list[str]:
        spelled, lines = state.deal.table.game.spell(state.deal.table.rules, view), list[str]()
        for each in (each for each in view.FIELDS if each.sight in self._sights):
            value = spelled[each.name][player] if each.sight == OWN else spelled[each.name]
            cells = [_written(each.kind, cell) for cell in (value if each.cells and each.sight == PUBLIC else [value])]
            if any(cell != "-" for cell in cells):
                lines.append(f"{each.name}: {', '.join(cells)}")
        return lines


def _written(kind: str, value: Any) -> str:
    """A cell in words; `-` for nobody, nothing, no and the number 0."""
    if value is None or (not value and kind not in (SEAT, SIDE)):
        return "-"
    return " ".join(value) if kind == CARDS else str(value)


def _said(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The options that differ from their defaults: OpenSpiel fills in all others, which would undo a preset."""
    return {option.name: given[option.name] for option in game.options if given.get(option.name, option.default) != option.default}


def _game_type(game: Game, returns: str = POINTS) -> Any:
    """What OpenSpiel has to know of a game, whatever its rules."""
    seats = [game.seats(rules) for rules in _every_number_of_players(game)]
    utility = pyspiel.GameType.Utility.ZERO_SUM if returns == DIFFERENCE else pyspiel.GameType.Utility.GENERAL_SUM
    return pyspiel.GameType(
        short_name=f"python_tefuda_{game.name}",
        long_name=f"Tefuda: {game.name.capitalize()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(seats),
        min_num_players=min(seats),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            **{option.name: option.default for option in game.options},
            "preset": "",
            "dealer": LAST_SEAT,
            "returns": POINTS,
        },
    )


def _every_number_of_players(game: Game) -> list[Any]:
    """Rules that ask for every number of players: the presets of a game have them all."""
    return [game.rules(), *(game.read_rules(preset=preset) for preset in game.presets)]


def _game_info(game: Game, rules: Any, returns: str) -> Any:
    """What OpenSpiel has to know of a game under its rules."""
    most = 2 * MOST_POINTS if returns == DIFFERENCE else MOST_POINTS
    return pyspiel.GameInfo(
        num_distinct_actions=game.actions,
        max_chance_outcomes=max(game.pack(rules)) + 1,
        num_players=game.seats(rules),
        min_utility=-most,
        max_utility=most,
        utility_sum=0.0 if returns == DIFFERENCE else None,
        max_game_length=MOST_ACTS,
    )


for _game in GAMES.values():
    pyspiel.register_game(_game_type(_game), type(f"{_game.name.capitalize()}Game", (DealGame,), {"game": _game}))
