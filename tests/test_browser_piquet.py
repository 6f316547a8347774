"""Piquet in a real Chromium: deals laid out beforehand, played by touch, by keyboard, and in Japanese."""

import asyncio
import itertools
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Locator, expect

from browser_table import PATIENCE, PHONES, PORTRAIT, SMALL, People, Person, Size, foreign_words, words_in_sight
from server_process import Browser, Server
from tefuda.bots import BOTS
from tefuda.core.chance import first_dealer, order, stream
from tefuda.games.piquet import PIQUET, Stage
from tefuda.play.table import Table
from tefuda.server.lobby import hash_of, new_token
from tefuda.server.store import Event, Sitter, Store, TableRow

pytestmark = pytest.mark.browser

ANN: Final = 0
BOT: Final = 1

# Seeds of deals, found by search. Who lays away these four as elder has diamonds from the ace to the eight, and four aces.
REPIQUE: Final = "piquet-450"
LAID_AWAY: Final = ["KS", "9S", "8S", "9H"]
CARTE_OF_YOUNGER: Final = "piquet-10734"
CARTE_OF_ELDER: Final = "piquet-1576"


@pytest.fixture
def people(browser: Chromium, server: Server) -> Iterator[People]:
    """People with browsers; a test fails if any of their pages complained."""
    expect.set_options(timeout=PATIENCE)
    everybody = People(browser, server)
    yield everybody
    everybody.leave()
    assert everybody.complaints == []


# ---- deals laid out beforehand


class Position:
    """A table in its first deal: Ann sits in seat 0, and the simple bot has played for both as far as it is asked to."""

    def __init__(self, seed: str, dealer: int, preset: str = "seed") -> None:
        self.seed, self.dealer, self.preset = seed, dealer, preset
        self.rules = PIQUET.read_rules(preset=preset)
        self.table = Table(PIQUET, self.rules, dealer=dealer)
        cards = PIQUET.pack(self.rules)
        self.table.deal([cards[at] for at in order(seed, len(cards))])
        self.acts: list[tuple[int, str]] = []

    def until(self, stage: Stage, turn: int = ANN) -> "Position":
        """Plays on until a stage of the deal, and in it until it is a seat's turn."""
        bot, chance = BOTS["simple"]["piquet"], stream(0)
        while (self.table.state.stage, self.table.turn) != (stage, turn):
            seat = self.table.turn
            action = bot.act(PIQUET, self.rules, self.table.view(seat), seat, chance)
            act = PIQUET.say(self.rules, self.table.state, action)
            self.table.act(seat, act)
            self.acts.append((seat, act))
        return self


def lay(server: Server, position: Position) -> tuple[Browser, str]:
    """Puts a position into the store, as if it had come about there. Returns Ann's browser and the table's name."""
    ann, name = Browser(server), new_token()[:12]
    ann.cookie = new_token()
    dealer_seed = next(seed for seed in map("{:032x}".format, itertools.count()) if first_dealer(seed, 2) == position.dealer)
    row = TableRow(name, "piquet", PIQUET.write_rules(position.rules), position.preset, dealer_seed)
    events = [Event(1, "dealt", data={"seed": position.seed})]
    events += [Event(number, "act", *done) for number, done in enumerate(position.acts, 2)]
    sitters = [Sitter(ANN, "Ann", None, hash_of(ann.cookie)), Sitter(BOT, None, "simple", None)]
    with ThreadPoolExecutor(1) as clerk:  # Playwright has an event loop in this thread already
        clerk.submit(asyncio.run, keep(server.data, row, sitters, events)).result()
    return ann, name


async def keep(data: Path, row: TableRow, sitters: list[Sitter], events: list[Event]) -> None:
    """Writes a table with its events."""
    store = Store(data)
    await store.open()
    await store.add_table(row, sitters)
    for each in events:
        await store.append(row.id, each)
    await store.close()


