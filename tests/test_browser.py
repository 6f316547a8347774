"""The page in a real Chromium, against a real server."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import FloatRect, Locator, WebSocketRoute, expect

from browser_table import LANDSCAPE, PATIENCE, PORTRAIT, SMALL, WIDE, People, Person, Size, foreign_words
from server_process import Browser, Json, Server, Watcher
from tefuda.words import LANGUAGES, catalogue

pytestmark = pytest.mark.browser

CHECKOUT: Final = Path(__file__).parents[1]
SCREENSHOTS: Final = CHECKOUT / "screenshots"
SIZES: Final = {"portrait": PORTRAIT, "landscape": LANDSCAPE, "small": SMALL}


@pytest.fixture
def people(browser: Chromium, server: Server) -> Iterator[People]:
    """People with browsers; a test fails if any of their pages complained."""
    expect.set_options(timeout=PATIENCE)
    everybody = People(browser, server)
    yield everybody
    everybody.leave()
    assert everybody.complaints == []


def finished_deal(server: Server) -> tuple[Browser, str]:
    """A table where Ann has played the first deal, and its name."""
    ann = Browser(server)
    table = ann.open_table("me simple simple simple")
    with ann.watch(table) as line:
        line.play_deal()
    return ann, table


def points_on(sheet: Locator, row: str) -> list[int]:
    """The numbers of a row of the score sheet: ours, theirs."""
    cells = sheet.get_by_role("row", name=re.compile(f"^{row} ")).get_by_role("cell").all_inner_texts()
    return [int(text.replace("−", "-")) for text in cells]


def words_on(person: Person) -> set[str]:
    """Every word in Latin letters on the page, in names and titles too; not what is marked as another language."""
    text: str = person.page.evaluate(
        """() => {
          const own = (each) => each.closest('[lang]') === document.documentElement && !each.closest('noscript');
          const shown = [...document.body.querySelectorAll('*')].filter(own);
          const names = ['aria-label', 'title', 'placeholder', 'alt'];
          const said = shown.flatMap((each) => names.map((name) => each.getAttribute(name) ?? ''));
          const nodes = shown.flatMap((each) => [...each.childNodes]);
          const written = nodes.filter((node) => node.nodeType === 3).map((node) => node.data);
          return [document.title, ...said, ...written].join(' | ');
        }"""
    )
    return set(re.findall(r"(?<![0-9A-Za-z])[A-Za-z]{2,}(?![0-9A-Za-z])", text))  # not the letters within a seed in hex


# ---- a whole deal


def test_a_deal_by_clicking(people: People) -> None:
    ann = people.come()
    ann.play_now()
    ann.call()
    ann.play_deal()
    (deal,) = ann.record()["deals"]
    own = next(seat for seat, each in enumerate(ann.record()["seats"]) if each["bot"] is None) % 2
    points = [deal["points"][own], deal["points"][1 - own]]
    assert points_on(ann.sheet, ann.said("ui.sheet.points")) == points
    assert points_on(ann.sheet, ann.said("ui.sheet.now")) == points
    assert sums_of_the_lines(ann.sheet) == points
    ann.next_deal_button.click()
    expect(ann.sheet).to_be_hidden()
    expect(ann.hand).to_have_count(12)


def sums_of_the_lines(sheet: Locator) -> list[int]:
    """What the lines that name a rule add up to: ours, theirs."""
    sums = [0, 0]
    rule = sheet.page.get_by_role("link", name=re.compile("^Rule Q"))
    for line in sheet.get_by_role("table").first.get_by_role("row").filter(has=rule).all():
        cells = line.get_by_role("cell").all_inner_texts()
        sums = [sum_ + int(found.group()) if (found := re.search(r"\+\d+", cell)) else sum_ for sum_, cell in zip(sums, cells)]
    return sums


def test_the_deal_record_shows_every_trick(people: People, server: Server) -> None:
    one, table = finished_deal(server)
    ann = people.come_as(one)
    ann.open(f"/table/{table}")
    ann.button("ui.table.record").click()
    tricks = ann.sheet.get_by_role("table").get_by_role("row")
    expect(tricks).to_have_count(1 + 12 + 1)  # the head, the tricks, the cachette
    lying = {ann.card(act.split(" ")[1]) for act in ann.record()["deals"][0]["acts"][4:8]}
    first = tricks.nth(1).get_by_role("img")
    expect(first).to_have_count(4)
    assert {image.get_attribute("aria-label") for image in first.all()} == lying
    ann.page.get_by_role("button", name="Show trick 1", exact=True).click()
    expect(ann.sheet.get_by_role("heading", name="Trick 1 of 12")).to_be_visible()
    hands = ann.sheet.get_by_role("img")
    assert {hands.nth(at).get_attribute("aria-label") for at in range(53)} == {
        ann.card(word) for word in ann.record()["deals"][0]["pack"].split(" ")
    }


def test_the_deal_holds(people: People, server: Server) -> None:
    one = Browser(server)
    table = one.open_table("me simple simple simple")
    ann = people.come_as(one)
    ann.open(f"/table/{table}")
    expect(ann.hand).to_have_count(12)
    with one.watch(table) as line:
        line.play_deal()
    ann.button("ui.table.record").click()
    ann.button("ui.deal.check").click()
    verdict = ann.sheet.get_by_role("status")
    expect(verdict).to_contain_text(ann.said("ui.deal.check.good"))
    expect(verdict).to_contain_text(ann.said("ui.deal.check.seen"))


# ---- in the middle of a deal


def test_nothing_is_lost_by_a_reload(people: People) -> None:
    ann = people.come()
    ann.play_now()
    ann.call()
    ann.play()
    ann.until(ann.page.get_by_text(re.compile("^(Follow suit|No )")))  # a trick has begun
    expect(ann.trick).not_to_have_count(4)
    before, held = ann.page.get_by_role("main").aria_snapshot(), ann.held()
    ann.page.reload()
    expect(ann.hand).to_have_count(len(held))
    assert ann.page.get_by_role("main").aria_snapshot() == before  # hand, trick, plates, scores, the play so far
    assert ann.held() == held
    ann.play()


def test_a_refused_card_says_why(people: People) -> None:
    ann = people.come()
    ann.play_now()
    ann.call()
    ann.until(ann.refused)
    held, table = ann.held(), ann.table
    ann.refused.first.click()
    notice = ann.page.get_by_text(ann.said("refusal.quinto.must_follow"))
    expect(notice).to_be_visible()
    ann.play_button.click(force=True)  # force: it says that it is disabled, but answers
    expect(ann.page.get_by_text(ann.said("ui.hand.choose_first"))).to_be_visible()
    ann.refused.first.click()
    assert ann.held() == held
    clause = notice.get_by_role("link", name=ann.said("ui.table.rule", clause="Q8"))
    expect(clause).to_have_attribute("href", "/rules/quinto#q8")
    clause.click()
    expect(ann.page.locator("#q8")).to_be_in_viewport()
    expect(ann.page.locator("#q8")).to_be_focused()
    ann.page.get_by_role("link", name=ann.said("ui.rules.back")).click()
    assert ann.table == table
    expect(ann.hand).to_have_count(len(held))
    ann.play()


def test_undo_takes_back_the_last_card(people: People) -> None:
    ann = people.come()
    ann.play_now()
    ann.call()
    before = ann.held()
    ann.play()
    ann.wait_for_turn()
    ann.button("ui.table.undo").click()
    expect(ann.log).to_contain_text(ann.said("ui.speech.you_undo"))
    expect(ann.hand).to_have_count(len(before))
    assert ann.held() == before
    ann.play()


def test_settings_change_how_cards_are_played(people: People) -> None:
    ann = people.come()
    ann.play_now()
    ann.call()
    ann.button("ui.table.menu").click()
    ann.button("ui.table.settings").click()
    settings = ann.page.get_by_role("dialog", name=ann.said("ui.settings.title"))
    settings.get_by_role("radio", name=ann.said("ui.settings.tap.one")).check()
    settings.get_by_role("radio", name=ann.said("ui.settings.deck.two")).check()
    ann.button("ui.settings.close").click()
    ann.legal.first.click()
    expect(ann.hand).to_have_count(11)
    ann.page.reload()
    expect(ann.page.locator("html")).to_have_attribute("data-deck", "two")


# ---- with the keyboard alone


class Keys:
    """A person who has no mouse."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.press = person.page.keyboard.press
        self.focus = person.page.locator(":focus")
        self.answer = person.page.get_by_role("main").get_by_role("status").last

    def tab_to(self, target: Locator) -> None:
        """Goes on with Tab until a thing has the focus."""
        for _ in range(60):
            if target.evaluate("each => each === document.activeElement"):
                return
            self.press("Tab")
        pytest.fail("Tab does not reach it")

    def hear(self, key: str, words: str | re.Pattern[str]) -> None:
        """Asks with a key, and hears the answer."""
        self.press(key)
        expect(self.answer).to_contain_text(words)

    def play(self) -> None:
        """Goes along the hand to the first card that the rules allow, raises it and plays it."""
        self.person.wait_for_turn()
        held = self.person.hand.count()
        expect(self.focus.and_(self.person.hand)).to_have_count(1)  # it stays there from card to card
        self.press("Home")
        while self.focus.and_(self.person.refused).count():
            self.press("ArrowRight")
        self.press("ArrowUp")
        expect(self.focus).to_have_attribute("aria-pressed", "true")
        self.press("Space")
        expect(self.person.hand).to_have_count(held - 1)


