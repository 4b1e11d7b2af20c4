"""Our docstrings as Markdown: the lines that explain arguments and fields become a list."""

from __future__ import annotations

import re
from typing import Any

import griffe

# A name or several, a colon, at least one space: "points, pins:  how each is held".
FIELD = re.compile(r"^(\w+(?:, \w+)*):\s+(?=\S)(.*)$")
# Lines of a field's text that go on are indented.
GOES_ON = re.compile(r"^\s{2,}\S")


class FieldLists(griffe.Extension):
    """Turns `name: text` lines of docstrings into a Markdown list."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = with_lists(obj.docstring.value)


def with_lists(text: str) -> str:
    """The text with its fields as list items, each line of which stays with its field."""
    lines: list[str] = []
    listed = False
    for line in text.split("\n"):
        if field := FIELD.match(line):
            if not listed:
                lines.append("")
            lines.append(f"- **{field[1]}**: {field[2]}")
            listed = True
        elif listed and GOES_ON.match(line):
            lines.append(f"  {line.strip()}")
        else:
            if listed and line.strip():
                lines.append("")
            listed = False
            lines.append(line)
    return "\n".join(lines)
