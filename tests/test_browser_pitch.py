"""Pitch in a real Chromium: deals laid out beforehand, played by touch, by keyboard, and in Japanese."""

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

from browser_table import LANDSCAPE, PATIENCE, PHONES, PORTRAIT, WIDE, People, Person, Size, foreign_words, words_in_sight
from server_process import Browser, Server
from tefuda.core.chance import first_dealer, order
from tefuda.games.pitch import PITCH, STOCK, Stage
from tefuda.play.table import Table
from tefuda.server.lobby import hash_of, new_token
from tefuda.server.store import Event, Sitter, Store, TableRow
from tefuda.words import LANGUAGES

pytestmark = pytest.mark.browser

SUIT: Final = "H"
ANN: Final = 0  # she deals, so all have passed to her when she comes to the table


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
    """A table in the middle of its first deal: Ann deals in seat 0, the others have passed, she goes on by herself if asked."""

    def __init__(self, seed: str, **options: Any) -> None:
        self.seed, self.options = seed, options
        self.rules = PITCH.read_rules(options)
        self.table = Table(PITCH, self.rules, dealer=ANN)
        cards = PITCH.pack(self.rules)
        self.table.deal([cards[at] for at in order(seed, len(cards))])
        self.acts: list[tuple[int, str]] = []
        for _ in range(1, len(self.table.seats)):
            self.act("pass")

    @property
    def state(self) -> Any:
        """Where the deal stands, all cards open."""
        return self.table.state

    def act(self, words: str) -> None:
        """Whoever is to act does so."""
        self.acts.append((self.table.turn, words))
        self.table.play(*self.acts[-1])

    def to_trumps(self) -> "Position":
        """Ann has bid the least and named her suit."""
        self.act("bid 4")
        self.act(f"trump {SUIT}")
        return self

    def hand(self, seat: int = ANN) -> list[str]:
        """The cards that a seat holds, as words."""
        words: list[str] = PITCH.spell(self.rules, self.state)["hands"][seat]
        return words

    def held(self, words: str) -> int:
        """The place that holds a card; -1 for a card thrown away or burnt."""
        places = PITCH.spell(self.rules, self.state)["hands"]
        return next((place for place, cards in enumerate(places) if words in cards and place <= STOCK), -1)


def find(fits: Callable[[Position], bool], **options: Any) -> str:
    """The seed of the first deal that is as wished."""
    return next(seed for seed in map("{:032x}".format, itertools.count()) if fits(Position(seed, **options)))


def burning(position: Position) -> bool:
    """With hearts and the leftovers Ann has too many trumps, a point card and another one among those."""
    position.to_trumps()
    if position.state.stage != Stage.LEFTOVERS:
        return False
    position.act("take")
    hand = PITCH.spell(position.rules, position.state)["hands"][ANN]
    points = PITCH.spell(position.rules, position.state)["point_cards"]
    return position.state.stage == Stage.BURN and position.table.turn == ANN and 0 < len(set(hand) & set(points)) < len(hand) - 2


def helped(position: Position) -> bool:
    """Five-handed, another player has the ace of hearts; Ann has five trumps and no more than six with the blind."""
    position.to_trumps()
    if position.held("AH") in (ANN, STOCK) or len(position.table.legal) > 16 - 5:
        return False
    position.act("call AH")
    return bool(position.state.stage == Stage.PLAY)


FOUR: Final = find(burning)
FIVE: Final = find(helped, players=5)


def lay(server: Server, position: Position, ann: Browser) -> str:
    """Puts a position into the store, as if it had come about there. Returns the table's name."""
    seats = len(position.table.seats)
    assert ann.cookie is not None
    dealer_seed = next(seed for seed in map("{:032x}".format, itertools.count()) if first_dealer(seed, seats) == ANN)
    row = TableRow(new_token()[:12], "pitch", PITCH.write_rules(position.rules), None, dealer_seed)
    sitters = [Sitter(ANN, "Ann", None, hash_of(ann.cookie))]
    sitters += [Sitter(seat, None, "simple", None) for seat in range(1, seats)]
    events = [Event(1, "dealt", data={"seed": position.seed})]
    events += [Event(number, "act", *done) for number, done in enumerate(position.acts, 2)]
    with ThreadPoolExecutor(1) as clerk:  # Playwright has an event loop in this thread already
        clerk.submit(asyncio.run, keep(server.data, row, sitters, events)).result()
    return row.id


