"""What is handed in is of the kind that was asked for, or refused by name where it comes in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant
from pliant.errors import KindError, PliantError
from pliant.kinds import check_kind
from pliant.mesh import Mesh
from pliant.rig import Rig
from pliant.samples import mechanism
from pliant.samples.bar import bar

BAR = bar(26, bends=(40.0, 80.0))
# What nobody should hand in where a mesh, poses or a clip are needed.
STRANGE = [None, "mesh.obj", 3, [], [None], {}, object(), float("nan")]
NEEDS_A_MODEL = {
    "MeshIK": pliant.MeshIK,
    "ReducedIK": pliant.ReducedIK,
    "HandleIK": lambda given: pliant.HandleIK(given, []),
    "JointIK": pliant.JointIK,
    "CageIK": pliant.CageIK,
    "ElasticIK": pliant.ElasticIK,
    "make_cage": pliant.make_cage,
    "mirrored": pliant.mirrored,
    "examine": pliant.examine,
    "write_mesh": lambda given: pliant.write_mesh("never.obj", given),
    "write_poses": lambda given: pliant.write_poses("never.npz", given),
    "write_clip": lambda given: pliant.write_clip("never.npz", given),
    "write_mechanism": lambda given: pliant.write_mechanism("never.npz", given),
    "write_track": lambda given: pliant.write_track("never.json", given),
    "write_sculpted": lambda given: pliant.write_sculpted("never.json", given),
}
NEEDS_A_FILE = {
    "read_mesh": pliant.read_mesh,
    "read_poses": pliant.read_poses,
    "read_clip": pliant.read_clip,
    "read_mechanism": pliant.read_mechanism,
    "read_track": pliant.read_track,
    "open_rig": pliant.open_rig,
    "write_mesh": lambda path: pliant.write_mesh(path, BAR.mesh),
    "write_poses": lambda path: pliant.write_poses(path, BAR),
    "save": lambda path: rig_of("MeshIK").save(path),
}


@cache
def rig_of(name: str) -> Rig:
    return {
        "MeshIK": lambda: pliant.MeshIK(BAR),
        "ReducedIK": lambda: pliant.ReducedIK(BAR),
        "ElasticIK": lambda: pliant.ElasticIK(BAR.mesh),
        "JointIK": lambda: pliant.JointIK(mechanism("lamp")),
    }[name]()


@pytest.mark.parametrize("name", NEEDS_A_MODEL)
def test_what_is_no_model_is_refused_with_what_is_needed(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    for given in STRANGE:
        with pytest.raises(KindError, match="Needed: "):
            NEEDS_A_MODEL[name](given)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["MeshIK", "ReducedIK"])
def test_a_mesh_where_poses_are_needed_says_where_to_get_them(name: str) -> None:
    with pytest.raises(KindError, match=r"a Mesh\. Needed: PoseSet; read one with pliant\.read_poses"):
        NEEDS_A_MODEL[name](BAR.mesh)


@pytest.mark.parametrize("name", NEEDS_A_FILE)
@pytest.mark.parametrize("path", [None, 3, {}, object(), BAR.mesh], ids=lambda given: type(given).__name__)
def test_what_is_no_path_is_refused(name: str, path: object) -> None:
    with pytest.raises(KindError):
        NEEDS_A_FILE[name](path)


@pytest.mark.parametrize("name", ["MeshIK", "ReducedIK", "ElasticIK", "JointIK"])
@pytest.mark.parametrize("strange", ["x", 3, [None, "x"], {}, ...], ids=repr)
def test_pins_and_floors_of_another_kind_are_refused(name: str, strange: object) -> None:
    rig: Any = rig_of(name)
    with pytest.raises(PliantError):
        rig.grab([0], pins=strange)
    with pytest.raises(PliantError):
        rig.grab([0], floor=strange)


@pytest.mark.parametrize("name", ["MeshIK", "ReducedIK", "ElasticIK", "CageIK"])
@pytest.mark.parametrize("options", ["x", 3, {"disc": 1}], ids=repr)
def test_options_of_another_kind_are_refused(name: str, options: object) -> None:
    given = BAR if name in ("MeshIK", "ReducedIK") else BAR.mesh
    make: Any = getattr(pliant, name)
    with pytest.raises(KindError, match=r"options is .* Needed: \w+Options or None\."):
        make(given, options=options)


@pytest.mark.parametrize("weight", [None, "x", [], {}], ids=repr)
def test_a_weight_that_is_no_number_is_refused(weight: Any) -> None:
    with pytest.raises(PliantError):
        pliant.Pin(weight)


@pytest.mark.parametrize("V", [None, "x", 3, {}], ids=repr)
def test_positions_of_a_clip_that_are_none_are_refused(V: Any) -> None:
    with pytest.raises(PliantError):
        pliant.Clip.of(BAR.mesh, V)


def test_what_is_of_the_kind_passes_and_long_things_are_told_in_a_few_words() -> None:
    check_kind(BAR.mesh, "It", Mesh)
    check_kind(None, "It", Mesh, type(None))
    with pytest.raises(TypeError, match="It is None"):
        check_kind(None, "It", Mesh)
    with pytest.raises(KindError) as told:
        check_kind(np.zeros((500, 3)), "It", Mesh)
    assert len(str(told.value)) < 200
