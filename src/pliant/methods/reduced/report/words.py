"""Sizes, places and advice in plain words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pliant.arrays import Vertices
from pliant.doctor.finding import counted
from pliant.examples.tears import tear_facts, tear_words
from pliant.figures.views import View
from pliant.geometry.bounding_box import box_diagonal
from pliant.geometry.gradient import double_area_normals
from pliant.mesh import Mesh
from pliant.methods.reduced.figures.controls import carried
from pliant.methods.reduced.reconstruction import FEW_PINS, Reconstruction
from pliant.methods.reduced.rig import ReducedIK

# A model lower than this share of its diagonal is flat: its height says nothing about its size.
FLAT = 0.1
# A control that carries less than this share of the surface hardly matters.
LITTLE = 0.01
# An example that misses so many times more than the others (their median), and visibly, stands out.
STANDS_OUT = 2.0
# Mean misses in percent of the height, from which on they are seen: a little, close by, plainly.
HARDLY, CLOSE, PLAIN = 0.1, 0.5, 1.5
# A control behind more than this share of all squared misses, and so many times its share of the surface,
# moves what bends in more ways than one control can follow.
BLAMED, TIMES = 0.2, 2.0
# An example pulled by a few points is lost where it misses so many times more than its own skin does.
LOST = 3.0
# If the last round still lowered the error by this share, more rounds would help.
FALLING = 0.02


@dataclass(frozen=True)
class Measure:
    """What misses are compared with: a length in the user's unit, and its name."""

    length: float
    name: str

    @staticmethod
    def of(V: Vertices, view: View) -> Measure:
        """The model's height, or for a flat one its diagonal."""
        height = float(np.ptp(V @ view.vertical))
        diagonal = box_diagonal(V)
        return Measure(height, "height") if height >= FLAT * diagonal else Measure(diagonal, "size")

    def percent(self, distance: float) -> float:
        """A distance as a percentage of the length."""
        return 100.0 * distance / self.length

    def words(self, distance: float) -> str:
        """A distance in words, such as '0.4% of the height'."""
        percent = self.percent(distance)
        return (
            f"{percent:.2g}% of the {self.name}" if percent >= 0.01 else f"less than 0.01% of the {self.name}"
        )


def verdict(percent: float) -> str:
    """A sentence on how a mean miss of this percentage of the height looks."""
    if percent < HARDLY:
        return "You will hardly see a difference."
    if percent < CLOSE:
        return "The difference shows only from close by."
    return "The difference shows." if percent < PLAIN else "The difference is plain to see."


def place(mesh: Mesh, v: int, view: View) -> str:
    """Where vertex v is in the picture, such as 'at the upper left of the picture', and in which group."""
    seen = mesh.V @ view.frame[:2].T
    x, y = (seen[v] - seen.min(axis=0)) / np.maximum(np.ptp(seen, axis=0), 1e-300)
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    upward = "lower" if y < 1 / 3 else "upper" if y > 2 / 3 else ""
    words = {
        (True, True): f"at the {upward} {across} of the picture",
        (True, False): f"at the {'top' if upward == 'upper' else 'bottom'} of the picture",
        (False, True): f"at the {across} of the picture",
        (False, False): "in the middle of the picture",
    }[bool(upward), bool(across)]
    around = np.equal(mesh.F, v).any(axis=1)
    normal = double_area_normals(mesh.V, mesh.F[around]).sum(axis=0)
    hidden = ", on the far side" if normal @ view.frame[2] < 0 else ""
    return words + hidden + _group(mesh, v)


def main_control(rig: ReducedIK, v: int, hues: Sequence[str]) -> str:
    """The control that carries most of vertex v, such as 'control 7 (orange)'; hues: as of `hue_names`."""
    i = int(rig.skin.influences[v, np.argmax(rig.skin.weights[v])])
    return f"control {i} ({hues[i]})"


