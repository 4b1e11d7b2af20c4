"""What does a step of Joint IK cost, against its factorisation and solve alone, and against the paper's?"""

from __future__ import annotations

import time

import numpy as np
from tests.models import mechanism

from benchmarks.clock import medians, timed
from benchmarks.results import Cell, Column, Table
from pliant.mechanism.mechanism import Component, Mechanism, Soft
from pliant.mesh import Mesh
from pliant.methods.joints.block_cholesky import BlockPattern, factored_blocks, solve_blocks
from pliant.methods.joints.grip import JointGrip
from pliant.methods.joints.problem import JointProblem, JointState
from pliant.methods.joints.rig import JointIK
from pliant.samples.bar import bar

# [Xu2009, table 2]: cells, milliseconds of one step and of one interpolation.
PAPER = {
    "snake": (10, 0.54, 0.06),
    "office": (70, 3.95, 5.89),
    "lamp": (76, 3.42, 10.40),
    "dog": (153, 6.69, 2.80),
    "brush": (176, 14.90, 1.35),
    "chair": (227, 7.45, 6.70),
    "bee": (421, 12.04, 3.58),
    "robot": (477, 29.58, 13.20),
    "bunny": (1_895, 103.09, 35.74),
}
# Cells along the length of a soft bar, so that it has about 10 to 2,000.
BARS = (10, 16, 24, 40)
REPEATS = 15
# A gesture: this many moves of the pulled point, to this share of the model's size.
MOVES, REACH = 20, 0.1


def tables(*, quick: bool = False) -> list[Table]:
    """One step and one interpolation of each model and of soft bars; and whole gestures."""
    names = ["snake", "lamp"] if quick else list(PAPER)
    cases: list[tuple[str, Mechanism]] = [(name, mechanism(name)) for name in names]
    cases += [(f"bar {count}", soft_bar(count)) for count in (BARS[:1] if quick else BARS)]
    steps = Table(
        "Steps",
        [
            Column("model", "model"),
            Column("vertices", "vertices", ","),
            Column("cells", "cells", ","),
            Column("bodies", "bodies", ","),
            Column("prepared", "prepare ms", ".0f"),
            Column("grabbed", "grab ms", ".1f"),
            Column("step", "step ms", ".2f"),
            Column("floor", "factor and solve ms", ".2f"),
            Column("per_floor", "step ÷ those", ".2f"),
            Column("skin", "interpolation ms", ".2f"),
            Column("paper_cells", "paper's cells", ","),
            Column("paper_step", "paper's step ms", ".2f"),
            Column("paper_skin", "paper's interpolation ms", ".2f"),
            Column("iterations", "steps of a move"),
            Column("most", "at most"),
            Column("move", "move ms", ".2f"),
        ],
        note="Wanted: a step costs at most three times its factorisation and solve. Paper: its own model of "
        "that kind, on four cores in 2009. A gesture pulls one point a tenth of the size away in "
        f"{MOVES} moves, each from the last pose; steps and time of a move: the median.",
    )
    for name, model in cases:
        steps.add(_row(name, model, 3 if quick else REPEATS))
    return [steps]


def soft_bar(cells: int) -> Mechanism:
    """A round bar, soft, with some cells along its length."""
    mesh = bar(4_000).mesh
    return Mechanism.of(Mesh.of(mesh.V, mesh.F), np.zeros(mesh.n, dtype=int), [Component("bar", Soft(cells))])


def _row(name: str, model: Mechanism, repeats: int) -> dict[str, Cell]:
    prepared(model)
    (rig, preparing), points = timed(lambda: JointIK(model)), _points(model)
    _, grabbing = timed(lambda: rig.grab(points))
    _, grip, problem, state = prepared(model)
    targets = _targets(grip)
    palette = grip.pull(targets).palette
    works = [lambda: problem.moved(state, problem.direction(state), 1.0), lambda: rig.posed(palette)]
    step, skin = medians(works, repeats)
    floor = _floor(problem, state, grip.handles.pattern, repeats)
    counts, moves = _gesture(grip, targets)
    paper = PAPER.get(name, (None, None, None))
    return {
        "model": name,
        "vertices": model.mesh.n,
        "cells": len(rig.model.cells),
        "bodies": len(rig.model.centre),
        "prepared": 1e3 * preparing,
        "grabbed": 1e3 * grabbing,
        "step": 1e3 * step,
        "floor": 1e3 * floor,
        "per_floor": step / floor,
        "skin": 1e3 * skin,
        "paper_cells": paper[0],
        "paper_step": paper[1],
        "paper_skin": paper[2],
        "iterations": int(np.median(counts)),
        "most": int(max(counts)),
        "move": 1e3 * float(np.median(moves)),
    }


def prepared(model: Mechanism) -> tuple[JointIK, JointGrip, JointProblem, JointState]:
    """A rig with a point to pull, and the rest pose at the beginning of that pull."""
    rig = JointIK(model)
    grip = rig.grab(_points(model))
    problem = JointProblem(rig.model, grip.handles, rig.model.frame.inward(_targets(grip)))
    return rig, grip, problem, problem.state(grip.drag(grip.held.rest).posture)


def _targets(grip: JointGrip) -> np.ndarray:
    """(h, 3) the held points at rest, the pulled one away from there."""
    targets = grip.held.rest.copy()
    targets[-1] += REACH * grip.rig.model.frame.diagonal / np.sqrt(3)
    return targets


def _points(model: Mechanism) -> list[int]:
    """Some vertices of the largest component to hold, and the farthest of all to pull."""
    V = model.mesh.V
    largest = np.flatnonzero(model.component == np.argmax(np.bincount(model.component)))
    held = largest if len(model.components) > 1 else largest[V[:, 0] < np.quantile(V[:, 0], 0.05)]
    pins = held[np.linspace(0, len(held) - 1, 4).astype(int)]
    far = int(np.argmax(np.linalg.norm(V - V[pins].mean(axis=0), axis=1)))
    return [*(int(pin) for pin in pins if pin != far), far]


def _floor(problem: JointProblem, state: JointState, pattern: BlockPattern, repeats: int) -> float:
    """Seconds of factoring and solving the matrix of a step, and of nothing else."""
    D, L, g = problem.normal_equations(state, curved=False)

    def once() -> float:
        right = g.copy()
        began = time.perf_counter()
        panels = np.empty(pattern.panels[-1])
        factored_blocks(pattern, D, L, panels)
        solve_blocks(pattern, panels, right)
        return time.perf_counter() - began

    return float(np.median([once() for _ in range(repeats)]))


def _gesture(grip: JointGrip, targets: np.ndarray) -> tuple[list[int], list[float]]:
    """Steps and seconds of every move."""
    pose, counts, seconds = None, [], []
    for move in range(1, MOVES + 1):
        pose = grip.pull(grip.held.rest + move / MOVES * (targets - grip.held.rest), pose)
        counts.append(pose.iterations)
        seconds.append(pose.seconds)
    return counts, seconds
