"""Matches between bots, as records."""

from collections.abc import Iterator, Sequence
from typing import Any

from tefuda.bots import Bot, RuleBot, bot_for
from tefuda.core.cards import WORDS
from tefuda.core.game import Game
from tefuda.play.record import Deal, Record, Seat
from tefuda.sim.match import Chooser, PlayedDeal, PlayedMatch, play_match


def bots_by_seat(game: Game, rules: Any, names: Sequence[str]) -> list[str]:
    """A bot for each seat: the names in turn from seat 0, again from the first where there are more seats.

    Raises ValueError for an unknown name, or for names that don't fill the seats evenly.
    """
    seats = game.seats(rules)
    for name in names:
        bot_for(name, game)
    if not names or seats % len(names):
        raise ValueError(f"{len(names)} bots don't fill {seats} seats evenly; name one, one for each side, or one for each seat")
    return [names[seat % len(names)] for seat in range(seats)]


def simulate(game: Game, rules: Any, bots: Sequence[str], deals: int, seed: int, *, plain: bool = False) -> Iterator[Record]:
    """Plays so many deals, match after match, and yields each match as a record; the last may be cut short.

    Match m draws its packs and first dealer from the seed `SEED/m` (tefuda.core.chance); the same seed gives the same records.
    """
    players = [bot_for(name, game) for name in bots]
    choosers = [chooser(player, game) for player in players]
    plain = plain or not all(isinstance(player, RuleBot) for player in players)  # a search is compiled within itself
    match = 0
    while deals > 0:
        played = play_match(game, rules, choosers, f"{seed}/{match}", deals, (seed << 32) + match, plain=plain)
        yield record_of(game, rules, bots, played)
        deals -= len(played.deals)
        match += 1


def chooser(bot: Bot, game: Game) -> Chooser:
    """The bot as a function that a match can call; that of a RuleBot can be compiled with the match."""
    if isinstance(bot, RuleBot):
        return bot.choose
    return lambda _kernel, rules, view, seat, _buffer, stream: bot.act(game, rules, view, seat, stream)


def record_of(game: Game, rules: Any, bots: Sequence[str], match: PlayedMatch) -> Record:
    """The record of a match that bots have played."""
    return Record(
        game=game.name,
        rules=game.write_rules(rules),
        seats=[Seat(name=name, bot=name) for name in bots],
        sides=[list(side) for side in game.sides(rules)],
        deals=_deals(game, rules, match.deals),
        result=dict(match.result) if match.result is not None else None,
    )


def _deals(game: Game, rules: Any, deals: Sequence[PlayedDeal]) -> list[Deal]:
    state = game.state()
    game.kernel.start(rules, state, deals[0].dealer)
    return [_deal(deal, _said(game, rules, state, deal)) for deal in deals]


def _said(game: Game, rules: Any, state: Any, deal: PlayedDeal) -> list[str]:
    """The acts of a deal in words; plays them again where the words depend on the state."""
    if not game.words_need_state:
        return [f"{seat} {game.say(rules, state, action)}" for seat, action in deal.acts]
    game.kernel.deal(rules, state, deal.pack)
    acts = []
    for seat, action in deal.acts:
        acts.append(f"{seat} {game.say(rules, state, action)}")
        game.kernel.play(rules, state, action)
    return acts


def _deal(deal: PlayedDeal, acts: list[str]) -> Deal:
    pack = " ".join(WORDS[card] for card in deal.pack)
    return Deal(dealer=deal.dealer, pack=pack, acts=acts, points=list(deal.points), totals=list(deal.totals))
