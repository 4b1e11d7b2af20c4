"""The mechanism in a URDF file; `pliant.io.urdf` says what is read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.linkage.links import WORLD, RobotLink, downwards, mechanism_of_links
from pliant.io.linkage.markup import described, numbers, tree_of_xml
from pliant.io.linkage.mesh_files import MeshFiles
from pliant.io.linkage.motions import LinkMotion, MotionKind
from pliant.io.linkage.rotations import rigid, rotation_of_fixed_angles
from pliant.io.linkage.shapes import box, capsule, cylinder, sphere
from pliant.io.placement import placed
from pliant.mechanism.mechanism import Mechanism, axis_frame
from pliant.mesh import Mesh

# Many readers require limits; a number this large stands for none.
NO_LIMIT = 1e30

_MOTIONS = {
    "revolute": MotionKind.HINGE,
    "continuous": MotionKind.HINGE,
    "prismatic": MotionKind.SLIDE,
    "planar": MotionKind.PLANE,
    "floating": MotionKind.FREE,
    "fixed": None,
}


@dataclass(frozen=True, eq=False)
class _Connection:
    """A <joint> with the numbers of its links; place (4, 4) maps the child's frame to the parent's."""

    element: Element
    parent: int
    child: int
    place: Floats


def mechanism_of_urdf(data: bytes, folder: Path) -> Mechanism:
    """The mechanism in a URDF file, whose mesh files are searched in a folder; refuses xacro templates."""
    root = tree_of_xml(data)
    if root.tag != "robot":
        raise FileFormatError(f"The file describes <{root.tag[:40]}>; a URDF file has <robot>.")
    if any(element.tag.startswith("xacro:") for element in root.iter()):
        raise UnsupportedFormatError(
            "The file is a xacro template; expand it with xacro and read the result."
        )
    links = root.findall("link")
    number = _numbered(links)
    connections = [_connection(element, number) for element in root.findall("joint")]
    above = _above(connections, links)
    places = _places(above, links)
    files = MeshFiles(folder)
    kind = "visual" if any(link.find("visual") is not None for link in links) else "collision"
    return mechanism_of_links(
        [
            _link(link, above.get(i), places[i], [_shape(item, files) for item in link.findall(kind)])
            for i, link in enumerate(links)
        ]
    )


def _numbered(links: list[Element]) -> dict[str, int]:
    names = [link.get("name") or "" for link in links]
    repeated = [name for name, count in Counter(names).items() if count > 1 or not name]
    if not names or repeated:
        raise FileFormatError(
            f"The file has {len(names)} links, of which '{repeated[0] if repeated else ''}' has no name of "
            "its own; at least one link is needed, each with its own name."
        )
    return {name: i for i, name in enumerate(names)}


def _connection(element: Element, number: dict[str, int]) -> _Connection:
    ends = []
    for end in ("parent", "child"):
        item = element.find(end)
        name = None if item is None else item.get("link")
        if name not in number:
            raise FileFormatError(
                f"The joint {described(element.attrib)} has the {end} '{name}', which is no link of the file."
            )
        ends.append(number[name])
    return _Connection(element, ends[0], ends[1], _place(element.find("origin")))


def _above(connections: list[_Connection], links: list[Element]) -> dict[int, _Connection]:
    """link -> the joint to its parent; raises FileFormatError for a link with two parents."""
    above: dict[int, _Connection] = {}
    for connection in connections:
        if connection.child in above:
            raise FileFormatError(
                f"The link {described(links[connection.child].attrib)} is the child of two joints; URDF "
                "holds trees. Remove one."
            )
        above[connection.child] = connection
    return above


def _places(above: dict[int, _Connection], links: list[Element]) -> list[Floats]:
    """(4, 4) for each link, from its frame to that of the root; raises FileFormatError for loops."""
    order = downwards([above[i].parent if i in above else WORLD for i in range(len(links))])
    if len(order) < len(links):
        lost = next(i for i in range(len(links)) if i not in set(order))
        raise FileFormatError(
            f"The link {described(links[lost].attrib)} is above itself; URDF holds trees. Remove a joint."
        )
    places = [np.eye(4) for _ in links]
    for i in order:
        if i in above:
            places[i] = places[above[i].parent] @ above[i].place
    return places


def _link(element: Element, above: _Connection | None, M: Floats, shapes: list[Mesh]) -> RobotLink:
    meshes = tuple(placed(shape, M) for shape in shapes)
    name = _title(element)
    if above is None:
        return RobotLink(name, WORLD, meshes, ())
    return RobotLink(name, above.parent, meshes, _motions(above.element, M), _title(above.element))


def _title(element: Element) -> str:
    """The name that people gave, which our files keep beside one that ROS accepts, or the name."""
    return element.get("title") or element.get("name", "")


def _motions(joint: Element, M: Floats) -> tuple[LinkMotion, ...]:
    """The motion of a joint, none if it is fixed; M (4, 4) maps the child's frame to the model's."""
    kind = joint.get("type", "")
    if kind not in _MOTIONS:
        raise FileFormatError(
            f"The joint {described(joint.attrib)} has the type '{kind[:40]}'; one of {', '.join(_MOTIONS)} "
            "is needed."
        )
    motion = _MOTIONS[kind]
    if motion is None:
        return ()
    axis = joint.find("axis")
    direction = np.array([1.0, 0, 0]) if axis is None else numbers(axis, "xyz", 3, "1 0 0")
    limits = _limits(joint) if kind in ("revolute", "prismatic") else (-np.inf, np.inf)
    world = M[:3, :3] @ axis_frame(direction)[0]
    return (LinkMotion(motion, _title(joint), M[:3, 3], world, limits),)


def _limits(joint: Element) -> tuple[float, float]:
    limit = joint.find("limit")
    if limit is None or ("lower" not in limit.attrib and "upper" not in limit.attrib):
        return -np.inf, np.inf
    low, high = (float(numbers(limit, key, 1, "0")[0]) for key in ("lower", "upper"))
    if low > high:
        raise FileFormatError(
            f"The joint {described(joint.attrib)} has limits from {low} to {high}; swap them."
        )
    return (low if low > -NO_LIMIT else -np.inf), (high if high < NO_LIMIT else np.inf)


def _shape(item: Element, files: MeshFiles) -> Mesh:
    """The shape of a <visual> or <collision>, in the frame of its link."""
    geometry = item.find("geometry")
    if geometry is None or len(geometry) == 0:
        raise FileFormatError(f"A <{item.tag}> has no geometry; remove it or give it one.")
    return placed(_geometry(geometry[0], files), _place(item.find("origin")))


def _geometry(shape: Element, files: MeshFiles) -> Mesh:
    match shape.tag:
        case "mesh":
            scale = numbers(shape, "scale", 3, "1 1 1")
            if not scale.all():
                raise FileFormatError(f"The mesh {shape.get('filename')} has a scale of 0; give another.")
            return placed(files.mesh(shape.get("filename", "")), np.diag([*scale, 1.0]))
        case "box":
            return box(numbers(shape, "size", 3) / 2)
        case "sphere":
            return sphere(float(numbers(shape, "radius", 1)[0]))
        case "cylinder" | "capsule":
            radius, length = (float(numbers(shape, key, 1)[0]) for key in ("radius", "length"))
            return cylinder(radius, length / 2) if shape.tag == "cylinder" else capsule(radius, length / 2)
    raise UnsupportedFormatError(
        f"The geometry <{shape.tag[:40]}> is not read; mesh, box, cylinder, sphere or capsule is needed."
    )


def _place(origin: Element | None) -> Floats:
    """(4, 4) the matrix of an <origin>."""
    if origin is None:
        return np.eye(4)
    R = rotation_of_fixed_angles(numbers(origin, "rpy", 3, "0 0 0"))
    return rigid(numbers(origin, "xyz", 3, "0 0 0"), R)
