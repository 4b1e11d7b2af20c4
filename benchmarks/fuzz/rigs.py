"""Rig files of every method, and damaged copies of them with right checksums."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tests.conformance.cases import CASES

from benchmarks.fuzz.damage import damaged_arrays, damaged_documents
from pliant.arrays import Array
from pliant.rig import Rig

# Cases of the conformance suite whose files differ in what they hold.
RIGS = (
    "meshik",
    "meshik as printed",
    "meshik, regions",
    "reduced",
    "reduced, parts",
    "reduced as printed",
    "handles",
    "handles as printed",
    "joints",
    "joints as printed",
    "cage",
    "cage, green",
    "elastic",
    "elastic as printed",
)


@dataclass(frozen=True, eq=False)
class RigContent:
    """What a rig file holds: its header and its arrays."""

    header: dict[str, Any]
    arrays: dict[str, Array]

    def packed(self) -> bytes:
        """The bytes of a rig file."""
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("rig.json", json.dumps(self.header))
            for name, array in self.arrays.items():
                archive.writestr(f"{name}.npy", _npy(array))
        return file.getvalue()

    def damaged(self) -> Iterator[tuple[str, Callable[[], bytes]]]:
        """Every damage of one array or one field, by its name; the bytes are packed when asked for."""
        for name, array in self.arrays.items():
            rest = {other: each for other, each in self.arrays.items() if other != name}
            yield f"{name} missing", RigContent(self.header, rest).packed
            for word, changed in damaged_arrays(array):
                yield f"{name}: {word}", RigContent(self.header, {**rest, name: changed}).packed
        for word, settings in damaged_documents(self.header["settings"]):
            yield word, RigContent({**self.header, "settings": settings}, self.arrays).packed


def content_of(path: Path) -> RigContent:
    """The content of a rig file, whatever is in it."""
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.endswith(".npy")]
        arrays = {name[:-4]: np.load(io.BytesIO(archive.read(name))) for name in names}
        return RigContent(json.loads(archive.read("rig.json")), arrays)


def saved_rigs(folder: Path, names: tuple[str, ...] = RIGS) -> Mapping[str, RigContent]:
    """The contents of freshly made rig files."""
    return {name: content_of(_saved(CASES[name].make(CASES[name].poses), folder / f"{i}.pliant"))
            for i, name in enumerate(names)}  # fmt: skip


def _saved(rig: Rig, path: Path) -> Path:
    rig.save(path)
    return path


def _npy(array: Array) -> bytes:
    stream = io.BytesIO()
    np.lib.format.write_array(stream, np.asarray(array, order="C"), allow_pickle=False)
    return stream.getvalue()