async def keep(data: Path, row: TableRow, sitters: list[Sitter], events: list[Event]) -> None:
    """Writes a table with its events."""
    store = Store(data)
    await store.open()
    await store.add_table(row, sitters)
    for event in events:
        await store.append(row.id, event)
    await store.close()


# ---- a person at a table of Pitch


class Bidder:
    """Ann at her table."""

    def __init__(self, person: Person, browser: Browser) -> None:
        self.person, self.page, self.said = person, person.page, person.said
        self.bar, self.browser = person.bar, browser

    def visit(self, position: Position) -> None:
        """Goes to a table that is laid out for her."""
        self.person.open(f"/table/{lay(self.browser.server, position, self.browser)}")
        self.person.wait_for_turn()

    def among(self, group: str, name: str | re.Pattern[str]) -> Locator:
        """A button of a group."""
        return self.page.get_by_role("group", name=self.said(group), exact=True).get_by_role("button", name=name)

    def bid(self, number: int) -> Locator:
        """The button of a bid."""
        return self.among("ui.pitch.bids", re.compile(f"^{self.said('act.bid', number=number)}$"))

    def suit(self, group: str, suit: str = SUIT) -> Locator:
        """The button of a suit."""
        return self.among(group, re.compile("^" + self.said(f"suit.{suit}")))

    def text(self, key: str, **values: object) -> Locator:
        """Words that stand somewhere by themselves."""
        return self.page.get_by_text(self.said(key, **values), exact=True)

    def plate(self, key: str) -> Locator:
        """The plate of a seat."""
        return self.page.get_by_role("region", name=self.said(key), exact=True)

    def say_four(self) -> None:
        """Bids 4: chosen, then confirmed."""
        self.person.wait_for_turn()
        self.person.press(self.bid(4))
        expect(self.bid(4)).to_have_attribute("aria-pressed", "true")
        self.person.press(self.bar.get_by_role("button", name=self.said("act.bid", number=4)))

    def name_suit(self) -> None:
        """Names hearts: seen in the hand first, then confirmed."""
        self.person.press(self.suit("ui.pitch.choose_trumps"))
        self.person.press(self.bar.get_by_role("button", name=self.said("ui.pitch.name_suit", suit=self.said(f"suit.{SUIT}"))))

    def play_on(self) -> None:
        """Plays a trump whenever asked to; the score sheet comes by itself."""
        while self.asked():
            self.play()
        expect(self.person.sheet).to_be_visible()

    def play(self) -> None:
        """Raises the first card that the rules allow, and plays it."""
        held = self.person.hand.count()
        self.person.press(self.person.legal.first)
        self.person.press(self.person.play_button)
        expect(self.person.hand).to_have_count(held - 1)

    def asked(self) -> bool:
        """Waits until Ann is to act, or the deal is over; whether she is to act."""
        asked = self.plate("ui.table.you").filter(has_text=self.said("ui.table.to_act"))
        expect(asked.or_(self.person.sheet)).to_be_visible()
        return not self.person.sheet.is_visible()


def come(people: People, server: Server, position: Position, **how: Any) -> Bidder:
    """Ann comes to a table that has been laid out."""
    browser = Browser(server)
    browser.cookie = new_token()
    ann = Bidder(people.come_as(browser, **how), browser)
    ann.visit(position)
    return ann


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


def points_on(sheet: Locator, row: str) -> list[int]:
    """The numbers of a row of the score sheet, the own side's first."""
    cells = sheet.get_by_role("row", name=re.compile(f"^{row} ")).get_by_role("cell").all_inner_texts()
    return [int(text.replace("−", "-")) for text in cells]


# ---- whole deals


