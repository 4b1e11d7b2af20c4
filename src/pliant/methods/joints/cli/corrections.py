"""Corrections of a mechanism as they are written in options: by the names or numbers of parts and joints."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from pliant.cli.console import usage
from pliant.mechanism.mechanism import FREEDOMS, JointKind, Mechanism, Soft
from pliant.methods.joints.edits import merged, softened, with_kind, with_ranges, without_joint
from pliant.methods.joints.virtual import virtual_joint
from pliant.methods.joints.words import joint_title

_SPAN = re.compile(r"\s*([^.\s][^\s]*?|)\s*\.\.\s*([^\s]*)\s*")


@dataclass(frozen=True)
class PartEdits:
    """What --merge and --soft say, before the joints are known."""

    merge: Sequence[str] = ()
    soft: Sequence[str] = ()

    def on(self, mechanism: Mechanism) -> Mechanism:
        """The mechanism with its parts merged, one after another, and softened."""
        for text in self.merge:
            mechanism = merged(mechanism, _parts(mechanism, text, "--merge"))
        for text in self.soft:
            name, colon, tail = text.rpartition(":")
            counted = bool(colon) and tail.isdecimal()
            part = part_named(mechanism, name if counted else text, "--soft")
            mechanism = softened(mechanism, part, Soft(int(tail)) if counted else None)
        return mechanism


@dataclass(frozen=True)
class JointEdits:
    """What --join, --set, --range and --remove say; joints are numbered as found, --join comes after them."""

    join: Sequence[str] = ()
    kinds: Sequence[str] = ()
    ranges: Sequence[str] = ()
    remove: Sequence[str] = ()

    def on(self, mechanism: Mechanism) -> Mechanism:
        """The mechanism with its joints corrected."""
        for text in self.join:
            parts, kind = _halves(text, "--join", "A,B:KIND")
            a, b = _two(_parts(mechanism, parts, "--join"), text)
            mechanism = virtual_joint(mechanism, a, b, _kind(kind, "--join"))
        for text in self.kinds:
            name, kind = _halves(text, "--set", "JOINT:KIND")
            mechanism = with_kind(mechanism, _joint(mechanism, name, "--set"), _kind(kind, "--set"))
        for text in self.ranges:
            name, limits = _halves(text, "--range", "JOINT:LOW..HIGH")
            number = _joint(mechanism, name, "--range")
            mechanism = with_ranges(mechanism, number, _limits(mechanism, number, limits))
        chosen = {_joint(mechanism, name, "--remove") for name in self.remove}
        # From the last, so that the numbers of the others hold.
        for number in sorted(chosen, reverse=True):
            mechanism = without_joint(mechanism, number)
        return mechanism


def _halves(text: str, option: str, form: str) -> tuple[str, str]:
    """What stands before and after the last colon."""
    first, colon, last = text.rpartition(":")
    if not colon:
        raise usage(f"'{text}' has no colon; write {form}.", option)
    return first.strip(), last.strip()


def _parts(mechanism: Mechanism, text: str, option: str) -> list[int]:
    return [part_named(mechanism, name.strip(), option) for name in text.split(",")]


def _two(parts: list[int], text: str) -> tuple[int, int]:
    if len(parts) != 2:
        raise usage(f"'{text}' names {len(parts)} parts; a joint is between two.", "--join")
    return parts[0], parts[1]


def part_named(mechanism: Mechanism, name: str, option: str) -> int:
    """The part of that name, or of that number."""
    names = [part.name for part in mechanism.components]
    if names.count(name) > 1:
        raise usage(f"{names.count(name)} parts are called '{name}'; give the number of one.", option)
    if name in names:
        return names.index(name)
    if name.isdecimal() and int(name) < len(names):
        return int(name)
    raise usage(f"There is no part '{name}'; there are {', '.join(names)}.", option)


def _joint(mechanism: Mechanism, name: str, option: str) -> int:
    """The joint of that number or name, or between the two parts that are named."""
    joints, parts = mechanism.joints, [part.name for part in mechanism.components]
    if name.isdecimal() and int(name) < len(joints):
        return int(name)
    found = [i for i, joint in enumerate(joints) if joint.name == name]
    ends = [end.strip() for end in name.split(",")]
    if not found and len(ends) == 2:
        chosen = {part_named(mechanism, end, option) for end in ends}
        found = [i for i, joint in enumerate(joints) if {joint.a, joint.b} == chosen]
    if len(found) == 1:
        return found[0]
    there = ", ".join(f"{i} ({joint_title(joint, parts)})" for i, joint in enumerate(joints)) or "none"
    raise usage(f"'{name}' names {len(found)} joints; give one of {there}.", option)


def _kind(text: str, option: str) -> JointKind:
    if text not in list(JointKind):
        raise usage(f"'{text}' is no kind of joint; give one of {', '.join(JointKind)}.", option)
    return JointKind(text)


def _limits(mechanism: Mechanism, number: int, text: str) -> list[tuple[float, float]]:
    """Lowest and highest of each motion: degrees of a turn become radians."""
    freedoms = FREEDOMS[mechanism.joints[number].kind]
    spans = [_span(word) for word in text.split(",")]
    if len(spans) != len(freedoms):
        kind = mechanism.joints[number].kind
        raise usage(
            f"'{text}' has {len(spans)} ranges; a {kind} joint has {len(freedoms)} motions.", "--range"
        )
    scales = [math.pi / 180.0 if freedom.turns else 1.0 for freedom in freedoms]
    return [(scale * low, scale * high) for (low, high), scale in zip(spans, scales, strict=True)]


def _span(text: str) -> tuple[float, float]:
    """'-30..90'; an end that is left out has no limit."""
    match = _SPAN.fullmatch(text)
    try:
        low, high = (match[1], match[2]) if match else ("?", "?")
        return float(low or "-inf"), float(high or "inf")
    except ValueError as problem:
        raise usage(f"'{text}' is no range such as -30..90, ..90 or -30..", "--range") from problem
