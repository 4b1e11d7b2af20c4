"""A small rig file of every method, as this version of Pliant writes it: `python -m tests.golden.make`.

Run it when the version of rig files rises, with a new folder. Files of older versions stay as they are: they
are what users have.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.methods.elastic.rig import ElasticIK
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK
from pliant.rig import Rig
from pliant.rig_file import VERSION
from pliant.samples.bar import bar
from tests.methods.joints.boxes import boxes
from tests.textured import textured_bar

FOLDER = Path(__file__).parent


def rigs() -> dict[str, Rig]:
    """A small rig of every method, by its name."""
    poses = bar(40, bends=(40.0, 80.0))
    order = np.argsort(poses.mesh.V[:, 0])
    handles = Handles.of(poses.mesh, [Handle.of("left", order[:8]), Handle.of("right", order[-8:])])
    lifted = SculptedPose("lifted").moved("right", [0.0, 0.4, 0.0]).turned(handles, "right", [0, 0, 1], 30.0)
    pair = boxes([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)], [(0.45, 0.2, 0.2)] * 2)
    hinge = Joint.of(0, 1, "revolute", [0.5, 0.0, 0.0], [0.0, 0.0, 1.0], ranges=[[-1.0, 1.0]])
    return {
        "meshik": MeshIK(poses),
        "reduced": ReducedIK(poses),
        "handles": HandleIK(poses.mesh, handles, [lifted]),
        "joints": JointIK(Mechanism.of(pair.mesh, pair.component, pair.components, [hinge.named("hinge")])),
        "cage": CageIK(poses.mesh, 30, options=CageOptions(coordinates="mean_value")),
        "elastic": ElasticIK(textured_bar()),
    }


def main() -> None:
    """Write them."""
    folder = FOLDER / f"version_{VERSION}"
    folder.mkdir(exist_ok=True)
    for name, rig in rigs().items():
        rig.save(folder / f"{name}.pliant")


if __name__ == "__main__":
    main()
