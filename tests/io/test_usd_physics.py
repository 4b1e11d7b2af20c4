"""Robots written as USD physics, read with usd-core."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.io import write_mechanism
from pliant.mechanism.inertia import inertias
from pliant.mechanism.robot import RobotOptions
from tests.io.mechanisms import of_every_kind
from tests.io.test_mjcf_writing import four_bar

pxr = pytest.importorskip("pxr", reason="usd-core, which writes USD, is not installed")
HULLS = RobotOptions(collision="hulls")


def written(path, mechanism):
    from pxr import Usd

    notes = write_mechanism(path, mechanism, HULLS)
    return Usd.Stage.Open(str(path)), notes


def test_bodies_have_their_masses_and_places(tmp_path):
    from pxr import UsdGeom, UsdPhysics

    mechanism = of_every_kind()
    stage, notes = written(tmp_path / "r.usda", mechanism)
    assert "Soft in the model" in notes[0]
    assert UsdGeom.GetStageMetersPerUnit(stage) == 1.0
    assert UsdGeom.GetStageUpAxis(stage) == "Z"
    bodies = [prim for prim in stage.Traverse() if prim.HasAPI(UsdPhysics.RigidBodyAPI)]
    assert len(bodies) == len(mechanism.components)
    for prim, expected in zip(bodies, inertias(mechanism), strict=True):
        mass = UsdPhysics.MassAPI(prim)
        assert mass.GetMassAttr().Get() == pytest.approx(expected.mass, rel=1e-6)
        M = np.array(UsdGeom.Xformable(prim).ComputeLocalToWorldTransform(0)).T
        centre = M[:3, :3] @ np.array(mass.GetCenterOfMassAttr().Get()) + M[:3, 3]
        np.testing.assert_allclose(centre, expected.centre, atol=1e-5)
        np.testing.assert_allclose(
            sorted(mass.GetDiagonalInertiaAttr().Get()), expected.principal()[0], rtol=1e-5
        )


def test_joints_meet_at_their_origins_along_their_axes_with_their_ranges(tmp_path):
    from pxr import Gf, UsdGeom, UsdPhysics

    mechanism = of_every_kind()
    stage, _ = written(tmp_path / "r.usdc", mechanism)
    for joint in mechanism.joints:
        made = UsdPhysics.Joint(stage.GetPrimAtPath(f"/robot/joints/{joint.name.replace(' ', '_')}"))
        for k, (rel, pos, rot) in enumerate(
            [
                (made.GetBody0Rel(), made.GetLocalPos0Attr(), made.GetLocalRot0Attr()),
                (made.GetBody1Rel(), made.GetLocalPos1Attr(), made.GetLocalRot1Attr()),
            ]
        ):
            body = UsdGeom.Xformable(stage.GetPrimAtPath(rel.GetTargets()[0]))
            M = np.array(body.ComputeLocalToWorldTransform(0)).T
            np.testing.assert_allclose(
                M[:3, 3] + np.array(pos.Get()), joint.origin, atol=1e-5, err_msg=str(k)
            )
            axis = np.array(Gf.Rotation(Gf.Quatd(rot.Get())).TransformDir(Gf.Vec3d(1, 0, 0)))
            np.testing.assert_allclose(axis, joint.axis, atol=1e-5)
    hinge = UsdPhysics.RevoluteJoint(stage.GetPrimAtPath("/robot/joints/revolute_1"))
    limits = [hinge.GetLowerLimitAttr().Get(), hinge.GetUpperLimitAttr().Get()]
    np.testing.assert_allclose(np.radians(limits), [-0.5, 1.25], rtol=1e-6)
    sleeve = stage.GetPrimAtPath("/robot/joints/cylinder_3")
    locked = UsdPhysics.LimitAPI(sleeve, "transY")
    assert locked.GetLowAttr().Get() > locked.GetHighAttr().Get()
    slide = UsdPhysics.LimitAPI(sleeve, "transX")
    np.testing.assert_allclose([slide.GetLowAttr().Get(), slide.GetHighAttr().Get()], [-0.1, 0.2], rtol=1e-6)
    assert not sleeve.HasAPI(UsdPhysics.LimitAPI, "rotX")


def test_loops_are_joints_outside_the_articulation_and_pairs_are_filtered(tmp_path):
    from pxr import UsdPhysics

    stage, _ = written(tmp_path / "r.usda", four_bar())
    joints = [prim for prim in stage.Traverse() if prim.IsA(UsdPhysics.RevoluteJoint)]
    outside = [UsdPhysics.Joint(prim).GetExcludeFromArticulationAttr().Get() for prim in joints]
    assert sorted(outside) == [False, False, False, True]
    base = stage.GetPrimAtPath("/robot/base")
    targets = UsdPhysics.FilteredPairsAPI(base).GetFilteredPairsRel().GetTargets()
    assert {str(path) for path in targets} == {"/robot/crank", "/robot/rocker"}
    pieces = [prim for prim in stage.Traverse() if prim.HasAPI(UsdPhysics.CollisionAPI)]
    assert len(pieces) == 4
