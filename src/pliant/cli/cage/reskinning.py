"""The work of `pliant cage reskin`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pliant import __version__
from pliant.cli.cage.binding import chosen_options
from pliant.cli.cage.picture import draw_caged, evenly
from pliant.cli.cage.source import caged, check_same
from pliant.cli.cage.writing import check_sequences, write_sequence
from pliant.cli.console import Console, usage
from pliant.cli.picture import Seen
from pliant.cli.pins import Pins, pins_of_options
from pliant.cli.source import RIG, poses_of
from pliant.core.arrays import Poses
from pliant.core.doctor.finding import counted
from pliant.core.gauss_newton import Status
from pliant.io import read_mesh
from pliant.methods.cage.framing import at_frame
from pliant.methods.cage.grip import CagePose
from pliant.methods.cage.reediting import falloff, reedited
from pliant.methods.cage.rig import CageIK

REACH = 8.0  # frames


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    mesh: Path | None = None
    cages: Path | None = None
    picture: Path | None = None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {"--output": self.mesh, "--cages": self.cages, "--picture": self.picture}
        return {option: path for option, path in options.items() if path is not None}

    def check(self, read: list[str], frames: int, seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        sequences = self.named
        pictures = {"--picture": sequences.pop("--picture")} if self.picture is not None else {}
        check_sequences(sequences, pictures, read, frames, seen)


@dataclass(frozen=True, eq=False)
class Wish:
    """An edit: the frame by number or name, what is held there, and how far it carries in frames."""

    frame: str
    pins: Pins
    reach: float


@dataclass(frozen=True, eq=False)
class Cages:
    """The cages (f, c, 3) of a sequence; edited: the frame that was pulled on, how it ended and its reach."""

    V: Poses
    names: tuple[str, ...]
    edited: tuple[int, CagePose, float] | None = None

    @property
    def converged(self) -> bool:
        """Whether the solver of the edit converged, if there was one."""
        return self.edited is None or self.edited[1].status is Status.CONVERGED


def wished_edit(
    frame: str | None, given: tuple[Sequence[str], Sequence[str], Sequence[str]], reach: float | None
) -> Wish | None:
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
    return Wish(frame, pins, REACH if reach is None else reach)


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


def cages_of(rig: CageIK, source: list[str]) -> Cages:
    """The cages of a sequence, which must have the vertices of the rig's."""
    poses = poses_of(source)
    check_same(rig.cage, poses.mesh, "the rest cage", source[0])
    return Cages(poses.V, poses.names)


def edited(rig: CageIK, cages: Cages, wish: Wish, console: Console) -> Cages:
    """The cages with one frame pulled, and what lies near it in time carried along."""
    frame = _number(wish.frame, cages.names)
    with console.progress("editing"):
        grip = at_frame(rig, cages.V[frame]).grab(wish.pins.points(rig.mesh))
        pose = grip.drag(wish.pins.targets(grip.held)[0])
        V = reedited(rig.cage, cages.V, frame, pose.cage, reach=wish.reach)
    return Cages(V, cages.names, (frame, pose, wish.reach))


def write(rig: CageIK, cages: Cages, places: Places, console: Console) -> None:
    """Writes the moving mesh, and the cages, where that was asked for."""
    if places.mesh is not None:
        write_sequence(places.mesh, rig.mesh, (rig.posed(C) for C in cages.V), cages.names, console)
    if places.cages is not None:
        write_sequence(places.cages, rig.cage, cages.V, cages.names, console)


def draw(rig: CageIK, cages: Cages, places: Places, seen: Seen, console: Console) -> None:
    """Draws some frames in their cages, the edited one among them, where that was asked for."""
    if places.picture is None:
        return
    from pliant.figures.cage import cage_shot

    shown = {*evenly(len(cages.V)), *([] if cages.edited is None else [cages.edited[0]])}
    shots = [
        cage_shot(rig.mesh.moved(rig.posed(cages.V[i])), rig.cage.moved(cages.V[i]), cages.names[i])
        for i in sorted(shown)
    ]
    draw_caged(shots, places.picture, seen, console, centre="each")


def tell(rig: CageIK, cages: Cages, places: Places, console: Console) -> None:
    """What was made: words, or the JSON document."""
    item: dict[str, Any] = {
        "pliant": __version__,
        "verb": "cage reskin",
        "vertices": rig.mesh.n,
        "cage": rig.cage.n,
        "frames": list(cages.names),
        "edit": None,
        "files": [str(path) for path in places.named.values()],
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
        if miss > 1e-6:
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