class Player:
    """Ann at a table of Piquet."""

    def __init__(self, person: Person) -> None:
        self.person, self.page, self.said = person, person.page, person.said

    @property
    def offers(self) -> Locator:
        """What she can declare, the best first."""
        return self.page.get_by_role("group", name=self.said("ui.piquet.offers")).get_by_role("button")

    @property
    def dialogue(self) -> Locator:
        """The rows of the declarations."""
        return self.page.get_by_role("table", name=self.said("ui.piquet.declarations"))

    def row(self, item: str) -> Locator:
        """What has been said of an item."""
        return self.dialogue.get_by_role("row").filter(
            has=self.page.get_by_role("rowheader", name=self.said(f"happening.piquet.{item}"))
        )

    def word(self, key: str, **values: object) -> Locator:
        """A button of the row of controls."""
        return self.person.bar.get_by_role("button", name=self.said(key, **values), exact=True)

    def card(self, word: str) -> Locator:
        """A card of her hand."""
        return self.person.hand.and_(self.page.get_by_role("button", name=self.person.card(word), exact=True))

    def press(self, target: Locator) -> None:
        """Presses something once it is her turn."""
        self.person.wait_for_turn()
        self.person.press(target)

    def play_on(self) -> None:
        """Plays the first legal card until the deal is over; the score sheet comes by itself."""
        expect(self.person.play_button).to_be_visible()
        for _ in range(self.person.hand.count()):
            self.person.play()
        expect(self.person.sheet).to_be_visible()


def come(people: People, server: Server, position: Position, **how: Any) -> Player:
    """Ann comes to a table that has been laid out."""
    ann, name = lay(server, position)
    person = people.come_as(ann, **how)
    person.open(f"/table/{name}")
    person.wait_for_turn()
    return Player(person)


def acts_of(ann: Player) -> list[str]:
    """Ann's own acts of the deal, as the record has them."""
    acts: list[str] = ann.person.record()["deals"][0]["acts"]
    return [line.split(" ", 1)[1] for line in acts if line.startswith(str(ANN))]


def points_on(ann: Player, row: str) -> list[int]:
    """The numbers of a row of the score sheet: hers, the other's."""
    cells = ann.person.sheet.get_by_role("row", name=re.compile(f"^{ann.said(row)} ")).get_by_role("cell").all_inner_texts()
    return [int(text.replace("−", "-")) for text in cells]


def lines_of(ann: Player) -> list[list[str]]:
    """The lines of the score sheet that name a rule: what for, and what for whom."""
    lines = ann.person.sheet.get_by_role("table").first.get_by_role("row")
    with_clause = lines.filter(has=ann.page.get_by_role("link", name=re.compile("P[0-9]")))
    return [[line.inner_text(), *line.get_by_role("cell").all_inner_texts()] for line in with_clause.all()]


# ---- whole deals


def test_a_repique_by_touch(people: People, server: Server) -> None:
    ann = come(people, server, Position(REPIQUE, BOT), size=PORTRAIT)
    for card in [*LAID_AWAY, "8C", "8D"]:
        ann.press(ann.card(card))
    expect(ann.page.get_by_text(ann.said("refusal.piquet.elder_has_five"))).to_be_visible()
    ann.press(ann.card("8C"))
    expect(ann.page.get_by_text(ann.said("ui.piquet.counter", chosen=4, most=5), exact=True)).to_be_visible()
    ann.press(ann.word("ui.piquet.exchange", count=4))
    expect(ann.offers.first).to_have_accessible_name(re.compile("^Point of 7, making 68, diamonds"))
    ann.press(ann.offers.first)
    expect(ann.row("point")).to_contain_text("+7")
    expect(ann.row("point")).to_contain_text(ann.said("act.good"))
    ann.press(ann.offers.first)
    expect(ann.row("sequence")).to_contain_text("+17")
    ann.press(ann.offers.first)
    expect(ann.page.get_by_text(re.compile("Repique: 38 points while Opponent had none"))).to_be_visible()
    ann.play_on()
    assert sorted(acts_of(ann)[:5]) == sorted([*(f"discard {card}" for card in LAID_AWAY), "draw"])
    (deal,) = ann.person.record()["deals"]
    assert points_on(ann, "ui.sheet.points") == deal["points"]
    assert [sum(each) for each in zip(*map(scored, lines_of(ann)), strict=True)] == deal["points"]
    assert "+60" in next(own for what, own, _ in lines_of(ann) if "P15" in what)