def test_a_deal_by_touch(people: People, server: Server) -> None:
    ann = come(people, server, Position(FOUR), size=PORTRAIT)
    check_layout(ann.person, PORTRAIT)
    ann.bar.get_by_role("button", name=ann.said("act.pass")).tap(force=True)  # it is there, but the dealer may not
    expect(ann.page.get_by_text(ann.said("refusal.pitch.dealer_stuck"))).to_be_visible()
    expect(ann.page.get_by_role("link", name=ann.said("ui.table.rule", clause="T6"))).to_have_attribute("href", "/rules/pitch#t6")
    ann.say_four()
    expect(ann.text("ui.pitch.bid_of", who="You", bid="Bid 4")).to_be_visible()
    ann.name_suit()
    expect(ann.page.get_by_text(re.compile("^Stock: "))).to_be_visible()
    check_layout(ann.person, PORTRAIT)
    ann.person.press(ann.bar.get_by_role("button", name=ann.said("ui.pitch.take")))
    burn_down(ann)
    ann.play_on()
    (deal,) = ann.person.record()["deals"]
    assert points_on(ann.person.sheet, ann.said("ui.sheet.points")) == deal["points"]
    assert points_on(ann.person.sheet, ann.said("ui.sheet.now")) == deal["totals"]
    ann.person.press(ann.person.sheet.get_by_role("button", name=ann.said("ui.table.next_deal")))
    expect(ann.person.hand).to_have_count(9)


def burn_down(ann: Bidder) -> None:
    """Burns trumps down to six; a point card says that it comes last."""
    burnt = len(at_burning().hand()) - 6
    expect(ann.text("ui.pitch.choose_burn", count=burnt)).to_be_visible()
    ann.person.press(ann.person.refused.first)
    expect(ann.page.get_by_text(ann.said("refusal.pitch.points_last"))).to_be_visible()
    for left in range(burnt, 0, -1):
        expect(ann.person.hand).to_have_count(6 + left)
        ann.person.press(ann.person.legal.first)
        ann.person.press(ann.bar.get_by_role("button", name=re.compile("^" + ann.said("ui.pitch.burn_button"))))
    expect(ann.person.hand).to_have_count(6)
    expect(ann.text("ui.pitch.burnt")).to_be_visible()  # they stay in sight


def test_a_deal_for_five_with_the_keyboard_alone(people: People, server: Server) -> None:
    ann = come(people, server, Position(FIVE, players=5))
    keys = ann.page.keyboard
    reach(ann, ann.bid(4))
    keys.press("Enter")
    keys.press("Enter")
    reach(ann, ann.suit("ui.pitch.choose_trumps"))
    keys.press("Enter")
    expect(ann.bar).to_contain_text("Trumps: hearts")
    keys.press("Enter")
    reach(ann, ann.among("ui.pitch.choose_card", ann.person.card("AH")))
    keys.press("Enter")
    keys.press("Enter")
    expect(ann.page.get_by_text(ann.said("ui.pitch.called")).first).to_be_visible()
    while ann.asked():
        held = ann.person.hand.count()
        keys.press("h")
        keys.press("Home")  # the highest trump
        keys.press("ArrowUp")
        keys.press("Space")
        expect(ann.person.hand).to_have_count(held - 1)
    holder = next(act["seat"] for act in told(ann) if act["act"] == "AH")
    expect(ann.person.log).to_contain_text(re.compile(" is the partner of the bidder"))
    assert len(points_on(ann.person.sheet, ann.said("ui.sheet.now"))) == 5
    (deal,) = ann.person.record()["deals"]
    assert points_on(ann.person.sheet, ann.said("ui.sheet.now")) == deal["totals"]
    assert deal["points"][holder] == deal["points"][ANN]
    keys.press("Escape")
    expect(ann.person.sheet).to_be_hidden()
    keys.press("s")
    expect(ann.person.sheet).to_be_visible()


def told(ann: Bidder) -> list[dict[str, Any]]:
    """The acts of the deal as the record has them."""
    acts = ann.person.record()["deals"][0]["acts"]
    return [{"seat": int(seat), "act": act} for seat, act in (line.split(" ", 1) for line in acts)]


def reach(ann: Bidder, target: Locator) -> None:
    """Goes on with Tab until a thing has the focus."""
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("each => each === document.activeElement"):
            return
        ann.page.keyboard.press("Tab")
    pytest.fail("Tab does not reach it")


def test_a_deal_in_japanese(people: People, server: Server) -> None:
    foreign = foreign_words()
    hana = come(people, server, Position(FOUR), language="ja", size=LANDSCAPE)
    assert words_in_sight(hana.person) & foreign == set()
    hana.say_four()
    hana.name_suit()
    expect(hana.bar.get_by_role("button", name=hana.said("ui.pitch.take"))).to_be_visible()
    assert words_in_sight(hana.person) & foreign == set()
    hana.person.press(hana.bar.get_by_role("button", name=hana.said("ui.pitch.take")))
    burn_down(hana)
    assert words_in_sight(hana.person) & foreign == set()
    hana.play_on()
    assert words_in_sight(hana.person) & foreign == set()


