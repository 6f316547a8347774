"""Bots of others: what crosses, what they hear, what a fault costs, and that no process is left behind."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, cast

import pytest
from typer.testing import CliRunner

from misbehaving import FAULTS, FIRST_LEGAL, script
from tefuda import arena, cli
from tefuda.arena import Contest, Duplicate, Fault, Play, difference, duplicates, forfeited, report, win_share
from tefuda.bots import bot_for
from tefuda.bots.foreign import LAST_FAULT, PATIENCE, STARTING, Company, Guest, action_of, check, command_of, heard, question
from tefuda.bots.line import LONGEST, BotFault, Line, written
from tefuda.core import chance
from tefuda.core.game import Game
from tefuda.core.view import cut
from tefuda.games import GAMES
from tefuda.play.record import Record
from tefuda.play.table import replay
from tefuda.sim.deal import worlds
from tefuda.simulate import simulate

BOTS: Final = Path(__file__).parents[1] / "examples" / "bots"
SHELL, PYTHON = f"cmd:{BOTS / 'first.sh'}", f"cmd:{sys.executable} {BOTS / 'highest.py'}"
QUINTO = GAMES["quinto"]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@pytest.fixture(autouse=True)
def _nobody_stays() -> Iterator[None]:
    yield
    arena._send_home()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own to play in; Python finds modules there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contest(bots: str, game: str = "quinto", seed: int = 1, **more: Any) -> Contest:
    return Contest(game, GAMES[game].rules(), tuple(bots.split(",")), seed, **more)


def result(asked: Contest, deals: int, **more: Any) -> dict[str, Any]:
    found = report(asked, deals, duplicates(asked, deals, **more))
    return {name: value for name, value in found.items() if name != "speed"}


def dealt(game: Game, rules: Any, seed: int = 3) -> Any:
    state, pack = game.state(), list(game.pack(rules))
    chance.shuffle(chance.stream(seed), pack, len(pack))
    game.kernel.start(rules, state, 0)
    game.kernel.deal(rules, state, pack)
    return state


# ---- the examples


@every_game
def test_the_example_in_sh_plays_the_first_legal_act_in_every_game(game: Game) -> None:
    state, rules = dealt(game, game.rules()), game.rules()
    seats = range(game.seats(rules))
    company = Company(game, rules, {seat: Guest(SHELL, seat) for seat in seats}, pytest.fail)
    company.dealt()
    while (seat := game.kernel.seat(rules, state)) >= 0:
        buffer = [0] * game.most_legal
        game.kernel.legal(rules, state, buffer)
        before, action = state.copy(), company.ask(seat, cut(state, seat), chance.stream(0))
        assert action == buffer[0]
        game.kernel.play(rules, state, action)
        company.hear(seat, before, action, state)
    company.leave()


@pytest.mark.parametrize(("game", "deals"), [("quinto", 2), ("piquet", 1), ("pitch", 2), ("dasan", 1)])
def test_the_examples_meet_in_an_arena(game: str, deals: int) -> None:
    found = result(contest(f"simple,{SHELL}", game), deals)
    assert found["faults"] == [{"bot": SHELL, "faults": 0, "first": []}]
    assert all(abs(pair["points"]["mean"]) < 1000 for pair in found["pairs"])


def test_a_callable_gets_what_a_process_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BOTS)
    as_process, as_callable = (result(contest(f"simple,{bot}", "pitch"), 3) for bot in (PYTHON, "highest:choose"))
    assert as_process["pairs"][0]["points"] == as_callable["pairs"][0]["points"]
    assert as_callable["faults"] == [{"bot": "highest:choose", "faults": 0, "first": []}]


def test_the_result_is_that_of_the_same_bot_of_ours(here: Path) -> None:
    """The random bot, as a callable that draws from the seed that it is sent: any act, and the same again for the same seed."""
    (here / "mine.py").write_text("import random\ndef choose(view): return random.Random(view['seed']).choice(view['legal'])\n")
    once, again, other = (result(contest("mine:choose,simple", seed=seed), 3) for seed in (1, 1, 2))
    assert once == again
    assert once["pairs"] != other["pairs"]


# ---- what crosses


@every_game
def test_the_line_is_the_same_bytes_whatever_is_hidden(game: Game) -> None:
    rules, state, different = game.rules(), dealt(game, game.rules()), 0
    acts: dict[int, list[dict[str, Any]]] = {seat: [] for seat in range(game.seats(rules))}
    stream, moves = chance.stream(4), 0
    while (seat := game.kernel.seat(rules, state)) >= 0:
        line = written(question(game, rules, cut(state, seat), seat, 0, acts[seat], 5))
        for world in worlds(game, rules, cut(state, seat), seat, 3, moves):
            different += world.hands != state.hands
            assert written(question(game, rules, cut(world, seat), seat, 0, acts[seat], 5)) == line
        before = state.copy()
        action = bot_for("random", game).act(game, rules, cut(state, seat), seat, stream)
        game.kernel.play(rules, state, action)
        for each, told in acts.items():
            told.append(heard(game, rules, before, action, state, seat, each))
        moves += 1
    assert different > 20


def test_what_is_done_in_secret_is_not_heard_by_others() -> None:
    piquet, rules = GAMES["piquet"], GAMES["piquet"].rules()
    state = dealt(piquet, rules)
    while True:
        seat, before = piquet.kernel.seat(rules, state), state.copy()
        action = bot_for("simple", piquet).act(piquet, rules, cut(state, seat), seat, chance.stream(1))
        words = piquet.say(rules, state, action)
        piquet.kernel.play(rules, state, action)
        if words.startswith("discard"):
            break
    own, others = (heard(piquet, rules, before, action, state, seat, ear)["act"] for ear in (seat, 1 - seat))
    assert (own, others) == (words, "discard")


@every_game
def test_every_legal_act_that_is_offered_is_taken(game: Game) -> None:
    rules, state, stream = game.rules(), dealt(game, game.rules(), 8), chance.stream(2)
    while (seat := game.kernel.seat(rules, state)) >= 0:
        view = cut(state, seat)
        offered = question(game, rules, view, seat, 0, [], 0)["legal"]
        buffer = [0] * game.most_legal
        actions = buffer[: game.kernel.legal(rules, state, buffer)]
        assert [action_of(game, rules, view, {"act": words}) for words in offered] == actions
        game.kernel.play(rules, state, bot_for("random", game).act(game, rules, view, seat, stream))


def test_a_bot_hears_every_act_and_the_end_of_each_deal(here: Path) -> None:
    note = f"printf '%s\\n' \"$line\" >> {here}/heard"
    keen = script(here, act=f"{note}; {FIRST_LEGAL}", hello=f"{note}; echo '{{\"version\":1}}'", over=f"{note}; echo '{{}}'")
    (record,) = simulate(QUINTO, QUINTO.rules(), ["random", keen, "random", "random"], 3, 1)
    messages = [json.loads(line) for line in (here / "heard").read_text().splitlines()]
    assert [message["type"] for message in messages if message["type"] != "act"] == ["hello", "over", "over", "over"]
    assert messages[0] == {
        "type": "hello",
        "version": 1,
        "game": "quinto",
        "rules": QUINTO.write_rules(QUINTO.rules()),
        "sides": [[0, 2], [1, 3]],
        "seat": 1,
        "seats": 4,
    }
    ends = [message for message in messages if message["type"] == "over"]
    for number, (end, deal) in enumerate(zip(ends, record.deals, strict=True)):
        assert (end["deal"], end["points"], end["totals"]) == (number, deal.points, deal.totals)
        assert [f"{act['seat']} {act['act']}" for act in end["acts"]] == deal.acts
        asked = [message for message in messages if message["type"] == "act" and message["deal"] == number]
        for message in asked:
            assert message["acts"] == end["acts"][: len(message["acts"])]
        assert len(asked) == sum(act.startswith("1 ") for act in deal.acts)


# ---- the documentation


def test_the_exchange_of_the_documentation_is_what_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = (BOTS / "exchange.jsonl").read_bytes()
    lines, ask = list[bytes](), Line.ask

    def noted(self: Line, message: Any, seconds: float) -> dict[str, Any]:
        answer = ask(self, message, seconds)
        lines.extend([written(message), written(answer)])
        return answer

    monkeypatch.setattr(Line, "ask", noted)
    pitch = GAMES["pitch"]
    (record,) = simulate(pitch, pitch.rules(), ["simple", PYTHON, "simple", "simple"], 1, 1)
    assert b"".join(lines) == kept
    types = [json.loads(line)["type"] for line in kept.splitlines()[::2]]
    assert types == ["hello", *["act"] * sum(act.startswith("1 ") for act in record.deals[0].acts), "over"]


def test_a_process_repeats_the_exchange_of_the_documentation() -> None:
    lines = (BOTS / "exchange.jsonl").read_bytes().splitlines(keepends=True)
    done = subprocess.run(command_of(PYTHON), input=b"".join(lines[::2]), capture_output=True, check=True, timeout=60)
    assert list(map(json.loads, done.stdout.splitlines())) == list(map(json.loads, lines[1::2]))


def test_the_documentation_names_every_field_and_its_examples_are_real() -> None:
    page = (BOTS.parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
    named = {name for row in re.findall(r"^\| (`.*?) \| (?:all|`)", page, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    sent = [json.loads(line) for line in (BOTS / "exchange.jsonl").read_text().splitlines()[::2]]
    assert {field for message in sent for field in message} <= named
    (shell,) = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    assert (BOTS / "first.sh").read_text(encoding="utf-8").endswith(shell)
    (python,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(python, names)
    assert names["choose"]({"legal": ["7C", "AS"]}) == "7C"
    text = " ".join(page.split())
    assert f"After {['no', 'one', 'two', 'three'][LAST_FAULT]} faults" in text
    assert f"has {STARTING:g} seconds" in text
    assert f"after that {PATIENCE:g} for an answer" in text
    assert f"at most {LONGEST:,} bytes" in text
    assert f"counts −{arena.FORFEIT} points" in text


# ---- faults


@pytest.mark.parametrize(("act", "reason"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_told_and_ends_the_process(act: str, reason: str, here: Path) -> None:
    guest, state, rules = Guest(script(here, act), 1, 0.5), dealt(QUINTO, QUINTO.rules()), QUINTO.rules()
    guest.sit(QUINTO, rules)
    guest.greet()
    pid = cast(Any, guest)._line.pid
    with pytest.raises(BotFault) as fault:
        guest.act(cut(state, 1), 0, [], chance.stream(1))
    assert str(fault.value) == reason
    assert guest._line is None
    assert not Path(f"/proc/{pid}").exists()


def test_speaking_without_being_asked_is_a_fault(here: Path) -> None:
    guest, state, rules = Guest(script(here, f"{FIRST_LEGAL}; echo again"), 1), dealt(QUINTO, QUINTO.rules()), QUINTO.rules()
    guest.sit(QUINTO, rules)
    assert guest.act(cut(state, 1), 0, [], chance.stream(1)) >= 0
    time.sleep(0.3)
    with pytest.raises(BotFault, match=r"^spoke without being asked: 'again\\n'$"):
        guest.act(cut(state, 1), 0, [], chance.stream(1))


def test_an_answer_may_come_in_pieces(here: Path) -> None:
    slow = script(here, """printf '{"ac'; sleep 0.1; printf 't":"pa'; sleep 0.1; printf 'ss"}'; sleep 0.1; echo""")
    guest = Guest(slow, 1)
    guest.sit(QUINTO, QUINTO.rules())
    assert QUINTO.say(QUINTO.rules(), None, guest.act(cut(dealt(QUINTO, QUINTO.rules()), 1), 0, [], chance.stream(1))) == "pass"
    guest.leave()


def test_a_bot_that_writes_much_to_standard_error_is_not_held_up(here: Path) -> None:
    guest = Guest(script(here, f"head -c 300000 /dev/zero >&2; {FIRST_LEGAL}"), 1)
    guest.sit(QUINTO, QUINTO.rules())
    for _ in range(3):
        guest.act(cut(dealt(QUINTO, QUINTO.rules()), 1), 0, [], chance.stream(1))
    guest.leave()


def test_a_bot_that_reads_nothing_is_silent(here: Path) -> None:
    line = Line(["sleep", "60"])
    with pytest.raises(BotFault, match=r"^was silent for 0\.3 s$"):
        line.ask({"long": "x" * 1_000_000}, 0.3)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("def choose(view): return 1 / 0", "failed: ZeroDivisionError: division by zero"),
        ("def choose(view): return None", "named no act: {'act': None}"),
        ("def choose(view): return {1}", "failed: TypeError: Object of type set is not JSON serializable"),
        ("def choose(view): raise SystemExit(4)", "ended with exit code 4"),
        ("import time\ndef choose(view): time.sleep(60)", "was silent for 2 s"),
        ("def choose(view):\n    while True: pass", "was silent for 2 s"),
        ("import os\ndef choose(view): os.kill(os.getpid(), 9)", "was ended by signal 9"),
    ],
)
def test_the_faults_of_a_callable(body: str, reason: str, here: Path) -> None:
    (here / "mine.py").write_text(body)
    (faults,) = result(contest("simple,mine:choose", patience=2), 1)["faults"]
    assert faults["faults"] == 2
    assert {fault["reason"] for fault in faults["first"]} == {reason}


def test_what_a_callable_prints_is_no_answer(here: Path) -> None:
    (here / "mine.py").write_text("def choose(view):\n    print('hm')\n    return view['legal'][-1]\n")
    assert result(contest("simple,mine:choose"), 1)["faults"][0]["faults"] == 0


def test_a_class_is_called_for_every_match_and_told_the_ends_of_deals(here: Path) -> None:
    (here / "mine.py").write_text(
        "class Player:\n"
        "    made = 0\n"
        "    def __init__(self):\n"
        "        Player.made += 1\n"
        "        self.calls = []\n"
        "    def __call__(self, view):\n"
        "        self.calls.append(view['deal'])\n"
        "        return view['legal'][0]\n"
        "    def over(self, told):\n"
        "        with open('told', 'a') as file: print(Player.made, self.calls.count(told['deal']), file=file)\n"
    )
    (record,) = simulate(QUINTO, QUINTO.rules(), ["mine:Player", "random", "random", "random"], 2, 1)
    acts = [sum(act.startswith("0 ") for act in deal.acts) for deal in record.deals]
    assert (here / "told").read_text().splitlines() == [f"1 {number}" for number in acts]


# ---- what a fault costs in the arena


def test_a_forfeited_play_is_lost_by_more_than_any_deal() -> None:
    sides, fault = [[0, 2], [1, 3]], Fault(deal="1/0/0", seat=3, reason="was silent")
    ended = Play(points=[0, 0], winners=[], deals=1, fault=fault)
    first = forfeited(ended, sides, [0, 1])
    assert (first.points, first.winners) == ([1000, -1000], [0])
    fair = Play(points=[100, 30], winners=[0], deals=1)
    twice = Duplicate(pair=(0, 1), deal=0, plays=(first, fair), microseconds=([], []))
    assert difference(sides, twice) == (2000 - 70) / 2
    assert win_share(sides, twice) == 0.5


def test_a_bot_at_fault_loses_with_all_its_sides_and_its_partners_in_name_win_nothing() -> None:
    ended = Play(points=[0, 0, 0], winners=[], deals=3, fault=Fault(deal="1/0/2", seat=1, reason="was silent"))
    lost = forfeited(ended, [[0], [1], [2]], [0, 1, 1])
    assert (lost.points, lost.winners) == ([3000, -3000, -3000], [0])
    lone = forfeited(ended, [[0], [1], [2]], [0, 1, 0])
    assert (lone.points, lone.winners) == ([3000, -3000, 3000], [0, 2])


@every_game
def test_no_first_deal_comes_near_to_what_a_forfeit_costs(game: Game) -> None:
    for preset in game.presets:
        rules = game.read_rules(None, preset)
        for record in simulate(game, rules, ["random"] * game.seats(rules), 20, 1, plain=True):
            assert all(abs(points) < arena.FORFEIT / 2 for deal in record.deals for points in deal.points or [])


def test_a_fault_ends_the_play_and_not_the_run(here: Path) -> None:
    """It plays fairly for five acts, and then exits."""
    bad = script(here, f"[ $asked -gt 5 ] && exit 7; {FIRST_LEGAL}")
    found = result(contest(f"simple,{bad}"), 3)
    (pair,), (faults,) = found["pairs"], found["faults"]
    assert pair["points"]["mean"] == 2000  # both plays of every deal: a's side 1000 and b's -1000, twice, over two
    assert pair["wins"]["mean"] == 1
    assert (faults["bot"], faults["faults"]) == (bad, 6)
    assert [(fault["deal"], fault["reason"]) for fault in faults["first"]] == [
        ("1/0/0", "ended with exit code 7"),
        ("1/0/0", "ended with exit code 7"),
        ("1/1/0", "ended with exit code 7"),
    ]
    assert {fault["seat"] % 2 for fault in faults["first"][:2]} == {0, 1}


def test_a_fault_costs_the_match(here: Path) -> None:
    """It plays the first deal of each match and is silent in the second."""
    bad = script(here, f"""case $line in *'"deal":1,'*) sleep 60 ;; esac; {FIRST_LEGAL}""")
    played = list(duplicates(contest(f"random,{bad}", matches=True, patience=0.5), 1))
    for play, (winner, loser) in zip(played[0].plays, ((0, 1), (1, 0)), strict=True):
        assert (play.deals, play.winners) == (2, [winner])
        assert (play.points[winner], play.points[loser]) == (2000, -2000)
        assert play.fault is not None
        assert play.fault.deal == "1/0/1"


def test_jobs_and_a_kept_file_do_not_change_the_result(here: Path) -> None:
    bad = script(here, f"""[ $asked -gt 8 ] && echo oops; {FIRST_LEGAL}""")
    asked = contest(f"random,{bad},simple", "dasan")
    whole = result(asked, 2, out=here / "run.jsonl")
    assert whole["faults"][0]["faults"] > 0
    assert [each["bot"] for each in whole["ratings"]][-1] == bad
    assert result(asked, 2, jobs=2) == whole
    lines = (here / "run.jsonl").read_text().splitlines(keepends=True)
    assert json.loads(lines[0])["bots"] == ["random", bad, "simple"]
    (here / "run.jsonl").write_text("".join(lines[:4]))
    assert result(asked, 2, out=here / "run.jsonl") == whole
    other = contest(f"random,{script(here)},simple", "dasan")
    with pytest.raises(arena.FileError, match="its bots is"):
        result(other, 2, out=here / "run.jsonl")


# ---- at other tables


def refereed(bots: list[str], deals: int, capsys: pytest.CaptureFixture[str]) -> tuple[Record, list[str]]:
    (record,) = simulate(QUINTO, QUINTO.rules(), bots, deals, 1)
    replay(record)
    return record, capsys.readouterr().err.splitlines()


def test_the_club_player_plays_on_until_the_deal_is_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = script(here, f"""echo x >> {here}/asked; case $line in *'"deal":1,'*) exit 9 ;; esac; {FIRST_LEGAL}""")
    record, said = refereed([bad, "simple", "simple", "simple"], 3, capsys)
    assert said == [f"tefuda: bot '{bad}' in seat 0 ended with exit code 9; 'club' plays on until the deal is over"]
    own = [sum(act.startswith("0 ") for act in deal.acts) for deal in record.deals]
    assert len((here / "asked").read_text().splitlines()) == own[0] + 1 + own[2]


def test_after_three_faults_a_bot_does_not_come_back(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = script(here, f"echo x >> {here}/asked; exit 9")
    record, said = refereed(["simple", bad, "simple", "simple"], 5, capsys)
    assert len(record.deals) > LAST_FAULT
    assert len((here / "asked").read_text().splitlines()) == LAST_FAULT
    assert [line.rpartition(" until ")[2] for line in said] == ["the deal is over", "the deal is over", "the match is over"]


def test_a_person_plays_against_a_bot_of_others_in_the_terminal(here: Path) -> None:
    answers = "\n".join(["pass", "q"])
    words = ["play", "quinto", "--bots", f"simple,{script(here, 'exit 9')}", "--seed", "a"]
    done = CliRunner().invoke(cli.app, words, input=answers, env={"COLUMNS": "300", "NO_COLOR": "1"})
    assert done.exit_code == 0
    assert "ended with exit code 9; 'club' plays on" in done.stdout


# ---- names


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cmd:", "'cmd:' names no command"),
        ("cmd:/no/such/bot", "bot 'cmd:/no/such/bot' can't be started: No such file or directory"),
        ("cmd:sh -c 'exit 2'", "bot 'cmd:sh -c 'exit 2'' ended with exit code 2"),
        ("cmd:sh -c 'read line; echo {}'", "bot 'cmd:sh -c 'read line; echo {}'' speaks version None, not 1"),
        ("no_such_module:choose", "ended with exit code 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("json:no_such", "AttributeError: module 'json' has no attribute 'no_such'"),
        ("a b:c", "'a b:c' is neither cmd:COMMAND nor MODULE:NAME"),
    ],
)
def test_a_bot_that_does_not_answer_is_told_before_anything_is_played(name: str, reason: str) -> None:
    with pytest.raises(ValueError) as wrong:
        check(name, QUINTO)
    assert reason in str(wrong.value)
    done = CliRunner().invoke(cli.app, ["arena", "quinto", "--bots", f"simple,{name}", "--deals", "100"], env={"COLUMNS": "300"})
    assert done.exit_code == 1
    assert " ".join(reason.split()) in " ".join(done.stderr.split())


def test_a_command_is_split_as_a_shell_would() -> None:
    assert command_of("cmd:./my.sh --level 'very high'") == ["./my.sh", "--level", "very high"]


def test_the_command_prints_faults(here: Path) -> None:
    bad = script(here, "exit 5")
    words = ["arena", "quinto", "--bots", f"random,{bad}", "--deals", "1", "--markdown"]
    done = CliRunner().invoke(cli.app, words, env={"COLUMNS": "300"})
    tables = done.stdout.strip().split("\n\n")
    assert tables[1].splitlines()[0] == "| game | bot | deals lost by faults | the first of them |"
    assert "| 2 | deal 1/0/0, seat " in tables[1]
    assert "ended with exit code 5" in tables[1]


# ---- no process is left behind


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes through /proc")


def ended(pid: int) -> bool:
    """Whether a process that is not ours to wait for runs no more within some seconds."""
    for _ in range(200):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


@needs_proc
def test_what_a_bot_has_started_ends_with_it(here: Path) -> None:
    guest = Guest(script(here, hello=f"sleep 100 & echo $! > {here}/child; echo '{{\"version\":1}}'"), 0)
    guest.sit(QUINTO, QUINTO.rules())
    guest.greet()
    child = int((here / "child").read_text())
    assert Path(f"/proc/{child}").exists()
    guest.leave()
    assert ended(child)


@needs_proc
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_no_bot_outlives_the_command(how: signal.Signals, here: Path) -> None:
    stuck = script(here, act=f"echo $$ > {here}/pid.new; mv {here}/pid.new {here}/pid; trap '' TERM INT HUP PIPE; sleep 100")
    words = [sys.executable, "-m", "tefuda", "arena", "quinto", "--bots", f"random,{stuck}", "--deals", "100", "--patience", "100"]
    words = ["env", "--default-signal=INT", *words]  # whoever runs the tests in the background has it ignored
    command = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (here / "pid").exists():
        assert command.poll() is None
        time.sleep(0.05)
    pid = int((here / "pid").read_text())
    command.send_signal(how)
    command.wait(20)
    assert ended(pid)
