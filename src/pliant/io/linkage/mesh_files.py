"""The mesh files that a description of a mechanism names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.meshes import READABLE, read_mesh
from pliant.mesh import Mesh

_PACKAGE, _FILE = "package://", "file://"
_MODEL = "model://"

# The most levels from the folder of a package to a description in it: package/urdf/arms/left.urdf.
_LEVELS = 4


class MeshFiles:
    """The mesh files of a description, each of which is read once.

    folder: the folder of the description, where relative names begin
    top:    the folder of the package, which has a package.xml, or else the folder above; no file outside it
            is read
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        above = [self.folder, *self.folder.parents][:_LEVELS]
        packages = [path for path in above if (path / "package.xml").is_file()]
        self.top = packages[0] if packages else self.folder.parent
        self._meshes: dict[Path, Mesh] = {}

    def mesh(self, name: str) -> Mesh:
        """The mesh in the file that has this name in the description."""
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
        """The path of the file with this name; raises FileFormatError if it is missing or outside `top`."""
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
        """The paths that a name may mean, the likeliest first."""
        for prefix in (_PACKAGE, _MODEL):
            if name.startswith(prefix):
                return self._places_in_package(unquote(name.removeprefix(prefix)))
        plain = unquote(name.removeprefix(_FILE)) if name.startswith(_FILE) else name
        # Windows writes folders with backslashes.
        return [self.folder / name for name in dict.fromkeys([plain, plain.replace("\\", "/")])]

    def _beside(self, name: str) -> list[Path]:
        """The file beside the description, with some of its folders or none, for files that were moved."""
        plain = unquote(name.partition("://")[2]) if "://" in name else name
        parts = [part for part in PurePosixPath(plain.replace("\\", "/")).parts if part not in ("/", "..")]
        return [self.folder.joinpath(*parts[i:]) for i in range(len(parts))]

    def _places_in_package(self, name: str) -> list[Path]:
        package, _, rest = name.partition("/")
        above = [self.folder, *self.folder.parents][:_LEVELS]
        named = [path / rest for path in above if path.name == package]
        return [*named, *(path / package / rest for path in above), *(path / rest for path in above)]
