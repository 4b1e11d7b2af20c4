"""Robots as URDF files, each with a folder of meshes; `pliant.io.urdf` says what is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from pliant.arrays import Floats
from pliant.io.files import AnyPath
from pliant.io.linkage.description import MARK, folder_of, write_description
from pliant.io.linkage.legal_names import in_xml, legal_names
from pliant.io.linkage.robot_files import LinkFiles, write_link
from pliant.io.linkage.simple_joints import SimpleJoint, simple_joints
from pliant.io.urdf.reader import NO_LIMIT
from pliant.mechanism.drives import Drive, drives
from pliant.mechanism.followers import Coupled, coupled
from pliant.mechanism.inertia import Form, Inertia
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.piece import pieces
from pliant.mechanism.robot import Robot
from pliant.mechanism.spanning_tree import ROOT, Spanning, frame_origins, spanning
from pliant.mesh import Mesh

_FOLDER = "_meshes"
# Links between the simple joints of a chain have no shape. Simulators refuse bodies without mass.
_LINK_MASS = 1e-6


def write_urdf(path: AnyPath, robot: Robot) -> tuple[str, ...]:
    """Write name.urdf and the folder name_meshes beside it, both or neither.

    Returns sentences about everything that URDF cannot hold.
    Raises FileFormatError if the folder exists and is not from an earlier export, which would be replaced.
    """
    mechanism = robot.mechanism
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    names = legal_names(part.name for part in mechanism.components)
    loops = coupled(mechanism, tree)
    notes = (*_loop_notes(mechanism, tree, loops), *robot.changed)
    place = folder_of(Path(path), _FOLDER).name

    def fill(folder: Path) -> bytes:
        links = []
        each = zip(pieces(mechanism), names, robot.hulls, origins, strict=True)
        for i, (piece, name, hulls, origin) in enumerate(each):
            files = write_link(folder, name, [piece.mesh], hulls, origin)
            links.append(_link(robot, i, names, files, place))
            colour = _plain_colour(piece.mesh)
            if colour is not None:
                _paint(links[-1], name, colour)
        return _text(robot, tree, origins, names, (links, notes, loops))

    write_description(path, _FOLDER, fill)
    return notes


def _link(robot: Robot, i: int, names: Sequence[str], files: LinkFiles, folder: str) -> ET.Element:
    """The link of component i in its own frame."""
    title = robot.mechanism.components[i].name
    link = ET.Element("link", _titled(names[i], title))
    origin = frame_origins(robot.mechanism, spanning(robot.mechanism))[i]
    _weigh(link, robot.bodies[i], origin)
    for tag, found in (("visual", files.seen), ("collision", files.colliding)):
        for file in found:
            shape = ET.SubElement(ET.SubElement(link, tag), "geometry")
            ET.SubElement(shape, "mesh", filename=f"{folder}/{file}")
    return link


def _text(
    robot: Robot,
    tree: Spanning,
    origins: Floats,
    names: Sequence[str],
    content: tuple[list[ET.Element], tuple[str, ...], tuple[Coupled, ...]],
) -> bytes:
    """The text of the file; content: its links, sentences about what it cannot hold, and what keeps loops."""
    mechanism, (links, notes, loops) = robot.mechanism, content
    root = ET.Element("robot", name="mechanism")
    for text in (MARK, *robot.assumed, *notes):
        root.append(ET.Comment(f" {in_xml(text).replace('--', '- -')} "))
    root.extend(links)
    first = tree.order[0]
    hung = [i for i in tree.order if i != first]
    given = [_title(mechanism, tree, i) for i in hung]
    taken, called = [*names], dict(zip(hung, legal_names(given), strict=True))
    for (i, name), title in zip(called.items(), given, strict=True):
        parent, offset = tree.parents[i], origins[i] - origins[tree.parents[i]]
        if parent == ROOT:
            _append(root, _titled(name, title) | {"type": "floating"}, (names[first], names[i]), origins[i])
            continue
        steps = simple_joints(mechanism.joints[tree.joints[i]], i, drives(mechanism, tree, robot.bodies, i))
        between = legal_names((f"{name}_link_{k + 2}" for k in range(len(steps) - 1)), taken)
        taken += between
        chain = [names[parent], *between, names[i]]
        if not steps:
            _append(root, _titled(name, title) | {"type": "fixed"}, (chain[0], chain[1]), offset)
        for k, step in enumerate(steps):
            if k:
                _weigh(ET.SubElement(root, "link", name=chain[k]), _BETWEEN, np.zeros(3))
            fields = _titled(f"{name}_{k + 1}" if k else name, "" if k else title)
            ends = chain[k], chain[k + 1]
            _drive(_append(root, fields | {"type": _kind(step)}, ends, np.zeros(3) if k else offset), step)
    _follow(root, loops, called)
    ET.indent(root)
    return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _kind(step: SimpleJoint) -> str:
    if not step.turns:
        return "prismatic"
    return "continuous" if step.free else "revolute"


def _append(root: ET.Element, fields: dict[str, str], ends: tuple[str, str], place: Floats) -> ET.Element:
    """Add a joint between two links to a robot; ends are the names of parent and child."""
    joint = ET.SubElement(root, "joint", fields)
    ET.SubElement(joint, "origin", xyz=_spelled(place), rpy="0 0 0")
    ET.SubElement(joint, "parent", link=ends[0])
    ET.SubElement(joint, "child", link=ends[1])
    return joint


def _drive(joint: ET.Element, step: SimpleJoint) -> None:
    """Add the axis of a joint, its limits and what its motor does."""
    ET.SubElement(joint, "axis", xyz=_spelled(step.axis))
    drive: Drive = step.drive
    bounds = {}
    if joint.get("type") != "continuous":
        low, high = np.clip(step.limits, -NO_LIMIT, NO_LIMIT).tolist()
        bounds = {"lower": repr(low), "upper": repr(high)}
    motor = {"effort": f"{drive.effort:.6g}", "velocity": f"{drive.velocity:.6g}"}
    ET.SubElement(joint, "limit", bounds | motor)
    ET.SubElement(joint, "dynamics", damping=f"{drive.damping:.6g}", friction="0")


def _follow(root: ET.Element, loops: Sequence[Coupled], called: Mapping[int, str]) -> None:
    """Add what joints follow; called: the name of the joint that holds each component."""
    joints = {joint.get("name"): joint for joint in root.findall("joint")}
    for follower in (each for loop in loops for each in loop.followers):
        fields = {"joint": called[follower.leader], "multiplier": repr(follower.ratio), "offset": "0"}
        ET.SubElement(joints[called[follower.part]], "mimic", fields)


def _weigh(link: ET.Element, body: Inertia, origin: Floats) -> None:
    """Add mass and inertia to a link whose frame is at an origin (3,)."""
    inertial = ET.SubElement(link, "inertial")
    ET.SubElement(inertial, "origin", xyz=_spelled(body.centre - origin), rpy="0 0 0")
    ET.SubElement(inertial, "mass", value=repr(float(body.mass)))
    rows = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}
    ET.SubElement(inertial, "inertia", {key: repr(float(body.tensor[at])) for key, at in rows.items()})


def _plain_colour(mesh: Mesh) -> tuple[float, ...] | None:
    """The colour of a part with a single material and no texture; None for others, whose .mtl says it."""
    known = {each.name: each for each in mesh.appearance.materials}
    if len(mesh.materials) != 1 or next(iter(mesh.materials)) not in known:
        return None
    material = known[next(iter(mesh.materials))]
    return None if material.uses else tuple(float(value) for value in material.colour)


def _paint(link: ET.Element, name: str, colour: tuple[float, ...]) -> None:
    for visual in link.findall("visual"):
        material = ET.SubElement(visual, "material", name=f"{name}_colour")
        ET.SubElement(material, "color", rgba=" ".join(f"{value:.6g}" for value in colour))


def _titled(name: str, title: str) -> dict[str, str]:
    """The attributes of a name, and of the one that people gave where it differs."""
    title = in_xml(title)
    return {"name": name} if title in ("", name) else {"name": name, "title": title}


def _spelled(values: Floats) -> str:
    # Adding zero spells -0 as 0.
    return " ".join(repr(value) for value in (values + 0.0).tolist())


def _title(mechanism: Mechanism, tree: Spanning, i: int) -> str:
    parts = mechanism.components
    if tree.joints[i] == ROOT:
        return f"{parts[i].name} loose"
    given = mechanism.joints[tree.joints[i]].name
    return given or f"{parts[tree.parents[i]].name} to {parts[i].name}"


def _loop_notes(mechanism: Mechanism, tree: Spanning, loops: Sequence[Coupled]) -> tuple[str, ...]:
    parts, notes = mechanism.components, []
    kept = {j: each for each in loops for j in each.closed}
    for j in tree.closing:
        joint = mechanism.joints[j]
        title = f" '{joint.name}'" if joint.name else ""
        what = f"The {joint.kind} joint{title} between '{parts[joint.a].name}' and '{parts[joint.b].name}' "
        if j in kept:
            leader = _title(mechanism, tree, kept[j].followers[0].leader)
            end = (
                f"closes a loop. URDF holds trees: the other joints follow '{leader}', which keeps it closed "
                f"within {100 * kept[j].gap:.2g}% of the model's size."
            )
        else:
            end = "closes a loop and is left out: URDF holds trees."
        notes.append(what + end)
    return tuple(notes)


_BETWEEN = Inertia(_LINK_MASS, np.zeros(3), _LINK_MASS * np.eye(3), Form.SOLID)
