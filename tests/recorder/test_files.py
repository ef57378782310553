"""Only the owner's own plain files are believed, nothing leads out of the ledger, and nothing in it is open
to others."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cookui.contract.refusal import Code
from cookui.recorder.files import Disk
from cookui.recorder.reading import Broken, Reader
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import (
    CHEF,
    Clock,
    Hurried,
    bytes_of,
    file_of,
    finished,
    pending,
    refused,
    started,
    tasks_of,
)

NOTE = {"kind": "external", "note": "x"}


@pytest.fixture
def path(recorder: Recorder, root: Path) -> Path:
    task_id = started(recorder)
    started(recorder, "another")
    return file_of(root, task_id)


def symbolic(path: Path) -> None:
    path.rename(path.with_suffix(".aside"))
    path.symlink_to(path.with_suffix(".aside"))


def dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("/nowhere/at/all")


def hard(path: Path) -> None:
    os.link(path, path.parent.parent / "second-name")


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path, 0o600)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir(0o700)


def unix_socket(path: Path) -> None:
    path.unlink()
    here = Path.cwd()
    os.chdir(path.parent)  # the whole path is too long for a socket's name
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(here)


def group_writable(path: Path) -> None:
    path.chmod(0o660)


def world_writable(path: Path) -> None:
    path.chmod(0o602)


PLANTED = [symbolic, dangling, hard, pipe, folder, unix_socket, group_writable, world_writable]


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_a_task_file_that_cannot_be_trusted(
    recorder: Recorder, root: Path, path: Path, plant: Callable[[Path], None]
) -> None:
    """It is shown as broken, blocks nobody, is not acted on, and the other task goes on."""
    plant(path)
    by_id = {card.id if isinstance(card, Broken) else card["id"]: card for card in Reader(root).cards()}
    assert isinstance(by_id[1], Broken)
    assert path.name in by_id[1].reason
    assert not isinstance(by_id[2], Broken)
    fresh = Recorder.open(root, disk=Hurried())
    for act in (lambda: fresh.journal(1, NOTE), lambda: fresh.get(1), lambda: fresh.reader.task(1)):
        assert refused(Code.LEDGER_CORRUPT, act).details["file"] == path.name
    fresh.journal(2, NOTE)
    assert any(problem.task == 1 and problem.file == path.name for problem in fresh.validate())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_a_task_file_of_another_user(recorder: Recorder, root: Path, path: Path) -> None:
    os.chown(path, 1234, -1)
    [card, _] = Reader(root).cards()
    assert isinstance(card, Broken)
    assert "another user" in card.reason
    refused(Code.LEDGER_CORRUPT, lambda: recorder.journal(1, NOTE))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_ledger_of_another_user(recorder: Recorder, root: Path, path: Path) -> None:
    os.chown(root / ".cook", 1234, -1)
    refused(Code.LEDGER_CORRUPT, Reader(root).cards)
    refused(Code.LEDGER_CORRUPT, lambda: recorder.journal(1, NOTE))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a device")
def test_a_device_in_the_place_of_a_task(recorder: Recorder, root: Path, path: Path) -> None:
    path.unlink()
    os.mknod(path, 0o600 | stat.S_IFCHR, os.makedev(1, 5))  # /dev/zero, which never ends
    assert isinstance(Reader(root).cards()[0], Broken)
    refused(Code.LEDGER_CORRUPT, lambda: recorder.journal(1, NOTE))


def test_a_task_file_without_an_end_is_not_read(recorder: Recorder, root: Path, path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(1 << 40)
    assert refused(Code.TOO_LARGE, lambda: recorder.get(1)).details["bytes"] == 1 << 40
    assert isinstance(Reader(root).cards()[0], dict)
    assert [problem.task for problem in Recorder.open(root).validate()] == [1]


@pytest.mark.parametrize("name", [".cook", ".cook/tasks", ".cook/locks", ".cook/tmp"])
@pytest.mark.parametrize("plant", ["link", "file", "writable"])
def test_a_folder_that_cannot_be_trusted(
    recorder: Recorder, root: Path, path: Path, tmp_path: Path, name: str, plant: str
) -> None:
    place, aside = root / name, tmp_path / "aside"
    if plant == "writable":
        place.chmod(0o770)
    else:
        place.rename(aside)
        place.symlink_to(aside) if plant == "link" else place.write_text("x")
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    refused(Code.LEDGER_CORRUPT, lambda: Recorder(root).journal(1, NOTE))
    refused(Code.LEDGER_CORRUPT, lambda: Recorder(root).add("x"))
    refused(Code.LEDGER_CORRUPT, lambda: Recorder.init(root, created_by="tests"))
    assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before


@pytest.mark.parametrize("name", ["tasks", "locks", "tmp"])
def test_a_missing_folder_is_named_and_made_again_by_init(
    recorder: Recorder, root: Path, path: Path, name: str
) -> None:
    (root / ".cook" / name).rename(root / "aside")
    assert refused(Code.LEDGER_CORRUPT, lambda: recorder.add("x")).details["file"] == name
    Recorder.init(root, created_by="tests")
    recorder.add("x")


@pytest.mark.parametrize("plant", [symbolic, hard, pipe, folder], ids=lambda plant: plant.__name__)
def test_a_lock_file_that_cannot_be_trusted(
    recorder: Recorder, root: Path, path: Path, plant: Callable[[Path], None]
) -> None:
    """A lock that leads elsewhere would have a stranger's file written."""
    plant(root / ".cook" / "locks" / "0001.lock")
    before = bytes_of(root)
    refused(Code.LEDGER_CORRUPT, lambda: recorder.journal(1, NOTE)) if plant is not folder else refused(
        Code.IO, lambda: recorder.journal(1, NOTE)
    )
    assert bytes_of(root) == before
    recorder.journal(2, NOTE)