def scored(line: list[str]) -> list[int]:
    """The points of a line: Ann's, the other's."""
    return [int(found.group()) if (found := re.search(r"\+\d+", cell)) else 0 for cell in line[1:]]


def test_a_carte_blanche_with_the_keyboard_alone(people: People, server: Server) -> None:
    ann = come(people, server, Position(CARTE_OF_YOUNGER, ANN))
    reach(ann, ann.word("ui.piquet.declare_carte"))
    ann.page.keyboard.press("Enter")
    expect(ann.page.get_by_text(ann.said("ui.piquet.counter", chosen=0, most=3), exact=True)).to_be_visible()
    ann.person.wait_for_turn()
    ann.page.keyboard.press("h")
    for key in ("Space", "ArrowRight", "ArrowRight", "ArrowUp"):
        ann.page.keyboard.press(key)
    expect(ann.page.get_by_text(ann.said("ui.piquet.counter", chosen=2, most=3), exact=True)).to_be_visible()
    reach(ann, ann.word("ui.piquet.exchange", count=2))
    ann.page.keyboard.press("Enter")
    expect(ann.dialogue).to_be_visible()
    declare_by_keys(ann)
    play_by_keys(ann)
    acts = acts_of(ann)
    assert acts[0] == "carte"
    assert [act.split(" ")[0] for act in acts[1:4]] == ["discard", "discard", "draw"]
    assert "+10" in next(own for what, own, _ in lines_of(ann) if what.startswith(ann.said("happening.piquet.carte_blanche")))


def declare_by_keys(ann: Player) -> None:
    """Says the first thing that the rules allow until there are cards to play: a holding, else `good` or nothing.

    What is on offer may go away while Tab is on its way, as the table goes on; and an answer that comes twice counts once.
    """
    for _ in range(400):
        ann.person.wait_for_turn()
        if ann.person.play_button.is_visible():
            return
        good = ann.offers.and_(ann.page.locator("[aria-disabled=false]"))
        if tab_to(ann, good.first if good.count() > 0 else ann.person.bar.get_by_role("button").first):
            ann.page.keyboard.press("Enter")
        ann.page.wait_for_timeout(50)
    pytest.fail("the declarations don't come to an end")


def play_by_keys(ann: Player) -> None:
    """Plays the deal to its end: to the hand, along it to a card that is allowed, raise it, play it."""
    for left in range(12, 0, -1):
        expect(ann.person.hand).to_have_count(left)
        ann.person.wait_for_turn()
        ann.page.keyboard.press("h")
        ann.page.keyboard.press("Home")
        while ann.page.evaluate("document.activeElement.classList.contains('refused')"):
            ann.page.keyboard.press("ArrowRight")
        ann.page.keyboard.press("Space")
        ann.page.keyboard.press("Space")
    expect(ann.person.sheet).to_be_visible()


def reach(ann: Player, target: Locator) -> None:
    """Goes on with Tab until a thing has the focus."""
    expect(target).to_be_visible()
    if not tab_to(ann, target):
        pytest.fail("Tab does not reach it")


def tab_to(ann: Player, target: Locator) -> bool:
    """Goes on with Tab until a thing has the focus; whether it has, as it may go away or not be reached."""
    for _ in range(60):
        if target.evaluate_all("all => all.includes(document.activeElement)"):
            return True
        ann.page.keyboard.press("Tab")
    return False


