from __future__ import annotations

import json

import numpy as np
import pytest

from pliant.io import write_mesh, write_poses
from pliant.mesh import Mesh
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from tests.characters import beast
from tests.io.assets import asset


def test_a_pose_set_is_described_in_words(run, bar_file, bar_set):
    done = run("info", bar_file)
    assert done.exit_code == 0
    for words in ("a pose set", "closed", "1 part", "straight, up, aside", "nothing peculiar"):
        assert words in done.stdout
    assert f"{bar_set.n} vertices, {len(bar_set.F)} faces" in done.stdout
    assert "pliant pose" in done.stdout
    assert done.stderr == ""


def test_json_states_counts_names_and_findings(run, bar_file, bar_set):
    facts = json.loads(run("info", bar_file, "--json").stdout)
    assert facts["kind"] == "pose set"
    assert facts["suggestion"] == "meshik"
    assert (facts["vertices"], facts["triangles"], facts["poses"]) == (bar_set.n, len(bar_set.F), 3)
    assert (facts["parts"], facts["closed"]) == (1, True)
    assert facts["names"] == ["straight", "up", "aside"]
    assert facts["findings"] == []
    assert facts["box"] == [bar_set.V[0].min(axis=0).tolist(), bar_set.V[0].max(axis=0).tolist()]


def test_findings_reach_words_and_json(run, tmp_path):
    V = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0, 0], [3, 3, 3]])
    write_mesh(tmp_path / "odd.obj", Mesh.of(V, [[0, 1, 2], [0, 3, 1]]))
    words = run("info", tmp_path / "odd.obj").stdout
    assert "a mesh" in words
    assert "warning: 1 triangle has no area" in words
    assert "note: 1 vertex belongs to no face" in words
    assert "--method elastic" in " ".join(words.split())
    facts = json.loads(run("info", tmp_path / "odd.obj", "--json").stdout)
    flat = next(found for found in facts["findings"] if found["kind"] == "flat triangles")
    assert (flat["severity"], flat["count"], flat["of"], flat["first"]) == ("warning", 1, "triangle", 1)
    assert flat["words"].startswith(flat["found"])
    assert facts["suggestion"] == "elastic"


def test_polygons_are_counted_as_the_file_has_them(run, tmp_path):
    poses = beast()
    write_mesh(tmp_path / "beast.obj", poses.mesh)
    facts = json.loads(run("info", tmp_path / "beast.obj", "--json").stdout)
    assert facts["faces"] == len(poses.mesh.polygons)
    assert facts["triangles"] == 2 * facts["faces"]
    assert f"({facts['triangles']} triangles)" in run("info", tmp_path / "beast.obj").stdout


def test_a_folder_a_pattern_and_a_list_are_one_pose_set(run, tmp_path, bar_set):
    folder = tmp_path / "bars"
    write_poses(folder, bar_set)
    files = sorted(folder.glob("*.obj"))
    for source in ([folder], [f"{folder}/*.obj"], files):
        facts = json.loads(run("info", *source, "--json").stdout)
        assert (facts["kind"], facts["poses"]) == ("pose set", 3)


def test_each_looks_at_every_file_by_itself(run, tmp_path, bar_set):
    write_mesh(tmp_path / "bar.obj", bar_set.mesh)
    write_mesh(tmp_path / "beast.obj", beast().mesh)
    together = run("info", tmp_path / "bar.obj", tmp_path / "beast.obj")
    assert together.exit_code == 1
    assert "--each" in together.stderr
    apart = run("info", "--each", tmp_path / "bar.obj", tmp_path / "beast.obj", "--json")
    assert [item["kind"] for item in json.loads(apart.stdout)["items"]] == ["mesh", "mesh"]


def test_a_rig_is_described_with_its_method(run, tmp_path, bar_set):
    MeshIK(bar_set).save(tmp_path / "bar.pliant")
    facts = json.loads(run("info", tmp_path / "bar.pliant", "--json").stdout)
    assert (facts["kind"], facts["method"], facts["poses"]) == ("rig", "meshik", 3)
    assert "a rig made by meshik" in run("info", tmp_path / "bar.pliant").stdout
    assert facts["bytes"] == (tmp_path / "bar.pliant").stat().st_size
    assert "learned" not in facts
    assert run("info", tmp_path / "bar.pliant", "other.obj").exit_code == 2


