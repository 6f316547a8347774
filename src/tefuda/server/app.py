"""The web application: HTTP routes, the socket, the built page, and what every answer's headers say."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.requests import HTTPConnection
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import tefuda
from tefuda.games import GAMES
from tefuda.server.guests import Guests
from tefuda.server.lobby import REST, Denied, Lobby, game_info, hash_of, is_token, new_token, seating
from tefuda.server.protocol import BODY_LIMIT, GameInfo, NewTable, Problem, RulesWish, Seating, SitDown, TableInfo
from tefuda.server.room import GRACE, Room
from tefuda.server.store import Conflict, NotStored, Store
from tefuda.server.thinking import Thinking
from tefuda.server.viewer import Viewer

STATIC: Final = Path(tefuda.__file__).parent / "static"
COOKIE: Final = "tefuda"
YEAR: Final = 365 * 24 * 3600  # seconds
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
NOT_BUILT: Final = "The page has not been built yet. Run `make play` in the checkout of Tefuda, then load this page again.\n"
CODES: Final = {404: "no_such_page", 405: "no_such_method"}


def create_app(
    data: Path, *, grace: float = GRACE, rest: float = REST, static: Path = STATIC, guests: Guests | None = None
) -> FastAPI:
    """The application over the tables kept in the folder `data`.

    `grace` is how many seconds a person may be away before a bot stands in, `rest` how many a room without viewers stays in
    memory, `static` the folder of the built page, `guests` the bots of others.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store, thinking = Store(data), Thinking()
        await store.open()
        thinking.start()
        app.state.lobby = Lobby(store, thinking, grace, rest, guests)
        yield
        await app.state.lobby.close()
        await asyncio.to_thread(app.state.lobby.guests.close)
        await thinking.stop()
        await store.close()

    app = FastAPI(
        title="Tefuda", version=version("tefuda"), lifespan=lifespan, openapi_url="/api/openapi.json", docs_url=None, redoc_url=None
    )
    app.include_router(routes)
    app.mount("/", Page(static))
    app.add_middleware(Door)
    for kind, handler in ((Denied, _denied), (NotStored, _not_stored), (RequestValidationError, _garbled), (HTTPException, _other)):
        app.add_exception_handler(kind, handler)
    return app


# ---- HTTP


def _lobby(connection: HTTPConnection) -> Lobby:
    lobby: Lobby = connection.app.state.lobby
    return lobby


def _token(connection: HTTPConnection) -> str | None:
    """The token in the browser's cookie; None if there is none of ours."""
    token = connection.cookies.get(COOKIE, "")
    return token if is_token(token) else None


TheLobby = Annotated[Lobby, Depends(_lobby)]
Token = Annotated[str | None, Depends(_token)]
Since = Annotated[int | None, Query(ge=0)]
routes = APIRouter(prefix="/api", responses={422: {"model": Problem}, "4XX": {"model": Problem}})


@routes.get("/health")
async def health() -> dict[str, Any]:
    """Whether the server answers, and which version it is."""
    return {"ok": True, "version": version("tefuda")}


@routes.get("/games")
async def games(lobby: TheLobby) -> list[GameInfo]:
    """The games that can be played, with their house rules, presets and bots."""
    return [game_info(name, lobby.guests.names) for name in GAMES]


@routes.post("/games/{game}/seating")
async def seating_of(game: str, wish: RulesWish) -> Seating:
    """How many seats house rules ask for and who scores together, as a form asks before it opens a table; 422 for wrong rules."""
    return seating(game, wish)


@routes.post("/tables", status_code=201)
async def open_table(wish: NewTable, lobby: TheLobby, token: Token, request: Request, response: Response) -> TableInfo:
    """Opens a table; a seat that is `me` belongs to the browser that asks."""
    token = token or new_token()
    room = await lobby.open_table(wish, token)
    return _own(room, token, request, response)


@routes.get("/tables/{table}")
async def table(table: str, lobby: TheLobby, token: Token) -> TableInfo:
    """A table as this browser sees it."""
    return _info(await lobby.find(table), token)


