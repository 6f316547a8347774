"""Da San at the table, in a real Chromium: whole deals by touch, by keyboard and in Japanese, with three and with four players."""

import json
import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from browser_table import LANDSCAPE, PORTRAIT, SMALL, WIDE, People, Person, Size
from server_process import Browser, Json, Server
from test_browser import people, words_on  # noqa: F401

pytestmark = pytest.mark.browser

THREE: Final[Json] = {}
CALLED: Final[Json] = {"four_player": "called_partner"}
ALONE: Final[Json] = {"four_player": "one_vs_three", "hole": "shown"}
STEP: Final = 20  # milliseconds


class Player:
    """A person at a table of Da San with bots, who hears what the page hears."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.view: Json = {}
        self.acts: list[str] = []
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(json.loads(text)))

    def _hear(self, message: Json) -> None:
        self.view = message.get("view", self.view)

    def until(self, enough: Callable[[], bool]) -> None:
        """Waits until the page has heard so."""
        for _ in range(20_000 // STEP):
            if enough():
                return
            self.page.wait_for_timeout(STEP)
        raise AssertionError(f"not heard: {self.view.get('turn')}, {self.view.get('acts', [])[-3:]}")

    def until_asked(self) -> bool:
        """Waits until this person is to act; false when the deal is over."""
        self.until(lambda: self.view != {} and (self.view["turn"] == self.view["seat"] or self.view["turn"] < 0))
        asked: bool = self.view["turn"] >= 0
        return asked

    def acted(self, act: str) -> None:
        """Waits until an act has been carried out: the cards named, no others."""
        own, done = self.view["seat"], len(self.acts)
        self.until(lambda: sum(each["seat"] == own for each in self.view["acts"]) > done)
        said = [each["act"] for each in self.view["acts"] if each["seat"] == own]
        assert sorted(said[done].split(" ")) == sorted(act.split(" "))
        self.acts.append(said[done])

    # ---- what is on the page

    @property
    def stacks(self) -> Locator:
        """The ranks of the hand."""
        return self.page.get_by_role("list", name=self.person.like("ui.dasan.stacks")).get_by_role("button")

    def stack(self, rank: str) -> Locator:
        """The cards of one rank."""
        name = self.person.said(f"rank.{rank}")
        return self.page.get_by_role("list", name=self.person.like("ui.dasan.stacks")).get_by_role(
            "button", name=re.compile(rf"^{name}\W|^{name}が")
        )

    @property
    def offers(self) -> Locator:
        """What can be played with the rank that was tapped."""
        return self.page.locator("[data-offer]")

    @property
    def pass_button(self) -> Locator:
        """The button that passes, in the auction and in the play."""
        return self.person.bar.get_by_role("button", name=self.person.said("act.pass"), exact=True)

    @property
    def single_button(self) -> Locator:
        """The button that lets cards be picked one by one."""
        return self.page.get_by_role("button", name=self.person.said("ui.dasan.single_cards"), exact=True)

    @property
    def plays(self) -> list[str]:
        """The legal plays."""
        return [act for act in self.view["legal"] if act.startswith("play ")]

    @property
    def hand(self) -> list[str]:
        """The cards in hand."""
        cards: list[str] = self.view["state"]["hands"][self.view["seat"]]
        return cards

    # ---- what a person does

    def bid(self, press: Callable[[Locator], None], highest: bool = True) -> None:
        """Bids as high as may be, or as low."""
        bids = [act for act in self.view["legal"] if act.startswith("bid")]
        wanted = bids[-1] if highest and bids else self.view["legal"][0]
        number = wanted.removeprefix("bid ")
        name = self.person.said("act.pass") if wanted == "pass" else self.person.said("act.bid", number=number)
        press(self.person.bar.get_by_role("button", name=name, exact=True))
        self.acted(wanted)

    def call(self, press: Callable[[Locator], None]) -> None:
        """Calls the first card of the list that is not one's own."""
        act = next(each for each in self.view["legal"] if each.endswith(("3S", "3H", "3D", "3C", "2S")))
        press(self.page.get_by_role("button", name=self.person.card(act[5:]), exact=True))
        press(self.person.bar.get_by_role("button", name=re.compile("^" + self.person.said("ui.dasan.call_button"))))
        self.acted(act)

    def play_or_pass(self, press: Callable[[Locator], None]) -> None:
        """Plays the largest combination of the lowest rank that can be played, or passes."""
        if not self.plays:
            press(self.pass_button)
            return self.acted("pass")
        rank = next(rank for rank in "456789TJQKA23" if any(rank in act for act in self.plays))
        fitting = [act for act in self.plays if rank in act[5:]]
        press(self.stack(rank))
        if len(fitting) > 1:
            expect(self.offers).to_have_count(len(fitting))
            press(self.offers.first)
        press(self.person.play_button)
        self.acted(max(fitting, key=weight))
        return None

    def play_deal(self, press: Callable[[Locator], None], look: Callable[[], None] = lambda: None) -> None:
        """Plays a deal to its end."""
        while self.until_asked():
            look()
            stage = self.view["state"]["stage"]
            (self.bid if stage == 1 else self.call if stage == 2 else self.play_or_pass)(press)
        expect(self.person.sheet).to_be_visible()


