"""The work of `pliant joints`: read, find, correct, write, and list what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pliant import __version__
from pliant.cli.console import Console, usage
from pliant.cli.correcting import JointEdits, PartEdits
from pliant.cli.jointed import Facts, joint_title, mechanism_facts, mechanism_words
from pliant.cli.output import check_places, save_rig
from pliant.cli.picture import Seen, draw_mechanism, view_of
from pliant.cli.source import RIG, is_rig
from pliant.core.atomic import writable_target
from pliant.core.doctor.finding import counted
from pliant.core.mechanism import Mechanism
from pliant.io import read_mechanism, write_mechanism
from pliant.methods.joints.analysis import Analysis, analyse
from pliant.methods.joints.options import PRINTED, JointOptions
from pliant.methods.joints.rig import JointIK
from pliant.registry import open_rig
from pliant.samples import mechanism as sample_mechanism

GLTF = (".glb", ".gltf")
# Robots' files have z upward.
Z_UP = (".urdf", ".xml")


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    rig: Path | None = None
    picture: Path | None = None
    exploded: Path | None = None
    urdf: Path | None = None
    gltf: Path | None = None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {
            "--output": self.rig,
            "--picture": self.picture,
            "--exploded": self.exploded,
            "--urdf": self.urdf,
            "--gltf": self.gltf,
        }
        return {option: path for option, path in options.items() if path is not None}

    def check(self, source: list[str], seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        suffixes = {"--output": RIG, "--picture": ".png", "--exploded": ".png", "--urdf": ".urdf"}
        check_places(self.named, suffixes, source)
        if self.gltf is not None and self.gltf.suffix.lower() not in GLTF:
            raise usage(f"{self.gltf} needs a name that ends in {' or '.join(GLTF)}.", "--gltf")
        for path in self.named.values():
            writable_target(path)
        if self.picture is not None or self.exploded is not None:
            # Names of views are looked up when the frame is asked for.
            _ = view_of(seen, "each").frame


@dataclass(frozen=True, eq=False)
class Model:
    """What was read: a mechanism, and the options of the rig that it comes from, if it does."""

    title: str
    mechanism: Mechanism
    options: JointOptions | None = None


@dataclass(frozen=True, eq=False)
class Jointed:
    """A mechanism with its joints; analysis: what was found and rejected, None where they were given."""

    model: Model
    mechanism: Mechanism
    analysis: Analysis | None


def model_of_sample(name: str, console: Console) -> Model:
    """A mechanism made by code, with its true joints."""
    with console.progress(f"making the {name}"):
        return Model(name, sample_mechanism(name))


def model_of_file(source: str, console: Console) -> Model:
    """A mesh, a mechanism, or a rig of joints."""
    with console.progress("reading"):
        if not is_rig([source]):
            return Model(source, read_mechanism(source))
        rig = open_rig(source)
    if not isinstance(rig, JointIK):
        raise usage(f"The rig was made by {rig.method} and has no joints; give its mesh.", "MODEL")
    return Model(source, rig.mechanism, rig.options)


def jointed(
    model: Model, given: bool | None, parts: PartEdits, joints: JointEdits, console: Console
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


def write(found: Jointed, places: Places, console: Console, *, as_printed: bool) -> None:
    """Saves the rig and exports the mechanism where that was asked for."""
    if places.rig is not None:
        with console.progress("making the rig") as progress:
            mechanism, options = found.mechanism, PRINTED if as_printed else found.model.options
            rig = JointIK(mechanism, mechanism.joints, options=options, progress=progress)
        save_rig(places.rig, rig, console)
    for path in (places.urdf, places.gltf):
        if path is not None:
            notes = write_mechanism(path, found.mechanism)
            console.say(f"wrote {path}")
            for note in notes:
                console.say(f"  {note}")


def draw(found: Jointed, places: Places, seen: Seen, console: Console) -> None:
    """Draws the mechanism, whole and exploded, where that was asked for."""
    if places.picture is not None:
        draw_mechanism(found.mechanism, places.picture, seen, console)
    if places.exploded is not None:
        draw_mechanism(found.mechanism, places.exploded, seen, console, exploded=True)


def tell(found: Jointed, places: Places, console: Console, *, table: bool) -> None:
    """What there is: the counts, with --table or nothing else to do the table too, or the JSON document."""
    mechanism = found.mechanism
    item = {
        "pliant": __version__,
        "verb": "joints",
        "source": found.model.title,
        "vertices": mechanism.mesh.n,
        "found": found.analysis is not None,
        **mechanism_facts(mechanism),
        "rejected": _rejected(found),
        "files": [str(path) for path in places.named.values()],
    }
    head = (
        f"{found.model.title}: {counted(len(mechanism.components), 'part')}, "
        f"{counted(len(mechanism.joints), 'joint')}"
    )
    lines = [*mechanism_words(item), *_rejected_words(found)] if table or not places.named else []
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
