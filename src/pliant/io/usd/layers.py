"""The layers that a USD file is composed of, all of which must lie in the folder of the file.

A file from elsewhere must not make us read other files of this computer, or from the web.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pliant.errors import FileFormatError
from pliant.io.files import AnyPath
from pliant.io.usd.crate import check_tables
from pliant.io.usd.pxr import pxr

# Layers of one stage; each is opened to see which others it names.
_MOST_LAYERS = 1000


def check_layers(path: AnyPath) -> None:
    """Refuse a file that names a layer outside its own folder, itself or through other layers."""
    Sdf = pxr("Sdf")
    folder = Path(path).resolve().parent
    check_tables(path)
    waiting, seen = [Sdf.Layer.FindOrOpen(str(path))], set()
    while waiting:
        layer = waiting.pop()
        if layer is None or layer.identifier in seen:
            continue
        seen.add(layer.identifier)
        if len(seen) > _MOST_LAYERS:
            raise FileFormatError(f"The file is composed of more than {_MOST_LAYERS} layers; flatten it.")
        # Our own walk comes first: USD's ends the process over prims that a damaged layer only names.
        for name in sorted({*_clips(layer), *layer.GetCompositionAssetDependencies()}):
            identifier = Sdf.ComputeAssetPathRelativeToLayer(layer, name)
            place = _checked_place(name, identifier, folder)
            if place.is_file():
                check_tables(place)
            waiting.append(Sdf.Layer.FindOrOpen(identifier))


def _checked_place(name: str, identifier: str, folder: Path) -> Path:
    """The file of a layer, which must lie in a folder; one that is not found at all is left to USD."""
    Ar = pxr("Ar")
    # A name between back quotes is an expression, whose value only the whole stage knows.
    found = "" if "`" in name else str(Ar.GetResolver().Resolve(identifier))
    place = Path((found or identifier).partition("[")[0])
    if "`" in name or "://" in name or not place.resolve().is_relative_to(folder):
        raise FileFormatError(
            f"The layer '{name[:60]}' is outside the file's own folder; put it there, or flatten the file."
        )
    return place


def _clips(layer: Any) -> Iterator[str]:
    """The files of the value clips in a layer, which are opened when a value is asked for."""
    waiting = [layer.pseudoRoot]
    while waiting:
        spec = waiting.pop()
        waiting += _children(layer, spec)
        waiting += [each.primSpec for some in spec.variantSets.values() for each in some.variants.values()]
        sets = spec.GetInfo("clips") if spec.HasInfo("clips") else {}
        for one in sets.values():
            named = [one.get("manifestAssetPath"), *(one.get("assetPaths") or [])]
            yield from (each.path for each in named if each is not None and each.path)
            if one.get("templateAssetPath"):
                yield str(one["templateAssetPath"])


def _children(layer: Any, spec: Any) -> Iterator[Any]:
    """The prims below one; raises FileFormatError where the layer names one that it does not hold."""
    for name in list(spec.nameChildren.keys()):
        child = layer.GetPrimAtPath(spec.path.AppendChild(name)) if name else None
        if not child:
            raise FileFormatError(
                f"The layer names a prim '{name[:60]}' that it does not hold; export it again."
            )
        yield child