def test_a_reduced_rig_is_described_with_what_it_learned(run, tmp_path):
    poses = beast()
    rig = ReducedIK(poses, options=ReducedOptions(controls=6))
    rig.save(tmp_path / "beast.pliant")
    facts = json.loads(run("info", tmp_path / "beast.pliant", "--json").stdout)
    assert (facts["kind"], facts["method"], facts["poses"]) == ("rig", "reduced", len(poses))
    assert facts["names"] == list(poses.names)
    assert (facts["learned"]["controls"], facts["learned"]["proxies"]) == (6, len(rig.model.proxies))
    assert facts["learned"]["errors"] == list(rig.model.errors)
    words = run("info", tmp_path / "beast.pliant").stdout
    for part in ("a rig made by reduced", "4 examples", "6 affine controls", "largest near-rigid part"):
        assert part in words
    assert f"{rig.model.error:.2f}%" in words


@pytest.mark.parametrize("kind", ["pose set", "meshik", "reduced"])
def test_what_is_described_can_be_drawn(run, bar_file, bar_set, tmp_path, kind):
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    source = bar_file if kind == "pose set" else tmp_path / "bar.pliant"
    if kind == "meshik":
        MeshIK(bar_set).save(source)
    elif kind == "reduced":
        ReducedIK(bar_set).save(source)
    done = run("info", source, "--picture", tmp_path / "out.png", "--up", "z")
    assert done.exit_code == 0
    assert done.stderr == f"wrote {tmp_path / 'out.png'}\n"
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_shows_one_thing_and_replaces_nothing_that_is_read(run, bar_file, tmp_path):
    assert run("info", bar_file, "--picture", bar_file).exit_code == 2
    assert run("info", bar_file, "--picture", tmp_path / "out.jpg").exit_code == 2
    assert run("info", "--each", bar_file, bar_file, "--picture", tmp_path / "out.png").exit_code == 2


@pytest.mark.parametrize("number", ["nan", "inf"])
def test_numbers_that_are_not_finite_are_refused_by_name(run, tmp_path, number):
    (tmp_path / "bad.obj").write_text(f"v 0 0 0\nv 1 0 0\nv 0 {number} 0\nf 1 2 3\n")
    done = run("info", tmp_path / "bad.obj")
    assert done.exit_code == 1
    assert "vertex 2" in done.stderr or "line 3" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("name", ["missing.obj", "missing.pliant", "*.nothing", "strange.xyz"])
def test_files_that_cannot_be_read_are_refused(run, tmp_path, name):
    (tmp_path / "strange.xyz").write_text("?")
    done = run("info", tmp_path / name, "--json")
    assert done.exit_code == 1
    assert set(json.loads(done.stdout)) == {"error"}


def test_options_for_animations_are_refused_where_there_are_none(run, bar_file):
    assert run("info", bar_file, "--clip-frames", "some").exit_code == 2
    assert run("info", bar_file, "--clip-frames", "5").exit_code == 1


def test_the_look_and_the_parts_are_told_in_a_line(run, tmp_path):
    write_mesh(tmp_path / "dressed.glb", asset(0))
    words = " ".join(run("info", tmp_path / "dressed.glb").stdout.split())
    for told in ("4 materials", "4 textures (4 images", "missing images gone.png", "2 UV sets"):
        assert told in words
    for told in ("2 colour sets", "normals, tangents, values _HEAT", "3 meshes in 5 nodes"):
        assert told in words
    look = json.loads(run("info", tmp_path / "dressed.glb", "--json").stdout)["look"]
    assert look["meshes"] == ["mesh 0", "mesh 1", "mesh 2"]
    assert (look["images"], look["uv_sets"], look["normals"]) == (4, 2, True)


def test_a_mesh_without_a_look_has_no_such_line(run, tmp_path):
    write_mesh(tmp_path / "plain.obj", beast().mesh)
    assert "look:" not in run("info", tmp_path / "plain.obj").stdout
