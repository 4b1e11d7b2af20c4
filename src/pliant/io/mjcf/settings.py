"""Settings of a whole MJCF file: included files, the <compiler>, and classes of defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import numpy as np

from pliant.arrays import Floats
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.files import contents, naming
from pliant.io.linkage.markup import parsed, tree_of_xml
from pliant.io.linkage.mesh_files import MeshFiles
from pliant.io.linkage.rotations import rotation_of_quaternion, shortest_turn_of_z

# The attributes of an element, with defaults.
Fields = Mapping[str, str]

# More included files than any model has; files may include each other without end.
_MOST_INCLUDES = 500
_AXES = {"x": 0, "y": 1, "z": 2}
_MAIN = "main"


def with_includes(root: Element, files: MeshFiles) -> Element:
    """The tree with every <include> replaced by the elements of its file; a file is included once."""
    seen: set[str] = set()
    waiting = [root]
    while waiting:
        parent = waiting.pop()
        children: list[Element] = []
        ahead = list(parent)[::-1]
        while ahead:
            child = ahead.pop()
            if child.tag != "include":
                children.append(child)
                continue
            ahead += list(_included(child.get("file", ""), files, seen))[::-1]
        parent[:] = children
        waiting += children
    return root


def _included(name: str, files: MeshFiles, seen: set[str]) -> Element:
    path = files.found(name)
    if str(path) in seen or len(seen) >= _MOST_INCLUDES:
        raise FileFormatError(
            f"The file {name} is included twice, or after too many others; include it once."
        )
    seen.add(str(path))
    with naming(path):
        return tree_of_xml(contents(path))


@dataclass(frozen=True)
class Settings:
    """The <compiler> settings of a file, and its defaults.

    degrees:          whether angles are in degrees
    euler:            the axes of Euler angles, such as "xyz"
    mesh_folder:      the folder where names of mesh files begin
    only_names:       whether folders are removed from names of mesh files
    automatic_limits: whether a joint with a range is limited even if it does not say so
    defaults:         class -> tag -> attributes
    """

    degrees: bool
    euler: str
    mesh_folder: str
    only_names: bool
    automatic_limits: bool
    defaults: Mapping[str, Mapping[str, Fields]]

    @staticmethod
    def of(root: Element) -> Settings:
        """The settings of a file; later <compiler> elements overrule earlier ones."""
        compiler: dict[str, str] = {}
        for element in root.findall("compiler"):
            compiler |= element.attrib
        if compiler.get("coordinate", "local") != "local":
            raise UnsupportedFormatError(
                "The file has global coordinates, which MuJoCo gave up; save it again."
            )
        euler = compiler.get("eulerseq", "xyz")
        if len(euler) != 3 or not set(euler.lower()) <= set(_AXES):
            raise FileFormatError(f"The compiler's eulerseq is '{euler[:20]}'; three of x, y, z are needed.")
        return Settings(
            degrees=compiler.get("angle", "degree") == "degree",
            euler=euler,
            mesh_folder=compiler.get("meshdir", compiler.get("assetdir", "")),
            only_names=compiler.get("strippath", "false") == "true",
            automatic_limits=compiler.get("autolimits", "true") == "true",
            defaults=_defaults(root),
        )

    def fields(self, element: Element, childclass: str) -> dict[str, str]:
        """The attributes of an element, completed by the defaults of its class, or else of `childclass`."""
        name = element.get("class") or childclass or _MAIN
        if name not in self.defaults and name != _MAIN:
            raise FileFormatError(f"<{element.tag}> has the class '{name[:40]}', which no <default> defines.")
        return {**self.defaults.get(name, {}).get(element.tag, {}), **element.attrib}

    def angle(self, value: float) -> float:
        """An angle of the file in radians."""
        return float(np.radians(value)) if self.degrees else float(value)

    def rotation(self, fields: Fields) -> Floats:
        """(3, 3) the orientation in the attributes of an element, in any of MuJoCo's five ways."""
        if "axisangle" in fields:
            *axis, angle = parsed(fields["axisangle"], 4, "axisangle")
            return _turn(np.array(axis), self.angle(angle))
        if "euler" in fields:
            return self._rotation_of_euler(parsed(fields["euler"], 3, "euler"))
        if "xyaxes" in fields:
            return _rotation_of_axes(parsed(fields["xyaxes"], 6, "xyaxes").reshape(2, 3))
        if "zaxis" in fields:
            return shortest_turn_of_z(parsed(fields["zaxis"], 3, "zaxis"))
        quaternion = parsed(fields.get("quat", "1 0 0 0"), 4, "quat")
        _check_length(quaternion, "quat")
        return rotation_of_quaternion(quaternion)

    def _rotation_of_euler(self, angles: Floats) -> Floats:
        """(3, 3) the rotation of Euler angles; small letters are turning axes, capitals fixed ones."""
        R = np.eye(3)
        for letter, angle in zip(self.euler, angles, strict=True):
            step = _turn(np.eye(3)[_AXES[letter.lower()]], self.angle(angle))
            R = R @ step if letter.islower() else step @ R
        return R


def _turn(axis: Floats, angle: float) -> Floats:
    _check_length(axis, "axisangle")
    half = axis / np.linalg.norm(axis) * np.sin(angle / 2)
    return rotation_of_quaternion(np.array([np.cos(angle / 2), *half]))


def _rotation_of_axes(axes: Floats) -> Floats:
    """(3, 3) with the columns x, y made perpendicular to x, and z, from axes (2, 3) that hold x and y."""
    x = axes[0]
    _check_length(x, "xyaxes")
    x = x / np.linalg.norm(x)
    y = axes[1] - (x @ axes[1]) * x
    _check_length(y, "xyaxes")
    y = y / np.linalg.norm(y)
    return np.stack([x, y, np.cross(x, y)], axis=1)


def _check_length(v: Floats, what: str) -> None:
    if not v.any():
        raise FileFormatError(f"{what} is {v.tolist()}, which has no direction; give one that is not zero.")


def _defaults(root: Element) -> dict[str, dict[str, dict[str, str]]]:
    """class -> tag -> attributes, including those that a class inherits."""
    found: dict[str, dict[str, dict[str, str]]] = {_MAIN: {}}
    waiting = [(element, _MAIN, True) for element in root.findall("default")[::-1]]
    while waiting:
        element, parent, top = waiting.pop()
        name = element.get("class") or (_MAIN if top else "")
        if not name:
            raise FileFormatError("A <default> inside another has no class; give it one.")
        own = {tag: dict(fields) for tag, fields in found[parent].items()}
        for child in element:
            if child.tag != "default":
                own.setdefault(child.tag, {}).update(child.attrib)
        found[name] = own
        waiting += [(child, name, False) for child in element.findall("default")[::-1]]
    return found
