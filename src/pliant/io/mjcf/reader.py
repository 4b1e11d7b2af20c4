"""The mechanism in an MJCF file; `pliant.io.mjcf` says what is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.linkage.links import WORLD, Closure, RobotLink, mechanism_of_links
from pliant.io.linkage.markup import described, parsed, tree_of_xml
from pliant.io.linkage.mesh_files import MeshFiles
from pliant.io.linkage.motions import LinkMotion, MotionKind
from pliant.io.mjcf.geoms import SCENERY, MeshAssets, place_of, shape_of_geom
from pliant.io.mjcf.settings import Fields, Settings, with_includes
from pliant.io.mjcf.titles import titles_of
from pliant.io.placement import placed
from pliant.mechanism.mechanism import Mechanism, axis_frame

_MOTIONS = {
    "hinge": MotionKind.HINGE,
    "slide": MotionKind.SLIDE,
    "ball": MotionKind.BALL,
    "free": MotionKind.FREE,
}
# Elements that create bodies which are not written in the file.
_GENERATORS = ("replicate", "attach", "composite", "flexcomp")
# MuJoCo's viewer first shows the groups of geoms up to this one.
_LAST_SHOWN_GROUP = 2
_NO_LIMIT = (-np.inf, np.inf)
# Beyond this, in radians or metres, a limit is none.
NO_LIMIT = 1e6


class _Geom(NamedTuple):
    """The attributes of a geom, and the (4, 4) matrix from the frame around it to the world."""

    fields: Fields
    place: Floats

    @property
    def group(self) -> int:
        """The group that decides whether it is shown."""
        return int(parsed(self.fields.get("group", "0"), 1, "The group of a geom")[0])


@dataclass
class _Body:
    """A body while its file is read; place is the (4, 4) matrix from its frame to the world."""

    name: str
    parent: int
    place: Floats
    geoms: list[_Geom] = field(default_factory=list)
    motions: list[LinkMotion] = field(default_factory=list)


def mechanism_of_mjcf(data: bytes, folder: Path) -> Mechanism:
    """The mechanism in an MJCF file, whose meshes and includes are searched in a folder."""
    root = tree_of_xml(data)
    if root.tag != "mujoco":
        raise FileFormatError(
            f"The file describes <{root.tag[:40]}>; an MJCF file has <mujoco>, and a <robot> is for a .urdf."
        )
    files = MeshFiles(folder)
    root = with_includes(root, files)
    settings = Settings.of(root)
    bodies = _bodies(root, settings)
    titles = titles_of(root, "body"), titles_of(root, "joint")
    meshes = MeshAssets(root, settings, files)
    shown = [geom for body in bodies for geom in body.geoms if geom.group <= _LAST_SHOWN_GROUP]
    links = [
        RobotLink(
            titles[0].get(body.name, body.name),
            body.parent,
            tuple(
                placed(shape_of_geom(geom.fields, settings, meshes), geom.place)
                for geom in body.geoms
                if not shown or geom.group <= _LAST_SHOWN_GROUP
            ),
            tuple(body.motions),
            titles[1].get(body.motions[0].name, body.motions[0].name) if body.motions else "",
        )
        for body in bodies
    ]
    return mechanism_of_links(links, _closures(root, settings, bodies))


def _bodies(root: Element, settings: Settings) -> list[_Body]:
    """The world and all bodies, in the order in which MuJoCo numbers them, depth first."""
    bodies = [_Body("world", WORLD, np.eye(4))]
    worlds = root.findall("worldbody")[::-1]
    # An entry is an element, its body, the (4, 4) matrix from its frame to the world, and its class.
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
                    bodies[-1].motions.append(LinkMotion(MotionKind.FREE, "", inner[:3, 3], np.eye(3)[0]))
                holder = len(bodies) - 1
            below = element.get("childclass", childclass)
            waiting += [(child, holder, inner, below) for child in list(element)[::-1]]
        elif element.tag == "geom":
            fields = settings.fields(element, childclass)
            if fields.get("type") not in SCENERY:
                bodies[holder].geoms.append(_Geom(fields, place))
        elif element.tag in ("joint", "freejoint"):
            fields = settings.fields(element, childclass)
            bodies[holder].motions.append(_motion(element.tag, fields, place, settings))
    return bodies


def _motion(tag: str, fields: Fields, place: Floats, settings: Settings) -> LinkMotion:
    """The motion of a joint; place (4, 4) maps the frame of its body to the world."""
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
    return LinkMotion(_MOTIONS[kind], fields.get("name", ""), R @ position + t, R @ axis, limits)


def _limits(kind: str, fields: Fields, settings: Settings) -> tuple[float, float]:
    """The lowest and highest value, measured from the default configuration, where the joint is at `ref`."""
    limited = fields.get("limited", "auto")
    automatic = settings.automatic_limits and "range" in fields
    if kind == "free" or limited == "false" or (limited == "auto" and not automatic):
        return _NO_LIMIT
    low, high = parsed(fields.get("range", "0 0"), 2, f"The range of the joint {described(fields)}")
    ref = float(parsed(fields.get("ref", "0"), 1, "The ref of a joint")[0])
    if low > high:
        raise FileFormatError(f"The joint {described(fields)} has a range from {low} to {high}; swap them.")
    if kind == "slide":
        return _bounded(low - ref, high - ref)
    low, high, ref = (settings.angle(value) for value in (low, high, ref))
    return _bounded(-high, high) if kind == "ball" else _bounded(low - ref, high - ref)


def _bounded(low: float, high: float) -> tuple[float, float]:
    """A range, without a limit where it is as far away as in files that need a number for none."""
    return float(low) if low > -NO_LIMIT else -np.inf, float(high) if high < NO_LIMIT else np.inf


def _closures(root: Element, settings: Settings, bodies: list[_Body]) -> list[Closure]:
    """The joints that equality constraints between bodies make; those between sites are left out.

    Two bodies that are connected at two points turn about the line through both.
    """
    number = {body.name: i for i, body in enumerate(bodies) if body.name}
    found: dict[tuple[int, int, str], list[tuple[str, Floats]]] = {}
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
        found.setdefault((a, b, element.tag), []).append((fields.get("name", ""), anchor))
    return [closure for (a, b, tag), anchors in found.items() for closure in _joined(a, b, tag, anchors)]


def _joined(a: int, b: int, tag: str, anchors: list[tuple[str, Floats]]) -> list[Closure]:
    if tag == "weld":
        return [Closure(a, b, (), name) for name, _ in anchors]
    name, first = anchors[0]
    if len(anchors) == 2 and not np.allclose(first, anchors[1][1]):
        axis = axis_frame(anchors[1][1] - first)[0]
        middle = (first + anchors[1][1]) / 2
        return [Closure(a, b, (LinkMotion(MotionKind.HINGE, name, middle, axis),), name)]
    balls = [(name, LinkMotion(MotionKind.BALL, name, anchor, np.eye(3)[0])) for name, anchor in anchors]
    return [Closure(a, b, (ball,), name) for name, ball in balls]
