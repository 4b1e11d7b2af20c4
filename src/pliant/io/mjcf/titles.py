"""Names that people gave to bodies and joints, kept as custom texts of an MJCF file."""

from __future__ import annotations

from xml.etree.ElementTree import Element

_PREFIX = "title"


def title_key(kind: str, name: str) -> str:
    """The name of the text that holds the title of a body or joint."""
    return f"{_PREFIX}:{kind}:{name}"


def titles_of(root: Element, kind: str) -> dict[str, str]:
    """name -> title of all bodies or joints that have one."""
    start = title_key(kind, "")
    texts = [text for custom in root.findall("custom") for text in custom.findall("text")]
    return {
        text.get("name", "").removeprefix(start): text.get("data", "")
        for text in texts
        if text.get("name", "").startswith(start) and text.get("data")
    }
