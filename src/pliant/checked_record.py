"""JSON objects of files of Pliant; a field is checked when it is read."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, cast

from pliant.errors import FileFormatError


class Record:
    """A JSON object; methods raise FileFormatError for a field of another kind than they return."""

    def __init__(self, value: object, place: str) -> None:
        """value: what the file has; place: its name in errors."""
        self.place = place
        self._fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
        if not isinstance(value, dict):
            raise self.refuse("", value, "an object")

    def refuse(self, key: str, value: object, needed: str) -> FileFormatError:
        """The error for a field, with what is needed there."""
        return FileFormatError(
            f"{self.place}.{key} is {str(value)[:60]}; {needed} is needed. Save the file again."
        )

    def text(self, key: str) -> str:
        """A text."""
        value = self._fields.get(key)
        if not isinstance(value, str):
            raise self.refuse(key, value, "a text")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of different texts."""
        values = self._list(key)
        if not all(isinstance(value, str) for value in values) or len(set(values)) < len(values):
            raise self.refuse(key, values, "a list of different texts")
        return values

    def titles(self, key: str) -> tuple[str, ...]:
        """A list of texts that may repeat."""
        values = self._list(key)
        if not all(isinstance(value, str) for value in values):
            raise self.refuse(key, values, "a list of texts")
        return tuple(values)

    def word(self, key: str, known: Sequence[str]) -> Any:
        """One of some known words."""
        if self.text(key) not in known:
            raise self.refuse(key, self.text(key), f"one of {', '.join(known)}")
        return self.text(key)

    def words(self, key: str, size: int, known: Sequence[str]) -> Any:
        """A tuple of so many known words."""
        values = self._list(key)
        if len(values) != size or not all(value in known for value in values):
            raise self.refuse(key, values, f"{size} of {', '.join(known)}")
        return tuple(values)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._fields.get(key)
        if not isinstance(value, bool):
            raise self.refuse(key, value, "true or false")
        return value

    def number(self, key: str) -> float:
        """A finite number."""
        return self.numbers(key, None)[0]

    def numbers(self, key: str, size: int | None) -> Any:
        """A tuple of so many finite numbers; without a size the field is one number."""
        values: list[Any] = [self._fields.get(key)] if size is None else self._list(key)
        if not all(is_finite(value) for value in values) or (size is not None and len(values) != size):
            raise self.refuse(key, values, f"{size or 'one'} finite number(s)")
        return tuple(float(value) for value in values)

    def measures(self, key: str) -> tuple[float, ...]:
        """One measured number or more of them, which need not be finite: nothing is computed from them."""
        value = self._fields.get(key)
        values: list[Any] = value if isinstance(value, list) else [value]
        good = [is_finite(each) or (isinstance(each, float) and not math.isfinite(each)) for each in values]
        if not values or not all(good):
            raise self.refuse(key, value, "a number, or a list of them,")
        return tuple(float(each) for each in values)

    def whole(self, key: str, least: int, end: int) -> int:
        """A whole number from least to end - 1."""
        return self.wholes(key, 1, least, end)[0]

    def wholes(self, key: str, size: int, least: int, end: int) -> Any:
        """A tuple of so many whole numbers from least to end - 1; of size 1 the field is the number."""
        values: list[Any] = [self._fields.get(key)] if size == 1 else self._list(key)
        if len(values) != size or not _are_whole(values, least, end):
            raise self.refuse(key, values, f"{size} whole number(s) from {least} to {end - 1}")
        return tuple(values)

    def list_of_wholes(self, key: str, least: int, end: int) -> list[int]:
        """A list of any number of whole numbers from least to end - 1."""
        values = self._list(key)
        if not _are_whole(values, least, end):
            raise self.refuse(key, values, f"a list of whole numbers from {least} to {end - 1}")
        return values

    def records(self, key: str) -> list[Record]:
        """A list of objects."""
        return [Record(value, f"{self.place}.{key}[{i}]") for i, value in enumerate(self._list(key))]

    def record(self, key: str) -> Record:
        """An object."""
        return Record(self._fields.get(key), f"{self.place}.{key}")

    def names(self) -> list[str]:
        """The names of its fields."""
        return list(self._fields)

    def other(self) -> dict[str, Any]:
        """The object in the field `other`, as it is."""
        value = self._fields.get("other")
        if not isinstance(value, dict):
            raise self.refuse("other", value, "an object")
        return value

    def _list(self, key: str) -> list[Any]:
        value = self._fields.get(key)
        if not isinstance(value, list):
            raise self.refuse(key, value, "a list")
        return value


def is_finite(value: object) -> bool:
    """Whether a value of a JSON document is a number that a double can hold."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def _are_whole(values: list[Any], least: int, end: int) -> bool:
    """Whether all values are whole numbers from least to end - 1."""
    return all(
        isinstance(value, int) and not isinstance(value, bool) and least <= value < end for value in values
    )
