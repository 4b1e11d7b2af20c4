from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant import MeshIK, ReducedIK
from pliant.errors import CorrespondenceError, FileFormatError
from pliant.io import write_mesh, write_poses
from pliant.mesh import PoseSet
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.opening.first_handles import farthest_pair, first_handles
from pliant.studio.opening.model import Opened, opened
from pliant.studio.opening.source import Source, named_source, uploaded_source
from tests.rigged_bar import rigged_bar
from tests.rigged_figure import rigged_figure


def fits(model: Opened) -> dict[str, bool]:
    return {fit.method: fit.fits for fit in model.fits()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three poses, whose natural order is not that of letters."""
    poses = bar(60, bends=(40.0, 80.0))
    for name, V in zip(("bar2", "bar9", "bar10"), poses.V, strict=True):
        write_mesh(tmp_path / f"{name}.obj", poses.mesh.moved(V))
    return tmp_path


def test_poses_of_one_mesh_fit_every_method_that_needs_poses() -> None:
    model = opened(Source("sample", "bar"), silent)
    assert fits(model) == {
        "meshik": True,
        "reduced": True,
        "handles": True,
        "joints": False,
        "cage": True,
        "elastic": True,
    }
    assert model.words() == "2 poses of one mesh, 132 vertices in 1 part: example-based posing."
    assert model.suggested.name == "meshik"


def test_many_vertices_times_poses_suggest_the_reduced_rig() -> None:
    poses = bar(600)
    many = PoseSet.of(np.repeat(poses.V, 100, axis=0), poses.F)
    model = Opened(Source("sample", "bar"), many.mesh, many.names, many)
    assert model.suggested.name == "reduced"


def test_one_mesh_fits_no_method_that_needs_poses_and_says_why(tmp_path: Path) -> None:
    write_mesh(tmp_path / "one.ply", bar(60).mesh)
    model = opened(named_source([str(tmp_path / "one.ply")]), silent)
    assert fits(model) == {
        "meshik": False,
        "reduced": False,
        "handles": True,
        "joints": True,
        "cage": True,
        "elastic": True,
    }
    assert all("at least two poses" in fit.why for fit in model.fits() if not fit.fits)
    assert model.suggested.name == "elastic"
    document, regions = model.beginning("reduced")
    assert (document.method, regions) == ("elastic", ())


def test_a_folder_opens_in_natural_order(folder: Path) -> None:
    model = opened(named_source([str(folder)]), silent)
    assert model.examples == ("bar2", "bar9", "bar10")
    assert model.source.name == folder.name


def test_a_reduced_rig_file_shows_its_learned_examples_and_refuses_meshik(tmp_path: Path) -> None:
    rig = ReducedIK(bar(60))
    rig.save(tmp_path / "bar.pliant")
    model = opened(named_source([str(tmp_path / "bar.pliant")]), silent)
    assert fits(model) == {
        "meshik": False,
        "reduced": True,
        "handles": True,
        "joints": False,
        "cage": True,
        "elastic": True,
    }
    assert "keeps only what was learned" in model.fits()[0].why
    np.testing.assert_array_equal(model.example(1), rig.example(1))
    assert model.beginning("meshik")[0].method == "reduced"


def test_a_meshik_rig_file_keeps_its_method_and_fits_both(tmp_path: Path) -> None:
    MeshIK(bar(60)).save(tmp_path / "bar.pliant")
    model = opened(named_source([str(tmp_path / "bar.pliant")]), silent)
    assert fits(model) == {
        "meshik": True,
        "reduced": True,
        "handles": True,
        "joints": False,
        "cage": True,
        "elastic": True,
    }
    assert model.suggested.name == "meshik"
    assert model.words().startswith("A rig by MeshIK, made from 2 poses")


def test_an_example_that_is_not_there_is_refused() -> None:
    with pytest.raises(FileFormatError, match="There is no example 2; there are 2"):
        opened(Source("sample", "bar"), silent).example(2)


def test_a_path_that_is_not_there_is_refused_before_anything_starts() -> None:
    with pytest.raises(FileFormatError, match="does not exist"):
        named_source(["nowhere/lion.obj"])


def test_uploads_keep_the_names_that_the_user_knows(folder: Path) -> None:
    stored = {"aa": "bar10", "bb": "bar2", "cc": "bar9"}
    for number, name in stored.items():
        (folder / f"{name}.obj").rename(folder / f"{number}.obj")
    source = uploaded_source([(folder / f"{number}.obj", f"{name}.obj") for number, name in stored.items()])
    assert source.name == "bar"
    assert opened(source, silent).examples == ("bar2", "bar9", "bar10")


def test_an_error_about_an_upload_names_the_users_file_and_not_ours(folder: Path) -> None:
    write_mesh(folder / "bar9.obj", bar(90).mesh)
    files = []
    for i, path in enumerate(sorted(folder.iterdir())):
        files.append((path.rename(folder / f"0123abcd{i}.obj"), path.name))
    with pytest.raises(CorrespondenceError, match="'bar9' has 90 vertices where 'bar2' has") as refusal:
        opened(uploaded_source(files), silent)
    assert "0123abcd" not in str(refusal.value)


def test_a_set_in_one_file_keeps_its_own_names(tmp_path: Path) -> None:
    write_poses(tmp_path / "ab12.npz", bar(60))
    model = opened(uploaded_source([(tmp_path / "ab12.npz", "mine.npz")]), silent)
    assert model.examples == ("straight", "bent 90°")
    assert model.source.name == "mine"


def test_the_first_handles_are_at_the_ends_and_the_calmer_is_pinned() -> None:
    poses = bar()
    held, pulled = first_handles(poses.V, poses.F)
    # Bent, the bar keeps its first cap; the poles are vertex 0 and the last one.
    assert (held.pinned, pulled.pinned) == (True, False)
    corners = [poses.F[h.face][int(np.argmax(h.barycentric))] for h in (held, pulled)]
    assert corners == [0, poses.n - 1]
    assert held.target == tuple(poses.V[0, 0])
    assert pulled.target == tuple(poses.V[0, -1])


def test_one_mesh_that_lies_is_held_so_that_it_bends() -> None:
    poses = bar()
    *held, pulled = first_handles(poses.V[:1], poses.F)
    assert [h.pinned for h in (*held, pulled)] == [True, True, True, False]
    places = np.array([h.target for h in held])
    assert np.linalg.svd(places - places.mean(axis=0), compute_uv=False)[1] > 0.1
    far = np.linalg.norm(places - pulled.target, axis=1)
    assert far.min() > 0.8 * np.ptp(poses.V[0], axis=0).max()


def test_the_ends_are_of_the_largest_part() -> None:
    small, large = bar(40), bar(90)
    V = np.concatenate([small.V[0] - [100.0, 0.0, 0.0], large.V[0]])
    ends = farthest_pair(V, np.concatenate([small.F, large.F + small.n]))
    assert min(ends) >= small.n


def test_vertices_that_coincide_do_not_part_the_mesh() -> None:
    poses = bar()
    V = poses.V[0].copy()
    V[1:11] = V[0]  # the first ring falls into its pole
    assert poses.n - 1 in farthest_pair(V, poses.F)


def test_a_method_that_was_asked_for_is_begun_with() -> None:
    model = opened(Source("sample", "bar"), silent)
    assert model.beginning("reduced")[0].method == "reduced"
    assert model.beginning(None)[0].method == "meshik"


def test_a_rigged_file_without_animations_opens_with_poses_made_from_its_bones(tmp_path: Path) -> None:
    (tmp_path / "figure.glb").write_bytes(rigged_figure().glb())
    model = opened(named_source([str(tmp_path / "figure.glb")]), silent)
    assert fits(model)["meshik"]
    assert len(model.examples) == 61
    assert model.words().endswith("No animation moves its skeleton: 60 poses were made by turning bones.")


def test_a_skeleton_without_limbs_is_told(tmp_path: Path) -> None:
    file = rigged_bar()
    # Every vertex follows the first bone, and so no bone has a limb of its own.
    attributes = file.root["meshes"][0]["primitives"][0]["attributes"]
    attributes["WEIGHTS_0"] = file.array(np.tile([1.0, 0, 0, 0], (194, 1)))
    (tmp_path / "bar.glb").write_bytes(file.glb())
    model = opened(named_source([str(tmp_path / "bar.glb")]), silent)
    assert len(model.examples) == 1
    assert "Its skeleton moves in no animation." in model.words()


def test_opening_tells_how_far_it_is(tmp_path: Path) -> None:
    write_mesh(tmp_path / "bar.glb", bar().mesh)
    told: list[tuple[float, str]] = []
    opened(named_source([str(tmp_path / "bar.glb")]), lambda share, what: told.append((share, what)))
    shares = [share for share, _ in told]
    assert shares == sorted(set(shares))
    assert len(shares) >= 3
    assert all("bar" in what for _, what in told)
