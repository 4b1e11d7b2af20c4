"""STEP (.step .stp): assemblies of CAD programs, with the package cascadio.

Every solid of the assembly is a component, with the name of its place in the assembly and its colour.
Lengths are metres, whatever the unit of the file, and z is up as in CAD programs. Curved faces are cut into
triangles. Joints are not part of such files.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pliant.errors import FileFormatError
from pliant.extras import load
from pliant.io.names import distinct
from pliant.mechanism.components import chosen_components
from pliant.mechanism.mechanism import Mechanism

SUFFIXES = (".step", ".stp")
# Chords leave a curve by at most this share of the edge's length, and turn by at most so many radians:
# joints are found in round bearings, which coarse polygons hide.
DEFLECTION, TURN = 0.002, 0.15
_HEAD = b"ISO-10303-21"


def mechanism_of_step(data: bytes) -> Mechanism:
    """The parts of a STEP file, without joints; raises FileFormatError if it cannot be read."""
    cascadio = load("cascadio", "step", "STEP files")
    if _HEAD not in data[:1000]:
        raise FileFormatError("This is no STEP file: it does not begin with ISO-10303-21. Export it again.")
    glb = cascadio.to_glb_bytes(
        data, tol_linear=DEFLECTION, tol_angular=TURN, tol_relative=True, use_parallel=False
    )
    if not glb:
        raise FileFormatError("The STEP file is damaged or holds no solid. Export it again.")
    from pliant.io.gltf import mesh_of_gltf

    mesh = mesh_of_gltf(glb, Path())
    look = mesh.appearance
    if len(look.parts) < 2:
        return chosen_components(mesh).mechanism
    titles = [look.nodes[part.node].name or part.name or "part" for part in look.parts]
    component = np.empty(mesh.n, dtype=np.int64)
    for i, part in enumerate(look.parts):
        component[slice(*part.vertices)] = i
    return Mechanism.of(mesh, component, distinct(titles, first=1))
