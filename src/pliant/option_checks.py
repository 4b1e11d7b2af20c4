"""Checks of a frozen dataclass of options: every field has the kind that its annotation names."""

from __future__ import annotations

import types
from contextlib import suppress
from dataclasses import fields
from numbers import Integral, Real
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from pliant.errors import OptionError

# More steps than any search takes; a file that asks for more would keep a process busy for ever.
MOST_STEPS = 100_000
# The largest whole number of an option: kernels count with 64 bits, and add to it.
LARGEST_WHOLE = 2**53
# The largest weight of a term in an energy: beyond it, rounding drowns all the other terms.
LARGEST_WEIGHT = 1e12
_WORDS = {int: "a whole number", float: "a number", bool: "true or false", tuple: "a pair of numbers"}


def check_fields(options: object) -> None:
    """Raise OptionError for a field of another kind than its annotation, or a word that is not a choice.

    Whole numbers in the place of real ones become real: compiled kernels would be compiled once more for
    them, which takes longer than most drags.
    """
    hints = get_type_hints(type(options))
    for field in fields(options):  # pyright: ignore[reportArgumentType]
        value, hint = vars(options)[field.name], hints[field.name]
        if get_origin(hint) is Literal:
            if not isinstance(value, str) or value not in get_args(hint):
                raise OptionError(f"{field.name}={value!r:.60} is not one of {', '.join(get_args(hint))}.")
            continue
        object.__setattr__(options, field.name, _of_kind(field.name, value, hint))
    steps = vars(options).get("iterations", 0)
    if steps > MOST_STEPS:
        raise OptionError(f"iterations={steps!r:.60}; at most {MOST_STEPS:,} are taken.")


def _of_kind(name: str, value: Any, hint: Any) -> Any:
    """The value as the type that its hint names."""
    kinds = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if value is None and type(None) in kinds:
        return None
    kind = next(each for each in kinds if each is not type(None))
    plain = get_origin(kind) or kind
    if plain is tuple:
        return value
    if plain is bool and isinstance(value, bool):
        return value
    number = isinstance(value, Real) and not isinstance(value, bool)
    if plain is int and number and isinstance(value, Integral) and abs(int(value)) <= LARGEST_WHOLE:
        return int(value)
    if plain is float and number and isinstance(value, Real):
        with suppress(OverflowError):
            return float(value)
    raise OptionError(f"{name}={value!r:.60}; {_WORDS.get(plain, plain)} is needed.")
