"""Compiles the kernels before the tests, once: `python -m tests.compile_kernels`.

Numba keeps compiled kernels beside the sources. A new checkout has none, and every process of the tests would
compile the same ones. Here each process takes another part of the library.
"""

from __future__ import annotations

import gc
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from pliant.mechanism.mechanism import Soft
from pliant.methods.cage.make_cage import make_cage
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.studio.first_parts import sample_parts
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.samples import names, sample, sample_handles
from pliant.solve.threads import LIGHT
from tests.conformance.cases import CASES
from tests.methods.joints.boxes import boxes

# A bar of so many vertices has more triangles than are posed on one thread.
LARGE = LIGHT // 2 + 100
# One process per core: threads of theirs would only wait for each other.
THREADS = {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def rigs(*methods: str) -> None:
    """Makes and drags every rig that the conformance suite has of these methods."""
    for case in CASES.values():
        if case.name.startswith(methods):
            case.grab(case.make(case.poses), case.points, case.poses.mesh.V).drag(case.targets)


def mechanisms() -> None:
    """Mechanisms; those that bend have terms of their own."""
    rigs("joints")
    bar = boxes([(0.0, 0.0, 0.0)], (2.0, 0.2, 0.2), soft={0: Soft(10)})
    for make in (JointIK, JointIK.as_printed):
        make(bar).grab([0, 7]).drag(bar.mesh.V[[0, 7]] + 0.1)


def handles() -> None:
    """Handles; meshes of a person's size are posed by several threads, with kernels of their own."""
    rigs("handles")
    person = sample("humanoid")
    HandleIK(person.mesh, sample_parts(sample_handles("humanoid", person)))


def examples() -> None:
    """MeshIK and Reduced IK, which share kernels; meshes above `LIGHT` have some of their own."""
    rigs("meshik", "reduced")
    poses = sample("bar", vertices=LARGE)
    held = [0, poses.n - 1]
    grip = MeshIK(poses).grab(held)
    pose = grip.drag(poses.mesh.V[held] + 0.1)
    grip.drag(poses.mesh.V[held], pose, coherence=1.0)


def cages() -> None:
    rigs("cage")
    make_cage(sample("bar").mesh, 24)


def elastic_bodies() -> None:
    """Bodies pulled with nothing prepared."""
    rigs("elastic")


def characters() -> None:
    for name in names("examples"):
        sample(name)


# What takes longest comes first. A process takes all parts that share kernels.
PARTS = (handles, examples, cages, mechanisms, characters, elastic_bodies)


def main() -> None:
    os.environ.update(THREADS)
    # Spawned, because the threads of compiled code do not live through a fork. The compiler makes many
    # objects and little garbage: looking for some took a tenth of its time.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), initializer=gc.disable) as pool:
        for running in [pool.submit(part) for part in PARTS]:
            running.result()


if __name__ == "__main__":
    main()