def test_a_deal_with_the_keyboard_alone(people: People) -> None:
    ann = people.come()
    keys = Keys(ann)
    ann.open("/")
    keys.tab_to(ann.play_now_button)
    keys.press("Enter")
    expect(ann.hand).to_have_count(12)
    ann.wait_for_turn()
    keys.tab_to(ann.button("act.pass"))
    keys.press("Enter")
    expect(ann.play_button).to_be_visible()
    keys.press("h")
    while ann.hand.count():
        keys.play()
    expect(ann.sheet).to_be_visible()
    keys.tab_to(ann.next_deal_button)
    keys.press("Enter")
    expect(ann.hand).to_have_count(12)


def test_the_keys_speak(people: People) -> None:
    ann = people.come()
    keys = Keys(ann)
    ann.play_now()
    ann.wait_for_turn()
    keys.hear("l", ann.said("ui.speech.no_last"))
    keys.press("Escape")
    keys.hear("t", ann.said("ui.speech.no_trick"))
    ann.call()
    keys.hear("h", ann.said("ui.hand.count", count=12))
    assert ann.hand.and_(keys.focus).count() == 1
    ann.until(ann.page.get_by_text(re.compile("^(Follow suit|No )")))
    keys.hear("T", re.compile(r"(\w+: (\w+ of \w+|Joker)\. )+Suit led: \w+\."))
    keys.hear("w", re.compile("^(Follow suit|No )"))
    keys.hear("r", "Order of suits: Hearts, diamonds, clubs, spades. Deal after a tie: Played out, then compared.")
    ann.play()
    ann.wait_for_turn()
    keys.hear("L", re.compile(r"(\w+: (\w+ of \w+|Joker)\. ){4}Taken by: \w+\."))
    expect(ann.trick).to_have_count(4)
    keys.press("s")
    expect(ann.sheet).to_be_visible()
    keys.press("Escape")
    expect(ann.sheet).to_be_hidden()
    keys.press("?")
    help_ = ann.page.get_by_role("dialog", name=ann.said("ui.table.menu"))
    expect(help_).to_contain_text(ann.said("ui.table.key.hand"))
    keys.press("Escape")
    expect(help_).to_be_hidden()


