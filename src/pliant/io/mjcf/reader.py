"""The mechanism in an MJCF file; what is read is described at `pliant.io.mjcf`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from pliant.core.arrays import Floats
from pliant.core.mechanism import Mechanism, axis_frame
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.linkage.files import MeshFiles
from pliant.io.linkage.joined import placed
from pliant.io.linkage.links import WORLD, Closure, Link, mechanism_of_links
from pliant.io.linkage.markup import described, parsed, tree_of_xml
from pliant.io.linkage.motions import Motion, MotionKind
from pliant.io.mjcf.geoms import SCENERY, Meshes, place_of, shape_of_geom
from pliant.io.mjcf.settings import Fields, Settings, with_includes

_MOTIONS = {
    "hinge": MotionKind.HINGE,
    "slide": MotionKind.SLIDE,
    "ball": MotionKind.BALL,
    "free": MotionKind.FREE,
}
# What makes bodies that are not in the file.
_GENERATORS = ("replicate", "attach", "composite", "flexcomp")
# MuJoCo's viewer shows these groups of geoms at first.
_LAST_SHOWN_GROUP = 2
_NO_LIMIT = (-np.inf, np.inf)


@dataclass
class _Body:
    """A body while its file is read; geoms have their attributes and the (4, 4) place of what holds them."""

    name: str
    parent: int
    place: Floats
    geoms: list[tuple[Fields, Floats]] = field(default_factory=list)
    motions: list[Motion] = field(default_factory=list)


def mechanism_of_mjcf(data: bytes, folder: Path) -> Mechanism:
    """The mechanism in an MJCF file; folder is where its meshes and includes are looked for."""
    root = tree_of_xml(data)
    if root.tag != "mujoco":
        raise FileFormatError(
            f"The file describes <{root.tag[:40]}>; an MJCF file has <mujoco>, and a <robot> is for a .urdf."
        )
    files = MeshFiles(folder)
    root = with_includes(root, files)
    settings = Settings.of(root)
    bodies = _bodies(root, settings)
    meshes = Meshes(root, settings, files)
    shown = [geom for body in bodies for geom in body.geoms if _group(geom[0]) <= _LAST_SHOWN_GROUP]
    links = [
        Link(
            body.name,
            body.parent,
            tuple(
                placed(shape_of_geom(fields, settings, meshes), place)
                for fields, place in body.geoms
                if not shown or _group(fields) <= _LAST_SHOWN_GROUP
            ),
            tuple(body.motions),
            body.motions[0].name if body.motions else "",
        )
        for body in bodies
    ]
    return mechanism_of_links(links, _closures(root, settings, bodies))


def _bodies(root: Element, settings: Settings) -> list[_Body]:
    """The world and all bodies, depth first, as MuJoCo numbers them."""
    bodies = [_Body("world", WORLD, np.eye(4))]
    worlds = root.findall("worldbody")[::-1]
    # What waits: an element, the body that holds it, the place of what holds it, and its class.
    waiting = [(child, 0, np.eye(4), "") for world in worlds for child in list(world)[::-1]]
    while waiting:
        element, holder, place, childclass = waiting.pop()
        if element.tag in _GENERATORS:
            raise UnsupportedFormatError(
                f"<{element.tag}> is not read; save the compiled model and read that."
            )
        if element.tag in ("body", "frame"):
            inner = place @ place_of(element.attrib, settings)
            if element.tag == "body":
                bodies.append(_Body(element.get("name", ""), holder, inner))
                if element.get("mocap") == "true":
                    bodies[-1].motions.append(Motion(MotionKind.FREE, "", inner[:3, 3], np.eye(3)[0]))
                holder = len(bodies) - 1
            below = element.get("childclass", childclass)
            waiting += [(child, holder, inner, below) for child in list(element)[::-1]]
        elif element.tag == "geom":
            fields = settings.fields(element, childclass)
            if fields.get("type") not in SCENERY:
                bodies[holder].geoms.append((fields, place))
        elif element.tag in ("joint", "freejoint"):
            fields = settings.fields(element, childclass)
            bodies[holder].motions.append(_motion(element.tag, fields, place, settings))
    return bodies


def _motion(tag: str, fields: Fields, place: Floats, settings: Settings) -> Motion:
    """A joint whose body's frame has the (4, 4) place."""
    kind = "free" if tag == "freejoint" else fields.get("type", "hinge")
    if kind not in _MOTIONS:
        raise FileFormatError(
            f"The joint {described(fields)} has the type '{kind[:40]}'; one of "
            f"{', '.join(_MOTIONS)} is needed."
        )
    position = parsed(fields.get("pos", "0 0 0"), 3, "The pos of a joint")
    axis = axis_frame(parsed(fields.get("axis", "0 0 1"), 3, "The axis of a joint"))[0]
    R, t = place[:3, :3], place[:3, 3]
    limits = _limits(kind, fields, settings)
    return Motion(_MOTIONS[kind], fields.get("name", ""), R @ position + t, R @ axis, limits)


def _limits(kind: str, fields: Fields, settings: Settings) -> tuple[float, float]:
    """The range from the default configuration, where a joint has its value `ref`."""
    limited = fields.get("limited", "auto")
    automatic = settings.automatic_limits and "range" in fields
    if kind == "free" or limited == "false" or (limited == "auto" and not automatic):
        return _NO_LIMIT
    low, high = parsed(fields.get("range", "0 0"), 2, f"The range of the joint {described(fields)}")
    ref = float(parsed(fields.get("ref", "0"), 1, "The ref of a joint")[0])
    if low > high:
        raise FileFormatError(f"The joint {described(fields)} has a range from {low} to {high}; swap them.")
    if kind == "slide":
        return float(low - ref), float(high - ref)
    low, high, ref = (settings.angle(value) for value in (low, high, ref))
    return (-high, high) if kind == "ball" else (low - ref, high - ref)


def _closures(root: Element, settings: Settings, bodies: list[_Body]) -> list[Closure]:
    """The equality constraints that are joints; those between sites are left out."""
    number = {body.name: i for i, body in enumerate(bodies) if body.name}
    found = []
    for element in (item for equality in root.findall("equality") for item in equality):
        fields = settings.fields(element, "")
        if element.tag not in ("connect", "weld") or fields.get("active") == "false" or "body1" not in fields:
            continue
        ends = [fields["body1"], fields.get("body2", "world")]
        if not set(ends) <= set(number):
            raise FileFormatError(f"<{element.tag}> joins the bodies {ends}, which are not all in the file.")
        a, b = (number[name] for name in ends)
        place = bodies[a].place
        anchor = place[:3, :3] @ parsed(fields.get("anchor", "0 0 0"), 3, "anchor") + place[:3, 3]
        ball = Motion(MotionKind.BALL, fields.get("name", ""), anchor, np.eye(3)[0])
        found.append(Closure(a, b, (ball,) if element.tag == "connect" else (), fields.get("name", "")))
    return found


def _group(fields: Fields) -> int:
    return int(parsed(fields.get("group", "0"), 1, "The group of a geom")[0])
