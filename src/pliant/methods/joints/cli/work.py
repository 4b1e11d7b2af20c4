"""The work of `pliant joints`: read, find, correct, write, and list what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pliant.cli.console import Console, heading, usage
from pliant.cli.output import PNG, Outputs, save_rig
from pliant.cli.picture import Seen, check_view, drawing
from pliant.cli.source import RIG, is_rig
from pliant.doctor.finding import counted
from pliant.io import read_mechanism, write_mechanism
from pliant.io.mechanisms import ROBOTS
from pliant.mechanism.mechanism import Mechanism
from pliant.methods.joints.analysis import Analysis, analyse
from pliant.methods.joints.cli.corrections import JointEdits, PartEdits
from pliant.methods.joints.options import PRINTED, JointOptions
from pliant.methods.joints.rig import JointIK
from pliant.methods.joints.simulation import Simulated
from pliant.methods.joints.words import joint_title, mechanism_facts, mechanism_words
from pliant.registry import open_rig
from pliant.samples import mechanism as sample_mechanism
from pliant.words import Facts

FILMS = (".mp4", ".webm", ".gif", ".webp")
# What the names of the files may end in.
SUFFIXES = {
    "output": (RIG, *ROBOTS),
    "picture": (PNG,),
    "exploded": (PNG,),
    "urdf": (".urdf",),
    "gltf": (".glb", ".gltf"),
    "film": FILMS,
}
# Robots' files and STEP have z upward.
Z_UP = (".urdf", ".xml", ".step", ".stp")


@dataclass(frozen=True, eq=False)
class ModelRead:
    """What was read: a mechanism, and the options of the rig that it comes from, if it does."""

    title: str
    mechanism: Mechanism
    options: JointOptions | None = None


@dataclass(frozen=True, eq=False)
class Jointed:
    """A mechanism with its joints; analysis: what was found and rejected, None where they were given."""

    model: ModelRead
    mechanism: Mechanism
    analysis: Analysis | None


def check(outputs: Outputs, read: list[str], seen: Seen) -> None:
    """Refuse, before any work, what could not be drawn or written after it, and files that are read."""
    outputs.check(read, suffixes=SUFFIXES)
    if outputs.files.keys() & {"picture", "exploded"}:
        check_view(seen)


def model_of_sample(name: str, console: Console) -> ModelRead:
    """Make a sample mechanism, with its true joints."""
    with console.progress(f"making the {name}"):
        return ModelRead(name, sample_mechanism(name))


def model_of_file(source: str, console: Console) -> ModelRead:
    """Read a mesh, a mechanism, or a rig of joints."""
    with console.progress("reading"):
        if not is_rig([source]):
            return ModelRead(source, read_mechanism(source))
        rig = open_rig(source)
    if not isinstance(rig, JointIK):
        raise usage(f"The rig was made by {rig.method} and has no joints; give its mesh.", "MODEL")
    return ModelRead(source, rig.mechanism, rig.options)


def jointed(
    model: ModelRead, parts: PartEdits, joints: JointEdits, console: Console, *, given: bool | None
) -> Jointed:
    """The model with its joints found, or its own where they are kept, and corrected.

    given: what --given or --find says; without either a rig keeps its joints
    """
    mechanism = parts.on(model.mechanism)
    keep = model.options is not None if given is None else given
    if keep and not mechanism.joints and given:
        raise usage(f"{model.title} has no joints to keep; leave --given out to find them.", "--given")
    analysis = None
    if not keep:
        with console.progress("finding joints") as progress:
            analysis = analyse(replace(mechanism, joints=()), progress=progress)
        mechanism = replace(mechanism, joints=analysis.joints)
    return Jointed(model, joints.on(mechanism), analysis)


def write(found: Jointed, outputs: Outputs, console: Console, *, as_printed: bool) -> None:
    """Save the rig and export the mechanism where that was asked for."""
    output, gltf = outputs["output"], outputs["gltf"]
    if output is not None and output.suffix.lower() == RIG:
        with console.progress("making the rig") as progress:
            mechanism, options = found.mechanism, PRINTED if as_printed else found.model.options
            rig = JointIK(mechanism, mechanism.joints, options=options, progress=progress)
        save_rig(output, rig, console)
    if gltf is not None:
        write_mechanism(gltf, found.mechanism)
        console.say(f"wrote {gltf}")


def draw(found: Jointed, outputs: Outputs, seen: Seen, console: Console) -> None:
    """Draw the mechanism, whole and exploded, where that was asked for."""
    if not outputs.files.keys() & {"picture", "exploded"}:
        return
    from pliant.figures.mechanism import draw_exploded, draw_mechanism

    for path, draws in ((outputs["picture"], draw_mechanism), (outputs["exploded"], draw_exploded)):
        if path is not None:
            with drawing(path, seen, console) as view:
                draws(found.mechanism, path, view=view)


def tell(
    found: Jointed, outputs: Outputs, console: Console, *, table: bool, run: Simulated | None = None
) -> None:
    """Tell what there is: counts and, with --table or without files, the table; or the JSON document.

    run: the simulation, where one was asked for
    """
    mechanism = found.mechanism
    item = {
        **heading("joints"),
        "source": found.model.title,
        "vertices": mechanism.mesh.n,
        "found": found.analysis is not None,
        **mechanism_facts(mechanism),
        "rejected": _rejected(found),
        "files": outputs.names,
        **({} if run is None else {"simulation": run.facts()}),
    }
    head = (
        f"{found.model.title}: {counted(len(mechanism.components), 'part')}, "
        f"{counted(len(mechanism.joints), 'joint')}"
    )
    lines = [*mechanism_words(item), *_rejected_words(found)] if table or not outputs.files else []
    lines += [] if run is None else run.words()
    console.result("\n  ".join([head, *lines]), item)


def vertical(up: str | None, source: Sequence[str]) -> str:
    """The vertical axis that --up names, or that such a file usually has."""
    robot = bool(source) and Path(source[0]).suffix.lower() in Z_UP
    return up if up is not None else "z" if robot else "y"


def _rejected(found: Jointed) -> list[Facts]:
    """Pairs that touch without a joint, with the reason."""
    if found.analysis is None:
        return []
    names = [part.name for part in found.mechanism.components]
    return [
        {
            "between": [names[each.joint.a], names[each.joint.b]],
            "looked": str(each.joint.kind),
            "confidence": each.joint.confidence,
            "reason": each.reason,
        }
        for each in found.analysis.rejected
    ]


def _rejected_words(found: Jointed) -> list[str]:
    if found.analysis is None:
        return []
    names = [part.name for part in found.mechanism.components]
    lines = [
        f"no joint: {joint_title(each.joint, names)} touch, {each.reason} (it looked {each.joint.kind})"
        for each in found.analysis.rejected
    ]
    lines += [f"'{names[i]}' has no surface, so nothing can be said about it" for i in found.analysis.empty]
    if not found.analysis.joints:
        own = bool(found.model.mechanism.joints)
        lines.append(
            "nothing here looks like a joint; " + ("keep its own by --given" if own else "add --join")
        )
    return lines
