"""Real mechanisms with published joints: what the analysis finds may not get worse."""

from __future__ import annotations

import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")
pytest.importorskip("coacd", reason="coacd, of the extra 'joints', is not installed")
pytest.importorskip("manifold3d", reason="manifold3d, of the extra 'joints', is not installed")

from benchmarks.judging import judge, same_geometry
from benchmarks.mechanisms import joints_folder, mechanism
from benchmarks.pose_sets import MissingDataError

from pliant.mechanism.mechanism import JointKind
from pliant.methods.joints.analysis import analyse


@pytest.fixture(scope="module", autouse=True)
def folder():
    try:
        return joints_folder()
    except MissingDataError as missing:
        pytest.skip(str(missing))


# Joints right as far as geometry can tell, of all; and false joints.
KNOWN = {
    "synthetic_six_c0": (6, 6, 0),
    "synthetic_six_c01": (6, 6, 0),
    "synthetic_six_c05": (6, 6, 0),
    "freecad_universal_joint": (3, 3, 0),
    "iiwa14": (7, 7, 0),
    "mw_drawer": (1, 1, 0),
    "mw_button": (1, 1, 0),
}


@pytest.mark.parametrize("name", KNOWN)
def test_published_joints_are_found_and_no_others(name):
    right, joints, wrong = KNOWN[name]
    judged, false = judge(mechanism(name), analyse(mechanism(name)))
    assert len(judged) == joints
    assert sum(each.equivalent for each in judged) >= right
    assert len(false) <= wrong


def test_a_cylinder_is_the_same_geometry_as_either_of_its_motions_and_they_are_not_the_same():
    assert same_geometry(JointKind.CYLINDER, JointKind.REVOLUTE)
    assert same_geometry(JointKind.PRISMATIC, JointKind.CYLINDER)
    assert not same_geometry(JointKind.PRISMATIC, JointKind.REVOLUTE)
    assert not same_geometry(JointKind.CYLINDER, JointKind.FIXED)
    assert same_geometry(JointKind.FIXED, JointKind.FIXED)
