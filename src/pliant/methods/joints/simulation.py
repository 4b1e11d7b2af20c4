"""The reality check of a robot: it is run in MuJoCo, without control, and watched."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Array, Floats, Vertices
from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.extras import load
from pliant.io.files import AnyPath
from pliant.io.linkage.legal_names import legal_names
from pliant.io.mechanisms import write_robot
from pliant.mechanism.drives import GRAVITY
from pliant.mechanism.robot import Robot
from pliant.progress import Progress, silent

# Frames per second that are kept of a run.
FPS = 30.0
# A part explodes if it is so many times faster than a fall from the model's height, or away by so many sizes.
TOO_FAST, TOO_FAR = 5.0, 3.0
# A loop is closed if its gap stays below this share of the model's size.
CLOSED = 1e-3
# Brakes take energy away. More of it than this share of what a fall gives comes from nowhere.
FROM_NOWHERE = 0.01


@dataclass(frozen=True, eq=False)
class Simulated:
    """What happened to a robot that was left to its weight.

    seconds:  how long it ran
    touching: pairs of parts in contact at rest, by name
    contacts: the most contacts at one time
    drift:    how far a part moved in the last second, over the model's size, at most
    moved:    how far a part was from where it began, over the model's size, at most
    gained:   energy that came from nowhere, over that of a fall from the model's height
    exploded: names of parts that became too fast, went too far, or have no place any more
    loop_gap: the widest gap of a loop, over the model's size; 0 without loops
    unstable: warnings of the simulator about its numbers
    motions:  (f, components, 3, 4) the motion [R t] of each part in every frame, in the robot's metres
    """

    seconds: float
    touching: tuple[tuple[str, str], ...]
    contacts: int
    drift: float
    moved: float
    gained: float
    exploded: tuple[str, ...]
    loop_gap: float
    unstable: tuple[str, ...]
    motions: Floats

    @property
    def stable(self) -> bool:
        """Whether nothing exploded, the numbers are sound, and no energy came from nowhere."""
        return not self.exploded and not self.unstable and self.gained <= FROM_NOWHERE

    @property
    def passed(self) -> bool:
        """Whether it is stable, free of contacts at rest, and its loops stay closed."""
        return self.stable and not self.touching and self.loop_gap < CLOSED

    def facts(self) -> dict[str, Any]:
        """What happened, for JSON."""
        return {
            "seconds": self.seconds,
            "stable": self.stable,
            "passed": self.passed,
            "touching": [list(pair) for pair in self.touching],
            "contacts": self.contacts,
            "drift": self.drift,
            "moved": self.moved,
            "gained": self.gained,
            "exploded": list(self.exploded),
            "loop_gap": self.loop_gap,
            "unstable": list(self.unstable),
        }

    def words(self) -> list[str]:
        """What happened, in sentences."""
        said = [f"ran {self.seconds:g} s in MuJoCo: {'stable' if self.stable else 'NOT stable'}"]
        pairs = ", ".join(f"{a} and {b}" for a, b in self.touching)
        said.append(f"contact at rest: {pairs or 'none'}; at most {self.contacts} contacts while it moved")
        said.append(
            f"moved by {self.moved:.1%} of its size, by {self.drift:.2%} in the last second; "
            f"energy from nowhere: {self.gained:.2%} of a fall"
        )
        if self.exploded:
            said.append(f"exploded: {', '.join(self.exploded)}")
        if self.unstable:
            said.append(f"MuJoCo warns: {', '.join(self.unstable)}")
        if self.loop_gap > 0:
            said.append(f"loops open by at most {self.loop_gap:.1e} of its size")
        return said


def simulate(robot: Robot, seconds: float, *, progress: Progress = silent) -> Simulated:
    """Run a robot under its weight, with the damping of its joints and without motors.

    Raises MissingExtraError without MuJoCo, OptionError for a time that is not positive.
    """
    _check_seconds(seconds)
    load("mujoco", "simulate", "Simulations")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.xml"
        write_robot(path, robot)
        return simulate_file(path, robot, seconds, progress=progress)


def simulate_file(path: AnyPath, robot: Robot, seconds: float, *, progress: Progress = silent) -> Simulated:
    """Run the MJCF file of a robot; as `simulate`."""
    _check_seconds(seconds)
    mujoco = load("mujoco", "simulate", "Simulations")
    model = mujoco.MjModel.from_xml_path(str(path))
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    run = _Run(mujoco, model, robot)
    touching = run.pairs()
    frames = max(2, round(seconds * FPS) + 1)
    for i in range(1, frames):
        run.until(i / FPS)
        progress(i / frames, "simulating")
        if not np.isfinite(run.data.qpos).all():
            break
    return run.outcome(seconds, touching)


class _Run:
    """A simulation in progress, and the extremes that were seen."""

    def __init__(self, mujoco: Any, model: Any, robot: Robot) -> None:
        self.mujoco, self.model, self.data = mujoco, model, mujoco.MjData(model)
        self.robot, self.size = robot, robot.mechanism.mesh.diagonal
        names = legal_names((part.name for part in robot.mechanism.components), ["world"])
        self.bodies = np.array([model.body(name).id for name in names])
        mujoco.mj_forward(model, self.data)
        self._origins = self.data.xpos[self.bodies].copy()
        self._last = self._places()
        self.frames = [self._motions()]
        self.contacts, self.gap = int(self.data.ncon), 0.0
        self.fastest = np.zeros(len(names))
        self.energy = [float(self.data.energy.sum())]

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The names of parts that touch now."""
        parts = self.robot.mechanism.components
        component = {int(body): i for i, body in enumerate(self.bodies)}
        found = set()
        for k in range(self.data.ncon):
            ends = [int(self.model.geom_bodyid[geom]) for geom in self.data.contact[k].geom]
            a, b = sorted(component[end] for end in ends)
            found.add((parts[a].name, parts[b].name))
        return tuple(sorted(found))

    def until(self, time: float) -> None:
        """Go on until a time, and keep the frame."""
        data = self.data
        while data.time < time - self.model.opt.timestep / 2:
            self.mujoco.mj_step(self.model, data)
            self.contacts = max(self.contacts, int(data.ncon))
            if data.ne:
                self.gap = max(self.gap, float(np.abs(data.efc_pos[: data.ne]).max()))
        self.energy.append(float(data.energy.sum()))
        self.frames.append(self._motions())
        speed = np.linalg.norm(self._places() - self._last, axis=1) * FPS
        self.fastest = np.fmax(self.fastest, np.where(np.isfinite(speed), speed, np.inf))
        self._last = self._places()

    def outcome(self, seconds: float, touching: tuple[tuple[str, str], ...]) -> Simulated:
        """What was seen."""
        motions = np.array(self.frames)
        centre = np.stack([body.centre for body in self.robot.bodies])
        path = np.einsum("fcij,cj->fci", motions[..., :3], centre) + motions[..., 3]
        away = np.linalg.norm(path - path[0], axis=2) / self.size
        late = np.linalg.norm(path - path[-1], axis=2)[-round(FPS) - 1 :] / self.size
        fall = np.sqrt(2 * GRAVITY * self.size)
        gone = (self.fastest > TOO_FAST * fall) | ~(away.max(axis=0) < TOO_FAR)
        parts = self.robot.mechanism.components
        warnings = zip(self.mujoco.mjtWarning.__members__.values(), self.data.warning, strict=False)
        rise = np.maximum.accumulate(np.diff(self.energy).clip(0).cumsum())
        gained = float(rise[-1]) / (self.robot.mass * GRAVITY * self.size)
        return Simulated(
            seconds=seconds,
            touching=touching,
            contacts=self.contacts,
            drift=float(late.max()),
            moved=float(away.max()),
            gained=gained,
            exploded=tuple(part.name for part, far in zip(parts, gone, strict=True) if far),
            loop_gap=self.gap / self.size,
            unstable=tuple(kind.name.removeprefix("mjWARN_") for kind, each in warnings if each.number),
            motions=motions,
        )

    def _places(self) -> Floats:
        """(components, 3) the centres of mass."""
        return self.data.xipos[self.bodies].copy()

    def _motions(self) -> Floats:
        """(components, 3, 4) the motions from rest; the frame of a body is parallel to the model's there."""
        R = self.data.xmat[self.bodies].reshape(-1, 3, 3)
        place = self.data.xpos[self.bodies]
        t = place - np.einsum("cij,cj->ci", R, self._origins)
        return np.concatenate([R, t[:, :, None]], axis=2)


def simulated_clip(robot: Robot, run: Simulated) -> Clip:
    """The run as a moving mesh, in metres with z upward."""
    mesh, component = robot.mechanism.mesh, robot.mechanism.component

    def stream() -> Iterator[Vertices]:
        for motion in run.motions:
            M: Array = motion[component]
            yield np.einsum("nij,nj->ni", M[:, :, :3], mesh.V) + M[:, :, 3]

    return Clip(mesh, len(run.motions), FPS, stream, name="simulation")


def _check_seconds(seconds: float) -> None:
    if not 0.0 < seconds < np.inf:
        raise OptionError(f"{seconds} seconds were asked for; more than 0 are needed to simulate.")
