"""Do mirrored examples help? Each example is left out in turn, and found again by a few of its points.

What a set of poses says about a character decides, not its symmetry alone: separate poses are often found
better with their mirror images, while the frames of one gait say which leg leads, and images take that away.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Floats, Ints
from pliant.examples.attitudes import Attitudes
from pliant.examples.mirrored import mirrored
from pliant.examples.representative import kept_poses
from pliant.examples.search import ExampleSearch
from pliant.examples.span import Span
from pliant.geometry.farthest_points import farthest_points
from pliant.mesh import PoseSet
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.progress import Progress, silent, within

# Held points by which an example is found again: few, as in a quick pose, and many, as in a careful one.
PINS = (6, 12, 24)
# The gain from which images are learned. On the sets that it was chosen by, images made poses not seen yet
# worse at gains up to 0.05, and better from 0.12. On others they helped at smaller gains too: it misses that.
WORTH = 0.1


@dataclass(frozen=True, eq=False)
class MirroredRig:
    """A rig that has learned from mirror images too, where they help.

    rig:   the rig
    poses: what it has learned from: the poses given, and their images if they help
    added: how many new images there were to judge
    gain:  the share by which they lower the mean error of examples left out; see `mirror_gain`
    """

    rig: ReducedIK
    poses: PoseSet
    added: int
    gain: float

    @property
    def helped(self) -> bool:
        """Whether the rig has learned from the images."""
        return self.gain >= WORTH


def mirrored_rig(
    poses: PoseSet, *, options: ReducedOptions | None = None, progress: Progress = silent
) -> MirroredRig:
    """A rig learned from poses and their mirror images, or from the poses alone where images do not help.

    Each pose is left out in turn, and found again by a few of its points with the others, with images and
    without; images help where they make the mean error smaller by at least WORTH. That takes two to three
    times as long as learning from the poses.
    Raises MeshError where the reference is not symmetric, and errors as `ReducedIK` does.
    """
    # Of many poses half as many are kept, so that with their images they are no more than a rig takes.
    own = kept_poses(poses, (options or ReducedOptions()).most_examples // 2).among(poses)
    images = mirrored(own)
    added, gain = len(images) - len(own), 0.0
    if added:
        rig = ReducedIK(images, options=options, progress=within(progress, 0.0, 0.6))
        progress(0.6, "leaving poses out")
        gain = mirror_gain(rig, len(own))
        found = MirroredRig(rig, images, added, gain)
        if found.helped:
            progress(1.0, "ready")
            return found
    rig = ReducedIK(poses, options=options, progress=within(progress, 0.7 if added else 0.0, 1.0))
    return MirroredRig(rig, poses, added, gain)


def with_examples(rig: ReducedIK, kept: Ints) -> ReducedIK:
    """The rig with some of its examples only, by their numbers (k,), the reference first."""
    span = Span(
        np.ascontiguousarray(rig.span.logs[..., kept]),
        np.ascontiguousarray(rig.span.stretches[..., kept]),
        len(kept),
    )
    attitudes = Attitudes(rig.attitudes.turns[kept], rig.attitudes.centres[kept])
    search = ExampleSearch.of(rig.options, span, attitudes, rig.search.corrections, rig.parts.W)
    names = tuple(rig.names[i] for i in kept)
    return rig.replaced(_names=names, t=rig.t[kept], span=span, attitudes=attitudes, search=search)


def left_out_errors(rig: ReducedIK, out: int, choices: Sequence[Ints]) -> Floats:
    """(choices, pins) how badly an example is found by others: RMS over the vertices, in diagonals.

    out:     the number of the example that is left out
    choices: numbers of the examples that find it
    """
    truth = rig.example(out)
    errors = np.empty((len(choices), len(PINS)))
    for i, kept in enumerate(choices):
        others = with_examples(rig, kept)
        for j, count in enumerate(PINS):
            grip = others.grab(farthest_points(rig.mesh.V, min(count, rig.mesh.n)))
            found = grip.drag(grip.held.on(truth)).V
            errors[i, j] = np.sqrt(((found - truth) ** 2).sum(axis=1).mean()) / rig.mesh.diagonal
    return errors


def mirror_gain(rig: ReducedIK, count: int) -> float:
    """The share by which mirrored examples lower the mean error of examples left out; negative if it rises.

    count: how many examples were given, and come first; the others are images, named after them
    Each number of held points counts the same. The image of what is left out is left out with it.
    """
    everything = np.arange(len(rig.names))
    errors = []
    for out in range(1, count):
        own = [i for i in everything if i == out or rig.names[i] == f"{rig.names[out]} (mirrored)"]
        kept = np.setdiff1d(everything, own)
        errors.append(left_out_errors(rig, out, [kept[kept < count], kept]))
    given, with_images = np.sum(errors, axis=0)
    return float(1.0 - np.mean(with_images / np.maximum(given, np.finfo(float).tiny)))