def weight(act: str) -> tuple[int, int, int]:
    """The order in which plays are offered: by cards, by cards of a rank, by height."""
    cards = act.split(" ")[1:]
    return len(cards), len(cards) // len({card[0] for card in cards}), max("456789TJQKA23".index(card[0]) for card in cards)


def at_table(everybody: People, server: Server, rules: Json, **how: Any) -> Player:
    """Somebody who has just opened a table with simple bots."""
    one = Browser(server)
    others = 2 if rules.get("four_player", "off") == "off" else 3
    table = one.open_table(" ".join(["me", *["simple"] * others]), game="dasan", rules=rules)
    player = Player(everybody.come_as(one, **how))
    player.person.open(f"/table/{table}")
    return player


def fits(player: Player) -> None:
    """Nothing scrolls; every stack is wide enough for a finger and lies on the screen."""
    page = player.page
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    )
    size = page.viewport_size
    assert size is not None
    for button in player.stacks.all():
        box = button.bounding_box()
        assert box is not None
        assert box["width"] >= 24
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]


def settled(player: Player) -> None:
    """The sheet has the points of the record, and the record the acts that were done."""
    (deal,) = player.person.record()["deals"]
    own = player.view["seat"]
    assert [act.split(" ", 1)[1] for act in deal["acts"] if act.startswith(f"{own} ")] == player.acts
    cells = player.person.sheet.get_by_role("row", name=re.compile(f"^{player.person.said('ui.sheet.now')} ")).get_by_role("cell")
    seats = len(deal["points"])
    wanted = [deal["totals"][(own + step) % seats] for step in range(seats)]
    assert [int(text.replace("−", "-").replace("+", "")) for text in cells.all_inner_texts()] == wanted


def tab_to(player: Player, target: Locator) -> None:
    """Presses Tab until the target has the focus."""
    expect(target).to_be_visible()
    for _ in range(40):
        if target.evaluate("each => each === document.activeElement"):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError("Tab doesn't get there")


def by_keyboard(player: Player) -> Callable[[Locator], None]:
    """Goes to a control by Tab, and in the hand, the offers and the cards to be called by arrows, and presses Enter."""

    def press(target: Locator) -> None:
        if target.get_attribute("data-offer") is not None:
            expect(target).to_be_focused()  # the first offer is under the finger at once
        elif target.evaluate("each => each.closest('[data-hand]') !== null"):
            player.page.keyboard.press("h")
            player.page.keyboard.press("Home")
            for _ in range(20):
                if target.evaluate("each => each === document.activeElement"):
                    break
                player.page.keyboard.press("ArrowRight")
        elif target.get_attribute("data-card") is not None:
            tab_to(player, player.page.locator("[data-card][tabindex='0']"))
            card = target.get_attribute("data-card") or ""
            for key, times in (("ArrowRight", "32AKQJT98765".index(card[0])), ("ArrowDown", "SHDC".index(card[1]))):
                for _ in range(times):
                    player.page.keyboard.press(key)
        else:
            tab_to(player, target)
        expect(target).to_be_focused()
        player.page.keyboard.press("Enter")

    return press