# ---- in Japanese


def test_tricks_in_japanese(people: People) -> None:
    hana = people.come("ja")
    hana.play_now()
    expect(hana.page.locator("html")).to_have_attribute("lang", "ja")
    hana.call()
    for _ in range(3):
        hana.play()
        hana.wait_for_turn()
        assert words_on(hana) & foreign_words() == set()
    expect(hana.log).to_contain_text("を出しました。")
    keys = Keys(hana)
    keys.hear("r", "スート")
    keys.hear("t", re.compile("。$"))
    assert words_on(hana) & foreign_words() == set()


def test_the_language_changes_at_once(people: People) -> None:
    ann = people.come()
    ann.open("/")
    ann.page.get_by_role("button", name="日本語").click()
    expect(ann.page.locator("html")).to_have_attribute("lang", "ja")
    expect(ann.page.get_by_role("button", name=re.compile(catalogue("ja")["ui.front.play"])).first).to_be_visible()


# ---- on a phone


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_trick_on_a_phone(people: People, size: Size) -> None:
    ann = people.come(size=size)
    ann.play_now()
    check_layout(ann, size)
    ann.call()
    check_layout(ann, size)
    ann.play()
    check_layout(ann, size)
    ann.play()
    check_layout(ann, size)


def check_layout(person: Person, size: Size) -> None:
    """Nothing scrolls; each card of the hand can be tapped beside its neighbours."""
    scrolled: list[int] = person.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert scrolled[0] <= size.width
    assert scrolled[1] <= size.height
    boxes = [box for each in person.hand.all() if (box := each.bounding_box())]
    assert len(boxes) == person.hand.count()
    assert all(box["width"] >= 24 - 0.01 for box in boxes)
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= size.width and box["y"] + box["height"] <= size.height for box in boxes)
    assert not [(one, other) for at, one in enumerate(boxes) for other in boxes[:at] if overlap(one, other)]


