"""Robots as USD stages with the UsdPhysics schemas: rigid bodies, masses, joints and collision.

Lengths are metres, masses kilograms, z is up. A body is an Xform with its part as a mesh and its convex
pieces as guides; its frame is at the joint to its parent and parallel to that of the model. Joints stand
beside the bodies; those that close loops are excluded from the articulation. A cylinder, a plane and a ball
with ranges are joints whose other axes are locked. Roots are fixed to the world.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.io.files import AnyPath
from pliant.io.linkage.legal_names import legal_names
from pliant.io.pieces import placed_nodes
from pliant.io.usd.geometry import define_mesh, extent, ints, vectors
from pliant.io.usd.pxr import pxr
from pliant.io.usd.tree import label
from pliant.io.usd.writer import define_root, new_stage
from pliant.mechanism.drives import GRAVITY, Drive, drives
from pliant.mechanism.inertia import Inertia
from pliant.mechanism.mechanism import Joint, JointKind
from pliant.mechanism.piece import pieces
from pliant.mechanism.robot import Robot
from pliant.mechanism.spanning_tree import ROOT, Spanning, frame_origins, spanning

_FPS = 24.0
_AXES = "XYZ"
# Names of prims beside the bodies.
_RESERVED = ("joints", "physics", "materials")


def write_usd_physics(path: AnyPath, robot: Robot) -> tuple[str, ...]:
    """Write a robot to a .usd, .usda or .usdc file; returns sentences about what it cannot hold."""
    mechanism = robot.mechanism
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    names = legal_names((part.name for part in mechanism.components), _RESERVED)
    with new_stage(path, mechanism.mesh.appearance, _FPS, 1.0, "Z") as new:
        pxr("UsdPhysics").SetStageKilogramsPerUnit(new.stage, 1.0)
        root = define_root(new.stage, pxr("UsdGeom").Xform, "robot")
        pxr("UsdPhysics").ArticulationRootAPI.Apply(new.stage.GetPrimAtPath(root))
        _define_scene(new.stage, f"{root}/physics")
        bodies = []
        for i, piece in enumerate(pieces(mechanism)):
            body = _define_body(new.stage, f"{root}/{names[i]}", robot.bodies[i], origins[i])
            label(body, mechanism.components[i].name)
            mesh = piece.mesh.moved(piece.mesh.V - origins[i])
            define_mesh(new.stage, str(body.GetPath()), mesh, new.images, placed_nodes(mesh))
            _define_hulls(new.stage, str(body.GetPath()), robot, i, origins[i])
            bodies.append(body)
        _exclude(bodies, robot)
        pxr("UsdGeom").Scope.Define(new.stage, f"{root}/joints")
        _define_joints(new.stage, f"{root}/joints", robot, tree, bodies)
    return robot.changed


def _define_scene(stage: Any, path: str) -> None:
    scene = pxr("UsdPhysics").Scene.Define(stage, path)
    scene.CreateGravityDirectionAttr(pxr("Gf").Vec3f(0, 0, -1))
    scene.CreateGravityMagnitudeAttr(GRAVITY)


def _define_body(stage: Any, path: str, inertia: Inertia, origin: Floats) -> Any:
    """A rigid body whose frame is at an origin (3,)."""
    UsdPhysics, Gf = pxr("UsdPhysics"), pxr("Gf")
    body = pxr("UsdGeom").Xform.Define(stage, path)
    body.AddTranslateOp().Set(Gf.Vec3d(*origin.tolist()))
    prim = body.GetPrim()
    UsdPhysics.RigidBodyAPI.Apply(prim)
    mass = UsdPhysics.MassAPI.Apply(prim)
    moments, axes = inertia.principal()
    mass.CreateMassAttr(inertia.mass)
    mass.CreateCenterOfMassAttr(Gf.Vec3f(*(inertia.centre - origin).tolist()))
    mass.CreateDiagonalInertiaAttr(Gf.Vec3f(*moments.tolist()))
    mass.CreatePrincipalAxesAttr(_quaternion(axes))
    return prim


def _define_hulls(stage: Any, body: str, robot: Robot, i: int, origin: Floats) -> None:
    UsdPhysics, UsdGeom = pxr("UsdPhysics"), pxr("UsdGeom")
    if robot.hulls[i]:
        UsdGeom.Scope.Define(stage, f"{body}/collision")
    for k, hull in enumerate(robot.hulls[i]):
        mesh = UsdGeom.Mesh.Define(stage, f"{body}/collision/piece_{k + 1}")
        V = hull.V - origin
        mesh.CreatePointsAttr(vectors(V))
        mesh.CreateExtentAttr(extent(V))
        mesh.CreateFaceVertexCountsAttr(ints(np.full(len(hull.F), 3)))
        mesh.CreateFaceVertexIndicesAttr(ints(hull.F.ravel()))
        mesh.CreateSubdivisionSchemeAttr(UsdGeom.Tokens.none)
        mesh.CreatePurposeAttr(UsdGeom.Tokens.guide)
        UsdPhysics.CollisionAPI.Apply(mesh.GetPrim())
        UsdPhysics.MeshCollisionAPI.Apply(mesh.GetPrim()).CreateApproximationAttr("convexHull")


def _exclude(bodies: Sequence[Any], robot: Robot) -> None:
    for a, b in robot.excluded:
        pairs = pxr("UsdPhysics").FilteredPairsAPI.Apply(bodies[a])
        pairs.CreateFilteredPairsRel().AddTarget(bodies[b].GetPath())


def _define_joints(stage: Any, path: str, robot: Robot, tree: Spanning, bodies: Sequence[Any]) -> None:
    mechanism = robot.mechanism
    parts, origins = mechanism.components, frame_origins(mechanism, tree)
    titles = [joint.name or f"{parts[joint.a].name} to {parts[joint.b].name}" for joint in mechanism.joints]
    roots = [i for i in tree.order if tree.parents[i] == ROOT]
    names = legal_names([*titles, *(f"{parts[i].name} to world" for i in roots)])
    child = {j: i for i, j in enumerate(tree.joints) if j != ROOT}
    for j, (joint, title) in enumerate(zip(mechanism.joints, titles, strict=True)):
        made = _define_joint(stage, f"{path}/{names[j]}", joint)
        label(made.GetPrim(), title)
        made.CreateBody0Rel().SetTargets([bodies[joint.a].GetPath()])
        made.CreateBody1Rel().SetTargets([bodies[joint.b].GetPath()])
        _place(made, joint.origin - origins[joint.a], joint.origin - origins[joint.b], joint.frame.T)
        made.CreateExcludeFromArticulationAttr(j in tree.closing)
        if j in child:
            _brake(made, joint, drives(mechanism, tree, robot.bodies, child[j]))
    for k, i in enumerate(roots):
        made = pxr("UsdPhysics").FixedJoint.Define(stage, f"{path}/{names[len(titles) + k]}")
        made.CreateBody1Rel().SetTargets([bodies[i].GetPath()])
        _place(made, origins[i], np.zeros(3), np.eye(3))


def _define_joint(stage: Any, path: str, joint: Joint) -> Any:
    """The prim of a joint, whose x axis is the joint's, with its ranges."""
    UsdPhysics = pxr("UsdPhysics")
    match joint.kind:
        case JointKind.FIXED:
            return UsdPhysics.FixedJoint.Define(stage, path)
        case JointKind.BALL if np.isinf(joint.ranges).all():
            return UsdPhysics.SphericalJoint.Define(stage, path)
        case JointKind.REVOLUTE | JointKind.PRISMATIC:
            turns = joint.kind is JointKind.REVOLUTE
            made = (UsdPhysics.RevoluteJoint if turns else UsdPhysics.PrismaticJoint).Define(stage, path)
            made.CreateAxisAttr("X")
            low, high = np.degrees(joint.ranges[0]) if turns else joint.ranges[0]
            made.CreateLowerLimitAttr(float(low))
            made.CreateUpperLimitAttr(float(high))
            return made
    made = UsdPhysics.Joint.Define(stage, path)
    free = {(each.turns, each.row): limits for each, limits in zip(joint.freedoms, joint.ranges, strict=True)}
    for turns in (False, True):
        for row in range(3):
            _limit(made, f"{'rot' if turns else 'trans'}{_AXES[row]}", free.get((turns, row)))
    return made


