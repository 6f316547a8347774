"""People in front of a Chromium: they find everything on the page by what it is called, in their language."""

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from server_process import Browser, Server
from tefuda.words import LANGUAGES, catalogue, sentence

PATIENCE: Final = 20_000  # milliseconds until a test gives up waiting for the page
LOCALES: Final = {"en": "en-GB", "ja": "ja-JP"}
Json = dict[str, Any]

AXE: Final = Path(__file__).parents[1] / "web/node_modules/axe-core/axe.min.js"
AXE_TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

_BUTTON: Final = r'button "(.+?)"'


class Size(NamedTuple):
    """A screen, in CSS pixels."""

    width: int
    height: int
    touch: bool


WIDE: Final = Size(1280, 800, False)
PORTRAIT: Final = Size(390, 844, True)
LANDSCAPE: Final = Size(844, 390, True)
SMALL: Final = Size(360, 640, True)
PHONES: Final = {"portrait": PORTRAIT, "small": SMALL, "landscape": LANDSCAPE}


class Person:
    """One person with a browser of their own."""

    def __init__(self, page: Page, language: str, touch: bool) -> None:
        self.page, self.language, self.touch = page, language, touch

    # ---- words

    def said(self, key: str, **values: object) -> str:
        """The words of the catalogue in this person's language."""
        return sentence(key, self.language, **values)

    def like(self, key: str) -> re.Pattern[str]:
        """Any sentence with the words of a key, whatever stands in its places."""
        return re.compile("^" + re.sub(r"\\\{\w+\\\}", ".+", re.escape(self.said(key))) + "$")

    def card(self, word: str) -> str:
        """A card's name."""
        if word == "X1":
            return self.said("card.joker")
        return self.said("card.name", rank=self.said(f"rank.{word[0]}"), suit=self.said(f"suit.{word[1]}"))

    # ---- what is on the page

    def button(self, key: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=self.said(key), exact=True)

    @property
    def play_now_button(self) -> Locator:
        """The button of the front page that opens a table of Quinto."""
        return self.page.get_by_role("button", name=re.compile(f"^{self.said('ui.front.play')}.*{self.said('game.quinto')}$"))

    @property
    def hand(self) -> Locator:
        """The cards of the own hand."""
        return self.page.get_by_role("list", name=self.like("ui.hand.title")).get_by_role("button")

    @property
    def refused(self) -> Locator:
        """The cards of the hand that the rules refuse now."""
        return self.hand.and_(self.page.get_by_role("button", name=self.like("ui.hand.refused")))

    @property
    def legal(self) -> Locator:
        """The other cards of the hand."""
        suffix = re.escape(self.said("ui.hand.refused", card=""))
        return self.hand.and_(self.page.get_by_role("button", name=re.compile(f"^(?!.*{suffix}$)")))

    @property
    def trick(self) -> Locator:
        """The cards that lie on the table."""
        return self.page.get_by_role("list", name=self.said("ui.table.trick")).get_by_role("listitem")

    @property
    def log(self) -> Locator:
        """The live region that tells the play."""
        return self.page.get_by_role("log", name=self.said("ui.table.log"))

    @property
    def bar(self) -> Locator:
        """The row of controls."""
        return self.page.get_by_role("group", name=self.said("ui.table.actions"))

    @property
    def play_button(self) -> Locator:
        """The button that plays the card raised."""
        return self.bar.get_by_role("button", name=re.compile("^" + self.said("ui.hand.play")))

    @property
    def sheet(self) -> Locator:
        """The score sheet over the table."""
        return self.page.get_by_role("dialog", name=self.said("ui.table.sheet"))

    @property
    def next_deal_button(self) -> Locator:
        """The button under the score sheet that asks for the next deal."""
        return self.sheet.get_by_role("button", name=self.said("ui.table.next_deal"))

    @property
    def table(self) -> str:
        """The name of the table in the address."""
        return self.page.url.rsplit("/", 1)[1]

    def record(self) -> Json:
        """What the server has written down of the table."""
        answer = self.page.request.get(f"/api/tables/{self.table}/record")
        written: Json = answer.json()
        return written

    def held(self) -> list[str]:
        """The cards of the hand by name, in their order; a refused one says so."""
        return re.findall(_BUTTON, self.page.get_by_role("list", name=self.like("ui.hand.title")).aria_snapshot())

    def barriers(self) -> list[Any]:
        """What axe finds on the page that keeps somebody from using it."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[Any] = self.page.evaluate(
            """async (tags) => {
              const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
              return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]);
            }""",
            AXE_TAGS,
        )
        return found

    # ---- what a person does

    def press(self, target: Locator) -> None:
        """A click, or a tap where there is no mouse."""
        if self.touch:
            target.tap()
        else:
            target.click()

    def open(self, path: str) -> None:
        """Goes to an address by hand."""
        self.page.goto(path)
        expect(self.page.get_by_role("heading", level=1)).to_be_attached()

    def play_now(self) -> None:
        """From the front page to cards in hand, by the usual rules, with bots."""
        self.open("/")
        self.press(self.play_now_button)
        expect(self.hand).to_have_count(12)

    def wait_for_turn(self) -> None:
        """Waits until this person is to act."""
        expect(self.page).to_have_title(re.compile("^●"))

    def call(self, call: str = "pass") -> None:
        """Makes the one call of a deal, and waits for the first card to play."""
        self.wait_for_turn()
        self.press(self.button(f"act.{call}"))
        expect(self.play_button).to_be_visible()
        self.wait_for_turn()

    def play(self) -> str:
        """Raises the first card that the rules allow, and plays it; returns its name."""
        self.wait_for_turn()
        held, chosen = self.held(), self.legal.first
        name = _name(chosen)
        self.press(chosen)
        self.press(self.play_button)
        expect(self.hand).to_have_count(len(held) - 1)
        return name

    def play_deal(self) -> None:
        """Plays all cards of the hand; the score sheet comes by itself."""
        for _ in range(self.hand.count()):
            self.play()
        expect(self.sheet).to_be_visible()

    def until(self, locator: Locator) -> None:
        """Plays on until it is this person's turn and there is such a thing on the page. Fails at the end of the deal."""
        self.wait_for_turn()
        while locator.count() == 0:
            self.play()
            self.wait_for_turn()


