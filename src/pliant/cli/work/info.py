"""What `pliant info` tells, as data and in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pliant.cli.console import Console
from pliant.cli.picture import Seen, draw_rig, draw_strip
from pliant.cli.source import ClipChoice, is_rig, poses_of, words_about
from pliant.cli.work.look import look_facts, look_words
from pliant.doctor import Finding, Report, Severity, examine
from pliant.doctor.finding import counted
from pliant.mesh import PoseSet
from pliant.registry import method_named, methods, open_rig, usual_method
from pliant.rig import Rig
from pliant.words import Facts, file_size, shortened, size_words, wrapped

# Files whose animations and joints are listed.
GLTF = (".glb", ".gltf", ".vrm")

Draw = Callable[[Path, Seen, Console], None]


def told(source: list[str], clip: ClipChoice) -> tuple[Facts, Draw]:
    """Facts of the rig, the poses or the mesh that the arguments name, and a function that draws it."""
    if is_rig(source):
        rig = open_rig(source[0])
        return rig_facts(rig, source), partial(draw_rig, rig)
    poses = poses_of(source, *clip)
    return pose_facts(poses, source), partial(draw_strip, poses)


def pose_facts(poses: PoseSet, source: list[str]) -> Facts:
    """Everything about a mesh or a pose set, ready for JSON."""
    report = examine(poses)
    kind = "pose set" if len(poses) > 1 else "mesh"
    own = {"kind": kind, "method": None, "names": list(poses.names), **_motion_facts(source)}
    return _facts(poses, report, source, own, _suggestion(poses, report))


def rig_facts(rig: Rig, source: list[str]) -> Facts:
    """Everything about a rig, ready for JSON."""
    poses = rig.examples or PoseSet.of_meshes([rig.mesh])
    report, words = examine(poses), words_about(rig)
    own = {"kind": "rig", "method": rig.method, "names": list(rig.names), "given": rig.kept.given}
    own["bytes"] = file_size(source[0])
    told = _facts(poses, report, source, {**own, **words.facts(rig)}, rig.method)
    usual = words.usual_findings
    return {**told, "findings": [each for each in told["findings"] if each["kind"] not in usual]}


def words_of(item: Mapping[str, Any]) -> str:
    """The facts in words for people."""
    what = {"rig": f"a rig made by {item['method']}", "pose set": "a pose set", "mesh": "a mesh"}
    low, high = item["box"]
    size = " × ".join(f"{b - a:.4g}" for a, b in zip(low, high, strict=True))
    lines = [
        f"{counted(item['vertices'], 'vertex', 'vertices')}, {counted(item['faces'], 'face')}"
        + ("" if item["faces"] == item["triangles"] else f" ({item['triangles']:,} triangles)")
        + f", {counted(item['parts'], 'part')}, {'closed' if item['closed'] else 'open'}",
        f"size {size}, diagonal {item['diagonal']:.4g}",
    ]
    extras = ["texture coordinates"] if item["texture_coordinates"] else []
    extras += [f"{what} {', '.join(item[what])}" for what in ("groups", "materials") if item[what]]
    if extras:
        lines.append(f"with {'; '.join(extras)}")
    if look := look_words(item["look"]):
        lines += wrapped(look)
    if item["method"] is not None:
        lines += method_named(item["method"]).rig_words().lines(item)
        lines.append(f"the file has {size_words(item['bytes'])}")
    elif item["poses"] > 1:
        lines += wrapped(f"{item['poses']} poses: {shortened(item['names'])}")
    lines += _motion_words(item)
    for finding in item["findings"]:
        lines += wrapped(f"{finding['severity']}: {finding['words']}")
    if not item["findings"]:
        lines.append("nothing peculiar")
    head = f"{_title(item['source'])}: {what[item['kind']]}"
    return "\n  ".join([head, *lines, *wrapped(_advice(item))])


def _facts(poses: PoseSet, report: Report, source: list[str], own: Facts, suggestion: str | None) -> Facts:
    """Facts of the mesh and the poses, with `own` facts in the middle."""
    V = poses.V[0]
    return {
        "source": source,
        "vertices": report.vertices,
        "faces": len(poses.mesh.polygons),
        "triangles": report.triangles,
        "poses": len(own["names"]),
        "parts": report.parts,
        "closed": report.closed,
        "diagonal": report.diagonal,
        "box": [V.min(axis=0).tolist(), V.max(axis=0).tolist()],
        **own,
        "groups": list(poses.mesh.groups),
        "materials": list(poses.mesh.materials),
        "texture_coordinates": poses.mesh.uv is not None,
        "look": look_facts(poses.mesh),
        "findings": [_finding(finding) for finding in report.findings],
        "suggestion": suggestion,
    }


def _motion_facts(source: list[str]) -> Facts:
    """The animations and joints of a glTF file; nothing for other files."""
    if len(source) != 1 or Path(source[0]).suffix.lower() not in GLTF:
        return {}
    from pliant.io.gltf.motions import motions_of_gltf

    return asdict(motions_of_gltf(Path(source[0])))


def _motion_words(item: Mapping[str, Any]) -> list[str]:
    """Animations and skeleton in words."""
    lines = [f"a skeleton of {counted(item['bones'], 'joint')}"] if item.get("bones") else []
    told = []
    for clip in item.get("clips", ()):
        start = f" from {clip['start']:.3g} s" if clip["start"] > 0 else ""
        told.append(f"{clip['name']} ({clip['seconds']:.3g} s{start}, {counted(clip['keys'], 'key')})")
    if told:
        lines += wrapped(f"{counted(len(told), 'animation')}, for --clip: {', '.join(told)}")
    return lines


def _finding(finding: Finding) -> Facts:
    return {**asdict(finding), "severity": str(finding.severity), "words": finding.words}


def _suggestion(poses: PoseSet, report: Report) -> str | None:
    """The first method that makes a rig of these poses."""
    takes = ("poses", "mesh") if len(poses) > 1 else ("mesh",)
    fit = [each.name for each in methods().values() if each.takes in takes and not each.refusal]
    return fit[0] if fit and report.worst is not Severity.ERROR else None


def _advice(item: Mapping[str, Any]) -> str:
    source, usual = _title(item["source"]), usual_method()
    if item["suggestion"]:
        given = item["method"] is not None or item["suggestion"] == usual.name
        method = "" if given else f" --method {item['suggestion']}"
        return f"pose it: pliant pose {source}{method} --pin VERTEX --drag VERTEX=x,y,z -o posed.obj"
    if item["poses"] == 1:
        return (
            "a single pose teaches nothing about how it moves; "
            f"{usual.title} needs at least two poses of one mesh"
        )
    return "it cannot be posed as it is; see the errors above"


def _title(source: list[str]) -> str:
    return source[0] if len(source) == 1 else f"{source[0]} … {source[-1]}"
