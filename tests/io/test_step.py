"""Assemblies in STEP files, read with cascadio; `tests/io/step/make_assemblies.py` made them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError
from pliant.io import read_mechanism, write_mechanism
from pliant.mechanism.inertia import Form, inertias
from pliant.mechanism.mechanism import JointKind
from pliant.mechanism.robot import RobotOptions
from pliant.methods.joints.analysis import find_joints

pytest.importorskip("cascadio", reason="cascadio, which reads STEP files, is not installed")

STEP = Path(__file__).parent / "step"
# Names, the lowest and highest corner in metres; the files are in millimetres, metres and inches.
ASSEMBLIES = {
    "hinge": (["left leaf", "right leaf", "pin"], [-0.048, -0.006, -0.003], [0.048, 0.006, 0.063]),
    "drawer": (["case", "tray", "knob"], [0, -0.03, 0], [0.4, 0.3, 0.15]),
    "castor": (
        ["fork", "axle", "wheel", "collar", "collar 5"],
        [-0.04, -0.03, -0.04],
        [0.04, 0.03, 0.068],
    ),
}


@pytest.mark.parametrize("name", list(ASSEMBLIES))
def test_parts_come_with_names_in_metres(name):
    names, low, high = ASSEMBLIES[name]
    found = read_mechanism(STEP / f"{name}.step")
    assert [part.name for part in found.components] == names
    np.testing.assert_allclose(found.mesh.V.min(axis=0), low, atol=1e-4)
    np.testing.assert_allclose(found.mesh.V.max(axis=0), high, atol=1e-4)
    assert all(body.form is Form.SOLID for body in inertias(found))


def test_colours_come_along():
    mesh = read_mechanism(STEP / "hinge.step").mesh
    colours = {tuple(np.round(each.colour[:3], 3)) for each in mesh.appearance.materials}
    assert colours == {(0.8, 0.1, 0.1), (0.1, 0.6, 0.2), (0.1, 0.2, 0.8)}


def test_the_pin_of_a_hinge_weighs_what_it_should():
    pin = inertias(read_mechanism(STEP / "hinge.step"), density=7800.0)[2]
    volume = np.pi * (0.00295**2 * 0.060 + 2 * 0.005**2 * 0.003)
    assert pin.mass == pytest.approx(7800.0 * volume, rel=0.01)


def test_a_hinge_turns_from_step_to_robot(tmp_path):
    """End to end: read, find the joints, and write robots that load with these."""
    found = read_mechanism(STEP / "hinge.step")
    joints = find_joints(found)
    assert joints
    assert all(abs(each.axis[2]) > 0.999 for each in joints if each.kind is not JointKind.FIXED)
    jointed = type(found).of(found.mesh, found.component, found.components, joints)
    options = RobotOptions(collision="hulls")
    for suffix in (".xml", ".urdf"):
        write_mechanism(tmp_path / f"hinge{suffix}", jointed, options)
        back = read_mechanism(tmp_path / f"hinge{suffix}")
        assert len(back.components) == 3
        assert set(back.mesh.materials)


@pytest.mark.parametrize("data", [b"", b"solid", b"ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\n"])
def test_what_is_no_assembly_is_refused(tmp_path, data):
    (tmp_path / "a.step").write_bytes(data)
    with pytest.raises(FileFormatError, match=r"a\.step"):
        read_mechanism(tmp_path / "a.step")
