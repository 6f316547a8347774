"""Matches between bots, as records."""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from tefuda.bots import Bot, RuleBot, bot_for
from tefuda.bots.foreign import PATIENCE, SUBSTITUTE, Company, Guest, check, is_foreign
from tefuda.core import chance
from tefuda.core.cards import WORDS
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game
from tefuda.play.record import Deal, Record, Seat
from tefuda.play.table import Table
from tefuda.sim.match import Chooser, PlayedDeal, PlayedMatch, play_match, seat_stream


def bots_by_seat(game: Game, rules: Any, names: Sequence[str]) -> list[str]:
    """A bot for each seat: the names in turn from seat 0, again from the first where there are more seats.

    Raises ValueError for an unknown name, a bot of others that doesn't answer, or names that don't fill the seats evenly.
    """
    seats = game.seats(rules)
    for name in names:
        check_bot(name, game)
    if not names or seats % len(names):
        raise ValueError(f"{len(names)} bots don't fill {seats} seats evenly; name one, one for each side, or one for each seat")
    return [names[seat % len(names)] for seat in range(seats)]


def check_bot(name: str, game: Game, patience: float = PATIENCE) -> None:
    """Raises ValueError with a sentence where a game has no such bot, or one of others doesn't answer."""
    if is_foreign(name):
        check(name, game, patience)
    else:
        bot_for(name, game)


def simulate(game: Game, rules: Any, bots: Sequence[str], deals: int, seed: int, *, plain: bool = False) -> Iterator[Record]:
    """Plays so many deals, match after match, and yields each match as a record; the last may be cut short.

    Match m draws its packs and first dealer from the seed `SEED/m` (tefuda.core.chance); the same seed gives the same records. With
    bots of others every act goes to a referee; their faults are told on standard error.
    """
    if any(map(is_foreign, bots)):
        yield from _refereed(game, rules, bots, deals, seed)
        return
    players = [bot_for(name, game) for name in bots]
    choosers = [chooser(player, game) for player in players]
    plain = plain or not all(isinstance(player, RuleBot) for player in players)  # a search is compiled within itself
    match = 0
    while deals > 0:
        played = play_match(game, rules, choosers, f"{seed}/{match}", deals, (seed << 32) + match, plain=plain)
        yield record_of(game, rules, bots, played)
        deals -= len(played.deals)
        match += 1


def _refereed(game: Game, rules: Any, bots: Sequence[str], deals: int, seed: int) -> Iterator[Record]:
    company = Company(game, rules, {seat: Guest(name, seat) for seat, name in enumerate(bots) if is_foreign(name)}, _complain)
    match = 0
    try:
        while deals > 0:
            record = _refereed_match(game, rules, bots, company, f"{seed}/{match}", deals, (seed << 32) + match)
            yield record
            deals -= len(record.deals)
            match += 1
    finally:
        company.leave()


def _complain(sentence: str) -> None:
    print(f"tefuda: {sentence}", file=sys.stderr)


def _refereed_match(
    game: Game, rules: Any, bots: Sequence[str], company: Company, match_seed: str, deals: int, streams_seed: int
) -> Record:
    """One match, or its first deals, with the packs, the dealer and the streams that play_match gives its bots."""
    seats = [Seat(name=name, bot=name) for name in bots]
    table = Table(game, rules, dealer=chance.first_dealer(match_seed, len(bots)), seats=seats)
    streams, cards = [seat_stream(streams_seed, seat) for seat in range(len(bots))], game.pack(rules)
    company.sit()
    while table.turn != MATCH_OVER and (table.turn != DEAL_DUE or len(table.deals) < deals):
        if table.turn == DEAL_DUE:
            table.deal([cards[at] for at in chance.deal_order(match_seed, len(table.deals), len(cards))])
            company.dealt()
        else:
            _act(table, bots, company, streams[table.turn])
    return table.record


def _act(table: Table, bots: Sequence[str], company: Company, stream: list[int]) -> None:
    game, rules, seat, before = table.game, table.rules, table.turn, table.state.copy()
    view = table.view(seat)
    if seat in company.guests:
        action = company.act(seat, view, stream, lambda: bot_for(SUBSTITUTE, game).act(game, rules, view, seat, stream))
    else:
        action = bot_for(bots[seat], game).act(game, rules, view, seat, stream)
    table.play(seat, table.say(action))
    company.hear(seat, before, action, table.state)
    if table.turn < 0:
        company.over(*table.points)


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