def overlap(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes share more than the half pixel that rounding may take."""
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 0.5 and down > 0.5


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
@pytest.mark.parametrize("path", ["/", "/new/quinto", "/rules/quinto"])
def test_pages_do_not_scroll_sideways(people: People, size: Size, path: str) -> None:
    ann = people.come(size=size)
    ann.open(path)
    expect(ann.page.get_by_role("heading", level=2).first).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= size.width


# ---- several people


def test_two_people_at_one_table(people: People) -> None:
    ann, bob = people.come(), people.come()
    ann.open("/new/quinto")
    ann.page.get_by_label(ann.said("ui.new.name")).fill("Ann")
    ann.page.get_by_label("Seat 2").select_option("open")
    ann.button("ui.new.open_table").click()
    expect(ann.page.get_by_text(ann.said("ui.table.waiting")).first).to_be_visible()
    ann.button("ui.table.invite").click()
    link = ann.page.get_by_label(ann.said("ui.table.address")).input_value()
    ann.page.keyboard.press("Escape")

    bob.open(link)
    bob.page.get_by_label(bob.said("ui.table.your_name")).fill("Bob")
    bob.page.get_by_role("dialog").get_by_role("button", name=bob.said("ui.table.sit_down")).click()
    expect(bob.hand).to_have_count(12)
    expect(ann.hand).to_have_count(12)
    assert set(ann.held()) & set(bob.held()) == set()
    assert not [card for card in bob.held() if card in ann.page.content()]

    for act in 2 * ["call"] + 4 * ["play"]:
        person, other, name = (ann, bob, "Ann") if whose_turn(ann) == "You" else (bob, ann, "Bob")
        person.wait_for_turn()
        if act == "call":
            person.button("act.pass").click()
            expect(person.log).to_contain_text("You: Pass.")
        expect(other.log).to_contain_text(f"{name}: Pass." if act == "call" else f"{name} plays the {person.play()}.")


def whose_turn(ann: Person) -> str:
    """Which of two people is to act, as Ann sees it; bots act at once."""
    plate = ann.page.get_by_role("region", name=re.compile("^(You|Bob)$")).filter(has_text=ann.said("ui.table.to_act"))
    expect(plate).to_be_visible()
    return plate.get_attribute("aria-label") or ""


def test_a_visitor_without_a_seat_sees_no_hand(people: People, server: Server) -> None:
    one = Browser(server)
    table = one.open_table("me simple simple simple")
    with one.watch(table) as line:
        line.until_asked()
        hand = line.view["state"]["hands"][line.seat]
    eve = people.come()
    eve.open(f"/table/{table}")
    expect(eve.page.get_by_text(eve.said("ui.table.watching"))).to_be_visible()
    expect(eve.hand).to_have_count(0)
    assert not [card for card in hand if eve.card(card) in eve.page.content()]
    eve.page.keyboard.press("h")
    expect(eve.page.get_by_text(eve.said("ui.speech.no_hand"))).to_be_attached()


def test_house_rules_from_the_form(people: People) -> None:
    ann = people.come()
    ann.open("/new/quinto")
    ann.button("preset.quinto.sentence").click()
    ann.page.get_by_role("radio", name=ann.said("option.quinto.tie_deal.sudden")).check()
    ann.button("ui.new.open_table").click()
    expect(ann.hand).to_have_count(12)
    rules = ann.record()["rules"]
    assert (rules["suit_order"], rules["tie_deal"]) == ("chds", "sudden")
    expect(ann.page.get_by_text(ann.said("ui.table.quinto.chain", suits="clubs, hearts, diamonds, spades"))).to_be_attached()
    suits = [card.split(" ")[-1] for card in ann.held()]
    assert suits == sorted(suits, key=["clubs", "hearts", "diamonds", "spades", "Joker"].index)
    ann.page.keyboard.press("r")
    expect(
        ann.page.get_by_text("Order of suits: Clubs, hearts, diamonds, spades. Deal after a tie: The first quint wins.")
    ).to_be_attached()


# ---- without a network


class Wire:
    """What is between a page and the server; it can be cut."""

    def __init__(self, person: Person) -> None:
        self.whole = True
        self.sockets: list[WebSocketRoute] = []
        person.page.route_web_socket(re.compile("/socket"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        if self.whole:
            self.sockets += [socket, socket.connect_to_server()]
        else:
            socket.close()

    def cut(self) -> None:
        """Nothing goes through any more."""
        self.whole = False
        for socket in self.sockets:
            socket.close()

    def mend(self) -> None:
        """The next attempt to connect succeeds."""
        self.whole = True


def test_a_cut_network_loses_nothing(people: People, server: Server) -> None:
    one, two = Browser(server), Browser(server)
    table = one.open_table("me open simple simple")
    two.sit(table, 1)
    ann = people.come_as(one)
    wire = Wire(ann)
    ann.open(f"/table/{table}")
    expect(ann.hand).to_have_count(12)
    down = ann.page.get_by_text(ann.said("ui.table.reconnecting"))
    with one.watch(table) as hers, two.watch(table) as his:
        until_his_card(hers, his)
        wire.cut()
        expect(down).to_be_visible()
        his.act()
        his.until(lambda: his.view["turn"] in (-1, 0, 1))
        told = [told_to_ann(ann, line) for line in his.view["acts"] if len(line["act"]) == 2]
    assert not ann.log.inner_text().endswith(told[-1])
    wire.mend()
    expect(down).to_be_hidden()
    expect(ann.log).to_contain_text(told[-1])
    plays = [text for text in ann.log.inner_text().splitlines() if re.search(r" plays? the ", text)]
    assert plays == told
    before = ann.page.get_by_role("main").aria_snapshot()
    ann.page.reload()
    expect(ann.hand.first).to_be_visible()
    assert ann.page.get_by_role("main").aria_snapshot() == before


def until_his_card(hers: Watcher, his: Watcher) -> None:
    """Ann in seat 0 and Bob in seat 1 play until he is to play a card."""
    his.until(lambda: his.view["turn"] in (0, 1))
    while his.view["turn"] != 1 or his.view["state"]["stage"] != 2:
        line = his if his.view["turn"] == 1 else hers
        line.until_asked()
        line.act()
        his.until(lambda: his.view["number"] >= hers.view["number"] and his.view["turn"] in (0, 1))


def told_to_ann(ann: Person, line: Json) -> str:
    """The sentence about a card, for Ann in seat 0 with Bob on her left."""
    card = ann.card(line["act"])
    if line["seat"] == 0:
        return ann.said("ui.speech.you_play", card=card)
    return ann.said("ui.speech.plays", who=["You", "Bob", "Partner", "Right"][line["seat"]], card=card)


# ---- every place, for everybody

Tables = dict[str, str]

MOMENTS: Final[dict[str, Callable[[Json], bool]]] = {
    "calls": lambda view: view["state"]["stage"] == 1,
    "play": lambda view: view["state"]["stage"] == 2 and view["state"]["trick_size"] > 0,
    "refusal": lambda view: (
        view["state"]["stage"] == 2 and any(card in view["refused"] for card in view["state"]["hands"][view["seat"]])
    ),
    "over": lambda view: view["turn"] == -1,
}


@pytest.fixture(scope="module")
def standing(server: Server) -> tuple[Browser, Tables]:
    """Ann, and a table of hers at each moment, only to be looked at."""
    ann = Browser(server)
    return ann, {moment: played_until(ann, enough) for moment, enough in MOMENTS.items()}


def played_until(ann: Browser, enough: Callable[[Json], bool]) -> str:
    """A table where Ann has played until she is asked and it is so."""
    table = ann.open_table("me simple simple simple")
    with ann.watch(table) as line:
        line.until_asked()
        while not enough(line.view):
            line.act()
            line.until_asked()
    return table


def at_front(ann: Person, _: Tables) -> None:
    ann.open("/")
    expect(ann.play_now_button).to_be_visible()


def at_form(ann: Person, _: Tables) -> None:
    ann.open("/new/quinto")
    expect(ann.button("ui.new.open_table")).to_be_visible()


def at_rulebook(ann: Person, _: Tables) -> None:
    ann.open("/rules/quinto#q8")
    expect(ann.page.locator("#q8")).to_be_in_viewport()


def at_calls(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['calls']}")
    expect(ann.button("act.pass")).to_be_visible()


def at_play(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['play']}")
    expect(ann.trick).not_to_have_count(0)


def at_refusal(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['refusal']}")
    ann.press(ann.refused.first)
    expect(ann.page.get_by_role("link", name=ann.said("ui.table.rule", clause="Q8"))).to_be_visible()


def at_menu(ann: Person, tables: Tables) -> None:
    at_calls(ann, tables)
    ann.press(ann.button("ui.table.menu"))
    expect(ann.page.get_by_role("dialog", name=ann.said("ui.table.menu"))).to_be_visible()


def at_settings(ann: Person, tables: Tables) -> None:
    at_menu(ann, tables)
    ann.press(ann.button("ui.table.settings"))
    expect(ann.page.get_by_role("dialog", name=ann.said("ui.settings.title"))).to_be_visible()


def at_sheet(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['over']}")
    expect(ann.sheet).to_be_visible()


def at_record(ann: Person, tables: Tables) -> None:
    at_sheet(ann, tables)
    ann.press(ann.button("ui.table.record"))
    ann.press(ann.button("ui.deal.check"))
    expect(ann.sheet.get_by_role("status")).to_contain_text(ann.said("ui.deal.check.good"))


PLACES: Final[dict[str, Callable[[Person, Tables], None]]] = {
    "front": at_front,
    "form": at_form,
    "rulebook": at_rulebook,
    "calls": at_calls,
    "play": at_play,
    "refusal": at_refusal,
    "menu": at_menu,
    "settings": at_settings,
    "sheet": at_sheet,
    "record": at_record,
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing(people: People, standing: tuple[Browser, Tables], place: str, language: str, scheme: str) -> None:
    ann = people.come_as(standing[0], language=language, color_scheme=scheme)
    PLACES[place](ann, standing[1])
    assert ann.barriers() == []


@pytest.mark.parametrize("place", [place for place in PLACES if place != "rulebook"])  # a book may quote English
def test_no_english_is_left_in_japanese(people: People, standing: tuple[Browser, Tables], place: str) -> None:
    hana = people.come_as(standing[0], language="ja")
    PLACES[place](hana, standing[1])
    expect(hana.page.locator("html")).to_have_attribute("lang", "ja")
    assert words_on(hana) & foreign_words() == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, PORTRAIT, LANDSCAPE], ids=lambda size: f"{size.width}x{size.height}")
def test_screenshots(people: People, standing: tuple[Browser, Tables], size: Size, language: str) -> None:
    ann = people.come_as(standing[0], size=size, language=language)
    for place, go in PLACES.items():
        go(ann, standing[1])
        path = SCREENSHOTS / f"{place}-{size.width}x{size.height}-{language}.png"
        path.unlink(missing_ok=True)
        ann.page.screenshot(path=path)
        assert path.stat().st_size > 5000
