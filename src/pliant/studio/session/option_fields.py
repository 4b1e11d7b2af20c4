"""The options of a method as the fields of a form."""

from __future__ import annotations

import math
from dataclasses import MISSING, Field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from pliant.studio.wire.model import OptionField

KINDS: dict[Any, Literal["number", "whole", "truth"]] = {float: "number", int: "whole", bool: "truth"}


def option_fields(kind: type[Any]) -> tuple[OptionField, ...]:
    """The fields of an options dataclass that a form can have.

    These are finite numbers, whole numbers, truth values and choices of words, with a default. Metadata of a
    field may say more: `words` about it, and `low` and `high`, the range of a number.
    """
    hints = get_type_hints(kind)
    found = (_field(field, hints[field.name]) for field in fields(kind))
    return tuple(field for field in found if field is not None)


def _field(field: Field[Any], hint: Any) -> OptionField | None:
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    default: Any = field.default
    if default is MISSING or default in (math.inf, -math.inf) or not (hint in KINDS or choices):
        return None
    said = field.metadata
    return OptionField(
        name=field.name,
        title=field.name.replace("_", " ").capitalize(),
        words=said.get("words", ""),
        kind="choice" if choices else KINDS[hint],
        default=default,
        low=said.get("low"),
        high=said.get("high"),
        choices=choices,
    )
