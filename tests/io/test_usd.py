"""USD: what is written comes back, USD's own checker is content, and stages of others are evaluated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.errors import FileFormatError, OptionError
from pliant.io import read_clip, read_mesh, read_poses, write_clip
from pliant.mesh import Mesh
from pliant.skin import Skin
from pliant.skin_clip import SkinClip
from tests.io.moving import assert_came_back, big, files_end_at, moving
from tests.io.samples import TRIANGLE

pytest.importorskip("pxr", reason="USD is an extra: pip install pliant[usd]")
from pxr import Gf, Usd, UsdGeom, UsdSkel, UsdValidation

from pliant.io.usd import write_usd_clip, write_usd_skin
from pliant.io.usd import writer as writing
from pliant.io.usd.half_precision import two_halves

RING = np.array([[1.0, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]])


def complaints(path: Path) -> list[str]:
    """What USD's own validators say."""
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    stage = Usd.Stage.Open(str(path))
    return [error.GetMessage() for error in UsdValidation.ValidationContext(validators).Validate(stage)]


def bending(count: int = 6) -> SkinClip:
    """A rod far from the origin under a rigid control, one that shears and one that comes to mirror."""
    V = np.concatenate([RING + np.array([80, 0, z]) for z in np.linspace(0, 5, 12)])
    t = V[:, 2:] / 5
    weights = np.concatenate([(1 - t) ** 2, 2 * t * (1 - t), t**2], axis=1)
    skin = Skin.of(V, np.tile([0, 1, 2], (len(V), 1)), weights, 3)
    palettes = np.zeros((count, 3, 3, 4))
    shear = np.random.default_rng(1).normal(size=(3, 3))
    for i in range(count):
        for c in range(3):
            F = Rotation.from_rotvec([0.4 * i * c, 0.2 * i, c]).as_matrix()
            F = F @ (np.eye(3) + 0.1 * i * shear) if c == 1 else F
            F = F @ np.diag([1.1, 0.7, 1 - 0.5 * i]) if c == 2 else F
            palettes[i, c] = np.column_stack([F, [80, 0.3 * i, 0] - F @ [80, 0, 0]])
    return SkinClip.of(Mesh.of(V, [[i, i + 1, i + 4] for i in range(len(V) - 4)]), skin, palettes, name="rod")


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz"])
def test_a_clip_comes_back_whole_and_the_checker_has_nothing_to_say(tmp_path, suffix):
    clip = moving()
    write_clip(tmp_path / f"a{suffix}", clip)
    assert_came_back(clip, read_clip(tmp_path / f"a{suffix}"))
    assert complaints(tmp_path / f"a{suffix}") == []


