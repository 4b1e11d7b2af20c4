"""The work of `pliant cage recover`: frames stream through, their cages stay."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.cli.console import Console, heading
from pliant.cli.output import Outputs
from pliant.cli.picture import Seen, draw_shots
from pliant.doctor.finding import counted
from pliant.errors import CageError
from pliant.methods.cage.cli.output import drawn_frames, write_sequence
from pliant.methods.cage.cli.source import Frames
from pliant.methods.cage.recovery import RecoveredFrame, recovered
from pliant.methods.cage.rig import CageIK


@dataclass(frozen=True, eq=False)
class Recovery:
    """The cages of a sequence, and how long that took."""

    rig: CageIK
    names: tuple[str, ...]
    frames: tuple[RecoveredFrame, ...]
    seconds: float

    @property
    def rms(self) -> Floats:
        """(f,) error of each frame, in % of the mesh's diagonal."""
        return np.array([frame.rms for frame in self.frames])

    @property
    def volume(self) -> Floats:
        """(f,) change of each frame's volume in %; NaN where the mesh encloses none."""
        return np.array([frame.volume for frame in self.frames])


def recovery(rig: CageIK, sequence: Frames, console: Console, on: tuple[str, Path] | None = None) -> Recovery:
    """The cage of every frame, as the frames are read.

    on: the scheduler of a cluster, and the rig's file, which its workers open
    """
    began = time.perf_counter()
    found: list[RecoveredFrame] = []
    with console.progress("recovering") as progress, ExitStack() as stack:
        frames = recovered(rig, sequence) if on is None else _on_cluster(sequence, on, stack)
        for frame in frames:
            found.append(frame)
            progress(len(found) / len(sequence), f"frame {sequence.names[len(found) - 1]}")
    return Recovery(rig, sequence.names, tuple(found), time.perf_counter() - began)


def _on_cluster(sequence: Frames, on: tuple[str, Path], stack: ExitStack) -> Iterator[RecoveredFrame]:
    from pliant.animation.bake import cluster
    from pliant.methods.cage.cluster import recovered_on

    scheduler, rig = on
    return recovered_on(stack.enter_context(cluster(scheduler, 1)), rig, sequence)


def write(found: Recovery, outputs: Outputs, console: Console) -> None:
    """Write the cages where that was asked for."""
    path = outputs["output"]
    if path is not None:
        cages = [frame.cage for frame in found.frames]
        write_sequence(path, found.rig.cage, cages, found.names, console)


def plot(found: Recovery, path: Path | None, console: Console) -> None:
    """Plot errors and changes of volume over the frames, where that was asked for."""
    if path is None:
        return
    from pliant.methods.cage.figures.plot import draw_recovery

    with console.progress("plotting"):
        draw_recovery(found.rms, found.volume, path)
    console.say(f"wrote {path}")


def draw(found: Recovery, path: Path | None, seen: Seen, console: Console) -> None:
    """Draw frames in their cages, where that was asked for."""
    if path is None:
        return
    from pliant.methods.cage.figures.cage import cage_shot

    rig = found.rig
    shots = [
        cage_shot(rig.mesh.moved(rig.posed(cage)), rig.cage.moved(cage), found.names[i])
        for i, cage in ((i, found.frames[i].cage) for i in drawn_frames(len(found.frames)))
    ]
    draw_shots(shots, path, seen, console, centre="each")


def tell(found: Recovery, outputs: Outputs, console: Console, *, table: bool) -> None:
    """Tell how well it went: a summary and, with --table or without files, every frame; or the document."""
    frames = [
        {"name": name, "rms": frame.rms, "volume": None if np.isnan(frame.volume) else frame.volume}
        for name, frame in zip(found.names, found.frames, strict=True)
    ]
    item = {
        **heading("cage recover"),
        "vertices": found.rig.mesh.n,
        "cage": found.rig.cage.n,
        "coordinates": found.rig.binding.kind,
        "rms": float(np.sqrt((found.rms**2).mean())),
        "worst_rms": float(found.rms.max()),
        "frames": frames,
        "seconds": found.seconds,
        "files": outputs.names,
    }
    lines = _rows(frames) if table or not outputs.files else []
    console.result("\n  ".join([_summary(found), *lines]), item)


def check_error(found: Recovery, allowed: float | None) -> None:
    """Refuses a frame that its cage makes worse than is allowed, in %."""
    if allowed is None or found.rms.max() <= allowed:
        return
    worst, above = int(np.argmax(found.rms)), int((found.rms > allowed).sum())
    raise CageError(
        f"{above} of {counted(len(found.frames), 'frame')} miss their shape by more than {allowed:g}% of the "
        f"diagonal, most of all '{found.names[worst]}', by {found.rms[worst]:.3g}%; bind to a finer cage, or "
        "give α less weight."
    )


def _summary(found: Recovery) -> str:
    rms, worst = found.rms, int(np.argmax(found.rms))
    words = (
        f"{counted(len(found.frames), 'cage')} of {found.rig.cage.n:,} vertices in {found.seconds:.2g} s: "
        f"RMS {np.sqrt((rms**2).mean()):.2g}% of the diagonal, "
        f"at worst {rms[worst]:.2g}% ({found.names[worst]})"
    )
    volume = found.volume
    if np.isnan(volume).all():
        return f"{words}; the mesh encloses no volume"
    most = int(np.nanargmax(np.abs(volume)))
    return f"{words}; volume at worst {volume[most]:+.2g}% ({found.names[most]})"


def _rows(frames: list[dict[str, Any]]) -> list[str]:
    """A line for each frame under its heading."""
    width = max(5, *(len(frame["name"]) for frame in frames))
    lines = [f"{'frame':{width}}  {'RMS %':>8}  {'volume %':>9}"]
    for frame in frames:
        volume = "–" if frame["volume"] is None else f"{frame['volume']:+.3f}"
        lines.append(f"{frame['name']:{width}}  {frame['rms']:8.4f}  {volume:>9}")
    return lines
