"""The JSON objects of a glTF file; a field is checked when it is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.errors import FileFormatError


@dataclass(frozen=True)
class JsonObject:
    """A JSON object and its place in the file for errors, such as `nodes[3]`.

    Methods raise FileFormatError for a field of another kind than they return.
    """

    fields: dict[str, Any]
    place: str

    def has(self, key: str) -> bool:
        """Whether the field exists."""
        return self.fields.get(key) is not None

    def whole(self, key: str, default: int | None = None) -> int:
        """A whole number that is not negative; the field is required if there is no default."""
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
        """A text, or None if the field is missing or no text, since a damaged name does not matter."""
        value = self.fields.get(key)
        return value if isinstance(value, str) else None

    def item(self, key: str) -> JsonObject:
        """An object, empty if the field is missing."""
        value = self.fields.get(key) or {}
        if not isinstance(value, dict):
            raise self._refuse(key, value, "an object")
        return JsonObject(value, f"{self.place}.{key}")

    def extras(self) -> dict[str, Any]:
        """The object that an application added, empty if it is missing or no object."""
        value = self.fields.get("extras")
        return value if isinstance(value, dict) else {}

    def items(self, key: str) -> list[JsonObject]:
        """A list of objects, empty if the field is missing."""
        values = self._list(key)
        if not all(isinstance(value, dict) for value in values):
            raise self._refuse(key, values, "a list of objects")
        return [JsonObject(value, f"{self.place}.{key}[{i}]") for i, value in enumerate(values)]

    def count(self, key: str) -> int:
        """The length of a list."""
        return len(self._list(key))

    def entry(self, key: str, index: int) -> JsonObject:
        """One object of a list, by its number."""
        values = self._list(key)
        if index >= len(values) or not isinstance(values[index], dict):
            raise FileFormatError(
                f"{self.place}.{key}[{index}] is named, but there are {len(values)}; the file is damaged."
            )
        return JsonObject(values[index], f"{self.place}.{key}[{index}]")

    def _list(self, key: str) -> list[Any]:
        value = self.fields.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._refuse(key, value, "a list")
        return value

    def _whole(self, key: str, value: object) -> int:
        # From 2^53 numbers of JSON are not exact, and arithmetic with offsets could overflow.
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**53:
            raise self._refuse(key, value, "a whole number")
        return value

    def _refuse(self, key: str, value: object, needed: str) -> FileFormatError:
        return FileFormatError(f"{self.place}.{key} is {str(value)[:60]}; {needed} is needed.")
