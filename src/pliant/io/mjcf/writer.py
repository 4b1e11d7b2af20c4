"""Robots as MJCF files, each with a folder of meshes; `pliant.io.mjcf` says what is written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np

from pliant.arrays import Floats
from pliant.io.files import AnyPath
from pliant.io.linkage.description import MARK, folder_of, write_description
from pliant.io.linkage.legal_names import in_xml, legal_names
from pliant.io.linkage.robot_files import write_link
from pliant.io.linkage.simple_joints import SimpleJoint, simple_joints
from pliant.io.mjcf.looks import Look, Looks
from pliant.io.mjcf.loops import CLOSABLE, close_loops
from pliant.io.mjcf.reader import NO_LIMIT
from pliant.io.mjcf.titles import title_key
from pliant.mechanism.drives import GRAVITY, drives
from pliant.mechanism.inertia import Inertia
from pliant.mechanism.mechanism import JointKind
from pliant.mechanism.piece import pieces
from pliant.mechanism.robot import Robot
from pliant.mechanism.spanning_tree import ROOT, Spanning, frame_origins, spanning

_FOLDER = "_assets"
# s. Contacts and loops of a time constant of two steps are stable.
_TIMESTEP = 0.002
# Groups of geoms: MuJoCo's viewer shows the first and hides the second.
_SEEN, _COLLIDING = "2", "3"
# kg m²; MuJoCo refuses moments below 1e-15, and solves badly near them.
_LEAST_MOMENT = 1e-12


@dataclass(frozen=True, eq=False)
class _Names:
    """The names of bodies, and of the joint of each body to its parent; "" without one."""

    bodies: list[str]
    joints: list[str]


def write_mjcf(path: AnyPath, robot: Robot) -> tuple[str, ...]:
    """Write name.xml and the folder name_assets beside it, both or neither.

    Returns sentences about everything that MJCF cannot hold.
    Raises FileFormatError if the folder exists and is not from an earlier export, which would be replaced.
    """
    mechanism = robot.mechanism
    tree = spanning(mechanism, cut_first=CLOSABLE)
    names = _names(robot, tree)
    notes = [*robot.changed]

    def fill(folder: Path) -> bytes:
        root = _root(robot, path)
        asset, world = ET.SubElement(root, "asset"), ET.SubElement(root, "worldbody")
        ET.SubElement(world, "light", pos="0 0 4", dir="0 0 -1", directional="true")
        bodies = _bodies(robot, tree, names, world)
        looks = Looks(asset, folder, mechanism.mesh.appearance)
        _fill_shapes(robot, tree, names, (bodies, asset, folder, looks))
        notes.extend(close_loops(root, mechanism, tree, names.bodies))
        contact = ET.SubElement(root, "contact")
        for a, b in robot.excluded:
            ET.SubElement(contact, "exclude", body1=names.bodies[a], body2=names.bodies[b])
        _motors(root, robot, tree, names)
        _titles(root, robot, tree, names)
        for text in (*robot.assumed, *notes, MARK):
            root.insert(0, ET.Comment(f" {in_xml(text).replace('--', '- -')} "))
        ET.indent(root)
        return ET.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"

    write_description(path, _FOLDER, fill)
    return tuple(notes)


def _root(robot: Robot, path: AnyPath) -> ET.Element:
    """The settings of the file."""
    root = ET.Element("mujoco", model="mechanism")
    folder = folder_of(Path(path), _FOLDER).name
    ET.SubElement(root, "compiler", angle="radian", meshdir=folder, texturedir=folder, autolimits="true")
    ET.SubElement(
        root,
        "option",
        timestep=str(_TIMESTEP),
        gravity=f"0 0 {-GRAVITY}",
        integrator="implicitfast",
    )
    ET.SubElement(root, "statistic", extent=f"{robot.mechanism.mesh.diagonal:.6g}")
    visual = ET.SubElement(root, "visual")
    ET.SubElement(visual, "global", offwidth="1280", offheight="720")
    return root


def _names(robot: Robot, tree: Spanning) -> _Names:
    parts, joints = robot.mechanism.components, robot.mechanism.joints
    bodies = legal_names((part.name for part in parts), ["world"])
    given = [
        "" if j == ROOT else joints[j].name or f"{parts[tree.parents[i]].name} to {parts[i].name}"
        for i, j in enumerate(tree.joints)
    ]
    legal = iter(legal_names(name for name in given if name))
    return _Names(bodies, [next(legal) if name else "" for name in given])


def _bodies(robot: Robot, tree: Spanning, names: _Names, world: ET.Element) -> dict[int, ET.Element]:
    """component -> its body, with inertia and joints, nested as the tree is; roots are fixed to the world."""
    mechanism, origins = robot.mechanism, frame_origins(robot.mechanism, tree)
    found: dict[int, ET.Element] = {}
    for i in tree.order:
        parent = tree.parents[i]
        place = origins[i] - (origins[parent] if parent != ROOT else 0.0)
        above = found[parent] if parent != ROOT else world
        body = ET.SubElement(above, "body", name=names.bodies[i], pos=spelled(place))
        _weigh(body, robot.bodies[i], origins[i])
        if parent != ROOT:
            joint = mechanism.joints[tree.joints[i]]
            steps = simple_joints(joint, i, drives(mechanism, tree, robot.bodies, i))
            if joint.kind is JointKind.BALL and all(step.free for step in steps):
                _ball(body, names.joints[i], steps)
            else:
                for k, step in enumerate(steps):
                    _joint(body, f"{names.joints[i]}_{k + 1}" if k else names.joints[i], step)
        found[i] = body
    return found


def _joint(body: ET.Element, name: str, step: SimpleJoint) -> None:
    """Add a hinge or a slide through the origin of a body; one without any range is left out."""
    if step.limits[0] == step.limits[1] == 0.0:
        return
    limits = {} if step.free else {"range": spelled(np.clip(step.limits, -NO_LIMIT, NO_LIMIT))}
    kind = "hinge" if step.turns else "slide"
    ET.SubElement(
        body, "joint", {"name": name, "type": kind, "axis": spelled(step.axis)} | limits | _brake(step)
    )


def _ball(body: ET.Element, name: str, steps: list[SimpleJoint]) -> None:
    strongest = max(steps, key=lambda step: step.drive.damping)
    ET.SubElement(body, "joint", {"name": name, "type": "ball"} | _brake(strongest))


def _brake(step: SimpleJoint) -> dict[str, str]:
    drive = step.drive
    return {"damping": f"{drive.damping:.6g}", "armature": f"{drive.armature:.6g}"}


def _weigh(body: ET.Element, inertia: Inertia, origin: Floats) -> None:
    tensor = inertia.tensor + max(_LEAST_MOMENT, 1e-9 * float(np.trace(inertia.tensor))) * np.eye(3)
    rows = [tensor[at] for at in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    ET.SubElement(
        body,
        "inertial",
        pos=spelled(inertia.centre - origin),
        mass=repr(float(inertia.mass)),
        fullinertia=spelled(np.array(rows)),
    )


def _fill_shapes(
    robot: Robot,
    tree: Spanning,
    names: _Names,
    places: tuple[dict[int, ET.Element], ET.Element, Path, Looks],
) -> None:
    """Write the meshes of all bodies, and add them as geoms; places: bodies, assets, folder and looks."""
    bodies, asset, folder, looks = places
    origins = frame_origins(robot.mechanism, tree)
    for i, piece in enumerate(pieces(robot.mechanism)):
        seen: list[Look] = looks.of(piece.mesh)
        name = names.bodies[i]
        files = write_link(folder, name, [look.mesh for look in seen], robot.hulls[i], origins[i])
        for file, look in zip(files.seen, seen, strict=True):
            # Only seen: an open surface has no volume, which MuJoCo would complain about.
            _mesh(asset, file, inertia="shell")
            geom = {"type": "mesh", "mesh": file.removesuffix(".obj"), "group": _SEEN}
            geom |= {"contype": "0", "conaffinity": "0"}
            ET.SubElement(bodies[i], "geom", geom | ({"material": look.material} if look.material else {}))
        for file in files.colliding:
            if file not in files.seen:
                _mesh(asset, file, inertia="convex")
            geom = {"type": "mesh", "mesh": file.removesuffix(".obj"), "group": _COLLIDING}
            ET.SubElement(bodies[i], "geom", geom)


def _mesh(asset: ET.Element, file: str, inertia: str) -> None:
    ET.SubElement(asset, "mesh", name=file.removesuffix(".obj"), file=file, inertia=inertia)


def _motors(root: ET.Element, robot: Robot, tree: Spanning, names: _Names) -> None:
    """Add a motor for every hinge and slide; its control is a torque or a force."""
    actuator = ET.SubElement(root, "actuator")
    there = {joint.get("name") for joint in root.iter("joint") if joint.get("type") != "ball"}
    for i in tree.order:
        if tree.parents[i] == ROOT:
            continue
        joint = robot.mechanism.joints[tree.joints[i]]
        steps = simple_joints(joint, i, drives(robot.mechanism, tree, robot.bodies, i))
        for k, step in enumerate(steps):
            name = f"{names.joints[i]}_{k + 1}" if k else names.joints[i]
            if name in there:
                effort = f"{step.drive.effort:.6g}"
                ET.SubElement(actuator, "motor", name=name, joint=name, ctrlrange=f"-{effort} {effort}")


def _titles(root: ET.Element, robot: Robot, tree: Spanning, names: _Names) -> None:
    """Keep the names that people gave, where they differ, as custom texts."""
    parts, joints = robot.mechanism.components, robot.mechanism.joints
    given = [(title_key("body", name), part.name) for name, part in zip(names.bodies, parts, strict=True)]
    given += [
        (title_key("joint", names.joints[i]), joints[j].name)
        for i, j in enumerate(tree.joints)
        if j != ROOT and joints[j].name
    ]
    custom = ET.SubElement(root, "custom")
    for key, title in given:
        if title and not key.endswith(f":{title}"):
            ET.SubElement(custom, "text", name=key, data=in_xml(title))


def spelled(values: Floats) -> str:
    """The numbers of a vector as text; adding zero spells -0 as 0."""
    return " ".join(repr(float(value)) for value in (values + 0.0).tolist())
