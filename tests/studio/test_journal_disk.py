"""A journal on a full disk: what is told, and that nothing is missing once there is room again."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pliant.studio.session import journal_file
from pliant.studio.session.journal import RETRY_EVERY, Journal
from pliant.studio.wire.messages import Commit, Kept
from tests.studio.test_journal import FIRST, SOURCE, moved, read


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.flush()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    journal.step("Move", moved(1.0))
    journal.flush()
    assert journal.failure is not None
    assert "No space left" in journal.failure
    monkeypatch.undo()
    journal.close()


@contextmanager
def full_disk(patch: pytest.MonkeyPatch, room: int = 0) -> Iterator[None]:
    """Writes fail after so many bytes, in the middle of a line."""
    left = [room]
    with patch.context() as inside:
        inside.setattr(journal_file, "_write_all", lambda file, data: written_all(file, data, left))
        yield


def written_all(file: Any, data: bytes, left: list[int]) -> None:
    part = data[: left[0]]
    file.write(part)
    left[0] -= len(part)
    if len(part) < len(data):
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("room", [0, 40])
def test_after_a_full_disk_is_cleared_no_step_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    heard: list[Kept] = []
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.heard = heard.append
    journal.commit(Commit("Before", moved(1.0), number=1))
    journal.flush()
    with full_disk(monkeypatch, room):
        for i in range(2, 5):
            journal.commit(Commit(f"Full {i}", moved(float(i)), number=i))
            journal.flush()
        assert journal.failure is not None
        assert heard[-1].number == 1
        assert heard[-1].failure == journal.failure
    journal.commit(Commit("After", moved(5.0), number=5))
    journal.flush()
    assert journal.failure is None
    assert heard[-1] == Kept(5)
    past = read(journal.path)
    assert [step.label for step in past.steps] == ["Before", "Full 2", "Full 3", "Full 4", "After"]
    assert (past.damaged, past.document) == (0, moved(5.0))
    journal.close()


def test_a_cleared_disk_is_written_to_without_another_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.flush()
    with full_disk(monkeypatch):
        journal.step("Full", moved(1.0))
        journal.flush()
    end = time.monotonic() + 10 * RETRY_EVERY
    while journal.failure is not None and time.monotonic() < end:
        time.sleep(0.05)
    assert [step.label for step in read(journal.path).steps] == ["Full"]
    journal.close()
