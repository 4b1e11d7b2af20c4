"""The checks of the surface: its triangles and vertices, and how they are connected."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import KDTree

from pliant.doctor.case import Case
from pliant.doctor.finding import Finding, Severity, counted
from pliant.geometry.solvable import flat_triangles
from pliant.geometry.topology import vertex_components

# Rims closer than this share of the diagonal are taken for one seam that a file rounded apart.
SEAM = 1e-6


def surface_findings(case: Case) -> Iterator[Finding]:
    """Every finding about the surface."""
    vertices_and_faces = _flat, _unused, _duplicated_vertices, _duplicated_faces
    for check in (*vertices_and_faces, _fins, _pinches, _rims, _seams, _parts, _orientation):
        yield from check(case)


def _flat(case: Case) -> Iterator[Finding]:
    flat = np.flatnonzero(flat_triangles(case.W[0], case.F))
    if len(flat) == len(case.F):
        yield Finding(
            "flat triangles",
            Severity.ERROR,
            count=len(flat),
            of="triangle",
            first=0,
            found="Every triangle of the reference pose is flat.",
            handled="Pliant refuses it, because nothing tells how the surface turns.",
            advice="Give a reference whose triangles have areas.",
        )
    elif len(flat):
        yield Finding(
            "flat triangles",
            Severity.WARNING,
            count=len(flat),
            of="triangle",
            first=int(flat[0]),
            found=f"{counted(len(flat), 'triangle has', 'triangles have')} no area in the reference pose; "
            f"the first is {named_triangle(case, flat[0])}.",
            handled="The solver leaves them out; your vertices stay as they are and move with their "
            "neighbours.",
            advice="Dissolve them in your modelling tool if they matter.",
        )


def _unused(case: Case) -> Iterator[Finding]:
    used = np.zeros(len(case.of_user), dtype=bool)
    used[case.poses.F] = True
    unused = np.flatnonzero(~used)
    if len(unused):
        yield Finding(
            "unused vertices",
            Severity.NOTE,
            count=len(unused),
            of="vertex",
            first=int(unused[0]),
            found=f"{counted(len(unused), 'vertex belongs', 'vertices belong')} to no face; "
            f"the first is vertex {unused[0]}.",
            handled="They are kept, in their order, and follow the nearest part of the surface.",
        )


def _duplicated_vertices(case: Case) -> Iterator[Finding]:
    n = len(case.of_user)
    extra = np.ones(n, dtype=bool)
    extra[case.first] = False
    repeated = np.flatnonzero(extra)
    if len(repeated):
        vertex = int(repeated[0])
        earlier = case.first[case.of_user[vertex]]
        yield Finding(
            "duplicated vertices",
            Severity.NOTE,
            count=len(repeated),
            of="vertex",
            first=vertex,
            found=f"{counted(len(repeated), 'vertex lies', 'vertices lie')} on an earlier one in every pose, "
            f"as along seams of textures; the first is vertex {vertex}, on vertex {earlier}.",
            handled="The solver moves such vertices as one, so no seam opens; your vertices stay as they "
            "are.",
        )


def _duplicated_faces(case: Case) -> Iterator[Finding]:
    corners = np.sort(case.F[case.whole], axis=1)
    order = np.lexsort((case.whole, *corners.T[::-1]))
    again = (corners[order[1:]] == corners[order[:-1]]).all(axis=1)
    repeated = np.sort(case.whole[order[1:][again]])
    if len(repeated):
        yield Finding(
            "duplicated faces",
            Severity.NOTE,
            count=len(repeated),
            of="triangle",
            first=int(repeated[0]),
            found=f"{counted(len(repeated), 'triangle has', 'triangles have')} the corners of an earlier "
            "one; "
            f"the first is {named_triangle(case, repeated[0])}.",
            handled="Each counts, so the surface is stiffer there.",
            advice="Delete the copies in your modelling tool if that shows.",
        )


def _fins(case: Case) -> Iterator[Finding]:
    crowded = np.flatnonzero(case.edges.count > 2)
    if len(crowded):
        a, b = np.sort(case.first[case.edges.ends[crowded[0]]])
        yield Finding(
            "non-manifold edges",
            Severity.NOTE,
            count=len(crowded),
            of="edge",
            first=int(a),
            found=f"{counted(len(crowded), 'edge has', 'edges have')} more than two triangles; "
            f"the first joins the vertices {a} and {b}.",
            handled="The solver takes them as they are.",
        )


def _pinches(case: Case) -> Iterator[Finding]:
    edges, F = case.edges, case.F[case.whole]
    half = np.arange(F.size)
    following = half - half % 3 + (half + 1) % 3
    low, high = np.where(edges.forward, half, following), np.where(edges.forward, following, half)
    other = edges.opener[edges.of_half]
    links = (np.concatenate([low, high]), np.concatenate([low[other], high[other]]))
    graph = coo_array((np.ones(2 * len(half), dtype=np.int8), links), shape=(F.size, F.size))
    fans, label = connected_components(graph, directed=False)
    owner = np.empty(fans, dtype=np.int64)
    owner[label] = F.ravel()
    pinched = case.first[np.bincount(owner, minlength=len(case.first)) > 1]
    if len(pinched):
        yield Finding(
            "non-manifold vertices",
            Severity.NOTE,
            count=len(pinched),
            of="vertex",
            first=int(pinched[0]),
            found=f"At {counted(len(pinched), 'vertex', 'vertices')} several sheets touch in one point; "
            f"the first is vertex {pinched[0]}.",
            handled="The solver keeps the sheets together there, like a hinge.",
            advice="Split the vertex in every pose if the sheets should part.",
        )


def _rims(case: Case) -> Iterator[Finding]:
    rim = case.rim
    if len(rim):
        component = vertex_components(rim[:, [0, 1, 1]], len(case.first))
        loops = len(np.unique(component[rim[:, 0]]))
        a, b = np.sort(case.first[rim[0]])
        yield Finding(
            "boundary edges",
            Severity.NOTE,
            count=len(rim),
            of="edge",
            first=int(a),
            found=f"The surface is open: {counted(len(rim), 'edge has', 'edges have')} one triangle only, "
            f"in {counted(loops, 'rim')}; the first joins the vertices {a} and {b}.",
            handled="The solver needs no closed surface.",
        )


def _seams(case: Case) -> Iterator[Finding]:
    on_rim = np.unique(case.rim)
    if len(on_rim) < 2:
        return
    points = case.W[0, on_rim]
    gap, near = (np.asarray(part) for part in KDTree(points).query(points, k=2, distance_upper_bound=SEAM))
    pairs = on_rim[near[np.isfinite(gap[:, 1])]]
    # Lips that touch in the reference and open in a pose are no seam.
    apart = np.abs(case.W[:, pairs[:, 0]] - case.W[:, pairs[:, 1]]).max(axis=(0, 2), initial=0.0)
    split = np.sort(case.first[pairs[apart <= SEAM]], axis=1)
    if len(split):
        vertex, partner = split[np.lexsort((split[:, 1], split[:, 0]))[0]].tolist()
        yield Finding(
            "split seams",
            Severity.WARNING,
            count=len(split),
            of="vertex",
            first=vertex,
            found=f"{counted(len(split), 'vertex lies', 'vertices lie')} on rims that nearly touch, as when "
            "a file "
            f"rounds the two sides of a seam apart; the first is vertex {vertex}, beside vertex {partner}.",
            handled="MeshIK and Reduced IK hold the two sides together; other rigs let a gap open there.",
            advice="Export the poses with more digits or in binary, or weld the seam in every pose.",
        )


def _parts(case: Case) -> Iterator[Finding]:
    starts = case.parts
    if len(starts) > 1:
        yield Finding(
            "several parts",
            Severity.NOTE,
            count=len(starts),
            of="part",
            first=int(starts[1]),
            found=f"The mesh has {len(starts):,} separate parts; the second begins with vertex {starts[1]}.",
            handled="Parts that touch in every pose stay together; others keep their place beside the "
            "nearest, as the poses show it.",
            advice="Pin a point of each part that should go elsewhere.",
        )


def _orientation(case: Case) -> Iterator[Finding]:
    edges = case.edges
    forward = np.bincount(edges.of_half, weights=edges.forward, minlength=len(edges.count))
    torn = np.flatnonzero((edges.count == 2) & (forward != 1))
    if len(torn):
        a, b = np.sort(case.first[edges.ends[torn[0]]])
        yield Finding(
            "mixed orientation",
            Severity.WARNING,
            count=len(torn),
            of="edge",
            first=int(a),
            found=f"At {counted(len(torn), 'edge', 'edges')} the two triangles face opposite sides; "
            f"the first joins the vertices {a} and {b}.",
            handled="The solver gives the same pose either way, but pictures and other programs may show "
            "holes.",
            advice="Let your modelling tool recalculate the normals, in every pose alike.",
        )


def named_triangle(case: Case, t: int) -> str:
    """'triangle 17', with the face that it was cut from where faces have more corners."""
    mesh = case.poses.mesh
    whole = len(mesh.polygons) == len(mesh.F)
    return f"triangle {t}" if whole else f"triangle {t}, in face {mesh.owner[t]}"