def test_a_deal_by_touch(people: People, server: Server) -> None:  # noqa: F811
    ann = at_table(people, server, THREE, size=PORTRAIT)
    ann.play_deal(ann.person.press, lambda: fits(ann))
    settled(ann)


def test_a_deal_with_the_keyboard(people: People, server: Server) -> None:  # noqa: F811
    ann = at_table(people, server, CALLED, size=WIDE)
    ann.play_deal(by_keyboard(ann))
    settled(ann)


def test_a_deal_in_japanese(people: People, server: Server) -> None:  # noqa: F811
    ann = at_table(people, server, ALONE, size=SMALL, language="ja")

    def look() -> None:
        fits(ann)
        assert words_on(ann.person) <= {"Tefuda", "Ann", "Esc", "Da", "San", "Big", "Three"}

    ann.play_deal(ann.person.press, look)
    assert ann.page.locator("html").get_attribute("lang") == "ja"
    settled(ann)


@pytest.mark.parametrize("rules", [THREE, CALLED, ALONE], ids=["three", "called", "alone"])
def test_the_table_fits_a_phone_on_its_side(people: People, server: Server, rules: Json) -> None:  # noqa: F811
    ann = at_table(people, server, rules, size=LANDSCAPE)
    for _ in range(5):
        if ann.until_asked():
            fits(ann)
            stage = ann.view["state"]["stage"]
            (ann.bid if stage == 1 else ann.call if stage == 2 else ann.play_or_pass)(ann.person.press)


def in_play(people: People, server: Server, size: Size = WIDE, **how: Any) -> Player:  # noqa: F811
    """Somebody who is landlord and leads; the auction is opened anew until it is so."""
    for _ in range(12):
        player = at_table(people, server, THREE, size=size, **how)
        while player.until_asked() and player.view["state"]["stage"] == 1:
            player.bid(player.person.press)
        if player.view["state"]["landlord"] == player.view["seat"]:
            return player
        people.contexts.pop().close()
    raise AssertionError("never landlord")


def test_cards_picked_one_by_one_leave_the_hand(people: People, server: Server) -> None:  # noqa: F811
    ann = in_play(people, server)
    ann.single_button.click()
    several = [rank for rank in "456789TJQKA23" if sum(card[0] == rank for card in ann.hand) > 1]
    rank = several[0]
    cards = [card for card in ann.hand if card[0] == rank][-2:]  # not those that the server would choose
    for card in reversed(cards):
        ann.person.hand.and_(ann.page.get_by_role("button", name=ann.person.card(card), exact=True)).click()
    expect(ann.person.play_button).to_contain_text(
        ann.person.said("ui.dasan.pair", ranks=ann.person.said(f"ui.dasan.ranks.{rank}"))
    )
    before = set(ann.hand)
    ann.person.play_button.click()
    ann.acted(" ".join(["play", *cards]))
    assert before - set(ann.hand) == set(cards)
    expect(ann.person.hand).to_have_count(18)


def test_what_cannot_be_played_says_why(people: People, server: Server) -> None:  # noqa: F811
    ann = in_play(people, server)
    ann.pass_button.click(force=True)  # it looks unavailable, and says why
    why = ann.page.get_by_role("status").filter(has_text=ann.person.said("refusal.dasan.leader_plays"))
    expect(why.get_by_role("link")).to_have_attribute("href", "/rules/dasan#w11")
    ann.single_button.click()
    ranks = sorted({card[0] for card in ann.hand})
    odd = [next(card for card in ann.hand if card[0] == rank) for rank in ranks[:2]]
    for card in odd:
        ann.person.hand.and_(ann.page.get_by_role("button", name=ann.person.card(card), exact=True)).click()
    expect(ann.page.get_by_text(ann.person.said("ui.dasan.forms_nothing"))).to_be_visible()
    ann.person.play_button.click(force=True)
    why = ann.page.get_by_role("status").filter(has_text=ann.person.said("refusal.dasan.no_combination"))
    expect(why.get_by_role("link")).to_have_attribute("href", "/rules/dasan#w14")
    assert len(ann.hand) == 20
    expect(ann.page.locator("[data-hand] button[aria-pressed='true']")).to_have_count(2)


