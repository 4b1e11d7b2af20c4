"""Mechanisms as URDF files, each with a folder of meshes; `pliant.io.urdf` says what is written."""

from __future__ import annotations

import os
import re
import secrets
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import numpy as np

from pliant.arrays import Floats
from pliant.atomic import atomic_write, temporary_beside, writable_target
from pliant.errors import FileFormatError
from pliant.io.files import AnyPath
from pliant.io.meshes import write_mesh
from pliant.io.names import distinct
from pliant.io.urdf.reader import NO_LIMIT
from pliant.mechanism.mechanism import Joint, Mechanism
from pliant.mechanism.piece import pieces
from pliant.mechanism.spanning_tree import ROOT, Spanning, frame_origins, spanning

_MARK = "Written by Pliant"
# What XML cannot hold, and what would end a comment.
_NOT_IN_XML = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_FILES = re.compile(r"[^A-Za-z0-9_.-]+")
# URDF requires an effort and a velocity beside limits, which a mechanism does not have.
_EFFORT = _VELOCITY = "1"


class _Step(NamedTuple):
    """A simple joint: its type in URDF, its axis (3,), and its lowest and highest value (2,)."""

    kind: str
    axis: Floats
    limits: Floats


_FLOATING = _Step("floating", np.zeros(3), np.zeros(2))


