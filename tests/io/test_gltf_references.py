"""Lights and VRM data of a glTF file are kept with the nodes that they name."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from pliant.clip import Clip
from pliant.io import read_mesh, write_clip, write_mesh, write_poses
from pliant.io.kept import lost
from pliant.mesh import PoseSet
from tests.io.gltf_validator import check_valid
from tests.io.samples import GltfBuilder
from tests.rigged_figure import rigged_figure

LIGHTS = {"lights": [{"type": "point", "intensity": 30.0}, {"type": "spot", "spot": {}}]}
BONES = {"hips": "hips", "spine": "back", "head": "head", "leftUpperArm": "left arm"}


def node_numbers(root: dict[str, Any]) -> dict[str, int]:
    """The first node of each name."""
    numbers: dict[str, int] = {}
    for i, node in enumerate(root["nodes"]):
        numbers.setdefault(node.get("name", ""), i)
    return numbers


def person(**extensions: Any) -> GltfBuilder:
    """A figure under a lamp, before whose nodes comes one that shows nothing; extensions get node numbers."""
    file = rigged_figure()
    file.root["nodes"] += [
        {"name": "nothing"},
        {"name": "lamp", "translation": [0, 3, 0], "extensions": {"KHR_lights_punctual": {"light": 1}}},
    ]
    file.root["scenes"][0]["nodes"] += [len(file.root["nodes"]) - 2, len(file.root["nodes"]) - 1]
    file.root["extensions"] = {"KHR_lights_punctual": LIGHTS, "EXT_unknown": {"node": 3}, **extensions}
    file.root["extensionsUsed"] = [*file.root["extensions"]]
    return file


def vrm1(number: dict[str, int]) -> dict[str, Any]:
    """VRM 1.0 for nodes with these numbers."""
    return {
        "VRMC_vrm": {
            "specVersion": "1.0",
            "meta": {"name": "Figure", "authors": ["nobody"], "licenseUrl": "https://vrm.dev/licenses/1.0/"},
            "humanoid": {"humanBones": {bone: {"node": number[name]} for bone, name in BONES.items()}},
            "expressions": {
                "preset": {"happy": {"morphTargetBinds": [{"node": 0, "index": 3, "weight": 1}]}}
            },
        },
        "VRMC_springBone": {
            "specVersion": "1.0",
            "colliders": [{"node": number["head"], "shape": {"sphere": {"radius": 0.1}}}],
            "springs": [{"joints": [{"node": number["left arm"]}, {"node": number["left forearm"]}]}],
        },
    }


def vrm0(number: dict[str, int]) -> dict[str, Any]:
    """VRM 0 for nodes with these numbers."""
    bones = [{"bone": bone, "node": number[name]} for bone, name in BONES.items()]
    groups = [{"bones": [number["left forearm"]], "center": -1}]
    return {
        "VRM": {
            "humanoid": {"humanBones": bones},
            "firstPerson": {"firstPersonBone": number["head"], "meshAnnotations": [{"mesh": 2}]},
            "secondaryAnimation": {"boneGroups": groups, "colliderGroups": [{"node": number["head"]}]},
        }
    }


def json_of(path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    (size,) = struct.unpack("<I", data[12:16])
    return json.loads(data[20 : 20 + size])


def saved(folder: Path, described: Any) -> Path:
    path = folder / "person.vrm"
    path.write_bytes(person(**described(node_numbers(rigged_figure().root))).glb())
    return path


@pytest.mark.parametrize("described", [vrm0, vrm1])
@pytest.mark.parametrize("suffix", [".glb", ".vrm"])
def test_bones_of_a_person_are_named_where_they_are_now(tmp_path: Path, described: Any, suffix: str) -> None:
    ours = tmp_path / f"ours{suffix}"
    write_mesh(ours, read_mesh(saved(tmp_path, described)))
    root = json_of(ours)
    wanted = described(node_numbers(root))
    for extension in wanted.values():
        for each in extension.get("expressions", {}).get("preset", {}).values():
            each["morphTargetBinds"] = []
    if "VRM" in wanted:
        wanted["VRM"]["firstPerson"]["meshAnnotations"] = []
    found = root["extensions"]
    assert {name: found[name] for name in wanted} == wanted
    assert "EXT_unknown" not in found
    assert "nothing" not in node_numbers(root)
    # The tree below the bones is the one of the file.
    nodes, number = root["nodes"], node_numbers(root)
    assert number["left forearm"] in nodes[number["left arm"]]["children"]


def test_lights_stay_at_their_nodes(tmp_path: Path) -> None:
    ours = tmp_path / "ours.glb"
    write_mesh(ours, read_mesh(saved(tmp_path, vrm1)))
    root = json_of(ours)
    assert root["extensions"]["KHR_lights_punctual"] == LIGHTS
    lamp = root["nodes"][node_numbers(root)["lamp"]]
    assert lamp["extensions"] == {"KHR_lights_punctual": {"light": 1}}
    assert lamp["translation"] == [0, 3, 0]
    assert set(root["extensionsUsed"]) == {"KHR_lights_punctual", "VRMC_vrm", "VRMC_springBone"}


def test_a_file_with_lights_alone_is_valid(tmp_path: Path) -> None:
    (tmp_path / "lit.glb").write_bytes(person().glb())
    write_mesh(tmp_path / "ours.glb", read_mesh(tmp_path / "lit.glb"))
    check_valid(tmp_path / "ours.glb")


def test_they_survive_rigs_and_poses_too(tmp_path: Path) -> None:
    mesh = read_mesh(saved(tmp_path, vrm1))
    write_mesh(tmp_path / "kept.npz", mesh)
    again = read_mesh(tmp_path / "kept.npz")
    write_poses(tmp_path / "poses.glb", PoseSet.of_positions(again, [again.V, 2 * again.V], ["a", "b"]))
    found = json_of(tmp_path / "poses.glb")
    assert found["extensions"]["VRMC_vrm"]["humanoid"] == vrm1(node_numbers(found))["VRMC_vrm"]["humanoid"]


def test_formats_without_them_say_so(tmp_path: Path) -> None:
    mesh = read_mesh(saved(tmp_path, vrm1))
    assert {"lights", "VRM data"} <= set(lost(mesh, "x.obj"))
    assert not {"lights", "VRM data"} & set(lost(mesh, "x.vrm"))


@pytest.mark.parametrize("wrong", [99, -1, "x", None, 2.5, True])
def test_numbers_of_no_node_do_no_harm(tmp_path: Path, wrong: Any) -> None:
    bad = {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": wrong}}}}, "VRM": {"humanoid": [wrong]}}
    (tmp_path / "bad.glb").write_bytes(person(**bad).glb())
    write_mesh(tmp_path / "ours.glb", read_mesh(tmp_path / "bad.glb"))
    assert json_of(tmp_path / "ours.glb")["extensions"]["VRMC_vrm"] == bad["VRMC_vrm"]


def test_a_clip_of_shapes_keeps_them(tmp_path: Path) -> None:
    mesh = read_mesh(saved(tmp_path, vrm1))
    write_clip(tmp_path / "clip.glb", Clip.of(mesh, [mesh.V, 1.5 * mesh.V]))
    found = json_of(tmp_path / "clip.glb")
    assert found["extensions"]["VRMC_vrm"]["humanoid"] == vrm1(node_numbers(found))["VRMC_vrm"]["humanoid"]