def test_a_refused_rank_says_why(people: People, server: Server) -> None:  # noqa: F811
    ann = at_table(people, server, THREE, size=PORTRAIT)
    dimmed = ann.stacks.and_(ann.page.get_by_role("button", name=ann.person.like("ui.hand.refused")))
    ann.until_asked()
    while ann.view["state"]["stage"] != 3 or dimmed.count() == 0:
        if ann.view["turn"] < 0:
            ann.acts.clear()
            ann.person.press(ann.person.next_deal_button)
            ann.until(lambda: ann.view["turn"] >= 0)
        elif ann.view["state"]["stage"] == 1:
            ann.bid(ann.person.press, highest=False)
        else:
            ann.play_or_pass(ann.person.press)
        ann.until_asked()
    cards = len(ann.hand)
    ann.person.press(dimmed.first)
    expect(ann.page.get_by_role("status").get_by_role("link").first).to_have_attribute("href", "/rules/dasan#w11")
    assert len(ann.hand) == cards


def test_the_offers_can_be_left(people: People, server: Server) -> None:  # noqa: F811
    ann = in_play(people, server)
    counts = {rank: sum(rank in act[5:] for act in ann.plays) for rank in "456789TJQKA23"}
    rank = max(counts, key=lambda each: counts[each])
    ann.stack(rank).click()
    expect(ann.offers).to_have_count(counts[rank])
    expect(ann.offers.first).to_be_focused()
    ann.page.keyboard.press("ArrowDown")
    expect(ann.offers.nth(1)).to_be_focused()
    ann.page.keyboard.press("Escape")
    expect(ann.offers).to_have_count(0)
    expect(ann.stack(rank)).to_be_focused()


@pytest.mark.parametrize(("language", "scheme", "size"), [("en", "light", PORTRAIT), ("ja", "dark", WIDE)], ids=["en", "ja"])
def test_axe_finds_nothing(people: People, server: Server, language: str, scheme: str, size: Size) -> None:  # noqa: F811
    ann = at_table(people, server, CALLED, size=size, language=language, color_scheme=scheme)
    stages: set[str] = set()

    def look() -> None:
        stage = str(ann.view["state"]["stage"])
        if stage not in stages:
            stages.add(stage)
            examine(ann)
            if stage == "3" and len({card[0] for card in ann.hand}) < len(ann.plays):
                rank = next(each for each in "456789TJQKA23" if sum(each in act[5:] for act in ann.plays) > 1)
                ann.person.press(ann.stack(rank))
                examine(ann)
                ann.page.keyboard.press("Escape")
                ann.person.press(ann.single_button)
                examine(ann)
                ann.person.press(ann.single_button)

    ann.play_deal(ann.person.press, look)
    assert "3" in stages
    examine(ann)


def examine(player: Player) -> None:
    """Fails with what axe finds on the page."""
    assert player.person.barriers() == []


def test_the_strip_says_who_opens(people: People, server: Server) -> None:  # noqa: F811
    """Who holds the opening card is told so; another is told who does."""
    sitters = [Browser(server) for _ in range(3)]
    table = sitters[0].open_table("me open open", game="dasan")
    for seat in (1, 2):
        sitters[seat].sit(table, seat)
    with sitters[0].watch(table) as line:
        line.until(lambda: line.view["commitment"] is not None)
        opener = line.view["state"]["opener"]
    for seat, said in ((opener, "^You open with the "), (opener - 1, r"^\w+ opens with the ")):
        person = people.come_as(sitters[seat])
        person.open(f"/table/{table}")
        expect(person.page.get_by_text(re.compile(said))).to_be_visible()
