"""The modules of the package usd-core, loaded when first needed, and its errors in our words."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pliant.core.extra import load
from pliant.errors import FileFormatError


def pxr(name: str) -> Any:
    """A module of usd-core, such as "UsdGeom"."""
    return load(f"pxr.{name}", "usd", "USD files")


@contextmanager
def usd_errors(path: str | os.PathLike[str], advice: str) -> Iterator[None]:
    """Turns what USD says of a file into a FileFormatError that names it and ends with the advice."""
    try:
        yield
    except pxr("Tf").ErrorException as error:
        raise FileFormatError(f"{path}: USD says: {_said(error)}; {advice}") from error
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{path}: a name in it is no text; {advice}") from error


def _said(error: Exception) -> str:
    """The last line is the cause as the caller sees it; places in USD's own source help nobody."""
    try:
        return str(error).strip().splitlines()[-1].rpartition(" : ")[2].strip("'\" ")
    except UnicodeDecodeError:
        return "the file is damaged"
