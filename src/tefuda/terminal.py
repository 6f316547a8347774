"""A table in the terminal: one person against bots."""

from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.markup import escape

from tefuda.bots import bot_for
from tefuda.bots.foreign import SUBSTITUTE, Company, Guest, is_foreign
from tefuda.core import chance
from tefuda.core.cards import JOKER, WORDS, written
from tefuda.core.game import DEAL_DUE, MATCH_OVER, Game, Happening
from tefuda.core.view import cut
from tefuda.play.errors import ActError
from tefuda.play.record import Seat
from tefuda.play.table import Table
from tefuda.words import catalogue, sentence

PERSON: Final = 0
LEAVE: Final = ("q", "quit", "exit")
_SIGNS: Final = {"S": "[bold]♠[/]", "H": "[bold red]♥[/]", "D": "[bold blue]♦[/]", "C": "[bold green]♣[/]"}


class TerminalTable:
    """One person (seat 0) at a table with bots. `language` words what happens; the rules say what may be done."""

    def __init__(self, game: Game, rules: Any, bots: Sequence[str], seed: str, language: str, console: Console) -> None:
        self.game, self.seed, self.language, self.console = game, seed, language, console
        guests = {seat: Guest(name, seat) for seat, name in enumerate(bots) if seat != PERSON and is_foreign(name)}
        self.company = Company(game, rules, guests, lambda fault: console.print(f"[yellow]{escape(fault)}[/]"))
        self.bots = [bot_for(SUBSTITUTE if is_foreign(name) else name, game) for name in bots]
        seats = [
            Seat(name=self._say("terminal.you")),
            *(Seat(name=f"{name} {seat}", bot=name) for seat, name in enumerate(bots[1:], 1)),
        ]
        self.table = Table(game, rules, dealer=chance.first_dealer(seed, len(bots)), seats=seats)
        self.streams = [chance.stream(chance.below(chance.words(f"{seed}/bot {seat}"), 1 << 31)) for seat in range(len(bots))]

    def play(self) -> bool:
        """Plays until the match is over (true) or the person leaves (false)."""
        try:
            return self._play()
        finally:
            self.company.leave()

    def _play(self) -> bool:
        while self.table.turn != MATCH_OVER:
            if self.table.turn == DEAL_DUE:
                self._deal()
            elif self.table.turn != PERSON:
                self._act(self.table.turn, self._bots_choice(self.table.turn))
            elif not self._ask():
                return False
        result = self.table.record.result or {}
        self.console.print(self._say("terminal.over", totals=self._by_side(result["totals"])))
        return True

    def _deal(self) -> None:
        cards = self.game.pack(self.table.rules)
        order = chance.deal_order(self.seed, len(self.table.deals), len(cards))
        self.table.deal([cards[at] for at in order])
        self.company.dealt()
        self.console.rule(self._say("terminal.deal", number=len(self.table.deals), who=self._name(self.table.state.dealer)))

    def _bots_choice(self, seat: int) -> str:
        view, stream = cut(self.table.state, seat), self.streams[seat]

        def ours() -> int:
            return self.bots[seat].act(self.game, self.table.rules, view, seat, stream)

        return self.table.say(self.company.act(seat, view, stream, ours) if seat in self.company.guests else ours())

    def _ask(self) -> bool:
        """Asks the person until the act is a legal one; false when he leaves."""
        self._show_hand()
        while True:
            try:
                answer = self.console.input(f"[bold]{escape(self._say('terminal.ask'))}[/] ").strip()
            except (EOFError, KeyboardInterrupt):
                return False
            if answer.lower() in LEAVE:
                return False
            if self._try(answer):
                return True

    def _try(self, answer: str) -> bool:
        words = _as_act(answer)
        try:
            self._act(PERSON, words)
        except ActError as error:
            key = f"refusal.{self.game.name}.{error.reason}"
            text = self._say(key) if error.clause else self._say("terminal.unknown", act=answer)
            self.console.print(f"[yellow]{escape(text)}[/] {error.clause}")
            return False
        return True

    def _show_hand(self) -> None:
        hand = self._cards(written(self.table.state.hands[PERSON]))
        legal = "  ".join(self._typed(act) for act in self.table.legal)
        self.console.print(f"\n{escape(self._say('terminal.hand'))}  {hand}\n{escape(self._say('terminal.legal'))}  {legal}")

    def _act(self, seat: int, words: str) -> None:
        before = self.table.state.copy()
        action = self.table.play(seat, words)
        self.company.hear(seat, before, action, self.table.state)
        heard = self.game.told(self.table.rules, before, action, self.table.state, PERSON)
        self.console.print(f"  {escape(self._name(seat)):<12} {self._act_words(heard.words)}")
        for happening in heard.happenings:
            self._show(happening)
        if self.table.turn < 0:
            points, totals = self.table.points
            self.company.over(points, totals)
            self.console.print(self._say("terminal.score", points=self._by_side(points), totals=self._by_side(totals)))

    def _show(self, happening: Happening) -> None:
        who = self._name(happening.seat) if happening.seat >= 0 else ""
        side = self._side(happening.side) if happening.side >= 0 else ""
        text = self._say(f"happening.{self.game.name}.{happening.code}", who=who, side=side)
        points = f" [bold green]+{happening.points}[/] {escape(side)}" if happening.points else ""
        self.console.print(f"      {escape(text)} {self._cards(happening.cards)}{points} [dim]{happening.clause}[/]")

    def _by_side(self, numbers: Sequence[int]) -> str:
        return ", ".join(f"{self._side(side)} {number}" for side, number in enumerate(numbers))

    def _side(self, side: int) -> str:
        return " + ".join(self._name(seat) for seat in self.table.sides[side])

    def _name(self, seat: int) -> str:
        return self.table.seats[seat].name

    def _act_words(self, words: str) -> str:
        """What the person hears of an act: a word in his language, else as it is typed."""
        text = catalogue(self.language).get(f"act.{words}", "{")
        return self._typed(words) if "{" in text else escape(text)

    def _typed(self, words: str) -> str:
        """An act as the person types it, its cards drawn."""
        return " ".join(_drawn(word) for word in words.split())

    def _cards(self, cards: Sequence[str]) -> str:
        return " ".join(map(_drawn, cards))

    def _say(self, key: str, **values: object) -> str:
        return sentence(key, self.language, **values)


def _drawn(word: str) -> str:
    return word[0].replace("T", "10") + _SIGNS[word[1]] if word in WORDS[:JOKER] else escape(word)


def _as_act(answer: str) -> str:
    """An answer as an act: `10d` and `TD` are the ten of diamonds, `joker` is `X1`, words are in small letters."""
    return " ".join(map(_as_word, answer.split()))


def _as_word(word: str) -> str:
    if word.isdecimal() or (word.isalpha() and len(word) > 2):
        return "X1" if word.lower() == "joker" else word.lower()
    return word.upper().replace("10", "T")
