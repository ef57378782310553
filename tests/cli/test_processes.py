"""`cook` as separate processes: waiting, watching, pipes that close, signals, races, and what is loaded."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cookui.cli import examples, status
from tests.cli.cook import Cook
from tests.terminal.home import BIN, environment
from tests.waiting import wait_until

GRANT = ("approve", 1, "Chef")


class Processes:
    """Starts `cook` processes on one ledger.

    Args:
        root: the ledger.
        home: a home for them.
    """

    def __init__(self, root: Path, home: Path) -> None:
        self.environment = environment(home, COOK_ROOT=str(root))
        self._started: list[subprocess.Popen[str]] = []

    def __call__(self, *words: object) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [str(BIN / "cook"), *map(str, words)],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._started.append(process)
        return process

    def close(self) -> None:
        for process in self._started:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def processes(cook: Cook, tmp_path: Path) -> Iterator[Processes]:
    processes = Processes(cook.root, tmp_path / "home")
    yield processes
    processes.close()


def is_watching(process: subprocess.Popen[str]) -> bool:
    """Whether the process has opened its watch on the ledger, as the kernel tells."""
    assert process.poll() is None, process.communicate()
    if not Path("/proc/self/fd").exists():
        pytest.skip("this system does not tell what a process has opened")
    opened = []
    for descriptor in Path(f"/proc/{process.pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed since it was listed
            opened.append(str(descriptor.readlink()))
    return any("inotify" in name for name in opened)


def sleeping(process: subprocess.Popen[str]) -> subprocess.Popen[str]:
    """The process, once it waits for news; it looks again after that, so nothing hangs on the moment."""
    wait_until(lambda: is_watching(process))
    return process


# --- wait


@pytest.mark.parametrize(
    ("until", "act"),
    [
        ("granted", GRANT),
        ("declined", ("decline", 1, "Chef", "--reason", "no")),
        ("plan", ("decline", 1, "Chef", "--reason", "no")),
        ("capture", ("decline", 1, "Chef", "--reason", "no", "--to", "capture")),
    ],
)
def test_wait_returns_when_it_becomes_so(
    asking: Cook, processes: Processes, until: str, act: tuple[object, ...]
) -> None:
    waiting = sleeping(processes("wait", 1, "--until", until, "--json"))
    asking.ok(*act)
    out, err = waiting.communicate(timeout=30)
    assert waiting.returncode == 0, err
    answer = json.loads(out)
    assert (answer["id"], answer["until"]) == (1, until)
    assert answer["seq"] == answer["card"]["seq"] == asking("events", 1, "--json").json["events"][-1]["seq"]


def test_wait_sees_an_answer(forked: Cook, processes: Processes) -> None:
    waiting = sleeping(processes("wait", 1, "--until", "answered"))
    forked.ok("answer", 1, "Chef", examples.ESCALATION["escalation"]["options"][0])
    assert waiting.wait(timeout=30) == 0


def test_wait_sees_the_end_through_several_acts(executed: Cook, processes: Processes) -> None:
    waiting = sleeping(processes("wait", 1, "--until", "done"))
    executed.record("verify", 1, "ver-1", examples.VERIFY_PASS)
    executed.record("audit", 1, "aud-1", examples.AUDIT)
    assert waiting.wait(timeout=30) == 0


def test_wait_does_not_miss_what_came_and_went(asking: Cook, processes: Processes) -> None:
    """Stopped while the grant is given and used: what it sees next is a task at verify."""
    waiting = sleeping(processes("wait", 1, "--until", "granted"))
    waiting.send_signal(signal.SIGSTOP)
    asking.ok(*GRANT)
    asking.record("execute", 1, "exec-2", examples.EXECUTED)
    asking.record("verify", 1, "ver-1", examples.VERIFY_PASS)
    waiting.send_signal(signal.SIGCONT)
    assert waiting.wait(timeout=30) == 0


@pytest.mark.parametrize("until", ["granted", "verify"])
def test_what_is_so_already_is_told_at_once(executed: Cook, until: str) -> None:
    assert executed.ok("wait", 1, "--until", until, "--timeout", 0)


def test_a_wait_that_takes_too_long_has_a_status_of_its_own(asking: Cook) -> None:
    answer = asking("wait", 1, "--until", "granted", "--timeout", "0.05", "--json")
    assert answer.status == status.WAIT_TIMEOUT
    assert answer.error["code"] == "timeout"
    assert answer.error["remedy"]
    assert asking("wait", 1, "--until", "granted", "--timeout", 0).status == status.WAIT_TIMEOUT


@pytest.mark.parametrize(
    ("until", "act", "code"),
    [
        ("granted", ("decline", 1, "Chef", "--reason", "not today"), "approval-none-pending"),
        ("granted", ("abandon", 1, "Chef", "--reason", "no"), "status"),
        ("declined", GRANT, "approval-granted"),
        ("done", ("abandon", 1, "Chef", "--reason", "no"), "status"),
        ("granted", ("record", "execute", 1, "exec-2", examples.KICKBACK), "approval-none-pending"),
    ],
)
def test_wait_gives_up_on_what_can_never_be(
    asking: Cook, processes: Processes, until: str, act: tuple[object, ...], code: str
) -> None:
    waiting = sleeping(processes("wait", 1, "--until", until, "--json"))
    asking.ok(*(asking.file(word) if isinstance(word, dict) else word for word in act))
    _, err = waiting.communicate(timeout=30)
    assert waiting.returncode == status.REFUSED
    error = json.loads(err)["error"]
    assert error["code"] == code
    assert error["remedy"]
    assert asking.refused("wait", 1, "--until", until)["code"] == code


def test_a_grant_that_was_kicked_back_is_no_grant_any_more(asking: Cook) -> None:
    asking.ok(*GRANT)
    asking.record("execute", 1, "exec-2", examples.KICKBACK)
    error = asking.refused("wait", 1, "--until", "granted")
    assert "granted by Chef, and then kicked back" in error["sentence"]


@pytest.mark.parametrize("until", ["granted", "declined"])
def test_under_another_plan_the_next_request_is_waited_for(
    asking: Cook, processes: Processes, until: str
) -> None:
    """A decline is the last word until somebody plans again; what is asked then is another matter."""
    asking.ok("decline", 1, "Chef", "--reason", "too early")
    asking.record("plan", 1, "planner-1", examples.PLAN)
    waiting = sleeping(processes("wait", 1, "--until", until))
    asking.record("execute", 1, "exec-3", examples.APPROVAL_REQUIRED)
    assert waiting.poll() is None
    asking.ok(*(GRANT if until == "granted" else ("decline", 1, "Chef", "--reason", "no")))
    assert waiting.wait(timeout=30) == 0


def test_wait_goes_on_over_a_block_and_a_newer_request(asking: Cook, processes: Processes) -> None:
    waiting = sleeping(processes("wait", 1, "--until", "granted"))
    asking.ok("block", 1, "Chef", "--reason", "freeze")
    asking.ok("unblock", 1, "Chef")
    asking.record("execute", 1, "exec-9", examples.APPROVAL_REQUIRED)
    assert waiting.poll() is None
    asking.ok(*GRANT)
    assert waiting.wait(timeout=30) == 0


def test_wait_sees_a_task_break(asking: Cook, processes: Processes) -> None:
    waiting = sleeping(processes("wait", 1, "--until", "granted"))
    (path,) = (asking.root / ".cook" / "tasks").iterdir()
    path.write_bytes(b"{}")
    assert waiting.wait(timeout=30) == status.BROKEN_LEDGER


# --- watch


def lines_of(process: subprocess.Popen[str], count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline() for _ in range(count)]


def test_watch_prints_a_line_an_event_over_all_tasks(cook: Cook, processes: Processes) -> None:
    cook.ok("add", "Before")
    watching = sleeping(processes("watch", "--json"))
    for number in range(2, 12):
        cook.ok("add", f"Task {number}")
        cook.ok("start", number)
    told = [json.loads(line) for line in lines_of(watching, 20)]
    seen = sorted((line["id"], line["event"]["seq"]) for line in told)
    assert seen == [(number, seq) for number in range(2, 12) for seq in (0, 1)]
    watching.send_signal(signal.SIGINT)
    watching.wait(timeout=30)
    assert watching.returncode == status.INTERRUPTED


def test_watch_loses_nothing_while_it_is_stopped(cook: Cook, processes: Processes) -> None:
    cook.ok("add", "Drain the queue")
    watching = sleeping(processes("watch", "--json"))
    watching.send_signal(signal.SIGSTOP)
    for number in range(30):
        cook.ok("journal", 1, "external", f"note {number}")
    watching.send_signal(signal.SIGCONT)
    told = [json.loads(line)["event"] for line in lines_of(watching, 30)]
    assert [event["seq"] for event in told] == list(range(1, 31))


def test_watch_can_tell_from_the_beginning(asking: Cook, processes: Processes) -> None:
    watching = processes("watch", "--all")
    told = lines_of(watching, 4)
    assert [line.split("  ")[2] for line in told] == ["add", "start", "record", "record"]
    assert "execute: approval-required" in told[3]


def test_watch_tells_of_a_broken_task_once_and_goes_on(asking: Cook, processes: Processes) -> None:
    asking.ok("add", "Drain the queue")
    watching = sleeping(processes("watch"))
    (path,) = (asking.root / ".cook" / "tasks").glob("0001-*")
    path.write_bytes(b"{}")
    assert watching.stderr is not None
    assert path.name in watching.stderr.readline()
    asking.ok("start", 2)
    assert "#2" in lines_of(watching, 1)[0]


# --- streams and signals


def shell(processes: Processes, script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script],
        env=processes.environment,
        capture_output=True,
        text=True,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


def test_a_reader_that_leaves_early_is_no_error(cook: Cook, processes: Processes) -> None:
    for number in range(40):
        cook.ok("add", f"Task {number} " + "x" * 3000)
    done = shell(
        processes,
        "cook ls | head -1; echo ${PIPESTATUS[0]};"
        "cook ls --json | head -c 5 >/dev/null; echo ${PIPESTATUS[0]}",
    )
    first, *statuses = done.stdout.splitlines()
    assert first.startswith("id")
    assert set(statuses) <= {"0", str(status.READER_GONE)}
    assert str(status.READER_GONE) in statuses
    assert done.stderr == ""


def test_a_full_disk_under_the_answer_is_told(asking: Cook, processes: Processes) -> None:
    done = shell(processes, "cook ls > /dev/full")
    assert done.returncode == status.FAILED
    assert "No space left" in done.stderr
    assert "cook: internal" in done.stderr
    assert shell(processes, "cook nonsense 2> /dev/full").returncode != 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_trouble(asking: Cook, processes: Processes, closed: str) -> None:
    assert shell(processes, f"cook ls {closed}").returncode == 0
    assert shell(processes, f"cook show 9 {closed}").returncode == status.REFUSED
    done = shell(processes, f"cook journal 1 external note {closed}")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_terminal_that_knows_ascii_only_gets_ascii(cook: Cook, processes: Processes) -> None:
    cook.ok("add", "Zürich \u202e \\ 漢")
    for words in ("ls", "show 1", "why 1", "events 1", "add ü", "show x", "pending"):
        done = shell(processes, f"PYTHONIOENCODING=ascii cook {words}")
        assert done.stdout.isascii()
        assert done.stderr.isascii()
        assert "Traceback" not in done.stderr
    assert "Z\\xfcrich \\u202e \\\\ \\u6f22" in shell(processes, "PYTHONIOENCODING=ascii cook ls").stdout


def test_a_folder_that_is_gone_is_no_root(cook: Cook, processes: Processes, tmp_path: Path) -> None:
    gone = f"mkdir {tmp_path}/gone && cd {tmp_path}/gone && rmdir {tmp_path}/gone && unset COOK_ROOT"
    done = shell(processes, f"{gone} && cook ls")
    assert done.returncode == status.REFUSED
    assert done.stderr.startswith("cook: io: ")


def test_words_that_are_no_utf_8_are_refused(cook: Cook, processes: Processes) -> None:
    done = shell(processes, "cook add $'\\xff\\xfe'")
    assert done.returncode == status.REFUSED
    assert done.stderr.startswith("cook: text: ")
    assert "Traceback" not in done.stderr


def test_an_interrupted_act_is_recorded_whole_or_not_at_all(cook: Cook, processes: Processes) -> None:
    for number in range(12):
        process = processes("add", f"Task {number}")
        wait_until(
            lambda process=process: process.poll() is not None or Path(f"/proc/{process.pid}/maps").exists()
        )
        process.send_signal(signal.SIGINT if number % 2 else signal.SIGTERM)
        process.wait(timeout=30)
        assert process.returncode in (0, status.INTERRUPTED, -signal.SIGTERM, -signal.SIGINT)
    assert cook("validate").status == 0


# --- races


def test_of_many_grants_at_once_one_is_recorded(asking: Cook, processes: Processes) -> None:
    racing = [processes("approve", 1, f"Chef {number}", "--json") for number in range(6)]
    ended = [(process, *process.communicate(timeout=60)) for process in racing]
    assert sorted(process.returncode for process, _, _ in ended) == [0, 1, 1, 1, 1, 1]
    (grant,) = asking.document(1)["approvals"]
    for process, _, err in ended:
        if process.returncode:
            error = json.loads(err)["error"]
            assert error["code"] == "approval-granted"
            assert grant["grantedBy"] in error["sentence"]
    assert asking("validate").status == 0


def test_many_adders_get_ids_of_their_own(cook: Cook, processes: Processes) -> None:
    racing = [processes("add", "The same title") for _ in range(6)]
    ids = sorted(int(process.communicate(timeout=60)[0]) for process in racing)
    assert ids == [1, 2, 3, 4, 5, 6]
    assert cook("validate").status == 0


def test_an_operation_played_by_processes_alone(cook: Cook, processes: Processes, tmp_path: Path) -> None:
    """As a script does it: one process an act, and one that waits for the operator."""
    returns = {
        "plan": examples.PLAN | {"auditRequired": False},
        "ask": examples.APPROVAL_REQUIRED,
        "done": examples.EXECUTED,
        "pass": examples.VERIFY_PASS,
    }
    for name, handed_in in returns.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(handed_in))
    script = f"""
    set -euo pipefail
    cd {tmp_path}
    id=$(cook add "Rotate the certificate")
    cook start "$id"
    cook record plan "$id" planner-1 - < plan.json
    cook record execute "$id" exec-1 ask.json
    (seen=$(cook pending --json)
     n=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["asks"][0]["request"]["id"])' "$seen")
     hex=$(python3 -c 'import json,sys; print(json.loads(sys.argv[1])["asks"][0]["sha256"])' "$seen")
     cook approve "$id" Chef --request "$n" --sha256 "$hex") &
    cook wait "$id" --until granted --timeout 30
    wait
    cook record execute "$id" exec-2 done.json
    cook record verify "$id" ver-1 pass.json
    cook wait "$id" --until done --timeout 5
    cook validate
    """
    done = shell(processes, script)
    assert done.returncode == 0, done.stderr
    assert cook.document(1)["status"] == "done"


# --- what is loaded

HEAVY = {"textual", "rich", "pydantic", "filelock", "tinydb", "watchfiles", "asyncio", "importlib.metadata"}


@pytest.mark.parametrize(
    "words",
    [
        "ls",
        "status",
        "show 1",
        "pending",
        "snapshot --json",
        "why 1",
        "events 1",
        "ready",
        "claims",
        "help",
        "help record",
        "--version",
        "show 99",
        "nonsense",
    ],
)
def test_a_verb_that_reads_loads_nothing_heavy(asking: Cook, processes: Processes, words: str) -> None:
    loaded = loaded_by(processes, words)
    assert "cookui.cli.main" in loaded
    assert loaded & HEAVY == set()


def test_an_act_loads_no_toolkit_and_a_wait_that_is_so_no_feed(executed: Cook, processes: Processes) -> None:
    acting = loaded_by(processes, "journal 1 external x")
    assert "pydantic" in acting
    assert acting & {"textual", "rich", "watchfiles"} == set()
    assert loaded_by(processes, "wait 1 --until granted") & HEAVY == set()


def loaded_by(processes: Processes, words: str) -> set[str]:
    """The modules of a fresh interpreter after one call."""
    source = [
        "import sys",
        "from cookui.cli.main import main",
        f"main({words.split()!r})",
        "print(*sys.modules, sep='\\n', file=sys.stderr)",
    ]
    done = subprocess.run(
        [str(BIN / "python"), "-c", "\n".join(source)],
        env=processes.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines())