@routes.post("/tables/{table}/seats/{seat}")
async def sit_down(
    table: str, seat: int, wish: SitDown, lobby: TheLobby, token: Token, request: Request, response: Response
) -> TableInfo:
    """Takes an open seat for the browser that asks; 409 when somebody was faster."""
    token = token or new_token()
    room = await lobby.sit(table, seat, wish.name, token)
    return _own(room, token, request, response)


@routes.get("/tables/{table}/record", response_class=PlainTextResponse)
async def record(table: str, lobby: TheLobby) -> PlainTextResponse:
    """The record of the finished deals (docs/record.md): one line of JSON."""
    room = await lobby.find(table)
    return PlainTextResponse(room.record() + "\n", media_type="application/jsonl", headers={"Cache-Control": "no-cache"})


def _info(room: Room, token: str | None) -> TableInfo:
    return room.info(room.seat_of(hash_of(token)) if token else None)


def _own(room: Room, token: str, request: Request, response: Response) -> TableInfo:
    """The table for a browser that has just got a seat, with the cookie that proves it from now on."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    return _info(room, token)


# ---- the socket


@routes.websocket("/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str, lobby: TheLobby, token: Token, since: Since = None) -> None:
    """A table as it happens (docs/protocol.md)."""
    try:
        room = await lobby.find(table)
    except Denied as denied:
        await websocket.send_denial_response(JSONResponse(denied.problem.model_dump(), denied.status))
        return
    await websocket.accept()
    viewer = Viewer(hash_of(token) if token else None)
    try:
        await room.enter(viewer, since)
        await viewer.serve(websocket, lambda request: room.answer(viewer, request))
    except (Conflict, NotStored):
        return  # the connection ends, and the page tries again
    finally:
        room.leave(viewer)


# ---- what is not carried out


async def _denied(_request: Request, denied: Any) -> JSONResponse:
    return JSONResponse(denied.problem.model_dump(), denied.status)


async def _not_stored(_request: Request, _error: Any) -> JSONResponse:
    return _problem(503, "not_stored", "the server can't write to its disk now; nothing has happened")


async def _garbled(_request: Request, error: Any) -> JSONResponse:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return _problem(422, "garbled", f"{where}: {first['msg']}")


async def _other(_request: Request, error: Any) -> JSONResponse:
    return _problem(error.status_code, CODES.get(error.status_code, "garbled"), str(error.detail), error.headers)


def _problem(status: int, code: Any, text: str, headers: Any = None) -> JSONResponse:
    return JSONResponse(Problem(code=code, text=text).model_dump(), status, headers)


# ---- the built page


class Page(StaticFiles):
    """The built page: its files, and index.html for every other path, which the page reads itself."""

    def __init__(self, static: Path) -> None:
        super().__init__(directory=static, check_dir=False)
        self.config_checked = True  # the page may be built while the server runs

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file of the page; hashed ones may be kept for a year, the others are asked for again each time."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or path.split("/")[0] in ("api", "assets"):
                raise
            response = await self._index(scope)
        lasting = path.startswith("assets/") and response.status_code in (200, 304)
        response.headers["Cache-Control"] = f"public, max-age={YEAR}, immutable" if lasting else "no-cache"
        return response

    async def _index(self, scope: Scope) -> Response:
        try:
            return await super().get_response("index.html", scope)
        except HTTPException:
            return PlainTextResponse(NOT_BUILT, 503)


class Door:
    """Looks at who knocks: what another site's page asks and bodies too long stay outside. Gives answers their headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in, or answers it here."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        response = _turned_away(scope)
        await (response or self._app)(scope, receive, send_with_headers)


def _turned_away(scope: Scope) -> Response | None:
    headers = Headers(scope=scope)
    changes = scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD", "OPTIONS")
    if changes and not _same_site(headers):
        return _problem(403, "other_site", "this comes from another site's page")
    if scope["type"] == "http" and changes and int(headers.get("content-length", BODY_LIMIT + 1)) > BODY_LIMIT:
        return _problem(413, "too_long", f"a body says its length in Content-Length and has at most {BODY_LIMIT} bytes")
    return None


def _same_site(headers: Headers) -> bool:
    """Whether the request comes from our own page, or from a program that is no browser and so says no origin."""
    origin = headers.get("origin")
    return origin is None or origin.partition("://")[2] == headers.get("host")
