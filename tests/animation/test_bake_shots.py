"""Batches: every shot whole, none twice, whatever happens to the workers."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.bake import bake_shot, bake_shots, done
from pliant.animation.keys import Channel
from pliant.animation.shot import Shot, read_shot, write_shot
from pliant.animation.track import Item, Track
from pliant.errors import FileFormatError, OptionError
from pliant.io import read_clip
from tests.animation.rigs import rig_of

pytest.importorskip("distributed", reason="dask.distributed is not installed (extra 'cluster')")
psutil = pytest.importorskip("psutil", reason="psutil is not installed (comes with distributed)")


@pytest.fixture
def shots(tmp_path: Path) -> list[Path]:
    """Six shots of one rig, each with a way of its own."""
    rig_of("meshik").save(tmp_path / "rig.pliant")
    paths = []
    for i in range(6):
        way = Channel.of([1, 8], [[0.0, 0.0, 0.0], [0.0, 0.02 * i, 0.0]])
        track = Track.of([Item("held", Anchor.of(0)), Item("pulled", Anchor.of(5), way)])
        paths.append(tmp_path / f"shot{i}.json")
        write_shot(paths[-1], Shot(tmp_path / "rig.pliant", track, (tmp_path / "out" / f"{i}.npz",)))
    return paths


def test_a_batch_loses_no_shot_with_a_worker(shots: list[Path], tmp_path: Path) -> None:
    outcomes = []
    for outcome in bake_shots(shots, workers=2):
        outcomes.append(outcome)
        if len(outcomes) == 1:
            workers = [
                p for p in psutil.Process().children(recursive=True) if "spawn_main" in str(p.cmdline())
            ]
            workers[0].kill()
    assert sorted(each.shot for each in outcomes) == [str(path) for path in shots]
    # Skipped, where the worker was lost between writing its files and saying so.
    assert {each.state for each in outcomes} <= {"baked", "skipped"}
    for i in range(6):
        V = read_clip(tmp_path / "out" / f"{i}.npz").array()
        assert len(V) == 8
        assert np.abs(V[-1, 5] - V[0, 5] - [0.0, 0.02 * i, 0.0]).max() < 1e-9


def test_a_shot_is_done_until_something_that_it_is_made_from_changes(shots: list[Path]) -> None:
    path = str(shots[1])
    assert not done(read_shot(path))
    assert bake_shot(path).state == "baked"
    assert bake_shot(path).state == "skipped"
    assert bake_shot(path, again=True).state == "baked"
    rig, output = read_shot(path).rig, read_shot(path).outputs[0]
    later = output.stat().st_mtime_ns + 10**9
    os.utime(rig, ns=(later, later))
    assert bake_shot(path).state == "baked"
    output.unlink()
    assert bake_shot(path).state == "baked"


def test_a_refused_shot_is_told_and_leaves_nothing(shots: list[Path], tmp_path: Path) -> None:
    track = Track.of([Item("nowhere", Anchor.of(10**6))])
    write_shot(shots[0], Shot(tmp_path / "rig.pliant", track, (tmp_path / "out" / "0.npz",)))
    outcome = bake_shot(str(shots[0]))
    assert outcome.state == "failed"
    assert "nowhere" in outcome.reason
    assert list((tmp_path / "out").iterdir()) == []


def test_two_shots_may_not_write_one_file(shots: list[Path]) -> None:
    write_shot(shots[1], read_shot(shots[0]))
    with pytest.raises(FileFormatError, match="both write"):
        list(bake_shots(shots))


def test_a_scheduler_that_does_not_answer_is_named(shots: list[Path], monkeypatch) -> None:
    # The package has a function of the module's name.
    monkeypatch.setattr(import_module("pliant.animation.bake"), "PATIENCE", 0.5)
    with pytest.raises(OptionError, match="No scheduler answers"):
        list(bake_shots(shots, scheduler="tcp://127.0.0.1:9"))


def test_an_empty_file_is_not_done(shots: list[Path]) -> None:
    path = str(shots[2])
    assert bake_shot(path).state == "baked"
    output = read_shot(path).outputs[0]
    output.write_bytes(b"")
    assert not done(read_shot(path))
    assert bake_shot(path).state == "baked"
    assert output.stat().st_size > 0
