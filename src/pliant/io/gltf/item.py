"""The JSON objects of a glTF file, whose fields are checked when they are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.core.arrays import Array
from pliant.errors import FileFormatError


@dataclass(frozen=True)
class Item:
    """A JSON object and its place in the file, for messages: `nodes[3]`."""

    fields: dict[str, Any]
    place: str

    def has(self, key: str) -> bool:
        """Whether the field is there."""
        return self.fields.get(key) is not None

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number that is not negative; required if there is no default."""
        if default is not None and not self.has(key):
            return default
        return self._whole(key, self.fields.get(key))

    def index(self, key: str) -> int | None:
        """A whole number, or None if the field is missing."""
        return self.whole(key) if self.has(key) else None

    def wholes(self, key: str) -> list[int]:
        """A list of whole numbers, empty if the field is missing."""
        return [self._whole(key, value) for value in self._list(key)]

    def floats(self, key: str, size: int) -> Array | None:
        """(size,) numbers, or None if the field is missing."""
        if not self.has(key):
            return None
        values = self._list(key)
        numbers = [float(value) for value in values if isinstance(value, int | float) and abs(value) < 1e300]
        if len(numbers) != size or len(values) != size:
            raise self._refuse(key, values, f"a list of {size} finite numbers")
        return np.array(numbers)

    def text(self, key: str) -> str | None:
        """A text, or None if the field is missing or something else: names are not worth a refusal."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else None

    def item(self, key: str) -> Item:
        """An object, empty if the field is missing."""
        value = self.fields.get(key) or {}
        if not isinstance(value, dict):
            raise self._refuse(key, value, "an object")
        return Item(value, f"{self.place}.{key}")

    def extras(self) -> dict[str, Any]:
        """What an application added: an object of any content; other kinds of JSON are passed over."""
        value = self.fields.get("extras")
        return value if isinstance(value, dict) else {}

    def items(self, key: str) -> list[Item]:
        """A list of objects, empty if the field is missing."""
        values = self._list(key)
        if not all(isinstance(value, dict) for value in values):
            raise self._refuse(key, values, "a list of objects")
        return [Item(value, f"{self.place}.{key}[{i}]") for i, value in enumerate(values)]

    def count(self, key: str) -> int:
        """The length of a list."""
        return len(self._list(key))

    def entry(self, key: str, index: int) -> Item:
        """One object of a list, by its number."""
        values = self._list(key)
        if index >= len(values) or not isinstance(values[index], dict):
            raise FileFormatError(
                f"{self.place}.{key}[{index}] is named, but there are {len(values)}; the file is damaged."
            )
        return Item(values[index], f"{self.place}.{key}[{index}]")

    def _list(self, key: str) -> list[Any]:
        value = self.fields.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._refuse(key, value, "a list")
        return value

    def _whole(self, key: str, value: object) -> int:
        # Beyond 2^53 JSON's numbers are not exact, and arithmetic with offsets could overflow.
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
            raise self._refuse(key, value, "a whole number")
        return value

    def _refuse(self, key: str, value: object, needed: str) -> FileFormatError:
        return FileFormatError(f"{self.place}.{key} is {str(value)[:60]}; {needed} is needed.")
