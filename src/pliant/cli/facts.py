"""What `pliant info` tells, as data and in words."""

from __future__ import annotations

import textwrap
from dataclasses import asdict
from typing import Any

from pliant.cli.cage.facts import cage_facts, cage_words
from pliant.cli.jointed import mechanism_facts, mechanism_words
from pliant.cli.learned import file_size, learned_facts, learned_words, size_words
from pliant.cli.sculpted import sculpted_facts, sculpted_words
from pliant.cli.source import PulledRig, example_names
from pliant.core.doctor import Finding, Report, Severity, examine
from pliant.core.doctor.finding import counted
from pliant.core.mesh import PoseSet
from pliant.methods.cage.rig import CageIK
from pliant.methods.handles.rig import HandleIK
from pliant.methods.joints.rig import JointIK
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.rig import ReducedIK

Facts = dict[str, Any]

WIDTH = 100  # columns of text
MOST_NAMES = 12  # poses named in words; JSON has all of them


def facts(thing: PoseSet | PulledRig, source: list[str]) -> Facts:
    """Everything about a pose set or a rig, ready for JSON."""
    poses = known_poses(thing)
    report = examine(poses)
    own: Facts = {
        "kind": "pose set" if len(poses) > 1 else "mesh",
        "method": None,
        "names": list(poses.names),
    }
    if not isinstance(thing, PoseSet):
        names = list(example_names(thing))
        own = {"kind": "rig", "method": thing.method, "names": names, "bytes": file_size(source[0])}
    if isinstance(thing, ReducedIK):
        own["learned"] = learned_facts(thing)
    if isinstance(thing, HandleIK):
        own |= sculpted_facts(thing)
    if isinstance(thing, JointIK):
        own |= mechanism_facts(thing.mechanism)
    if isinstance(thing, CageIK):
        own |= cage_facts(thing)
    return {
        "source": source,
        **_counts(poses, report),
        "poses": len(own["names"]),
        **own,
        "groups": list(poses.mesh.groups),
        "materials": list(poses.mesh.materials),
        "texture_coordinates": poses.mesh.uv is not None,
        "findings": [_finding(finding) for finding in report.findings if finding.kind not in _usual(thing)],
        "suggestion": own["method"] or _suggestion(poses, report),
    }


def known_poses(thing: PoseSet | PulledRig) -> PoseSet:
    """The poses that were given; a reduced rig keeps only the reference of them, others need none."""
    if isinstance(thing, PoseSet):
        return thing
    return thing.poses if isinstance(thing, MeshIK) else PoseSet.of_meshes([thing.mesh])


def words_of(item: Facts) -> str:
    """The facts for people."""
    what = {"rig": f"a rig made by {item['method']}", "pose set": "a pose set", "mesh": "a mesh"}[
        item["kind"]
    ]
    low, high = item["box"]
    size = " × ".join(f"{b - a:.4g}" for a, b in zip(low, high, strict=True))
    lines = [
        f"{_title(item['source'])}: {what}",
        f"  {counted(item['vertices'], 'vertex', 'vertices')}, {counted(item['faces'], 'face')}"
        + ("" if item["faces"] == item["triangles"] else f" ({item['triangles']:,} triangles)")
        + f", {counted(item['parts'], 'part')}, {'closed' if item['closed'] else 'open'}",
        f"  size {size}, diagonal {item['diagonal']:.4g}",
    ]
    extras = ["texture coordinates"] if item["texture_coordinates"] else []
    extras += [f"{what} {', '.join(item[what])}" for what in ("groups", "materials") if item[what]]
    if extras:
        lines.append(f"  with {'; '.join(extras)}")
    if item["poses"] > 1 and "handles" not in item:
        word = "examples" if item["kind"] == "rig" else "poses"
        lines.append(_wrapped(f"{item['poses']} {word}: {_shortened(item['names'])}", "  "))
    lines += [_wrapped(line, "  ") for line in learned_words(item["learned"])] if "learned" in item else []
    lines += [f"  {line}" for line in sculpted_words(item)] if "handles" in item else []
    lines += [f"  {line}" for line in mechanism_words(item)] if "joints" in item else []
    lines += [f"  {line}" for line in cage_words(item)] if "cage" in item else []
    if "bytes" in item:
        lines.append(f"  the file has {size_words(item['bytes'])}")
    lines += [_wrapped(f"{finding['severity']}: {finding['words']}", "  ") for finding in item["findings"]]
    if not item["findings"]:
        lines.append("  nothing peculiar")
    return "\n".join([*lines, _wrapped(_advice(item), "  ")])


def _counts(poses: PoseSet, report: Report) -> Facts:
    V = poses.V[0]
    return {
        "vertices": report.vertices,
        "faces": len(poses.mesh.polygons),
        "triangles": report.triangles,
        "poses": report.poses,
        "parts": report.parts,
        "closed": report.closed,
        "diagonal": report.diagonal,
        "box": [V.min(axis=0).tolist(), V.max(axis=0).tolist()],
    }


def _usual(thing: PoseSet | PulledRig) -> tuple[str, ...]:
    """Kinds of findings that are no peculiarity: a mechanism has several parts."""
    return ("several parts",) if isinstance(thing, JointIK) else ()


def _finding(finding: Finding) -> Facts:
    return {**asdict(finding), "severity": str(finding.severity), "words": finding.words}


def _suggestion(poses: PoseSet, report: Report) -> str | None:
    """The method that these poses suit."""
    return "meshik" if len(poses) > 1 and report.worst is not Severity.ERROR else None


def _advice(item: Facts) -> str:
    source = _title(item["source"])
    if item["suggestion"]:
        return f"pose it: pliant pose {source} --pin VERTEX --drag VERTEX=x,y,z -o posed.obj"
    if item["poses"] == 1:
        return "a single pose teaches nothing about how it moves; MeshIK needs at least two poses of one mesh"
    return "it cannot be posed as it is; see the errors above"


def _title(source: list[str]) -> str:
    return source[0] if len(source) == 1 else f"{source[0]} … {source[-1]}"


def _shortened(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    return shown if len(names) <= MOST_NAMES else f"{shown} and {len(names) - MOST_NAMES} more"


def _wrapped(text: str, indent: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "  ")