def test_a_temporary_planted_as_a_link_is_not_written_through(
    recorder: Recorder, root: Path, path: Path, tmp_path: Path
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    (root / ".cook" / "tmp" / "0001.json").symlink_to(victim)
    recorder.journal(1, NOTE)
    assert victim.read_text() == "untouched"
    assert not path.is_symlink()


def test_a_root_reached_through_a_link_is_fine(
    recorder: Recorder, root: Path, path: Path, tmp_path: Path
) -> None:
    (tmp_path / "link").symlink_to(root)
    Recorder.open(tmp_path / "link").journal(1, NOTE)


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[int]:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


def modes(root: Path) -> dict[str, int]:
    cook = root / ".cook"
    return {
        str(each.relative_to(root)): stat.S_IMODE(each.stat().st_mode) for each in [cook, *cook.rglob("*")]
    }


def test_everything_is_private_whatever_the_umask(tmp_path: Path, umask: int) -> None:
    os.umask(0o022)
    root = tmp_path / "operations"
    root.mkdir()
    os.umask(umask)
    recorder = Recorder.init(root, created_by="tests", clock=Clock(), disk=Hurried())
    finished(recorder)
    os.umask(0o022)
    for name, mode in modes(root).items():
        assert mode == (0o700 if (root / name).is_dir() else 0o600), name


def test_what_others_can_read_is_read_and_made_private_by_the_next_act(
    recorder: Recorder, root: Path, path: Path
) -> None:
    for each in [root / ".cook", *(root / ".cook").rglob("*")]:
        each.chmod(0o755 if each.is_dir() else 0o644)
    assert len(Reader(root).cards()) == 2
    assert any("Other users can read" in remark for remark in recorder.doctor()["remarks"])
    recorder.journal(1, NOTE)
    found = modes(root)
    assert {found[name] for name in (".cook", ".cook/tasks", ".cook/locks", ".cook/tmp")} == {0o700}
    assert found[f".cook/tasks/{path.name}"] == 0o600


def test_a_ledger_is_not_shared_by_accident(recorder: Recorder, root: Path) -> None:
    assert (root / ".cook" / ".gitignore").read_text().splitlines()[-1] == "*"


def test_no_descriptor_is_left_open(recorder: Recorder, root: Path) -> None:
    def count() -> int:
        return len(list(Path("/dev/fd").iterdir()))

    task_id = pending(recorder)
    before = count()
    recorder.approve(task_id, CHEF)
    refused(Code.APPROVAL_GRANTED, lambda: recorder.approve(task_id, CHEF))
    refused(Code.NOT_FOUND, lambda: recorder.get(7))
    recorder.add("x")
    recorder.tasks()
    recorder.validate()
    recorder.doctor()
    file_of(root).write_bytes(b"")
    recorder.tasks()
    refused(Code.LEDGER_CORRUPT, lambda: recorder.get(task_id))
    assert count() == before


class Confined(Disk):
    """Notes every name that is opened relative to a descriptor, and every path that is not."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.names: set[str] = set()

    def open(self, path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:  # type: ignore[override]
        (self.paths if dir_fd is None else self.names).add(path)
        return os.open(path, flags, mode, dir_fd=dir_fd)


def test_below_the_ledger_everything_is_named_by_one_component(
    recorder: Recorder, root: Path, path: Path
) -> None:
    disk = Confined()
    watched = Recorder.open(root, disk=disk)
    watched.journal(1, NOTE)
    watched.add("x")
    watched.tasks()
    watched.validate()
    assert disk.paths == {str(root / ".cook")}
    assert path.name in disk.names
    assert all("/" not in name and name not in ("", ".", "..") for name in disk.names)


def test_files_that_come_and_go_between_listing_and_opening(
    recorder: Recorder, root: Path, path: Path
) -> None:
    class Vanishing(Disk):
        @staticmethod
        def listdir(descriptor: int) -> list[str]:
            return [*os.listdir(descriptor), "0009-gone.json"]

    assert len(Reader(root, disk=Vanishing()).cards()) == 2
    assert tasks_of(root).is_dir()
