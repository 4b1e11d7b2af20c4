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
from pliant.methods.joints.rig import JointIK
from pliant.samples import names, sample, sample_handles
from tests.conformance.cases import CASES
from tests.methods.joints.boxes import boxes

# One process per core: threads of theirs would only wait for each other.
THREADS = {"NUMBA_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def rigs(*methods: str) -> None:
    """Makes and drags every rig that the conformance suite has of these methods."""
    for case in CASES.values():
        if case.name.startswith(methods):
            case.grab(case.make(case.poses), case.points, case.poses.mesh.V).drag(case.targets)


def soft_parts() -> None:
    """Mechanisms that bend have terms of their own."""
    bar = boxes([(0.0, 0.0, 0.0)], (2.0, 0.2, 0.2), soft={0: Soft(10)})
    for make in (JointIK, JointIK.as_printed):
        make(bar).grab([0, 7]).drag(bar.mesh.V[[0, 7]] + 0.1)


def large_handles() -> None:
    """Meshes of this size are posed by several threads, with kernels of their own."""
    person = sample("humanoid")
    HandleIK(person.mesh, sample_handles("humanoid", person))


def cages() -> None:
    make_cage(sample("bar").mesh, 24)


def characters() -> None:
    for name in names("examples"):
        sample(name)


# What takes longest comes first. MeshIK and Reduced IK share kernels, so that one process takes both.
PARTS = (
    (rigs, "handles"),
    (rigs, "meshik", "reduced"),
    (rigs, "joints"),
    (rigs, "cage"),
    (rigs, "elastic"),
    (large_handles,),
    (cages,),
    (soft_parts,),
    (characters,),
)


def main() -> None:
    os.environ.update(THREADS)
    # Spawned, because the threads of compiled code do not live through a fork. The compiler makes many
    # objects and little garbage: looking for some took a tenth of its time.
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn"), initializer=gc.disable) as pool:
        for running in [pool.submit(*part) for part in PARTS]:
            running.result()


if __name__ == "__main__":
    main()