def advice(rig: ReducedIK, found: Reconstruction, measure: Measure, hues: Sequence[str]) -> list[str]:
    """What to do next, a sentence or two for each point; hues are those of `hue_names`."""
    seen = measure.percent(float(np.sqrt((found.misses**2).mean()))) >= CLOSE
    lines = [
        *(_about_misses(rig, found, hues) if seen else _about_idle(rig)),
        *_about_examples(found, measure),
        *_about_finding(rig, found),
        *_about_tears(rig),
        *_about_learning(rig),
    ]
    return lines or ["Nothing needs doing: every control is of use, and no example stands out."]


def _about_misses(rig: ReducedIK, found: Reconstruction, hues: Sequence[str]) -> list[str]:
    """Advice where misses show: which control they come from."""
    share = carried(rig)
    blame = rig.skin.weight_matrix().T @ (found.misses**2).sum(axis=0)
    blame /= blame.sum()
    i = int(np.argmax(blame))
    lines = [f"More controls follow finer movement: try --controls {-(-3 * len(share) // 2)}."]
    if blame[i] > max(BLAMED, TIMES * share[i]):
        lines.append(
            f"Control {i} ({hues[i]}) carries {share[i]:.0%} of the surface and is behind {blame[i]:.0%} of "
            "the misses. What it moves bends in more ways than one control can follow."
        )
    return lines


def _about_idle(rig: ReducedIK) -> list[str]:
    """Advice where the model is good enough: which controls it could do without."""
    share = carried(rig)
    small = int((share < LITTLE).sum())
    if not small:
        return []
    return [
        f"{counted(small, 'control carries', 'controls carry')} less than {LITTLE:.0%} of the surface"
        f"{' each' if small > 1 else ''}: fewer would do. Try --controls {len(share) - small}."
    ]


def _about_examples(found: Reconstruction, measure: Measure) -> list[str]:
    names, means, worst = found.poses.names, found.means, found.worst
    lines = []
    usual = float(np.median(means[1:]))
    if measure.percent(float(means[worst])) > HARDLY and means[worst] > STANDS_OUT * usual:
        lines.append(
            f"'{names[worst]}' is reproduced worst: its points miss by {measure.words(float(means[worst]))} "
            f"on average, against {measure.words(usual)} elsewhere. If the pose matters, add others like it "
            "or ask for more controls; if it is damaged, leave it out."
        )
    if len(names) < 4:
        lines.append(
            f"{len(names)} poses say little about how a character moves; a few more, unlike each other, help."
        )
    return lines


def _about_finding(rig: ReducedIK, found: Reconstruction) -> list[str]:
    """Advice where a few points of an example do not lead back to it."""
    again, skin = found.found_again(rig), 100.0 * found.means / found.diagonal
    lost = np.flatnonzero(again > np.maximum(LOST * skin, CLOSE))
    if not len(lost):
        return []
    worst, names = int(lost[np.argmax(again[lost])]), found.poses.names
    return [
        f"Pulled by {FEW_PINS} of its points, '{names[worst]}' comes back with a miss of {again[worst]:.2g}% "
        f"of the diagonal ({counted(len(lost), 'example', 'examples')} like that): it differs from others "
        "where those points are not. Hold more points there."
    ]


def _about_tears(rig: ReducedIK) -> list[str]:
    """Advice where a part turns so far in an example that blends with it come apart."""
    return [f"{line[0].upper()}{line[1:]}." for line in tear_words(tear_facts(rig.tears, rig.names))]


def _about_learning(rig: ReducedIK) -> list[str]:
    errors, rounds = rig.model.errors, rig.options.rounds
    if len(errors) > rounds > 0 and errors[-1] < (1.0 - FALLING) * errors[-2]:
        return [
            "The error was still falling when learning ended. In Python, "
            f"ReducedOptions(rounds={2 * rounds}) goes on."
        ]
    return []


def _group(mesh: Mesh, v: int) -> str:
    """The smallest of the mesh's groups around the vertex, in words; empty for a mesh of fewer than two."""
    if len(mesh.groups) < 2:
        return ""
    near = np.unique(mesh.owner[np.equal(mesh.F, v).any(axis=1)])
    holding = [(len(rows), name) for name, rows in mesh.groups.items() if np.isin(near, rows).any()]
    return f", in '{min(holding)[1]}'" if holding else ""
