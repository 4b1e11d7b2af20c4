"""Robots on the command line: what parts weigh, files for simulators, a simulation and its film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args

from pliant.cli.console import Console, usage
from pliant.cli.output import Outputs
from pliant.extras import load
from pliant.io.mechanisms import ROBOTS, write_robot
from pliant.mechanism.inertia import DENSITY
from pliant.mechanism.mechanism import JointKind, Mechanism
from pliant.mechanism.metric import Up
from pliant.mechanism.robot import Collision, Robot, RobotOptions, robot_of
from pliant.methods.joints.cli.corrections import part_named
from pliant.methods.joints.edits import weighed
from pliant.methods.joints.simulation import Simulated, simulate, simulated_clip

# Metres.
UNITS = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "in": 0.0254}


@dataclass(frozen=True)
class RobotWork:
    """What --unit, --density, --collision and --simulate say."""

    options: RobotOptions
    seconds: float | None

    @staticmethod
    def of(
        outputs: Outputs, form: tuple[str, str, str], densities: Sequence[str], seconds: float | None
    ) -> RobotWork:
        """Refuse, before any work, what could not be done after it; form: unit, vertical axis, collision."""
        unit, up, collision = form
        if collision not in get_args(Collision):
            raise usage(f"'{collision}' is none of {', '.join(get_args(Collision))}.", "--collision")
        if seconds is not None:
            if not 0.0 < seconds < float("inf"):
                raise usage(f"{seconds:g} seconds cannot be simulated; give more than 0.", "--simulate")
            load("mujoco", "simulate", "Simulations")
        elif outputs["film"] is not None:
            raise usage("There is nothing to film; give --simulate SECONDS too.", "--film")
        whole = [text for text in densities if ":" not in text]
        density = _positive(whole[-1], "--density") if whole else DENSITY
        metres = UNITS[unit] if unit in UNITS else _positive(unit, "--unit")
        return RobotWork(RobotOptions(density, metres, cast(Up, up), cast(Collision, collision)), seconds)

    def done(self, mechanism: Mechanism, outputs: Outputs, console: Console) -> Simulated | None:
        """Write robots where they were asked for, simulate and film; the simulation, if there is one."""
        places = [outputs["output"], outputs["urdf"]]
        paths = [path for path in places if path is not None and path.suffix.lower() in ROBOTS]
        if not paths and self.seconds is None:
            return None
        with console.progress("making the robot") as progress:
            robot = robot_of(mechanism, self.options, progress=progress)
        for path in paths:
            notes = write_robot(path, robot)
            console.say(f"wrote {path}")
            for note in (*robot.assumed, *notes):
                console.say(f"  {note}")
        return None if self.seconds is None else self._run(robot, self.seconds, outputs, console)

    def _run(self, robot: Robot, seconds: float, outputs: Outputs, console: Console) -> Simulated:
        for note in sliding_notes(robot.mechanism):
            console.say(note)
        with console.progress("simulating") as progress:
            run = simulate(robot, seconds, progress=progress)
        path = outputs["film"]
        if path is not None:
            from pliant.figures.film import Filming, write_film
            from pliant.figures.views import View

            how = Filming(view=View("three-quarter", up="z"))
            with console.progress("filming") as progress:
                write_film(path, simulated_clip(robot, run), how, progress=progress)
            console.say(f"wrote {path}")
        return run


def sliding_notes(mechanism: Mechanism) -> list[str]:
    """A sentence for each flat contact: a knob may be glued to its drawer, and would slide off."""
    parts = mechanism.components
    return [
        f"{parts[joint.a].name} and {parts[joint.b].name} touch in a plane, and slide along each other; "
        f'if they are glued or screwed, give --set "{parts[joint.a].name},{parts[joint.b].name}:fixed".'
        for joint in mechanism.joints
        if joint.kind is JointKind.PLANE
    ]


def weights(mechanism: Mechanism, densities: Sequence[str], masses: Sequence[str]) -> Mechanism:
    """The mechanism with the densities and masses of parts that --density and --mass give."""
    for text in densities:
        if ":" in text:
            name, _, value = text.rpartition(":")
            part = part_named(mechanism, name.strip(), "--density")
            mechanism = weighed(mechanism, part, density=_positive(value, "--density"))
    for text in masses:
        name, colon, value = text.rpartition(":")
        if not colon:
            raise usage(f"'{text}' has no colon; write PART:KG.", "--mass")
        part = part_named(mechanism, name.strip(), "--mass")
        mechanism = weighed(mechanism, part, mass=_positive(value, "--mass"))
    return mechanism


def _positive(text: str, option: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.0 < value < float("inf"):
        raise usage(f"'{text}' is no positive number.", option)
    return value
