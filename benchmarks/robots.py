"""Does what is exported load and run? Every mechanism, in MuJoCo and yourdfpy."""

from __future__ import annotations

import importlib.util
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.mechanisms import facts, names
from benchmarks.mechanisms import mechanism as real
from benchmarks.pose_sets import MissingDataError
from benchmarks.results import Cell, Column, Table
from pliant.io import write_robot
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.robot import Robot, RobotOptions, robot_of
from pliant.methods.joints.simulation import Simulated, simulate_file
from pliant.samples import mechanism as sample

SAMPLES = ("lamp", "chair", "robot", "snake")
QUICK_REAL = ("mw_drawer", "freecad_universal_joint")
SECONDS = 5.0
METRES = {"m": 1.0, "mm": 1e-3, "arbitrary": 1.0}

COLUMNS = [
    Column("model", "model"),
    Column("parts", "parts"),
    Column("joints", "joints"),
    Column("loops", "loops"),
    Column("mass", "kg", ".3g"),
    Column("pieces", "pieces"),
    Column("excluded", "excluded"),
    Column("pairs", "of pairs"),
    Column("mujoco", "MuJoCo"),
    Column("yourdfpy", "yourdfpy"),
    Column("rest", "at rest"),
    Column("contacts", "contacts"),
    Column("stable", "stable"),
    Column("moved", "% moved", ".0f"),
    Column("gained", "% energy", ".2f"),
    Column("gap", "loop gap", ".1e"),
    Column("passed", "passed"),
    Column("seconds", "CPU s", ".1f"),
]
NOTE = (
    "With the true joints. Each model is written as MJCF and URDF at 1000 kg/m³ and left to its weight for "
    "5 s with the damping of its joints, its root fixed. At rest: pairs in contact before it moves. "
    "Contacts: the most at one time. Excluded: pairs that never collide, among them those of joints. "
    "Stable: no part explodes, no warning of MuJoCo, energy from nowhere at most 1% of a fall from the "
    "model's height. Loop "
    "gap: the widest, over the model's diagonal. Passed: loaded by both, nothing touches at rest, stable, "
    "and gaps below 1e-3."
)


def known_sets() -> tuple[str, ...]:
    """Models made by code, and real mechanisms."""
    return (*SAMPLES, *names())


def tables(*, quick: bool = False, sets: Sequence[str] | None = None) -> list[Table]:
    """One row per model."""
    for module in ("mujoco", "yourdfpy"):
        if importlib.util.find_spec(module) is None:
            raise MissingDataError(f"The package {module} is not installed; install the extras of CI.")
    table = Table("Robots that run", COLUMNS, note=NOTE)
    for name in sets or ((SAMPLES[0], *QUICK_REAL) if quick else known_sets()):
        if name in SAMPLES:
            _add(table, name, sample(name), RobotOptions(up="y"))
        else:
            _add(table, name, real(name), RobotOptions(metres_per_unit=METRES[facts(name)["units"]]))
    return [table]


def _add(table: Table, name: str, mechanism: Mechanism, options: RobotOptions) -> None:
    began = time.process_time()
    robot = robot_of(mechanism, options)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.xml"
        write_robot(path, robot)
        write_robot(path.with_suffix(".urdf"), robot)
        loaded = _loads_as_urdf(path.with_suffix(".urdf"), robot)
        try:
            run = simulate_file(path, robot, SECONDS)
        except ValueError as problem:
            print(f"{name}: {problem}")
            run = None
    table.add(_row(name, robot, loaded, run) | {"seconds": time.process_time() - began})


def _loads_as_urdf(path: Path, robot: Robot) -> bool:
    """Whether yourdfpy loads the file with all meshes, and finds every link with its mass."""
    import yourdfpy

    found = yourdfpy.URDF.load(str(path), build_collision_scene_graph=True, load_collision_meshes=True)
    masses = [link.inertial.mass for link in found.robot.links if link.visuals]
    return len(masses) == len(robot.bodies) and found.validate()


def _row(name: str, robot: Robot, loaded: bool, run: Simulated | None) -> dict[str, Cell]:
    parts = len(robot.bodies)
    trees = parts - _joined(robot.mechanism)
    row: dict[str, Cell] = {
        "model": name,
        "parts": parts,
        "joints": len(robot.mechanism.joints),
        "loops": len(robot.mechanism.joints) - (parts - trees),
        "mass": robot.mass,
        "pieces": sum(len(hulls) for hulls in robot.hulls),
        "excluded": len(robot.excluded),
        "pairs": parts * (parts - 1) // 2,
        "mujoco": "yes" if run else "no",
        "yourdfpy": "yes" if loaded else "no",
        "passed": "yes" if loaded and run and run.passed else "no",
    }
    if run is None:
        return row
    return row | {
        "rest": len(run.touching),
        "contacts": run.contacts,
        "stable": "yes" if run.stable else "no",
        "moved": 100 * run.moved,
        "gained": 100 * run.gained,
        "gap": run.loop_gap if run.loop_gap > 0 else None,
    }


def _joined(mechanism: Mechanism) -> int:
    """The number of joints of a forest that holds all parts."""
    group = list(range(len(mechanism.components)))
    count = 0
    for joint in mechanism.joints:
        a, b = group[joint.a], group[joint.b]
        if a != b:
            group = [a if g == b else g for g in group]
            count += 1
    return count
