"""One mesh, no examples: paint handles, sculpt a few poses, and let MeshIK and Reduced IK learn from them."""

from __future__ import annotations

from pathlib import Path

import pliant
from pliant.samples import sample, sample_handles

VERTICES = 4_000


def painted(poses: pliant.PoseSet) -> pliant.Handles:
    """The sample's own handles; on a mesh of yours, name their vertices: Handle.of("hand", [12, 13, …])."""
    own = sample_handles("humanoid", poses)
    handles = [
        pliant.Handle.of(one.name, one.vertices, rigidity=one.rigidity, centre=one.centre) for one in own
    ]
    return pliant.Handles.of(poses.mesh, handles)


def sculpted(handles: pliant.Handles) -> list[pliant.SculptedPose]:
    """Each pose is a list of turns and moves; a limb turns about the first handle's centre."""
    poses = []
    for side, out in (("left", 1.0), ("right", -1.0)):
        leg = [f"{side} {part}" for part in ("thigh", "shin", "foot", "toes")]
        arm = [f"{side} {part}" for part in ("upper arm", "forearm", "hand")]
        knee = pliant.SculptedPose(f"{side} knee").turned(handles, leg[1:], (1, 0, 0), 70)
        poses.append(knee.turned(handles, leg, (1, 0, 0), -50))
        poses.append(pliant.SculptedPose(f"{side} arm").turned(handles, arm, (0, 0, 1), 60 * out))
    return poses


def main() -> None:
    """Writes the sculpted poses, and the same pull by three methods."""
    person = sample("humanoid", vertices=VERTICES)
    handles = painted(person)
    rig = pliant.HandleIK(person.mesh, handles, sculpted(handles))
    poses = rig.poses()  # a PoseSet like any other: the rest pose, then the sculpted ones
    pliant.write_poses("sculpted.npz", poses)

    hand, foot, head = (
        int(handles[handles.index(name)].vertices[0]) for name in ("left hand", "right foot", "head")
    )
    shift = [(0, 0, 0), (0, 0, 0), (0.05, 0.25, 0)]
    for method in (rig, pliant.MeshIK(poses), pliant.ReducedIK(poses)):
        grip = method.grab([foot, head, hand])
        pose = grip.drag(grip.held.rest + shift)
        path = Path(f"{method.method}.obj")
        pliant.write_mesh(path, person.mesh.moved(pose.V))
        reached = grip.held.on(pose.V)[2] - grip.held.rest[2]
        print(f"{path}: the hand rose by {reached[1]:.3f} of 0.250, {1e3 * pose.seconds:.1f} ms")


if __name__ == "__main__":
    main()