def write_urdf(path: AnyPath, mechanism: Mechanism) -> tuple[str, ...]:
    """Write name.urdf and the folder name_meshes beside it, both or neither.

    Returns sentences about everything that URDF cannot hold.
    Raises FileFormatError if the folder exists and is not from an earlier export, which would be replaced.
    """
    target = writable_target(path)
    folder = target.with_name(f"{target.stem}_meshes")
    _check_replaceable(target, folder)
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    names = _file_names([part.name for part in mechanism.components])
    text, notes = urdf_of_mechanism(mechanism, [f"{folder.name}/{name}" for name in names])
    # What is set aside is the user's: nobody may take it for what a killed writer left.
    fresh, old = temporary_beside(folder), folder.with_name(f".before-{secrets.token_hex(8)}")
    fresh.mkdir()
    try:
        for piece, origin, name in zip(pieces(mechanism), origins, names, strict=True):
            write_mesh(fresh / name, piece.mesh.moved(piece.mesh.V - origin))
        with atomic_write(target) as file:
            file.write(text)
            if folder.exists():
                os.replace(folder, old)
            os.replace(fresh, folder)
    except BaseException:
        if not fresh.exists():
            os.replace(folder, fresh)
        if old.exists():
            os.replace(old, folder)
        shutil.rmtree(fresh, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
    return notes


def urdf_of_mechanism(mechanism: Mechanism, files: Sequence[str]) -> tuple[bytes, tuple[str, ...]]:
    """The text of a URDF file, and sentences about everything that it cannot hold.

    files: the name of the mesh file of each component
    """
    tree = spanning(mechanism)
    origins = frame_origins(mechanism, tree)
    notes = _notes(mechanism, tree)
    robot = ET.Element("robot", name="mechanism")
    for text in (_MARK, *notes):
        robot.append(ET.Comment(f" {_NOT_IN_XML.sub('_', text).replace('--', '- -')} "))
    names = _distinct([part.name for part in mechanism.components])
    for name, file in zip(names, files, strict=True):
        visual = ET.SubElement(ET.SubElement(robot, "link", name=name), "visual")
        ET.SubElement(ET.SubElement(visual, "geometry"), "mesh", filename=file)
    first = tree.order[0]
    hung = [i for i in tree.order if i != first]
    titles = _distinct([_title(mechanism, tree, names, i) for i in hung])
    for i, title in zip(hung, titles, strict=True):
        parent, offset = tree.parents[i], origins[i] - origins[tree.parents[i]]
        if parent == ROOT:
            _append(robot, title, (names[first], names[i]), origins[i], _FLOATING)
            continue
        steps = _steps(mechanism.joints[tree.joints[i]], i)
        between = _distinct([*names, *(f"{title} link {k + 2}" for k in range(len(steps) - 1))])[len(names) :]
        chain = [names[parent], *between, names[i]]
        for k, step in enumerate(steps):
            if k:
                ET.SubElement(robot, "link", name=chain[k])
            place = np.zeros(3) if k else offset
            _append(robot, f"{title} {k + 1}" if k else title, (chain[k], chain[k + 1]), place, step)
    ET.indent(robot)
    return ET.tostring(robot, encoding="utf-8", xml_declaration=True) + b"\n", notes


def _steps(joint: Joint, child: int) -> list[_Step]:
    """The simple joints that make a joint together, parent first.

    If the child is component a, its motion is the inverse: opposite axes in the opposite order.
    """
    freedoms = [*zip(joint.freedoms, joint.ranges, strict=True)]
    if not freedoms:
        return [_Step("fixed", joint.axis, np.zeros(2))]
    sign = 1.0 if child == joint.b else -1.0
    steps = []
    for freedom, limits in freedoms if child == joint.b else freedoms[::-1]:
        kind = "revolute" if freedom.turns else "prismatic"
        if freedom.turns and np.isinf(limits).all():
            kind = "continuous"
        steps.append(_Step(kind, sign * joint.frame[freedom.row], limits))
    return steps


def _append(robot: ET.Element, name: str, ends: tuple[str, str], place: Floats, step: _Step) -> None:
    """Add a joint between two links to a robot; ends are the names of parent and child."""
    joint = ET.SubElement(robot, "joint", name=name, type=step.kind)
    ET.SubElement(joint, "origin", xyz=_spelled(place), rpy="0 0 0")
    ET.SubElement(joint, "parent", link=ends[0])
    ET.SubElement(joint, "child", link=ends[1])
    if step.kind not in ("fixed", "floating"):
        ET.SubElement(joint, "axis", xyz=_spelled(step.axis))
    if step.kind in ("revolute", "prismatic"):
        low, high = np.clip(step.limits, -NO_LIMIT, NO_LIMIT).tolist()
        bounds = {"lower": repr(low), "upper": repr(high)}
        ET.SubElement(joint, "limit", bounds | {"effort": _EFFORT, "velocity": _VELOCITY})


def _spelled(values: Floats) -> str:
    # Adding zero spells -0 as 0.
    return " ".join(repr(value) for value in (values + 0.0).tolist())


def _title(mechanism: Mechanism, tree: Spanning, names: list[str], i: int) -> str:
    if tree.joints[i] == ROOT:
        return f"{names[i]} loose"
    given = mechanism.joints[tree.joints[i]].name
    return given or f"{names[tree.parents[i]]} to {names[i]}"


def _notes(mechanism: Mechanism, tree: Spanning) -> tuple[str, ...]:
    parts, notes = mechanism.components, []
    for j in tree.closing:
        joint = mechanism.joints[j]
        title = f" '{joint.name}'" if joint.name else ""
        notes.append(
            f"The {joint.kind} joint{title} between '{parts[joint.a].name}' and '{parts[joint.b].name}' "
            "closes a loop and is left out: URDF holds trees."
        )
    soft = [part.name for part in parts if part.soft]
    if soft:
        notes.append(f"Soft in the model and rigid in URDF: {', '.join(soft)}.")
    return tuple(notes)


def _distinct(names: Sequence[str]) -> list[str]:
    """The names as XML can hold them, made different from each other."""
    return distinct([_NOT_IN_XML.sub("_", name) or "part" for name in names], first=1)


def _file_names(names: Sequence[str]) -> list[str]:
    """A file name per component; all are different, even if letter case does not count."""
    found: dict[str, str] = {}
    for i, name in enumerate(names):
        stem = _NOT_IN_FILES.sub("_", name).strip("._")[:80] or "part"
        while stem.casefold() in found:
            stem += f"_{i + 1}"
        found[stem.casefold()] = f"{stem}.obj"
    return list(found.values())


def _check_replaceable(target: Path, folder: Path) -> None:
    """Refuse a folder that is not from an earlier export."""
    if not folder.exists():
        return
    ours = target.is_file() and _MARK.encode() in target.read_bytes()[:1000]
    if not ours or not folder.is_dir() or any(path.suffix != ".obj" for path in folder.iterdir()):
        raise FileFormatError(
            f"{folder} exists and holds other things than the meshes of an earlier {target.name}; choose "
            "another name, or move it away."
        )