def test_the_checker_would_complain_of_a_stage_without_units(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    UsdGeom.Mesh.Define(stage, "/mesh")
    stage.Save()
    assert complaints(tmp_path / "a.usda")


def test_units_and_axis_are_declared_and_coordinates_stay(tmp_path):
    write_clip(tmp_path / "a.usdc", moving(), metres_per_unit=0.01, up="Z")
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    assert UsdGeom.GetStageMetersPerUnit(stage) == 0.01
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    assert_came_back(moving(), read_clip(tmp_path / "a.usdc"))
    with pytest.raises(OptionError, match="up is 'X'"):
        write_usd_clip(tmp_path / "b.usdc", moving(), up="X")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("suffix", [".usdc", ".usdz"])
def test_the_same_clip_gives_the_same_bits(tmp_path, suffix):
    for name in "ab":
        write_clip(tmp_path / f"{name}{suffix}", moving())
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_samples_leave_memory_for_the_disk_while_frames_come(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "_UNSAVED_BYTES", 100_000)
    sizes: list[int] = []

    def seen(share: float, what: str) -> None:
        sizes.append(sum(file.stat().st_size for file in tmp_path.iterdir()))

    write_usd_clip(tmp_path / "a.usdc", big(), progress=seen)
    assert sizes[10] > 9 * 5000 * 12
    np.testing.assert_array_equal(read_clip(tmp_path / "a.usdc").array(), big().array().astype(np.float32))


@pytest.mark.parametrize("suffix", [".usda", ".usdc", ".usdz"])
def test_a_full_disk_leaves_nothing(tmp_path, suffix):
    with files_end_at(500_000), pytest.raises(FileFormatError, match=r"a\.usd"):
        write_clip(tmp_path / f"a{suffix}", big())
    assert list(tmp_path.iterdir()) == []


def test_a_skin_is_exact_at_frames_with_shear_and_mirrors(tmp_path):
    clip = bending()
    write_usd_skin(tmp_path / "a.usdc", clip)
    found = read_clip(tmp_path / "a.usdc")
    diagonal = np.linalg.norm(np.ptp(clip.mesh.V, axis=0))
    assert np.abs(found.array() - clip.clip().array()).max() < 1e-5 * diagonal
    np.testing.assert_array_equal(found.mesh.V, clip.mesh.V.astype(np.float32))
    assert complaints(tmp_path / "a.usdc") == []
    stage = Usd.Stage.Open(str(tmp_path / "a.usdc"))
    assert len(UsdSkel.Skeleton.Get(stage, "/rod/skeleton").GetJointsAttr().Get()) == 1 + 3 + 3


def test_two_halves_reach_almost_single_precision():
    scale = np.exp(np.random.default_rng(0).normal(size=(100, 3)))
    a, b = two_halves(scale)
    assert (np.abs(a * b.astype(np.float64) - scale) / scale.max(axis=1, keepdims=True)).max() < 1e-5
    one, other = two_halves(np.ones((1, 3)))
    assert (one == 1).all()
    assert (other == 1).all()


def triangle(stage: Usd.Stage, path: str) -> UsdGeom.Mesh:
    mesh = UsdGeom.Mesh.Define(stage, path)
    mesh.CreatePointsAttr(TRIANGLE.tolist())
    mesh.CreateFaceVertexCountsAttr([3])
    mesh.CreateFaceVertexIndicesAttr([0, 1, 2])
    return mesh


def test_meshes_under_moving_transformations_are_joined_in_the_world(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    mover = UsdGeom.Xform.Define(stage, "/mover")
    mover.AddTranslateOp().Set(Gf.Vec3d(0, 0, 0), 1)
    mover.GetOrderedXformOps()[0].Set(Gf.Vec3d(8, 0, 0), 5)
    triangle(stage, "/mover/one")
    mirrored = triangle(stage, "/other")
    mirrored.AddScaleOp().Set(Gf.Vec3f(1, 1, -1))
    UsdGeom.Mesh(stage.OverridePrim("/other")).CreateOrientationAttr("rightHanded")
    stage.Save()
    clip = read_clip(tmp_path / "a.usda")
    assert list(clip.mesh.groups) == ["mover", "other"]
    assert (clip.count, clip.fps, clip.first) == (5, 24.0, 1)
    np.testing.assert_array_equal(clip.array()[:, :3], TRIANGLE + 2 * np.arange(5)[:, None, None] * [1, 0, 0])
    # A mirroring transformation turns triangles inside out: the other order of corners turns them back.
    np.testing.assert_array_equal(clip.mesh.F, [[0, 1, 2], [5, 4, 3]])
    assert read_poses(tmp_path / "a.usda", frames=2).names == ("a@0.000", "a@0.167")


def test_blend_shapes_are_poses(tmp_path):
    stage = Usd.Stage.CreateNew(str(tmp_path / "a.usda"))
    UsdSkel.Root.Define(stage, "/scene")
    skeleton = UsdSkel.Skeleton.Define(stage, "/scene/skeleton")
    animation = UsdSkel.Animation.Define(stage, "/scene/animation")
    animation.CreateBlendShapesAttr(["up"])
    animation.CreateBlendShapeWeightsAttr().Set([0.0], 1)
    animation.GetBlendShapeWeightsAttr().Set([0.5], 2)
    binding = UsdSkel.BindingAPI.Apply(triangle(stage, "/scene/mesh").GetPrim())
    binding.CreateSkeletonRel().SetTargets([skeleton.GetPath()])
    UsdSkel.BindingAPI.Apply(skeleton.GetPrim()).CreateAnimationSourceRel().SetTargets([animation.GetPath()])
    shape = UsdSkel.BlendShape.Define(stage, "/scene/mesh/up")
    shape.CreateOffsetsAttr([(0, 0, 3)])
    shape.CreatePointIndicesAttr([1])
    binding.CreateBlendShapesAttr(["up"])
    binding.CreateBlendShapeTargetsRel().SetTargets([shape.GetPath()])
    stage.Save()
    poses = read_poses(tmp_path / "a.usda")
    assert poses.names == ("base", "up")
    np.testing.assert_array_equal(poses.V[1] - poses.V[0], [[0, 0, 0], [0, 0, 3], [0, 0, 0]])
    np.testing.assert_array_equal(read_clip(tmp_path / "a.usda").array()[1, 1], [1, 0, 1.5])


def test_damaged_files_and_wrong_options_are_refused_by_name(tmp_path):
    write_clip(tmp_path / "a.usdc", moving())
    whole = (tmp_path / "a.usdc").read_bytes()
    (tmp_path / "a.usdc").write_bytes(whole[:-40])
    for read in (read_mesh, read_poses, read_clip):
        with pytest.raises(FileFormatError, match=r"a\.usdc"):
            read(tmp_path / "a.usdc")
    with pytest.raises(FileFormatError, match="does not exist"):
        read_mesh(tmp_path / "b.usda")
    with pytest.raises(OptionError, match="leave it out"):
        read_poses(tmp_path / "a.usdc", clip="walk")