# ---- what one sees


def test_a_suit_shows_its_trumps_before_it_is_named(people: People, server: Server) -> None:
    position = Position(FOUR)
    trumps = ["AH", "KH", "QH", "JH", "JD", "X1", "X2", "TH", "9H", "8H", "7H", "6H", "5H", "4H", "3H", "2H"]
    ann = come(people, server, position)
    mine = [word for word in trumps if word in position.hand()]
    ann.suit("ui.pitch.if_trumps").click()
    raised = ann.person.hand.and_(ann.page.locator("[aria-pressed=true]"))
    expect(raised).to_have_count(len(mine))
    assert ann.person.held()[: len(mine)] == [
        ann.said("card.joker.low") if word == "X2" else ann.person.card(word) for word in mine
    ]
    expect(ann.bid(4)).to_be_visible()  # it was only a look
    ann.suit("ui.pitch.if_trumps").click()
    expect(raised).to_have_count(0)


def test_throwing_away_and_filling_up_are_seen(people: People, server: Server) -> None:
    ann = come(people, server, Position(FOUR), motion="slow")
    ann.say_four()
    ann.name_suit()
    expect(ann.text("ui.pitch.throw_away")).to_be_visible()
    expect(ann.text("ui.pitch.stock", count=18)).to_be_visible()
    position = Position(FOUR).to_trumps()
    kept = position.state.kept
    for seat, key in enumerate(("ui.table.you", "ui.table.left", "ui.table.partner", "ui.table.right")):
        expect(ann.plate(key)).to_contain_text(f"−{9 - kept[seat]}")
    expect(ann.text("ui.pitch.fill_up")).to_be_visible()
    expect(ann.plate("ui.table.left")).to_contain_text(f"+{6 - kept[1]}")
    expect(ann.text("ui.pitch.stock", count=position.state.sizes[STOCK])).to_be_visible()
    expect(ann.person.hand).to_have_count(6)


def test_the_bid_and_what_it_lacks_stay_in_sight(people: People, server: Server) -> None:
    ann = come(people, server, Position(FIVE, players=5).to_trumps())
    ann.person.press(ann.among("ui.pitch.choose_card", ann.person.card("AH")))
    ann.person.press(ann.bar.get_by_role("button", name=re.compile("^" + ann.said("ui.pitch.call_button"))))
    expect(ann.text("ui.pitch.progress", taken=0, missing=4)).to_be_visible()
    expect(ann.page.get_by_role("link", name="five players · 10 points · bids from 4 · to 52")).to_be_visible()


# ---- for everybody, at every size


def at_auction() -> Position:
    return Position(FOUR)


def at_auction_for_sixteen() -> Position:
    return Position(FOUR, points=16, min_bid=1)


def at_trumps() -> Position:
    position = Position(FOUR)
    position.act("bid 4")
    return position


def at_leftovers() -> Position:
    return Position(FOUR).to_trumps()


def at_burning() -> Position:
    position = at_leftovers()
    position.act("take")
    return position


def at_call() -> Position:
    return Position(FIVE, players=5).to_trumps()


def at_play_for_five() -> Position:
    position = at_call()
    position.act("call AH")
    return position


STAGES: Final = (at_auction, at_auction_for_sixteen, at_trumps, at_leftovers, at_burning, at_call, at_play_for_five)


@pytest.mark.parametrize("size", PHONES.values(), ids=PHONES)
def test_everything_fits_on_a_phone(people: People, server: Server, size: Size) -> None:
    ann = come(people, server, at_auction(), size=size)
    for stage in STAGES:
        ann.visit(stage())
        check_layout(ann.person, size)


@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing(people: People, server: Server, language: str) -> None:
    ann = come(people, server, at_auction(), language=language, size=WIDE)
    for stage in STAGES:
        ann.visit(stage())
        check_access(ann)
    ann.play_on()
    check_access(ann)


def check_access(ann: Bidder) -> None:
    """Everybody can use what is on the page now."""
    assert ann.person.barriers() == []
