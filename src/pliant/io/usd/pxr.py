"""The package usd-core: its modules, loaded when they are needed, and its errors as Pliant's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pliant.errors import FileFormatError
from pliant.extras import load
from pliant.io.files import AnyPath


def pxr(name: str) -> Any:
    """A module of usd-core by its name, such as "UsdGeom"; raises an error if the package is missing."""
    return load(f"pxr.{name}", "usd", "USD files")


@contextmanager
def usd_errors(path: AnyPath, advice: str) -> Iterator[None]:
    """Turn USD's errors into a FileFormatError that names the file and ends with the advice."""
    try:
        yield
    except pxr("Tf").ErrorException as error:
        raise FileFormatError(f"{path}: USD says: {_said(error)}; {advice}") from error
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{path}: a name in it is no text; {advice}") from error


def _said(error: Exception) -> str:
    """The last line of an error of USD, which names the cause, without the place in USD's source."""
    try:
        return str(error).strip().splitlines()[-1].rpartition(" : ")[2].strip("'\" ")
    except UnicodeDecodeError:
        return "the file is damaged"
