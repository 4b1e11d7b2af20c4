"""The reality check in the studio: a mechanism in MuJoCo, told in plain words and as motions of its parts."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np

from pliant.arrays import Floats
from pliant.errors import OptionError
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.metric import UPRIGHT, Up
from pliant.mechanism.robot import RobotOptions, robot_of
from pliant.methods.joints.simulation import CLOSED, FPS, FROM_NOWHERE, Simulated, simulate
from pliant.methods.joints.studio.wire import MechanismRan, RunMechanism
from pliant.progress import Progress, within
from pliant.studio.wire.frames import Reply

# Seconds that one may ask for: the frames of more would not fit into a message of a large robot.
MOST_SECONDS = 30.0
# Of the progress, what making the robot takes: cutting parts into convex pieces is most of the work.
MADE = 0.7
# A mechanism rests that moves by less than this share of its size in the last second; it stands if it never
# moved by more.
RESTS = 0.01


def missing() -> str:
    """What to install before a mechanism can be run, in words; nothing where it can."""
    try:
        there = find_spec("mujoco") is not None
    except ValueError:
        there = False
    return "" if there else 'MuJoCo is not installed. Install it with: pip install "pliant[simulate]"'


def ran(mechanism: Mechanism, asked: RunMechanism, progress: Progress) -> Reply:
    """What happens to a mechanism that is left to its weight.

    Raises OptionError for a time or a unit that cannot be, MissingExtraError without MuJoCo.
    """
    if not 0.0 < asked.seconds <= MOST_SECONDS:
        raise OptionError(
            f"{asked.seconds:g} seconds were asked for; more than 0 and at most {MOST_SECONDS:g}."
        )
    options = RobotOptions(metres_per_unit=asked.metres, up=asked.up)
    robot = robot_of(mechanism, options, progress=within(progress, 0.0, MADE))
    run = simulate(robot, asked.seconds, progress=within(progress, MADE, 1.0))
    motions = in_model(run.motions, asked.metres, asked.up)
    broken = np.flatnonzero(~np.isfinite(motions.reshape(len(motions), -1)).all(axis=1))
    shown = motions[: broken[0]] if len(broken) else motions
    weighs = (
        f"It weighs {robot.mass:.3g} kg, at {options.density:g} kg/m³ where no part says otherwise, "
        f"if a unit of the model is {asked.metres:g} m."
    )
    words = (*verdict(run), weighs, *robot.changed)
    flat = shown.reshape(len(shown), len(mechanism.components), 12).astype(np.float32)
    return Reply(MechanismRan(run.passed, words, FPS, len(shown)), {"motions": flat})


def in_model(motions: Floats, metres: float, up: Up) -> Floats:
    """(f, c, 3, 4) motions of parts in metres with z upward, in the model's own lengths and axes."""
    R = UPRIGHT[up]
    turns = np.einsum("ji,fcjk,kl->fcil", R, motions[..., :3], R)
    shifts = np.einsum("ji,fcj->fci", R, motions[..., 3]) / metres
    return np.concatenate([turns, shifts[..., None]], axis=3)


def verdict(run: Simulated) -> tuple[str, ...]:
    """What happened, in plain words: the answer first, then what is wrong, then how it moved."""
    said = ["It holds." if run.passed else "It does not hold."]
    if run.exploded:
        flies = "fly" if len(run.exploded) > 1 else "flies"
        said.append(
            f"{_listed(run.exploded)} {flies} off, as where a joint is of the wrong kind, or parts overlap."
        )
    for a, b in run.touching[:3]:
        said.append(
            f"{a} and {b} touch before anything moves, and push each other. Join them, or move them apart."
        )
    if len(run.touching) > 3:
        said.append(f"So do {len(run.touching) - 3} more pairs.")
    if not run.touching:
        said.append("Nothing touches at rest that should not.")
    if run.loop_gap > 0:
        closed = "stay closed" if run.loop_gap < CLOSED else f"open by {run.loop_gap:.1%} of its size"
        said.append(f"Its loops {closed}.")
    if run.gained > FROM_NOWHERE:
        said.append("It gains energy from nowhere, as a mechanism does that is blocked or too light.")
    if run.unstable:
        said.append(f"MuJoCo warns of its numbers: {', '.join(run.unstable).lower()}.")
    return (*said, _moves(run))


def _moves(run: Simulated) -> str:
    if not np.isfinite(run.moved) or not np.isfinite(run.drift):
        return "Where its parts went, the numbers do not tell any more."
    if run.moved < RESTS:
        return f"It stands still for {run.seconds:g} s."
    rests = (
        "comes to rest"
        if run.drift < RESTS
        else f"still moves by {run.drift:.1%} of its size in the last second"
    )
    return f"Under its weight it moves by {run.moved:.0%} of its size, and {rests}."


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
