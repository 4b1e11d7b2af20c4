from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.document import read_track, write_track
from pliant.animation.frames import bake
from pliant.animation.keys import Channel
from pliant.animation.track import Item, Track
from pliant.io import read_clip, read_mesh, write_mesh
from pliant.mesh import PoseSet
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK

FRAMES = 4


@pytest.fixture
def track(last: int, tmp_path: Path) -> Path:
    """The near end stays and the far end goes aside and back."""
    way = Channel.of([1, 3, 4], [[0.0, 0.0, 0.0], [-0.06, 0.0, 0.15], [0.0, 0.0, 0.05]])
    items = [Item("near", Anchor.of(0)), Item("far", Anchor.of(last), way)]
    write_track(tmp_path / "track.json", Track.of(items, name="sway"))
    return tmp_path / "track.json"


@pytest.fixture
def rig(bar_set: PoseSet, tmp_path: Path) -> Path:
    MeshIK(bar_set).save(tmp_path / "bar.pliant")
    return tmp_path / "bar.pliant"


def test_every_output_has_the_frames_of_one_bake(run, rig, track, bar_set, tmp_path):
    outs = [tmp_path / name for name in ("a.pc2", "a.npz", "frames")]
    done = run("animate", rig, track, *(word for out in outs for word in ("-o", out)), "--json")
    assert done.exit_code == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["verb"], summary["frames"], summary["unsettled"]) == ("animate", FRAMES, [])
    assert summary["files"] == [str(out) for out in outs]
    true = bake(MeshIK(bar_set), read_track(track)).array()
    np.testing.assert_array_equal(read_clip(outs[1]).array(), true)
    assert np.abs(read_clip(outs[0], mesh=bar_set.mesh).array() - true).max() < 1e-7
    assert np.abs(read_clip(outs[2]).array() - true).max() < 1e-7


def test_a_learned_rig_goes_to_gltf_as_a_skin(run, track, bar_set, tmp_path):
    ReducedIK(bar_set).save(tmp_path / "reduced.pliant")
    out = tmp_path / "skin.glb"
    assert run("animate", tmp_path / "reduced.pliant", track, "-o", out).exit_code == 0
    assert b'"skins"' in out.read_bytes()
    true = bake(ReducedIK(bar_set), read_track(track)).array()
    assert np.abs(read_clip(out, fps=24.0).array() - true).max() < 1e-5


def test_a_track_is_carried_over_to_another_character(run, rig, track, bar_set, last, tmp_path):
    small = bar_set.mesh.moved(0.5 * bar_set.mesh.V)
    write_mesh(tmp_path / "small.obj", small)
    keys = read_track(track)
    halved = Track.of([keys.items[0], Item("far", Anchor.of(last), Channel.of([1, 4], np.eye(3)[:2] * 0.02))])
    write_track(tmp_path / "small.json", halved)
    shot = tmp_path / "shot.json"
    words = ("--from", tmp_path / "small.obj", "--match", "near=0", "--match", f"{last}={last}")
    done = run("animate", rig, tmp_path / "small.json", "-o", tmp_path / "a.npz", *words, "--shot", shot)
    assert done.exit_code == 0, done.stderr
    far = json.loads(shot.read_text())["track"]["items"][1]["offset"]["keys"]
    np.testing.assert_allclose([key["value"] for key in far], 2 * 0.02 * np.eye(3)[:2], atol=1e-12)


def test_the_schema_is_printed(run):
    assert json.loads(run("animate", "--schema").stdout)["title"] == "A track of Pliant"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "go nowhere"),
        (("-o", "a.avi"), "suffix"),
        (("-o", "a.npz", "--follow", "3"), "two or three numbers"),
        (("-o", "a.npz", "--match", "1=2"), "--from"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_solved(run, rig, track, words, said):
    done = run("animate", rig, track, *words)
    assert done.exit_code == 2
    assert said in done.stderr


def test_converting_there_and_back_keeps_order_rate_and_places(run, rig, track, bar_set, tmp_path):
    run("animate", rig, track, "-o", tmp_path / "a.npz")
    assert run("convert", tmp_path / "a.npz", "-o", tmp_path / "a.mdd", "--fps", "30").exit_code == 0
    write_mesh(tmp_path / "bar.obj", bar_set.mesh)
    words = ("--mesh", tmp_path / "bar.obj", "-o", tmp_path / "b.glb", "--json")
    done = run("convert", tmp_path / "a.mdd", *words)
    assert json.loads(done.stdout)["fps"] == 30
    back = read_clip(tmp_path / "b.glb", mesh=bar_set.mesh)
    assert np.abs(back.array() - read_clip(tmp_path / "a.npz").array()).max() < 1e-6


def test_one_frame_of_a_clip_is_a_mesh(run, rig, track, tmp_path):
    run("animate", rig, track, "-o", tmp_path / "a.npz")
    assert run("convert", tmp_path / "a.npz", "-o", tmp_path / "a.obj", "--frames", "3").exit_code == 0
    third = read_clip(tmp_path / "a.npz").array()[2]
    assert np.abs(read_mesh(tmp_path / "a.obj").V - third).max() < 1e-7
    assert run("convert", tmp_path / "a.npz", "-o", tmp_path / "b.obj").exit_code == 2
    assert run("convert", tmp_path / "a.npz", "-o", tmp_path / "b.obj", "--frames", "9").exit_code == 2


def test_a_clip_is_drawn_as_a_film_and_as_a_sheet(run, rig, track, tmp_path):
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed (extra 'pictures')")
    run("animate", rig, track, "-o", tmp_path / "a.npz")
    small = ("--size", "64x48")
    assert run("render", tmp_path / "a.npz", "-o", tmp_path / "a.gif", *small).exit_code == 0
    with image.open(tmp_path / "a.gif") as film:
        assert (film.n_frames, film.size) == (FRAMES, (64, 48))
    assert run("render", tmp_path / "a.npz", "-o", tmp_path / "a.png", *small, "--tiles", "2").exit_code == 0
    assert run("render", tmp_path / "a.npz", "-o", tmp_path / "b.png", "--turn", "90").exit_code == 2
