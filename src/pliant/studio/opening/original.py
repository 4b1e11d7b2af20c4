"""The file that a model came from, where a motion can be written into a copy of it."""

from __future__ import annotations

from pathlib import Path

from pliant.errors import PliantError
from pliant.io.into import ASSETS, ways_into
from pliant.io.poses import pose_files
from pliant.studio.opening.source import Source
from pliant.studio.wire.original import Original, Way


def asset_of(source: Source | None) -> Path | None:
    """The file whose mesh the model is; None where no motion could be written into it."""
    if source is None or source.kind != "files" or source.is_rig:
        return None
    first = pose_files(source.paths[0])[0]
    return first if first.suffix.lower() in ASSETS else None


def original_of(source: Source | None) -> Original | None:
    """The file that a model came from and the ways in which it could show a motion, for the page."""
    asset = asset_of(source)
    if source is None or asset is None:
        return None
    try:
        ways: tuple[Way, ...] = ways_into(asset) or ("points",)
    except PliantError:
        # Opened before, it is gone by now: the model can be posed all the same.
        return None
    return Original(source.titles[0] if source.titles else asset.name, ways)