class People:
    """Opens a browser for each person, and listens to what they complain about."""

    def __init__(self, chromium: Chromium, server: Server) -> None:
        self.chromium, self.server = chromium, server
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def come(self, language: str = "en", size: Size = WIDE, motion: str = "off", **how: Any) -> Person:
        """Somebody with a new browser, who likes cards to move so much (`motion`) and nothing else out of the ordinary."""
        context = self.chromium.new_context(
            base_url=self.server.url,
            locale=LOCALES[language],
            viewport={"width": size.width, "height": size.height},
            has_touch=size.touch,
            is_mobile=size.touch,
            storage_state={"origins": [{"origin": self.server.url, "localStorage": [_settings(motion)]}]},
            **how,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return Person(page, language, size.touch)

    def come_as(self, one: Browser, **how: Any) -> Person:
        """Somebody with the cookie of a person who has been there over HTTP."""
        person = self.come(**how)
        assert one.cookie is not None
        person.page.context.add_cookies([{"name": "tefuda", "value": one.cookie, "url": self.server.url}])
        return person

    def leave(self) -> None:
        """All close their browsers."""
        for context in self.contexts:
            context.close()

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


def _name(button: Locator) -> str:
    return "".join(re.findall(_BUTTON, button.aria_snapshot()))


def _settings(motion: str) -> Any:
    return {"name": "tefuda.settings", "value": f'{{"motion": "{motion}"}}'}


def words_in_sight(person: Person) -> set[str]:
    """Every word in Latin letters on the page, in names and titles too; not a person's name."""
    text: str = person.page.evaluate(
        """() => {
          const all = [...document.body.querySelectorAll('*')];
          const said = all.flatMap((each) => ['aria-label', 'title'].map((name) => each.getAttribute(name) ?? ''));
          const written = all.filter((each) => each.closest('svg, noscript') === null).flatMap((each) => [...each.childNodes]);
          return [document.title, ...said, ...written.filter((node) => node.nodeType === 3).map((node) => node.data)].join(' | ');
        }"""
    )
    return set(re.findall(r"[A-Za-z]{2,}", text)) - {"Ann"}


def foreign_words() -> set[str]:
    """The words in Latin letters that the English catalogue has and the Japanese one has not."""
    english, japanese = (set(re.findall(r"[A-Za-z]{2,}", " ".join(catalogue(each).values()))) for each in LANGUAGES)
    return english - japanese
