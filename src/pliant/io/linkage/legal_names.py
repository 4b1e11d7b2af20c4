"""Names that ROS and simulators accept, beside those that people gave."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

# What XML cannot hold.
NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_LEGAL = re.compile(r"[^A-Za-z0-9_]+")


def legal_name(name: str) -> str:
    """The name in letters without accents, digits and underscores; it begins with a letter."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = _NOT_LEGAL.sub("_", plain).strip("_")
    return found if found[:1].isalpha() else f"part_{found}".rstrip("_")


def legal_names(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Legal names that differ from each other and from those taken, even if letter case does not count."""
    used = {name.casefold() for name in taken}
    found = []
    for name in names:
        plain = unique = legal_name(name)
        number = 2
        while unique.casefold() in used:
            unique, number = f"{plain}_{number}", number + 1
        used.add(unique.casefold())
        found.append(unique)
    return found


def in_xml(text: str) -> str:
    """The text without what XML cannot hold."""
    return NOT_IN_XML.sub("_", text)
