"""What a person who looks for a fault is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from cookui import __version__
from cookui.contract.refusal import Code
from cookui.recorder import doctor as module
from cookui.recorder.doctor import doctor, file_system
from cookui.recorder.reading import Reader
from cookui.recorder.recorder import Recorder
from tests.recorder.ledgers import bytes_of, file_of, refused, started


def test_a_sound_ledger(recorder: Recorder, root: Path) -> None:
    started(recorder)
    before = bytes_of(root)
    facts = recorder.doctor()
    assert facts["root"] == str(root)
    assert facts["config"] == {"schemaVersion": 1, "createdBy": "tests"}
    assert (facts["tasks"], facts["broken"], facts["locks"], facts["leftovers"], facts["remarks"]) == (
        1,
        [],
        [],
        [],
        [],
    )
    assert facts["versions"]["cookui"] == __version__
    assert set(facts["versions"]) >= {
        "python",
        "system",
        "textual",
        "pydantic",
        "tinydb",
        "filelock",
        "watchfiles",
    }
    assert facts["fileSystem"]["network"] is False
    assert bytes_of(root) == before


def test_leftovers_are_told_and_swept_by_the_next_task(recorder: Recorder, root: Path) -> None:
    started(recorder)
    tmp = root / ".cook" / "tmp"
    for name in ("0001.json", "0009.json", "notes.txt"):
        (tmp / name).write_text("half")
    facts = recorder.doctor()
    assert [(each["name"], each["task"], each["atWork"]) for each in facts["leftovers"]] == [
        ("0001.json", 1, False),
        ("0009.json", 9, False),
        ("notes.txt", None, False),
    ]
    assert any("temporaries" in remark for remark in facts["remarks"])
    recorder.add("x")
    assert [path.name for path in tmp.iterdir()] == ["notes.txt"]


def test_a_leftover_is_replaced_by_the_next_act_of_its_task(recorder: Recorder, root: Path) -> None:
    started(recorder)
    (root / ".cook" / "tmp" / "0001.json").write_text("half")
    recorder.journal(1, {"kind": "external", "note": "x"})
    assert list((root / ".cook" / "tmp").iterdir()) == []


def test_broken_files_and_configurations_are_told(recorder: Recorder, root: Path) -> None:
    started(recorder)
    file_of(root).write_bytes(b"")
    (root / ".cook" / "config.json").write_bytes(b"{")
    facts = doctor(Reader(root))
    assert facts["config"] is None
    assert [broken["id"] for broken in facts["broken"]] == [1]
    assert any("config.json" in remark for remark in facts["remarks"])


@pytest.mark.parametrize("name", ["tasks", "locks", "tmp"])
def test_a_ledger_without_one_of_its_folders_is_looked_at(recorder: Recorder, root: Path, name: str) -> None:
    started(recorder)
    (root / ".cook" / name).rename(root / "aside")
    facts = recorder.doctor()
    assert any(f"folder {name} is missing" in remark for remark in facts["remarks"])
    assert facts["config"]


def test_a_ledger_of_a_newer_version_is_told(recorder: Recorder, root: Path) -> None:
    (root / ".cook" / "config.json").write_text('{"schemaVersion": 2}')
    assert any("version 2" in remark for remark in recorder.doctor()["remarks"])


def test_no_ledger(tmp_path: Path) -> None:
    refused(Code.NOT_FOUND, lambda: doctor(Reader(tmp_path)))


MOUNTS = """\
21 1 0:20 / / rw,relatime shared:1 - ext4 /dev/root rw
22 21 0:21 / /srv rw - nfs4 server:/srv rw
23 22 0:22 / /srv/fast\\040disk rw master:1 - xfs /dev/b rw
24 21 0:23 / /srvother rw - tmpfs none rw
"""


@pytest.mark.parametrize(
    ("path", "kind", "network"),
    [
        ("/home/x", "ext4", False),
        ("/srv/operations", "nfs4", True),
        ("/srv", "nfs4", True),
        ("/srv/fast disk/x", "xfs", False),
        ("/srvother/x", "tmpfs", False),
        ("/srvotherwise", "ext4", False),
    ],
)
def test_the_file_system_is_that_of_the_nearest_mount(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, kind: str, network: bool
) -> None:
    (tmp_path / "mountinfo").write_text(MOUNTS)
    monkeypatch.setattr(module, "MOUNTS", tmp_path / "mountinfo")
    assert file_system(Path(path)) == {"type": kind, "network": network}


def test_where_the_system_does_not_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOUNTS", tmp_path / "none")
    assert file_system(tmp_path) == {"type": "unknown", "network": False}


def test_a_network_file_system_is_warned_of(
    recorder: Recorder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "file_system", lambda _: {"type": "nfs4", "network": True})
    assert any("nfs4" in remark for remark in recorder.doctor()["remarks"])


def test_chains_are_checked_in_a_ledger_that_is_small_enough(recorder: Recorder, root: Path) -> None:
    started(recorder)
    started(recorder)
    file = file_of(root)
    head, separator, rest = file.read_text().partition('"events"')
    file.write_text(head + separator + rest.replace('"start"', '"stare"'))
    facts = doctor(recorder.reader, check=2)
    assert (facts["tasks"], facts["checked"], [each["id"] for each in facts["broken"]]) == (1, 1, [1])
    for check in (0, 1):
        facts = doctor(recorder.reader, check=check)
        assert (facts["tasks"], facts["checked"], facts["broken"]) == (2, None, [])


def test_a_task_that_goes_while_chains_are_checked_is_none(
    recorder: Recorder, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(recorder)
    cards = recorder.reader.cards()
    monkeypatch.setattr(Reader, "cards", lambda *_: cards)
    file_of(root).unlink()
    facts = doctor(recorder.reader, check=10)
    assert (facts["checked"], facts["broken"], facts["remarks"]) == (0, [], [])
