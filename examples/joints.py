"""A bare mesh of several parts: find its joints, correct one, pull on it, and hand it to a simulator."""

from __future__ import annotations

import numpy as np

import pliant
from pliant.methods.joints.edits import with_ranges
from pliant.samples import mechanism


def main() -> None:
    """Writes the lamp posed, its rig, and the mechanism as URDF."""
    mesh = mechanism("lamp", resolution=0.5).mesh  # on a model of yours: pliant.read_mesh("lamp.obj")
    found = pliant.JointIK(mesh).mechanism
    for number, joint in enumerate(found.joints):
        a, b = (found.components[part].name for part in (joint.a, joint.b))
        print(f"{number}: {joint.kind} between {a} and {b}, {joint.confidence:.0%} sure")

    # The cable lets the foot turn by half a turn each way.
    model = with_ranges(found, 0, [[-np.pi, np.pi]])
    rig = pliant.JointIK(model, model.joints)
    base, shade = (np.flatnonzero(model.component == part) for part in (0, 5))
    grip = rig.grab([*base[:: len(base) // 6], shade[0]])
    targets = np.array(grip.held.rest)
    targets[-1] += (0.05, -0.1, 0.1)
    pose = grip.drag(targets)
    print(
        f"{pose.status.value} in {1e3 * pose.seconds:.1f} ms; the shade is {pose.gaps[-1]:.0e} from its goal"
    )
    pliant.write_mesh("lamp.obj", mesh.moved(pose.V))
    rig.save("lamp.pliant")
    pliant.write_mechanism("lamp.urdf", model)


if __name__ == "__main__":
    main()
