"""Files of pins, by their suffix."""

from __future__ import annotations

from pathlib import Path

from pliant.cli.pins.document import pins_of_json
from pliant.cli.pins.pin import Pins
from pliant.cli.pins.table import pins_of_csv
from pliant.errors import FileFormatError
from pliant.io.files import contents, naming


def read_pins(path: Path) -> Pins:
    """The pins in a .json or .csv file; see `pliant.cli.pins` for their form."""
    suffix = path.suffix.lower()
    if suffix not in (".json", ".csv"):
        raise FileFormatError(f"{path} has the suffix '{suffix}'; pins are read from .json and .csv.")
    text = text_of(path)
    with naming(path):
        return pins_of_json(text) if suffix == ".json" else pins_of_csv(text)


def text_of(path: Path) -> str:
    """The text in a file."""
    try:
        return contents(path).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise FileFormatError(f"{path} is no text in UTF-8; save it as plain text.") from problem
