"""The work of `pliant cage reskin`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pliant.arrays import Poses
from pliant.cli.console import Console, heading, usage
from pliant.cli.output import Outputs
from pliant.cli.picture import Seen, draw_shots
from pliant.cli.pins import Pins, pins_of_options
from pliant.cli.source import RIG, poses_of
from pliant.cli.work.pose import NEAR
from pliant.doctor.finding import counted
from pliant.io import read_mesh
from pliant.methods.cage.cli.output import drawn_frames, write_sequence
from pliant.methods.cage.cli.source import caged, check_same
from pliant.methods.cage.cli.work.bind import chosen_options
from pliant.methods.cage.grip import CagePose
from pliant.methods.cage.rig import CageIK
from pliant.methods.cage.sequence import falloff, reedited
from pliant.pose import Status

REACH = 8.0  # frames


@dataclass(frozen=True, eq=False)
class EditWish:
    """An edit: the frame by number or name, what is held there, and how far it carries in frames."""

    frame: str
    pins: Pins
    reach: float


class Edited(NamedTuple):
    """The frame that was pulled on, how it ended, and how far it carries in frames."""

    frame: int
    pose: CagePose
    reach: float


@dataclass(frozen=True, eq=False)
class CageFrames:
    """The cages V (f, c, 3) of a sequence, and the edit of one of them."""

    V: Poses
    names: tuple[str, ...]
    edited: Edited | None = None

    @property
    def converged(self) -> bool:
        """Whether the solver of the edit converged, if there was one."""
        return self.edited is None or self.edited.pose.status is Status.CONVERGED


def wished_edit(
    frame: str | None, given: tuple[Sequence[str], Sequence[str], Sequence[str]], reach: float | None
) -> EditWish | None:
    """What --edit, --pin, --drag, --move and --reach ask for."""
    pins = Pins.of(pins_of_options(*given))
    if frame is None:
        if pins.pins or reach is not None:
            raise usage("Which frame? Name the one to pull on.", "--edit")
        return None
    if not pins.pins:
        raise usage("Nothing pulls on the frame; give --pin, --drag or --move.", "--edit")
    if reach is not None and not reach > 0:
        raise usage(f"An edit reaches {reach:g} frames; give a positive number.", "--reach")
    return EditWish(frame, pins, REACH if reach is None else reach)


def skinned(model: str, rest: str | None, coordinates: str | None, console: Console) -> CageIK:
    """The rig of a file, or of a mesh bound to the rest cage."""
    if Path(model).suffix.lower() == RIG:
        if rest is not None or coordinates is not None:
            raise usage("A rig has its rest cage and coordinates already; leave them out.", "MESH")
        return caged(model, console, "MESH")
    if rest is None:
        raise usage("A mesh takes the motion by the rest cage; give that.", "--rest")
    if Path(rest).suffix.lower() == RIG:
        first = caged(rest, console, "--rest")
        cage, options = first.cage, chosen_options({"coordinates": coordinates}, base=first.options)
    else:
        cage, options = read_mesh(rest), chosen_options({"coordinates": coordinates})
    with console.progress("binding") as progress:
        return CageIK(read_mesh(model), cage, options=options, progress=progress)


def cages_of(rig: CageIK, source: list[str]) -> CageFrames:
    """The cages of a sequence, which must have the vertices of the rig's."""
    poses = poses_of(source)
    check_same(rig.cage, poses.mesh, "the rest cage", source[0])
    return CageFrames(poses.V, poses.names)


def edited(rig: CageIK, cages: CageFrames, wish: EditWish, console: Console) -> CageFrames:
    """The cages with one frame pulled, and what lies near it in time carried along."""
    frame = _number(wish.frame, cages.names)
    with console.progress("editing"):
        grip = rig.at_frame(cages.V[frame]).grab(wish.pins.points(rig.mesh), pins=wish.pins.held_as())
        pose = grip.drag(wish.pins.targets(grip.held)[0])
        V = reedited(rig.cage, cages.V, frame, pose.cage, reach=wish.reach)
    return CageFrames(V, cages.names, Edited(frame, pose, wish.reach))


def write(rig: CageIK, cages: CageFrames, outputs: Outputs, console: Console) -> None:
    """Write the moving mesh, and the cages, where that was asked for."""
    moving, edited = outputs["output"], outputs["cages"]
    if moving is not None:
        write_sequence(moving, rig.mesh, (rig.posed(C) for C in cages.V), cages.names, console)
    if edited is not None:
        write_sequence(edited, rig.cage, cages.V, cages.names, console)


def draw(rig: CageIK, cages: CageFrames, path: Path | None, seen: Seen, console: Console) -> None:
    """Draw some frames in their cages, the edited one among them, where that was asked for."""
    if path is None:
        return
    from pliant.methods.cage.figures.cage import cage_shot

    shown = {*drawn_frames(len(cages.V)), *([] if cages.edited is None else [cages.edited.frame])}
    shots = [
        cage_shot(rig.mesh.moved(rig.posed(cages.V[i])), rig.cage.moved(cages.V[i]), cages.names[i])
        for i in sorted(shown)
    ]
    draw_shots(shots, path, seen, console, centre="each")


def tell(rig: CageIK, cages: CageFrames, outputs: Outputs, console: Console) -> None:
    """Tell what was made: words, or the JSON document."""
    item: dict[str, Any] = {
        **heading("cage reskin"),
        "vertices": rig.mesh.n,
        "cage": rig.cage.n,
        "frames": list(cages.names),
        "edit": None,
        "files": outputs.names,
    }
    words = f"{counted(len(cages.names), 'frame')} of {counted(rig.mesh.n, 'vertex', 'vertices')}"
    if cages.edited is not None:
        frame, pose, reach = cages.edited
        miss = float(pose.gaps.max() / rig.frame.diagonal)
        moved = int((falloff(len(cages.V), frame, reach) > 0).sum())
        item["edit"] = {
            "frame": frame,
            "status": pose.status.value,
            "anchor_error": miss,
            "frames_moved": moved,
        }
        words += f"; '{cages.names[frame]}' edited ({pose.status.value}), {counted(moved, 'frame')} changed"
        if miss > NEAR:
            words += f"; a held point misses its place by {miss:.2g} of the diagonal"
    console.result(words, item)


def _number(frame: str, names: Sequence[str]) -> int:
    """The number of the frame that a word names."""
    if frame in names:
        return names.index(frame)
    if frame.isdecimal() and int(frame) < len(names):
        return int(frame)
    raise usage(
        f"There is no frame '{frame}'; the sequence has the frames 0 to {len(names) - 1}, "
        f"'{names[0]}' to '{names[-1]}'.",
        "--edit",
    )