def test_a_set_is_sunk_in_japanese(people: People, server: Server) -> None:
    foreign = foreign_words()
    hana = come(people, server, Position(REPIQUE, BOT), language="ja", size=SMALL)
    assert words_in_sight(hana.person) & foreign == set()
    for card in LAID_AWAY:
        hana.press(hana.card(card))
    hana.press(hana.word("ui.piquet.exchange", count=4))
    for item in ("point", "sequence"):
        expect(hana.row(item)).to_have_class(re.compile("now"))
        hana.press(hana.offers.first)
    expect(hana.offers).to_have_count(1)
    assert words_in_sight(hana.person) & foreign == set()
    hana.press(hana.word("ui.piquet.silent.no_set"))
    expect(hana.row("set")).to_contain_text(hana.said("act.no_set"))
    hana.play_on()
    assert words_in_sight(hana.person) & foreign == set()
    assert "no set" in acts_of(hana)
    own_clauses = {clause for what, own, _ in lines_of(hana) if own for clause in re.findall("P[0-9]+", what)}
    assert own_clauses & {"P12", "P13", "P14", "P15"} == {"P12", "P13"}


# ---- on the way


def test_what_is_open_stays_in_sight(people: People, server: Server) -> None:
    ann = come(people, server, Position(CARTE_OF_ELDER, ANN).until(Stage.PLAY))
    known = ann.page.get_by_text(re.compile(f"^{ann.said('ui.piquet.known')}"))
    expect(known).to_be_visible()  # elder's carte blanche stays open, drawn cards included
    ann.press(ann.page.get_by_role("button", name=ann.said("ui.piquet.declarations"), exact=True))
    expect(ann.dialogue).to_be_visible()
    laid_away = ann.page.get_by_role("button", name=re.compile(ann.said("ui.piquet.note.discards")))
    if laid_away.count():
        ann.press(laid_away)
        expect(ann.dialogue).to_be_hidden()


def test_an_answer_that_is_not_good_enough_says_why(people: People, server: Server) -> None:
    ann = come(people, server, Position(CARTE_OF_YOUNGER, ANN).until(Stage.ANSWER))
    refused = ann.offers.and_(ann.page.locator("[aria-disabled=true]"))
    refused.click(force=True)  # it is pressed although it looks unavailable
    expect(ann.page.get_by_text(ann.said("refusal.piquet.not_better"))).to_be_visible()
    expect(ann.page.get_by_role("link", name=ann.said("ui.table.rule", clause="P11"))).to_be_visible()


# ---- every stage, every size


def at_exchange() -> Position:
    return Position(CARTE_OF_ELDER, ANN).until(Stage.EXCHANGE)


def at_declaring() -> Position:
    return Position(REPIQUE, BOT).until(Stage.DECLARE)


def at_answer() -> Position:
    return Position(CARTE_OF_YOUNGER, ANN, "pagat").until(Stage.ANSWER)


def at_play() -> Position:
    return Position(CARTE_OF_ELDER, ANN).until(Stage.PLAY)


STAGES: Final[dict[str, Callable[[], Position]]] = {
    "exchange": at_exchange,
    "declaring": at_declaring,
    "answer": at_answer,
    "play": at_play,
}


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
def test_everything_fits_on_a_phone(people: People, server: Server, size: Size, stage: str) -> None:
    check_layout(come(people, server, STAGES[stage](), size=size).person, size)


def check_layout(person: Person, size: Size) -> None:
    """Nothing scrolls, and everything that can be pressed lies on the screen and is large enough."""
    scrolled: list[int] = person.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert scrolled[0] <= size.width
    assert scrolled[1] <= size.height
    for button in person.page.get_by_role("main").get_by_role("button").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24 - 0.01, button
        assert box["x"] >= 0, button
        assert box["x"] + box["width"] <= size.width, button
        assert box["y"] + box["height"] <= size.height, button


@pytest.mark.parametrize(
    ("language", "stage"),
    [("en", "exchange"), ("en", "answer"), ("en", "play"), ("en", "sheet"), ("ja", "declaring"), ("ja", "sheet")],
)
def test_axe_finds_nothing(people: People, server: Server, language: str, stage: str) -> None:
    ann = come(people, server, STAGES.get(stage, at_play)(), language=language, size=PORTRAIT)
    if stage == "sheet":
        ann.press(ann.page.get_by_role("button", name=ann.said("ui.table.sheet"), exact=True))
        expect(ann.person.sheet).to_be_visible()
    assert ann.person.barriers() == []
