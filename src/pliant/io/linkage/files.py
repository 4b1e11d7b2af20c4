"""The meshes that a mechanism's file names: where they may lie, and which can be read."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from pliant.core.mesh import Mesh
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.meshes import READABLE, read_mesh

_PACKAGE, _FILE = "package://", "file://"
_MODEL = "model://"

# How many folders above the description a package may begin: package/urdf/arms/left.urdf.
_LEVELS = 4


class MeshFiles:
    """The meshes beside a description, each read once.

    folder: where names begin
    top:    no file outside it is read: the package around the folder, which has a package.xml, or else
            the folder above
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        above = [self.folder, *self.folder.parents][:_LEVELS]
        packages = [path for path in above if (path / "package.xml").is_file()]
        self.top = packages[0] if packages else self.folder.parent
        self._meshes: dict[Path, Mesh] = {}

    def mesh(self, name: str) -> Mesh:
        """The mesh in a file, by the name that the description has for it."""
        path = self.found(name)
        if path.suffix.lower() not in READABLE:
            raise UnsupportedFormatError(
                f"The mesh {name} has the suffix '{path.suffix}', which Pliant cannot read; convert it to "
                f"one of {', '.join(READABLE)} and name that file."
            )
        if path not in self._meshes:
            self._meshes[path] = read_mesh(path)
        return self._meshes[path]

    def found(self, name: str) -> Path:
        """The file of that name; refuses files that are not there, and those that lie outside."""
        allowed = self._inside(self._places(name))
        for place in [*allowed, *self._inside(self._beside(name))]:
            if place.is_file():
                return place
        if not allowed:
            raise FileFormatError(
                f"The file {name} lies outside {self.top}, where its description belongs; move it there."
            )
        raise FileFormatError(
            f"The file {name} was not found; it was looked for as {', '.join(map(str, allowed[:4]))}."
        )

    def _inside(self, places: Iterable[Path]) -> list[Path]:
        whole = [place.resolve() for place in places]
        return [place for place in whole if place.is_relative_to(self.top)]

    def _places(self, name: str) -> list[Path]:
        """Where a file may lie, the likeliest first."""
        for prefix in (_PACKAGE, _MODEL):
            if name.startswith(prefix):
                return self._places_in_package(unquote(name.removeprefix(prefix)))
        plain = unquote(name.removeprefix(_FILE)) if name.startswith(_FILE) else name
        # Windows writes folders with backslashes.
        return [self.folder / name for name in dict.fromkeys([plain, plain.replace("\\", "/")])]

    def _beside(self, name: str) -> list[Path]:
        """Right beside the description, with some of its folders or none: files that were sent about."""
        plain = unquote(name.partition("://")[2]) if "://" in name else name
        parts = [part for part in PurePosixPath(plain.replace("\\", "/")).parts if part not in ("/", "..")]
        return [self.folder.joinpath(*parts[i:]) for i in range(len(parts))]

    def _places_in_package(self, name: str) -> list[Path]:
        package, _, rest = name.partition("/")
        above = [self.folder, *self.folder.parents][:_LEVELS]
        named = [path / rest for path in above if path.name == package]
        return [*named, *(path / package / rest for path in above), *(path / rest for path in above)]
