"""The work of `pliant handles`: paint, sculpt, write, and list what there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pliant.cli.console import Console, heading, usage
from pliant.cli.output import PNG, Outputs, save_rig, tell_kept
from pliant.cli.picture import Seen, check_view
from pliant.cli.source import RIG, ClipChoice, is_rig, poses_of
from pliant.doctor.finding import counted
from pliant.io import write_poses
from pliant.mesh import PoseSet
from pliant.methods.handles.cli.paint import Paint, painted
from pliant.methods.handles.cli.script import read_script
from pliant.methods.handles.examples import sculpted_of, travel
from pliant.methods.handles.handle import Handle, Handles
from pliant.methods.handles.options import PRINTED, HandleOptions
from pliant.methods.handles.rig import HandleIK
from pliant.methods.handles.sculpt import SculptedPose, write_sculpted
from pliant.methods.handles.words import sculpted_facts, sculpted_words
from pliant.registry import open_rig
from pliant.samples import sample, sample_handles

# What the names of the files may end in, beside those of poses.
SUFFIXES = {"picture": (PNG,), "rig": (RIG,), "save": (".json",)}


@dataclass(frozen=True)
class Sculpting:
    """Where poses come from, beside those of a rig: a script, the source's other poses, travel."""

    script: Path | None = None
    examples: bool = False
    travels: bool = False


@dataclass(frozen=True, eq=False)
class Ground:
    """What handles are painted on: poses of one mesh, and the handles, poses and options it has already."""

    poses: PoseSet
    handles: Sequence[Handle] = ()
    sculpted: Sequence[SculptedPose] = ()
    options: HandleOptions | None = None


def check(outputs: Outputs, read: list[str], seen: Seen) -> None:
    """Refuse, before any work, what could not be drawn or written after it, and files that are read."""
    # The rest pose and the sculpted ones are several.
    outputs.check(read, frames=2, suffixes=SUFFIXES)
    if outputs["picture"] is not None:
        check_view(seen)


def ground_of_sample(name: str, vertices: int | None, console: Console) -> Ground:
    """Make a sample, with the handles that come with it."""
    with console.progress(f"making the {name}"):
        poses = sample(name) if vertices is None else sample(name, vertices=vertices)
        own = sample_handles(name, poses)
    handles = [Handle.of(one.name, one.vertices, rigidity=one.rigidity, centre=one.centre) for one in own]
    return Ground(poses, handles)


def ground_of_files(source: list[str], clip: ClipChoice, console: Console) -> Ground:
    """Read a mesh, poses of one, or a rig of handles."""
    with console.progress("reading"):
        if not is_rig(source):
            return Ground(poses_of(source, *clip))
        rig = open_rig(source[0])
    if not isinstance(rig, HandleIK):
        raise usage(f"The rig was made by {rig.method} and has no handles; give its mesh.", "SOURCE")
    return Ground(PoseSet.of_meshes([rig.mesh]), rig.handles, tuple(rig.sculpted), rig.options)


def sculptured(
    ground: Ground, paint: Paint, sculpting: Sculpting, console: Console, *, as_printed: bool, refine: int
) -> HandleIK:
    """The rig of the handles painted and the poses sculpted."""
    mesh = ground.poses.mesh
    with console.progress("painting") as progress:
        handles = painted(mesh, ground.handles, paint)
        shelf = [*ground.sculpted, *_sculpted(ground, handles, sculpting)]
        options = PRINTED if as_printed else ground.options or HandleOptions()
        options = replace(options, refinement=refine or options.refinement)
        return HandleIK(mesh, handles, shelf, options=options, progress=progress)


def write(rig: HandleIK, outputs: Outputs, console: Console) -> None:
    """Write the poses, the handles and the rig where that was asked for."""
    poses, sculpted = outputs["output"], outputs["save"]
    if poses is not None:
        if not len(rig.sculpted):
            raise usage("No pose is sculpted, so there is none to write; give --script.", "--output")
        with console.progress("posing"):
            write_poses(poses, rig.poses())
        console.say(f"wrote {poses}")
        tell_kept(poses, (), rig.mesh, console)
    if sculpted is not None:
        write_sculpted(sculpted, rig.sculpted)
        console.say(f"wrote {sculpted}")
    save_rig(outputs["rig"], rig, console)


def tell(rig: HandleIK, outputs: Outputs, console: Console) -> None:
    """Tell what there is: a table, or the JSON document."""
    item = sculpted_facts(rig)
    head = f"{counted(len(rig.handles), 'handle')} on {counted(rig.mesh.n, 'vertex', 'vertices')}"
    data = {
        **heading("handles"),
        "method": rig.method,
        "vertices": rig.mesh.n,
        **item,
        "files": outputs.names,
    }
    console.result("\n  ".join([head, *sculpted_words(item)]), data)


def _sculpted(ground: Ground, handles: Handles, sculpting: Sculpting) -> list[SculptedPose]:
    found: list[SculptedPose] = []
    if sculpting.examples:
        if len(ground.poses) < 2:
            raise usage("There is one pose only, so nothing to take over; give several.", "--examples")
        found += sculpted_of(handles, ground.poses)
    if sculpting.script is not None:
        found += read_script(sculpting.script, handles)
    if sculpting.travels:
        diagonal = ground.poses.V[0].max(axis=0) - ground.poses.V[0].min(axis=0)
        found += travel(handles, float((diagonal @ diagonal) ** 0.5))
    return found
