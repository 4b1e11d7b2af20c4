"""The cages of a session: made, loaded, kept in the journal; and the rigs that they carry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pliant.doctor.finding import counted
from pliant.errors import CageError
from pliant.io import read_mesh
from pliant.mesh import Mesh, Polygons
from pliant.methods.cage.options import CageOptions
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.studio.wire import Coordinates, MakeCage
from pliant.progress import Progress

# Vertices of the cage that is made at first, and of any cage at most.
FIRST, MOST_VERTICES = 60, 1000
# Weights of one rig at most, for they all go to the page; and of all rigs that are kept.
MOST_WEIGHTS, MOST_KEPT = 60_000_000, 120_000_000


@dataclass(frozen=True, eq=False)
class Cage:
    """A cage at rest, and how it came to be."""

    mesh: Mesh
    words: str


class Cages:
    """Cages by their names; None is the one that is made at first. The rigs used last are kept.

    mesh:  that they carry; own: the rig of a file, or None
    known: cages that came with the model or of an earlier session
    keep:  is told of every new cage
    """

    def __init__(
        self,
        mesh: Mesh,
        own: CageIK | None,
        known: Mapping[str | None, Cage],
        keep: Callable[[str | None, Cage], None],
    ) -> None:
        self.mesh, self._keep = mesh, keep
        self._cages = dict(known)
        self._rigs: dict[tuple[str | None, Coordinates], CageIK] = {}
        self._options = CageOptions() if own is None else own.options
        if own is not None:
            self._rigs[None, own.options.coordinates] = own

    def words(self, name: str | None) -> str:
        """How a cage that a rig is bound to came to be."""
        return self._cages[name].words

    def rig(self, name: str | None, coordinates: Coordinates, progress: Progress) -> CageIK:
        """The mesh bound to a cage; the first one is made where it is not there yet."""
        key = (name, coordinates)
        if key in self._rigs:
            self._rigs[key] = self._rigs.pop(key)
            return self._rigs[key]
        if name is None and name not in self._cages:
            cage = self._made(MakeCage(FIRST), lambda share, what: progress(0.5 * share, what))
            self._keep(None, cage)
            self._cages[None] = cage
        if name not in self._cages:
            raise CageError(f"The cage '{name}' is not known; make one, or load it again.")
        self._rigs[key] = self._bound(self._cages[name], coordinates, progress)
        self._forget()
        return self._rigs[key]

    def make(self, wanted: MakeCage, progress: Progress) -> tuple[str, str]:
        """The name and the words of a new cage, to which the mesh is bound."""
        cage = self._made(wanted, lambda share, what: progress(0.5 * share, what))
        return self._taken(cage, wanted.coordinates, progress)

    def load(self, path: Path, title: str, coordinates: Coordinates, progress: Progress) -> tuple[str, str]:
        """The name and the words of a cage that a file holds, to which the mesh is bound."""
        progress(0.0, f"reading {title}")
        mesh = read_mesh(path)
        return self._taken(Cage(mesh, f"{title}: {mesh.n} vertices"), coordinates, progress)

    def _made(self, wanted: MakeCage, progress: Progress) -> Cage:
        # Making loads compiled kernels, which a cage from a file does not need.
        from pliant.methods.cage.make_cage import make_cage

        _check_size(wanted.vertices, self.mesh.n)
        mesh = make_cage(self.mesh, wanted.vertices, symmetric=wanted.symmetric, progress=progress)
        return Cage(mesh, f"made with {mesh.n} vertices")

    def _taken(self, cage: Cage, coordinates: Coordinates, progress: Progress) -> tuple[str, str]:
        rig = self._bound(cage, coordinates, progress)
        name = f"cage {1 + sum(known is not None for known in self._cages)}"
        self._keep(name, cage)
        self._cages[name] = cage
        self._rigs[name, coordinates] = rig
        self._forget()
        return name, cage.words

    def _bound(self, cage: Cage, coordinates: Coordinates, progress: Progress) -> CageIK:
        _check_size(cage.mesh.n, self.mesh.n)
        options = replace(self._options, coordinates=coordinates)
        return CageIK(self.mesh, cage.mesh, options=options, progress=progress)

    def _forget(self) -> None:
        """Lets the rigs go that were used least lately; they are bound again when they are wanted."""
        while len(self._rigs) > 1 and sum(map(_weights, self._rigs.values())) > MOST_KEPT:
            del self._rigs[next(iter(self._rigs))]


def came_with(mesh: Mesh) -> Cage:
    """The cage of a rig or of a sample."""
    return Cage(mesh, f"came with the model: {counted(mesh.n, 'vertex', 'vertices')}")


def entry_of(name: str | None, cage: Cage) -> dict[str, Any]:
    """A cage as an entry of the journal."""
    polygons = [polygon.tolist() for polygon in map(cage.mesh.polygons.__getitem__, range(_faces(cage)))]
    return {"cage": name, "words": cage.words, "V": cage.mesh.V.tolist(), "polygons": polygons}


def cages_of(entries: Iterable[Mapping[str, Any]]) -> dict[str | None, Cage]:
    """The cages of entries, by their names."""
    return {
        entry["cage"]: Cage(Mesh.of_polygons(entry["V"], Polygons.of(entry["polygons"])), str(entry["words"]))
        for entry in entries
    }


def _faces(cage: Cage) -> int:
    return len(cage.mesh.polygons)


def _weights(rig: CageIK) -> int:
    normals = rig.binding.normals
    return rig.binding.weights.size + (0 if normals is None else normals.size)


def _check_size(vertices: int, n: int) -> None:
    if vertices > MOST_VERTICES:
        raise CageError(
            f"The cage has {vertices:,} vertices; at most {MOST_VERTICES:,} can be worked with, and 50 to "
            "300 are usual. Give a coarser one."
        )
    if vertices * n > MOST_WEIGHTS:
        raise CageError(
            f"{vertices:,} vertices of the cage times {n:,} of the mesh are {vertices * n:,} weights; "
            f"the page can take {MOST_WEIGHTS:,}. Give a cage of at most {MOST_WEIGHTS // n} vertices."
        )
