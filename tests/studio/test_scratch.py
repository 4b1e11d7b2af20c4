"""The temporary folder of the server: gone with it, after a kill at the next start; never another one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from pliant.studio.server.scratch import LOCK, PREFIX, remove_stale, scratch_folder
from tests.studio.fixtures import Start


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files, for this process and its servers."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_the_folder_goes_with_its_server(temporary: Path) -> None:
    with scratch_folder() as folder:
        (folder / "file").touch()
        assert folder.parent == temporary
    assert list(temporary.iterdir()) == []


def test_a_folder_in_use_stays(temporary: Path) -> None:
    with scratch_folder() as folder:
        remove_stale()
        assert folder.is_dir()


def test_only_folders_that_a_dead_server_had_locked_are_removed(temporary: Path, tmp_path: Path) -> None:
    stale, unknown, other = (temporary / name for name in (f"{PREFIX}stale", f"{PREFIX}unknown", "other"))
    foreign = tmp_path / "foreign"
    for folder in (stale, unknown, other, foreign):
        folder.mkdir()
    for folder in (stale, other, foreign):
        (folder / LOCK).touch()
    (stale / "upload.obj").touch()
    (temporary / f"{PREFIX}link").symlink_to(foreign)
    (temporary / f"{PREFIX}file").touch()
    remove_stale()
    left = {path.name for path in temporary.iterdir()}
    assert left == {f"{PREFIX}unknown", "other", f"{PREFIX}link", f"{PREFIX}file"}
    assert (foreign / LOCK).exists()


def test_what_a_killed_server_left_goes_at_the_next_start(
    temporary: Path, start: Start, tmp_path: Path
) -> None:
    first = start(tmp_path / "state")
    living = start(tmp_path / "state")
    assert len(list(temporary.glob(f"{PREFIX}*"))) == 2
    first.kill()
    assert len(list(temporary.glob(f"{PREFIX}*"))) == 2
    second = start(tmp_path / "state")
    assert len(list(temporary.glob(f"{PREFIX}*"))) == 2
    assert second.interrupt() == 0
    assert living.interrupt() == 0
    assert list(temporary.glob(f"{PREFIX}*")) == []


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have numbers on POSIX only")
def test_a_folder_of_another_user_stays(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stale = temporary / f"{PREFIX}stale"
    stale.mkdir()
    (stale / LOCK).touch()
    with monkeypatch.context() as other:
        other.setattr(os, "getuid", lambda: stale.stat().st_uid + 1)
        remove_stale()
    assert stale.is_dir()
    remove_stale()
    assert not stale.exists()
