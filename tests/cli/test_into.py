"""Motions and poses written back into the file of their mesh, and rigs learned from its bones."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pliant.animation.anchor import Anchor
from pliant.animation.bake import bake_shot
from pliant.animation.document import write_track
from pliant.animation.frames import bake
from pliant.animation.keys import Channel
from pliant.animation.shot import read_shot
from pliant.animation.track import Item, Track
from pliant.io import read_clip, read_poses
from pliant.methods.meshik.rig import MeshIK
from tests.rigged_bar import rigged_bar
from tests.rigged_figure import rigged_figure

TURNS = np.zeros((4, 3, 3))
TURNS[:, 1:] = [[0, 0.3, 0], [0, 0, 0.4]]


@pytest.fixture
def asset(tmp_path: Path) -> Path:
    (tmp_path / "asset.glb").write_bytes(rigged_bar(TURNS).glb())
    return tmp_path / "asset.glb"


@pytest.fixture
def rig(asset: Path) -> Path:
    MeshIK(read_poses(asset)).save(asset.parent / "rig.pliant")
    return asset.parent / "rig.pliant"


@pytest.fixture
def track(asset: Path) -> Track:
    way = Channel.of([1, 4], [[0.0, 0.0, 0.0], [-0.05, 0.0, -0.2]])
    last = read_poses(asset).n - 1
    return Track.of([Item("near", Anchor.of(0)), Item("far", Anchor.of(last), way)], name="sway")


def test_a_track_becomes_one_more_animation(run, asset, rig, track, tmp_path):
    write_track(tmp_path / "track.json", track)
    out = tmp_path / "out.glb"
    done = run("animate", rig, tmp_path / "track.json", "--into", asset, "-o", out, "--json")
    assert done.exit_code == 0, done.stderr
    (told,) = json.loads(done.stdout)["into"]
    assert (told["name"], told["by"], told["joints"]) == ("sway", "bones", 4)
    assert "animation 'sway' by 4 of its own bones; RMS" in done.stderr
    V = bake(MeshIK(read_poses(asset)), track).array()
    shown = read_clip(out, clip="sway").array()
    rms = np.sqrt(((shown - V) ** 2).sum(axis=2).mean()) / np.linalg.norm(np.ptp(V[0], axis=0))
    np.testing.assert_allclose(rms, told["rms"], rtol=0.01, atol=1e-7)
    assert rms < 0.01


def test_a_shot_file_bakes_into_the_asset(run, asset, rig, track, tmp_path):
    write_track(tmp_path / "track.json", track)
    words = ["animate", rig, tmp_path / "track.json", "--into", asset, "--by", "both"]
    done = run(*words, "-o", tmp_path / "out.glb", "--shot", tmp_path / "shot.json")
    assert done.exit_code == 0, done.stderr
    assert json.loads((tmp_path / "shot.json").read_text())["options"] == {"into": "asset.glb", "by": "both"}
    assert asset in read_shot(tmp_path / "shot.json").sources
    outcome = bake_shot(str(tmp_path / "shot.json"))
    assert outcome.state == "baked", outcome.reason
    assert outcome.played.into[0].largest <= 1e-4


def test_a_pose_becomes_an_animation_that_stands_still(run, asset, rig, tmp_path):
    out = tmp_path / "out.glb"
    last = read_poses(asset).n - 1
    done = run("pose", rig, "--pin", 0, "--move", f"{last}=0,0,-0.2", "--into", asset, "-o", out)
    assert done.exit_code == 0, done.stderr
    shown = read_clip(out, clip="pose")
    assert shown.count == 2
    np.testing.assert_allclose((shown.array() - shown.mesh.V)[0, last], [0, 0, -0.2], atol=0.02)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--into", "asset.glb", "-o", "asset.glb"], "one of the files that are read"),
        (["--into", "asset.glb", "-o", "out.obj"], "of the same kind"),
        (["--into", "asset.obj", "-o", "out.glb"], "is no asset"),
        (["--into", "asset.glb", "--by", "magic", "-o", "out.glb"], "no way to show a motion"),
        (["--by", "bones", "-o", "out.glb"], "give --into"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_work(run, asset, rig, words, told, monkeypatch):
    monkeypatch.chdir(asset.parent)
    before = asset.read_bytes()
    done = run("pose", rig, "--pin", 0, *words)
    assert done.exit_code == 2
    assert told in " ".join(done.stderr.split())
    assert asset.read_bytes() == before


def test_info_lists_animations_and_joints(run, asset):
    words = " ".join(run("info", asset).stdout.split())
    assert "a skeleton of 4 joints" in words
    assert "1 animation, for --clip: own (1 s, 3 keys)" in words
    assert json.loads(run("info", asset, "--json").stdout)["clips"] == [
        {"name": "own", "start": 0.0, "seconds": 1.0, "keys": 3}
    ]


def test_several_clips_are_chosen_in_the_order_of_asking(run, tmp_path):
    file = rigged_bar(TURNS)
    for name in ("second", "third"):
        file.root["animations"].append({**file.root["animations"][0], "name": name})
    (tmp_path / "many.glb").write_bytes(file.glb())
    done = run("info", tmp_path / "many.glb", "--clip", "third", "--clip", "0", "--clip-frames", 1, "--json")
    assert json.loads(done.stdout)["names"] == ["rest", "third@0.000", "own@0.000"]
    assert read_poses(tmp_path / "many.glb", clip=["second"], frames=1).names == ("rest", "second@0.000")
    missing = run("info", tmp_path / "many.glb", "--clip", "fourth")
    assert missing.exit_code == 1
    assert "own, second, third" in missing.stderr


def test_a_rig_is_learned_from_turned_bones(run, tmp_path):
    (tmp_path / "figure.glb").write_bytes(rigged_figure().glb())
    plain = run("info", tmp_path / "figure.glb")
    assert "note: The file has a skeleton of 15 joints but no animation" in plain.stderr
    done = run(
        "learn", tmp_path / "figure.glb", "--from-bones", 30, "-o", tmp_path / "figure.pliant", "--json"
    )
    assert done.exit_code == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["given"] == 31
    assert facts["rms"] < 0.5
    both = run(
        "learn", tmp_path / "figure.glb", "--from-bones", 30, "--clip", "x", "-o", tmp_path / "f.pliant"
    )
    assert both.exit_code == 2
