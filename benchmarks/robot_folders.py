"""Robots in folders of a stranger: URDF and MJCF with mesh files, without those that are known already.

Bodies that are welded together are one part. A robot is known where its name has all the words of the name of
one of our models, or of an earlier robot, and where most of its joints lie between parts that those have too:
packages hold the same robot many times.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import ConvexHull, KDTree, QhullError

from benchmarks.mechanisms import mechanism, names
from pliant.arrays import Floats
from pliant.errors import PliantError
from pliant.io import read_mechanism
from pliant.mechanism.mechanism import JointKind, Mechanism

SUFFIXES = (".urdf", ".xml")
# As many triangles as the largest of our own models has.
MOST_TRIANGLES = 150_000
# Parts are copies of one shape where proportions differ by less than this.
ALIKE = 0.02
# A robot is known where this share of its moving joints lies between known parts.
KNOWN = 0.5
_INCLUDE = re.compile(rb'<include\s+file="([^"]+)"')


@dataclass(frozen=True, eq=False)
class Robot:
    """A robot with the joints of its file, and its name: package, folder and file."""

    name: str
    mechanism: Mechanism


@dataclass(frozen=True, eq=False)
class Found:
    """The robots of folders, sorted by name, and how many files were left out for each reason.

    refused: why files could not be read, by name
    """

    robots: list[Robot]
    left_out: Counter[str]
    refused: dict[str, str] = field(default_factory=dict)


def robots_in(folders: Sequence[Path]) -> Found:
    """The robots in folders that neither our models nor an earlier robot has."""
    seen = _Seen()
    for name in names():
        seen.add(name, mechanism(name))
    found = Found([], Counter())
    for name, path in sorted(_files(folders)):
        try:
            with warnings.catch_warnings(action="ignore"):
                read = welded(read_mechanism(path))
        except PliantError as problem:
            found.left_out["not read"] += 1
            found.refused[name] = str(problem).splitlines()[0]
            continue
        reason = _objection(name, read, seen)
        if reason is None:
            seen.add(name, read)
            found.robots.append(Robot(name, read))
        else:
            found.left_out[reason] += 1
    return found


def _objection(name: str, read: Mechanism, seen: _Seen) -> str | None:
    """Why a robot is left out; None if it is kept."""
    if not any(joint.freedoms for joint in read.joints):
        return "no joint that moves"
    if len(read.mesh.F) > MOST_TRIANGLES:
        return f"more than {MOST_TRIANGLES:,} triangles"
    return "known already" if seen.know(name, read) else None


def _files(folders: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """Names and paths of the descriptions in folders that name mesh files."""
    taken: Counter[str] = Counter()
    for folder in folders:
        for path in sorted(each for suffix in SUFFIXES for each in folder.rglob(f"*{suffix}")):
            if b"<mesh" not in _text(path) or (path.suffix == ".xml" and b"<mujoco" not in path.read_bytes()):
                continue
            parts = path.relative_to(folder).with_suffix("").parts
            name = "/".join(dict.fromkeys([parts[0], *parts[-2:]]))
            taken[name] += 1
            yield (f"{name} {taken[name]}" if taken[name] > 1 else name), path


def _text(path: Path) -> bytes:
    """What is written in a file and in those that it includes."""
    waiting, texts = [path], dict[Path, bytes]()
    while waiting:
        here = waiting.pop().resolve()
        if here not in texts and here.is_file():
            texts[here] = here.read_bytes()
            names = _INCLUDE.findall(texts[here])
            waiting += [here.parent / name.decode(errors="replace") for name in names]
    return b"".join(texts.values())


def welded(read: Mechanism) -> Mechanism:
    """The mechanism where parts with a fixed joint between them are one."""
    fixed = np.array([(j.a, j.b) for j in read.joints if j.kind is JointKind.FIXED], int).reshape(-1, 2)
    n = len(read.components)
    graph = coo_array((np.ones(len(fixed)), (fixed[:, 0], fixed[:, 1])), shape=(n, n))
    count, group = connected_components(graph, directed=False)
    parts = [read.components[int(np.argmax(group == k))].name for k in range(count)]
    ends = [(joint, int(group[joint.a]), int(group[joint.b])) for joint in read.joints]
    joints = [replace(joint, a=a, b=b) for joint, a, b in ends if a != b]
    return Mechanism.of(read.mesh, group[read.component], parts, joints)


class _Seen:
    """The shapes of parts, and the words of the names, of robots that were seen."""

    def __init__(self) -> None:
        self._marks: list[Floats] = []
        self._names: list[set[str]] = []

    def add(self, name: str, read: Mechanism) -> None:
        """Remember a robot."""
        self._marks += [marks(read, i) for i in range(len(read.components))]
        self._names.append(_words(name))

    def know(self, name: str, read: Mechanism) -> bool:
        """Whether a robot's name has all the words of one seen, or most of its moving joints lie between
        parts that were seen.
        """
        if any(words <= _words(name) for words in self._names):
            return True
        moving = [joint for joint in read.joints if joint.freedoms]
        tree = KDTree(self._marks)
        seen = [tree.query(marks(read, i))[0] < ALIKE for i in range(len(read.components))]
        return sum(seen[joint.a] and seen[joint.b] for joint in moving) >= KNOWN * len(moving)


def _words(name: str) -> set[str]:
    """The words of a name in small letters, without numbers, which count versions and sizes."""
    return set(re.findall("[a-z]+", name.lower()))


def marks(read: Mechanism, part: int) -> Floats:
    """(7,) what no motion, mirroring or scaling changes of a part's hull; what lies inside may differ."""
    V = read.mesh.V[read.component == part]
    try:
        hull = ConvexHull(V)
    except QhullError:
        # A flat part has no hull; its vertices tell it.
        return np.append(_spread(V, np.ones(len(V))), 0.0)
    T = V[hull.simplices]
    area = np.linalg.norm(np.cross(T[:, 1] - T[:, 0], T[:, 2] - T[:, 0]), axis=1) / 2
    return np.append(_spread(T.mean(axis=1), area), np.cbrt(hull.volume) / np.sqrt(hull.area))


def _spread(points: Floats, weights: Floats) -> Floats:
    """(6,) standard deviations and cubic ones along the main directions, over the size of the former."""
    w = weights / weights.sum()
    offset = points - w @ points
    squares, axes = np.linalg.eigh((offset * w[:, None]).T @ offset)
    lengths = np.sqrt(np.maximum(squares, 0.0))
    lopsided = np.cbrt(np.abs(w @ (offset @ axes) ** 3))
    return np.concatenate([lengths, lopsided]) / max(float(np.linalg.norm(lengths)), 1e-300)
