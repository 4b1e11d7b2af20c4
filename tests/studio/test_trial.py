"""Files that end the process that reads them: the studio says so, and goes on."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from pliant import ReducedIK
from pliant.errors import FileFormatError
from pliant.io import write_mesh, write_poses
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.opening import trial
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import Source, named_source, uploaded_source
from pliant.studio.opening.trial import check_survived, needs_trial

DYING = (sys.executable, "-c", "import os; os.kill(os.getpid(), 11)")
HANGING = (sys.executable, "-c", "import time; time.sleep(600)")


@pytest.fixture
def rig(tmp_path: Path) -> Path:
    ReducedIK(bar(60, bends=(40.0,))).save(tmp_path / "0123.pliant")
    return tmp_path / "0123.pliant"


def test_a_file_that_ends_its_reader_is_refused_by_its_name(
    rig: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "COMMAND", DYING)
    with pytest.raises(FileFormatError, match=r"mine\.pliant: the process that read it ended"):
        opened(uploaded_source([(rig, "mine.pliant")]), silent)


def test_a_file_that_its_reader_survives_is_opened(rig: Path) -> None:
    assert opened(uploaded_source([(rig, "mine.pliant")]), silent).rig is not None


def test_a_damaged_file_has_the_error_of_its_reader(tmp_path: Path) -> None:
    pytest.importorskip("pxr", reason="USD is an extra")
    (tmp_path / "bad.usda").write_text("#usda 1.0\ndef Mesh {")
    with pytest.raises(FileFormatError, match="USD says"):
        opened(named_source([str(tmp_path / "bad.usda")]), silent)


def test_a_reader_that_hangs_ends_when_the_user_cancels(rig: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "COMMAND", HANGING)
    began = time.monotonic()

    def cancelled(share: float, what: str) -> None:
        if time.monotonic() - began > 0.3:
            raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        check_survived(Source("files", "rig", (str(rig),), ("rig.pliant",)), cancelled)
    assert time.monotonic() - began < 60
    assert threading.active_count() == before


def test_only_what_native_code_reads_is_tried(tmp_path: Path, rig: Path) -> None:
    write_mesh(tmp_path / "plain.obj", bar(60).mesh)
    write_poses(tmp_path / "poses.glb", bar(60))
    (tmp_path / "packed.glb").write_bytes((tmp_path / "poses.glb").read_bytes() + trial.DRACO)
    tried = {name: needs_trial(os.fspath(tmp_path / name), uploaded=True) for name in
             ("plain.obj", "poses.glb", "packed.glb", "a.usdz", "a.abc", rig.name)}  # fmt: skip
    assert tried == {
        "plain.obj": False,
        "poses.glb": False,
        "packed.glb": True,
        "a.usdz": True,
        "a.abc": False,
        rig.name: True,
    }
    assert not needs_trial(os.fspath(rig), uploaded=False)
