"""Levels, hints and claims in a real Chromium."""

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

from browser_table import LANDSCAPE, PATIENCE, PORTRAIT, WIDE, People, Person, Size, foreign_words, words_in_sight
from server_process import Browser, Server
from tefuda.bots import BOTS
from tefuda.core.chance import first_dealer, order, stream
from tefuda.games.piquet import PIQUET
from tefuda.play.record import read_line
from tefuda.play.table import Table, replay
from tefuda.server.lobby import hash_of, new_token
from tefuda.server.store import Event, Sitter, Store, TableRow
from tefuda.words import LANGUAGES

pytestmark = pytest.mark.browser

CHECKOUT: Final = Path(__file__).parents[1]
SCREENSHOTS: Final = CHECKOUT / "screenshots"
WARM: Final = 300_000  # milliseconds that a cold worker may take to compile a game
CLAIM: Final = "piquet-29"  # after 32 acts of the simple bots seat 0 leads to the last four tricks and takes them all
CLAIM_ACTS: Final = 32


@pytest.fixture
def people(browser: Chromium, server: Server) -> Iterator[People]:
    """People with browsers; a test fails if any of their pages complained."""
    expect.set_options(timeout=PATIENCE)
    everybody = People(browser, server)
    yield everybody
    everybody.leave()
    assert everybody.complaints == []


# ---- what is on the page


def select(person: Person, key: str, within: Locator | None = None) -> Locator:
    return (within or person.page).get_by_role("combobox", name=person.said(key), exact=True)


def seat(person: Person, number: int) -> Locator:
    return person.page.get_by_role("combobox", name=person.said("ui.new.seat", number=number), exact=True)


def plate(person: Person, name: str) -> Locator:
    return person.page.get_by_role("region", name=name, exact=True)


def hint_list(person: Person) -> Locator:
    return person.page.get_by_role("region", name=person.said("ui.table.hint"), exact=True)


def advised(person: Person) -> Locator:
    """The cards of the hand that are marked."""
    return person.hand.and_(person.page.get_by_role("button", name=person.like("ui.table.hint_on")))


def levels_panel(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name=person.said("ui.table.levels"))


def open_levels(person: Person) -> None:
    person.press(person.button("ui.table.menu"))
    person.press(person.button("ui.table.levels"))
    expect(levels_panel(person).get_by_role("combobox").first).to_be_visible()


