"""The paper's method: derivatives, freedoms, and how it compares with ours."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.mechanism.mechanism import JointKind, Soft
from pliant.methods.joints.printed import PrintedProblem
from pliant.methods.joints.printed_joints import joint_terms
from pliant.methods.joints.rig import JointIK
from tests.methods.joints.boxes import boxes, chain, motions, pair, violation

REST = np.tile(np.eye(3, 4), (2, 1, 1))
KINDS = [kind for kind in JointKind if kind is not JointKind.FIXED]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rank_of_a_joints_terms_at_rest_leaves_its_freedoms(kind) -> None:
    model = JointIK.as_printed(pair(kind)).model
    J = np.concatenate(
        [D.reshape(len(r), 24) for r, D in joint_terms(model.joints[0], model.joint_corners[0], REST)]
    )
    rigid = []
    for body in range(2):
        for k in range(6):
            move = np.zeros((2, 3, 4))
            if k < 3:
                move[body, :, :3] = np.cross(np.eye(3)[k], np.eye(3)).T
            else:
                move[body, k - 3, 3] = 1.0
            rigid.append(move.ravel())
    sizes = np.linalg.svd(J @ np.array(rigid).T, compute_uv=False)
    # Of twelve rigid motions of the two, six carry both along.
    free = {"revolute": 1, "prismatic": 1, "cylinder": 2, "plane": 3, "ball": 3}[kind]
    assert (sizes > 1e-9 * sizes[0]).sum() == 6 - free


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("limited", [False, True])
def test_the_jacobian_is_that_of_differences(kind, limited) -> None:
    free = {"revolute": 1, "prismatic": 1, "cylinder": 2, "plane": 3, "ball": 3}[kind]
    rig = JointIK.as_printed(pair(kind, np.tile([-0.01, 0.01], (free, 1)) if limited else None))
    grip = rig.grab([0, 5, 9, 15])
    problem = PrintedProblem(rig.model, grip.handles, grip.handles.rest + 0.1)
    rng = np.random.default_rng(0)
    M = REST + 0.1 * rng.normal(size=REST.shape)
    state = problem._at(M)
    for _ in range(4):
        way, h = rng.normal(size=M.shape), 1e-6
        ahead, behind = problem._at(M + h * way), problem._at(M - h * way)
        slope = (ahead.residuals - behind.residuals) / (2 * h)
        # Limits turn with the closest rotation, which the paper's derivative leaves out.
        exact = slice(None) if not limited else slice(0, 12 + 12)
        np.testing.assert_allclose((state.jacobian @ way.ravel())[exact], slope[exact], rtol=1e-5, atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
def test_penalties_keep_joints_and_rigid_parts_nearly(kind) -> None:
    model = pair(kind)
    rig = JointIK.as_printed(model)
    grip = rig.grab([*range(8), 15])
    targets = grip.held.rest.copy()
    targets[-1] += [0.1, 0.25, -0.1]
    pose = grip.drag(targets)
    assert violation(model, pose.V) < 2e-3 * rig.model.frame.diagonal
    assert motions(model, pose.V)[2] < 2e-3 * rig.model.frame.diagonal


def test_ours_reaches_what_the_printed_method_reaches() -> None:
    model = chain(4)
    gaps = []
    for make in (JointIK, JointIK.as_printed):
        grip = make(model).grab([*range(8), 31])
        targets = grip.held.rest.copy()
        targets[-1] += [-0.8, 1.0, 0.0]
        gaps.append(grip.drag(targets).gaps.max() / grip.rig.model.frame.diagonal)
    assert max(gaps) < 1e-5


def test_a_soft_bar_bends_by_both() -> None:
    model = boxes([(0, 0, 0)], (2.0, 0.2, 0.2), soft={0: Soft(10)})
    for make in (JointIK, JointIK.as_printed):
        rig = make(model)
        grip = rig.grab([0, 1, 2, 3, 7])
        targets = grip.held.rest.copy()
        targets[-1] += [-0.3, 0.8, 0.0]
        pose = grip.drag(targets)
        assert pose.gaps[-1] < 0.15 * rig.model.frame.diagonal
        assert pose.energies[-1] < pose.energies[0]
