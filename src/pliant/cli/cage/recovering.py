"""The work of `pliant cage recover`: frames stream through, their cages stay."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant import __version__
from pliant.cli.cage.picture import draw_caged, evenly, plot_recovery
from pliant.cli.cage.source import Frames
from pliant.cli.cage.writing import check_sequences, write_sequence
from pliant.cli.console import Console
from pliant.cli.picture import Seen
from pliant.core.arrays import Floats
from pliant.core.doctor.finding import counted
from pliant.errors import CageError
from pliant.methods.cage.recovery import RecoveredFrame, recovered
from pliant.methods.cage.rig import CageIK


@dataclass(frozen=True)
class Places:
    """The files that were asked for; None where one was not."""

    cages: Path | None = None
    plot: Path | None = None
    picture: Path | None = None

    @property
    def named(self) -> dict[str, Path]:
        """The files asked for, by their options."""
        options = {"--output": self.cages, "--plot": self.plot, "--picture": self.picture}
        return {option: path for option, path in options.items() if path is not None}

    def check(self, read: list[str], frames: int, seen: Seen) -> None:
        """Refuses, before any work, what could not be drawn or written after it, and files that are read."""
        pictures = self.named
        sequences = {"--output": pictures.pop("--output")} if self.cages is not None else {}
        check_sequences(sequences, pictures, read, frames, seen)


@dataclass(frozen=True, eq=False)
class Recovery:
    """The cages of a sequence, and how long that took."""

    rig: CageIK
    names: tuple[str, ...]
    frames: tuple[RecoveredFrame, ...]
    seconds: float

    @property
    def rms(self) -> Floats:
        """(f,) in % of the mesh's diagonal."""
        return np.array([frame.rms for frame in self.frames])

    @property
    def volume(self) -> Floats:
        """(f,) change in %; NaN where there is none."""
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
    from pliant.animation.batch import cluster
    from pliant.animation.recovering import recovered_on

    scheduler, rig = on
    return recovered_on(stack.enter_context(cluster(scheduler, 1)), rig, sequence)


def write(found: Recovery, places: Places, console: Console) -> None:
    """Writes the cages where that was asked for."""
    if places.cages is not None:
        cages = [frame.cage for frame in found.frames]
        write_sequence(places.cages, found.rig.cage, cages, found.names, console)


def draw(found: Recovery, places: Places, seen: Seen, console: Console) -> None:
    """Draws the plot, and frames in their cages, where that was asked for."""
    if places.plot is not None:
        plot_recovery(found.rms, found.volume, places.plot, console)
    if places.picture is None:
        return
    from pliant.figures.cage import cage_shot

    rig = found.rig
    shots = [
        cage_shot(rig.mesh.moved(rig.posed(cage)), rig.cage.moved(cage), found.names[i])
        for i, cage in ((i, found.frames[i].cage) for i in evenly(len(found.frames)))
    ]
    draw_caged(shots, places.picture, seen, console, centre="each")


def tell(found: Recovery, places: Places, console: Console, *, table: bool) -> None:
    """How well it went: a summary, with --table or nothing else to do every frame too, or the document."""
    frames = [
        {"name": name, "rms": frame.rms, "volume": None if np.isnan(frame.volume) else frame.volume}
        for name, frame in zip(found.names, found.frames, strict=True)
    ]
    item = {
        "pliant": __version__,
        "verb": "cage recover",
        "vertices": found.rig.mesh.n,
        "cage": found.rig.cage.n,
        "coordinates": found.rig.binding.kind,
        "rms": float(np.sqrt((found.rms**2).mean())),
        "worst_rms": float(found.rms.max()),
        "frames": frames,
        "seconds": found.seconds,
        "files": [str(path) for path in places.named.values()],
    }
    lines = _rows(frames) if table or not places.named else []
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