def _limit(made: Any, axis: str, limits: Floats | None) -> None:
    """Bound an axis of a joint; None locks it, which USD says by a lowest value above the highest."""
    if limits is not None and np.isinf(limits).all():
        return
    bound = pxr("UsdPhysics").LimitAPI.Apply(made.GetPrim(), axis)
    low, high = (1.0, -1.0) if limits is None else limits
    scale = 180.0 / np.pi if axis.startswith("rot") and limits is not None else 1.0
    bound.CreateLowAttr(float(scale * low))
    bound.CreateHighAttr(float(scale * high))


def _brake(made: Any, joint: Joint, found: tuple[Drive, ...]) -> None:
    """Give a hinge or a slide its damping and effort; USD measures turns in degrees."""
    if joint.kind not in (JointKind.REVOLUTE, JointKind.PRISMATIC):
        return
    turns = joint.kind is JointKind.REVOLUTE
    drive = pxr("UsdPhysics").DriveAPI.Apply(made.GetPrim(), "angular" if turns else "linear")
    drive.CreateTypeAttr("force")
    drive.CreateStiffnessAttr(0.0)
    drive.CreateDampingAttr(found[0].damping * (np.pi / 180.0 if turns else 1.0))
    drive.CreateMaxForceAttr(found[0].effort)


def _place(made: Any, first: Floats, second: Floats, R: Floats) -> None:
    """Put the frame of a joint, whose axes are the columns of R, at points of its two bodies."""
    Gf = pxr("Gf")
    made.CreateLocalPos0Attr(Gf.Vec3f(*first.tolist()))
    made.CreateLocalPos1Attr(Gf.Vec3f(*second.tolist()))
    made.CreateLocalRot0Attr(_quaternion(R))
    made.CreateLocalRot1Attr(_quaternion(R))


def _quaternion(R: Floats) -> Any:
    """USD's quaternion of a rotation R (3, 3); its matrices multiply rows."""
    Gf = pxr("Gf")
    turn = Gf.Matrix3d(*R.T.ravel().tolist()).ExtractRotation().GetQuat()
    return Gf.Quatf(turn)
