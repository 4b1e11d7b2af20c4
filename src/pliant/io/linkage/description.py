"""A description with a folder of files beside it, both written whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Callable
from pathlib import Path

from pliant.atomic import atomic_write, temporary_beside, writable_target
from pliant.errors import FileFormatError
from pliant.io.files import AnyPath

MARK = "Written by Pliant"
_IMAGES = (".png", ".jpg", ".jpeg", ".webp", ".ktx2")
# How far into a description its mark is.
_HEAD = 1000


def write_description(path: AnyPath, folder_suffix: str, fill: Callable[[Path], bytes]) -> None:
    """Write a description and a folder beside it, whose name ends in folder_suffix, both or neither.

    fill: writes the files into the new folder, whatever its name, and gives the text of the description
    Raises FileFormatError if the folder exists and is not from an earlier export, which would be replaced.
    """
    target = writable_target(path)
    folder = folder_of(target, folder_suffix)
    _check_replaceable(target, folder)
    # What is set aside is the user's: nobody may take it for what a killed writer left.
    fresh, old = temporary_beside(folder), folder.with_name(f".before-{secrets.token_hex(8)}")
    fresh.mkdir()
    try:
        text = fill(fresh)
        with atomic_write(target) as file:
            file.write(text)
            if folder.exists():
                os.replace(folder, old)
            os.replace(fresh, folder)
    except BaseException:
        if not fresh.exists():
            os.replace(folder, fresh)
        if old.exists():
            os.replace(old, folder)
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)


def folder_of(target: Path, suffix: str) -> Path:
    """The folder beside a description."""
    return target.with_name(f"{target.stem}{suffix}")


def _check_replaceable(target: Path, folder: Path) -> None:
    """Refuse a folder that is not from an earlier export."""
    if not folder.exists():
        return
    ours = target.is_file() and MARK.encode() in target.read_bytes()[:_HEAD]
    if not ours or not folder.is_dir() or not all(_is_ours(path) for path in folder.iterdir()):
        raise FileFormatError(
            f"{folder} exists and holds other things than the meshes of an earlier {target.name}; choose "
            "another name, or move it away."
        )


def _is_ours(path: Path) -> bool:
    """Whether an earlier export wrote a file: a mesh, its materials, or an image that a description names."""
    if path.suffix in (".obj", ".mtl"):
        return True
    if path.suffix.lower() not in _IMAGES:
        return False
    named = re.compile(rb"(?:^|[\s/\"])" + re.escape(path.name.encode()) + rb"(?:$|[\s\"])", re.MULTILINE)
    texts = [*path.parent.glob("*.mtl"), *path.parent.parent.glob("*.xml")]
    return any(named.search(each.read_bytes()) for each in texts)