def ask_for_hint(person: Person) -> None:
    """Asks until the workers are ready and the hint has come."""
    person.wait_for_turn()
    not_ready = person.page.get_by_text(person.said("ui.fault.not_ready"))
    for _ in range(WARM // 1000):
        person.press(person.button("ui.table.hint"))
        expect(hint_list(person).or_(not_ready)).to_be_visible(timeout=WARM)
        if hint_list(person).is_visible():
            return
        person.page.wait_for_timeout(1000)
    pytest.fail("the workers never got ready")


def said_aloud(person: Person) -> Locator:
    return person.page.get_by_role("main").get_by_role("status").last


# ---- levels


def test_the_bots_play_as_one_has_chosen(people: People) -> None:
    ann = people.come()
    ann.open("/")
    select(ann, "ui.level.bots").select_option("expert")
    select(ann, "ui.level.partner").select_option("beginner")
    ann.press(ann.play_now_button)
    expect(ann.hand).to_have_count(12)
    assert [each["bot"] for each in ann.record()["seats"]] == [None, "expert", "beginner", "expert"]
    title = ann.said("ui.level.named", level=ann.said("bot.expert"), style=ann.said("bot.expert.style"))
    expect(plate(ann, "Left").get_by_title(title).first).to_contain_text(ann.said("bot.expert"))
    ann.open("/new/quinto")
    expect(select(ann, "ui.level.bots")).to_have_value("expert")  # this browser remembers it
    assert [seat(ann, number).input_value() for number in (2, 3, 4)] == ["bot:expert", "bot:beginner", "bot:expert"]
    assert seat(ann, 2).get_by_role("option").all_inner_texts() == [
        ann.said("ui.new.me"),
        *(ann.said("ui.new.bot", bot=ann.said(f"bot.{level}")) for level in ("beginner", "club", "expert", "master")),
        ann.said("ui.new.open"),
    ]
    select(ann, "ui.level.bots").select_option("beginner")
    select(ann, "ui.level.partner").select_option("")
    seat(ann, 4).select_option("bot:club")
    ann.press(ann.button("ui.new.open_table"))
    expect(ann.hand).to_have_count(12)
    assert [each["bot"] for each in ann.record()["seats"]] == [None, "beginner", "beginner", "club"]


def test_a_level_changes_at_the_table(people: People, server: Server) -> None:
    one = Browser(server)
    table = one.open_table("me club club club")
    ann = people.come_as(one)
    ann.open(f"/table/{table}")
    ann.call()
    open_levels(ann)
    select(ann, "ui.table.levels_all", levels_panel(ann)).select_option("beginner")
    expect(ann.log).to_contain_text("From now on Right plays like: Beginner.")
    select(ann, "ui.table.left", levels_panel(ann)).select_option("master")
    expect(ann.log).to_contain_text("From now on Left plays like: Master.")
    expect(select(ann, "ui.table.levels_all", levels_panel(ann))).to_have_value("")
    ann.page.keyboard.press("Escape")
    for name, level in (("Left", "Master"), ("Partner", "Beginner"), ("Right", "Beginner")):
        expect(plate(ann, name)).to_contain_text(f"bot: {level}")
    ann.play()
    ann.wait_for_turn()
    ann.page.reload()
    expect(plate(ann, "Left")).to_contain_text("bot: Master")


def test_people_have_no_hints_and_leave_the_bots_alone(people: People, server: Server) -> None:
    one, two = Browser(server), Browser(server)
    table = one.open_table("me open club club")
    two.sit(table, 1)
    ann = people.come_as(one)
    ann.open(f"/table/{table}")
    expect(ann.hand).to_have_count(12)
    expect(ann.button("ui.table.hint")).to_have_count(0)
    ann.press(ann.button("ui.table.menu"))
    expect(ann.button("ui.table.settings")).to_be_visible()
    expect(ann.button("ui.table.levels")).to_have_count(0)


# ---- hints


def test_a_hint(people: People, server: Server) -> None:
    one = Browser(server)
    table = one.open_table("me club club club")
    ann = people.come_as(one)
    ann.open(f"/table/{table}")
    ann.call()
    ann.until(ann.page.get_by_text(re.compile("^Follow suit")))
    before = one.ask("GET", f"/api/tables/{table}/record").content
    with one.watch(table) as line:
        number, legal = line.view["number"], line.view["legal"]
        ask_for_hint(ann)
        lines = hint_list(ann).get_by_role("listitem")
        expect(lines).to_have_count(len(legal))
        expect(lines.first).to_contain_text(ann.said("ui.table.hint_best"))
        costs = [line.inner_text() for line in lines.all()][1:]
        assert all(re.search(r"costs \d+(\.\d)? points|just as good", text) for text in costs)
        expect(said_aloud(ann)).to_contain_text(re.compile(": best"))
        if any(len(act) == 2 for act in legal):
            expect(advised(ann)).to_have_count(1)
            name = re.sub(", advised$", "", advised(ann).locator(".spoken").first.inner_text())
            assert name in {ann.card(act) for act in legal}
            expect(lines.first).to_contain_text(name)
        ann.page.keyboard.press("Escape")
        expect(hint_list(ann)).to_be_hidden()
        expect(advised(ann)).to_have_count(0)
        ann.page.keyboard.press("a")  # known already
        expect(hint_list(ann)).to_be_visible()
        assert line.view["number"] == number
    with one.watch(table, since=0) as line:
        assert line.view["number"] == number  # nothing of it is in the log
        assert {event["kind"] for event in line.events} == {"dealt", "act"}
    assert one.ask("GET", f"/api/tables/{table}/record").content == before
    ann.play()
    expect(hint_list(ann)).to_be_hidden()


# ---- claims


def laid_out(server: Server) -> tuple[Browser, str]:
    """A deal of Piquet in which Ann can claim the rest, put into the store as if it had come about there."""
    ann, name, rules = Browser(server), new_token()[:12], PIQUET.rules()
    ann.cookie = new_token()
    dealer = next(seed for seed in map("{:032x}".format, itertools.count()) if first_dealer(seed, 2) == 1)
    row = TableRow(name, "piquet", PIQUET.write_rules(rules), None, dealer)
    events = [Event(1, "dealt", data={"seed": CLAIM})]
    events += [Event(number, "act", *act) for number, act in enumerate(acts_before_the_claim(), 2)]
    sitters = [Sitter(0, "Ann", None, hash_of(ann.cookie)), Sitter(1, None, "club", None)]
    with ThreadPoolExecutor(1) as clerk:  # Playwright has an event loop in this thread already
        clerk.submit(asyncio.run, keep(server.data, row, sitters, events)).result()
    return ann, name


def acts_before_the_claim() -> Iterator[tuple[int, str]]:
    rules, bot, chance = PIQUET.rules(), BOTS["simple"]["piquet"], stream(0)
    table, cards = Table(PIQUET, rules, dealer=1), PIQUET.pack(rules)
    table.deal([cards[at] for at in order(CLAIM, len(cards))])
    for _ in range(CLAIM_ACTS):
        turn = table.turn
        act = table.say(bot.act(PIQUET, rules, table.view(turn), turn, chance))
        table.act(turn, act)
        yield turn, act


async def keep(data: Path, row: TableRow, sitters: list[Sitter], events: list[Event]) -> None:
    """Writes a table with its events."""
    store = Store(data)
    await store.open()
    await store.add_table(row, sitters)
    for each in events:
        await store.append(row.id, each)
    await store.close()


def come_to_claim(person: Person, table: str) -> None:
    """Waits at a laid out table until the workers are ready and have looked."""
    person.open(f"/table/{table}")
    person.wait_for_turn()
    ask_for_hint(person)  # then the game is ready
    person.press(person.page.get_by_role("button", name=person.said("ui.table.hint_close")))
    expect(hint_list(person)).to_be_hidden()
    person.page.reload()  # whoever comes anew makes the table look anew
    expect(person.button("ui.table.claim")).to_be_visible(timeout=WARM)


def test_the_rest_is_claimed(people: People, server: Server) -> None:
    one, table = laid_out(server)
    ann = people.come_as(one, motion="fast")
    come_to_claim(ann, table)
    expect(ann.hand).to_have_count(4)
    ann.press(ann.button("ui.table.claim"))
    expect(ann.sheet).to_be_visible()
    record = read_line(one.ask("GET", f"/api/tables/{table}/record").content)
    replay(record)
    own = [act for act in record.deals[0].acts[CLAIM_ACTS:] if act.startswith("0 ")]
    assert len(own) == 4
    assert record.extra["stand_ins"] == [[]]
    winners = [event for event in tricks_of(one, table) if event["code"] == "trick"][-4:]
    assert [event["seat"] for event in winners] == [0, 0, 0, 0]


def tricks_of(one: Browser, table: str) -> list[dict[str, Any]]:
    with one.watch(table) as line:
        return [happening for act in line.view["acts"] for happening in act["happenings"]]


# ---- a page that is older than the server


def test_a_page_that_has_been_renewed_meanwhile_asks_to_be_loaded_again(people: People) -> None:
    ann = people.come()
    ann.open("/")
    expect(ann.play_now_button).to_be_visible()
    table = re.compile(r"/assets/TablePage-.*\.js$")
    ann.page.route(table, lambda route: route.fulfill(status=404, body="{}"))
    ann.press(ann.play_now_button)
    expect(ann.page.get_by_text(ann.said("ui.front.renewed"))).to_be_visible()
    people.complaints.clear()  # the browser has told of the file that is no longer there
    ann.page.unroute(table)
    ann.press(ann.button("ui.front.reload"))
    expect(ann.hand).to_have_count(12)


# ---- every place, for everybody

Tables = dict[str, str]


@pytest.fixture(scope="module")
def standing(server: Server) -> tuple[Browser, Tables]:
    """Ann, and tables of hers only to be looked at: one in the middle of a trick, and one whose rest she can claim."""
    one, claim = laid_out(server)
    table = one.open_table("me master expert beginner")
    with one.watch(table) as line:
        line.until_asked()
        while line.view["state"]["stage"] != 2 or line.view["state"]["trick_size"] == 0:
            line.act()
            line.until_asked()
    return one, {"table": table, "claim": claim}


def at_front(ann: Person, _: Tables) -> None:
    ann.open("/")
    expect(select(ann, "ui.level.bots")).to_be_visible()


def at_form(ann: Person, _: Tables) -> None:
    ann.open("/new/quinto")
    expect(select(ann, "ui.level.bots")).to_be_visible()


def at_hint(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['table']}")
    ask_for_hint(ann)


def at_levels(ann: Person, tables: Tables) -> None:
    ann.open(f"/table/{tables['table']}")
    expect(ann.trick).not_to_have_count(0)
    open_levels(ann)


def at_claim(ann: Person, tables: Tables) -> None:
    come_to_claim(ann, tables["claim"])


PLACES: Final[dict[str, Callable[[Person, Tables], None]]] = {
    "levels-front": at_front,
    "levels-form": at_form,
    "levels-table": at_levels,
    "hint": at_hint,
    "claim": at_claim,
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("ja", "dark")])
def test_axe_finds_nothing(people: People, standing: tuple[Browser, Tables], place: str, language: str, scheme: str) -> None:
    ann = people.come_as(standing[0], language=language, color_scheme=scheme)
    PLACES[place](ann, standing[1])
    assert ann.barriers() == []


@pytest.mark.parametrize("place", ["levels-table", "hint", "claim"])
def test_no_english_is_left_in_japanese(people: People, standing: tuple[Browser, Tables], place: str) -> None:
    hana = people.come_as(standing[0], language="ja")
    PLACES[place](hana, standing[1])
    assert words_in_sight(hana) & foreign_words() == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [WIDE, PORTRAIT, LANDSCAPE], ids=lambda size: f"{size.width}x{size.height}")
def test_screenshots(people: People, standing: tuple[Browser, Tables], size: Size, language: str) -> None:
    ann = people.come_as(standing[0], size=size, language=language)
    for place, go in PLACES.items():
        go(ann, standing[1])
        scrolled: list[int] = ann.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert scrolled[0] <= size.width
        path = SCREENSHOTS / f"{place}-{size.width}x{size.height}-{language}.png"
        path.unlink(missing_ok=True)
        ann.page.screenshot(path=path)
        assert path.stat().st_size > 5000
