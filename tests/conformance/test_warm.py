"""Nobody waits in the middle of a gesture: rigs are made with all kernels loaded and all tables made."""

from __future__ import annotations

import gc
import os
import subprocess
import sys

import pytest
from numba.core.registry import CPUDispatcher

from pliant.registry import methods
from tests.conformance.cases import CASES


@pytest.mark.parametrize("name", methods())
def test_a_drag_loads_no_kernel_and_makes_no_table_of_the_skin(name: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.conformance.test_warm", name],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []


def test_waiting_threads_leave_the_cores_to_others() -> None:
    assert os.environ["OMP_WAIT_POLICY"].lower() == "passive"


def loaded() -> set[tuple[str, str]]:
    """Names and signatures of all kernels that are compiled or read from the cache."""
    kernels = [thing for thing in gc.get_objects() if isinstance(thing, CPUDispatcher)]
    return {(kernel.__name__, str(signature)) for kernel in kernels for signature in kernel.signatures}


def main(name: str) -> None:
    """Prints what drags load and make after the rig was made, in a process without other rigs."""
    case = CASES[name]
    rig = case.make(case.poses)
    known, tables = loaded(), set(vars(rig.skin or rig))
    grip = case.grab(rig, case.points, case.poses.mesh.V)
    pose = grip.drag(case.targets)
    far = grip.drag(case.targets + 0.1 * case.diagonal, pose)
    grip.between(case.targets, pose, far, 0.5)
    grip.follow(case.targets, far)
    grip.follow(case.targets, grip.follow(case.targets + 0.01 * case.diagonal, far))
    print("\n".join(f"{name}{signature}" for name, signature in sorted(loaded() - known)))
    print("\n".join(sorted(set(vars(rig.skin or rig)) - tables)))


if __name__ == "__main__":
    main(sys.argv[1])
