"""The text of a JSON document, to which values are added while every other character stays as it is.

Parsing and writing again would spell numbers differently and reorder white space.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

# The way to a value from the root: keys of objects and numbers of lists.
Way = tuple[str | int, ...]

_SPACE = " \t\r\n"
_READER = json.JSONDecoder()


@dataclass(frozen=True)
class JsonText:
    """A JSON document as text; methods return changed copies."""

    text: str

    def extended(self, way: Way, values: Sequence[Any]) -> JsonText:
        """With values at the end of a list, which is made if the object above it has none."""
        if not values:
            return self
        key = way[-1]
        if isinstance(key, str) and key not in self._members(way[:-1]):
            return self.with_fields(way[:-1], {key: list(values)})
        begin, end = self._span(way)
        inside = ",".join(map(_spelled, values))
        return self._inserted(begin, end, inside)

    def with_fields(self, way: Way, fields: Mapping[str, Any]) -> JsonText:
        """With fields of an object set to values; those that it has are replaced."""
        changed = self
        for key, value in fields.items():
            members = changed._members(way)
            if key in members:
                begin, end = members[key]
                changed = JsonText(changed.text[:begin] + _spelled(value) + changed.text[end:])
            else:
                begin, end = changed._span(way)
                changed = changed._inserted(begin, end, f"{_spelled(key)}:{_spelled(value)}")
        return changed

    def without(self, way: Way, key: str) -> JsonText:
        """Without a field of an object that has others, and without the comma beside it."""
        begin, _ = self._span(way)
        spans = self._entries(begin)
        order = list(spans)
        i = order.index(key)
        # From the end of the value before, or else up to the key that follows.
        first = spans[order[i - 1]][1] if i else begin + 1
        last = spans[key][1]
        if not i and len(order) > 1:
            last = self._skipped(self._skipped(last) + 1)
        return JsonText(self.text[:first] + self.text[last:])

    def _inserted(self, begin: int, end: int, inside: str) -> JsonText:
        """With text before the closing bracket of the list or object from begin to end."""
        here = end - 1
        while self.text[here - 1] in _SPACE:
            here -= 1
        comma = "," if here > begin + 1 else ""
        return JsonText(self.text[:here] + comma + inside + self.text[here:])

    def _span(self, way: Way) -> tuple[int, int]:
        """Where the value at the end of a way begins and ends."""
        begin = self._skipped(0)
        span = begin, _READER.raw_decode(self.text, begin)[1]
        for key in way:
            span = self._entries(span[0])[key]
        return span

    def _members(self, way: Way) -> dict[str | int, tuple[int, int]]:
        """The spans of the values of an object or list."""
        return self._entries(self._span(way)[0])

    def _entries(self, begin: int) -> dict[str | int, tuple[int, int]]:
        named = self.text[begin] == "{"
        found: dict[str | int, tuple[int, int]] = {}
        here = self._skipped(begin + 1)
        while self.text[here] not in "]}":
            key: str | int = len(found)
            if named:
                key, here = _READER.raw_decode(self.text, here)
                here = self._skipped(self._skipped(here) + 1)
            end = _READER.raw_decode(self.text, here)[1]
            found[key] = here, end
            here = self._skipped(end)
            if self.text[here] == ",":
                here = self._skipped(here + 1)
        return found

    def _skipped(self, here: int) -> int:
        """The next place without white space."""
        while self.text[here] in _SPACE:
            here += 1
        return here


def _spelled(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
