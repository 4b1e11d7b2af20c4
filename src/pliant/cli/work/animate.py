"""The work of `pliant animate`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pliant.animation.animate import FILMS, SHEET, Played, play
from pliant.animation.document import read_track
from pliant.animation.follow_through import FollowThrough
from pliant.animation.retarget import retargeted
from pliant.animation.shot import Shot, write_shot
from pliant.animation.track import Track
from pliant.cli.console import Console, usage
from pliant.cli.output import check_places
from pliant.io import read_mesh
from pliant.io.clips import WRITABLE_CLIPS
from pliant.io.into import into_words
from pliant.registry import open_rig

# Farther from its key than this, in diagonals, a held point counts as not reached.
REACHED = 1e-4
# Frames that a message names.
NAMED = 8


def check_outputs(outputs: Sequence[Path], read: list[str]) -> None:
    """Refuse, before any work, files that no animation goes to, and files that are read."""
    check_places({f"--output {i}": path for i, path in enumerate(outputs)}, read)
    known = (*WRITABLE_CLIPS, *FILMS, SHEET, "")
    for path in outputs:
        if path.suffix.lower() not in known and "*" not in path.name:
            raise usage(f"{path} has no suffix of an animation; use one of {' '.join(known)}.", "--output")


def track_of(path: str, rig: str, source: str | None, match: Sequence[str]) -> Track:
    """The track in a file, carried over to the rig where it was made for another mesh.

    source: the file of that mesh
    match:  'ITEM=VERTEX', which vertices of the rig the items hold
    """
    if match and source is None:
        raise usage("--match goes with --from, the character that the track was made for.", "--match")
    track = read_track(path)
    return track if source is None else _carried_over(track, source, rig, match)


def planned(wish: Shot, path: Path, console: Console) -> None:
    """Write the wish as a shot file."""
    write_shot(path, wish)
    console.say(f"wrote {path}")


def animated(wish: Shot, console: Console) -> bool:
    """Bake and write the frames; returns whether every frame converged."""
    with console.progress("opening the rig"):
        rig = open_rig(wish.rig)
    with console.progress("baking") as progress:
        played = play(
            rig,
            wish.track,
            wish.files,
            follow=wish.follow,
            coherence=wish.coherence,
            progress=progress,
        )
    console.say(words(played))
    for path in [*wish.outputs, *played.beside]:
        console.say(f"wrote {path}")
    for line in played.lost:
        console.say(line)
    facts = {"verb": "animate", "method": rig.method, "vertices": rig.mesh.n, "track": wish.track.name}
    files = [str(path) for path in [*wish.outputs, *played.beside]]
    console.result("", {**facts, "fps": wish.track.fps, **asdict(played), "files": files})
    return not played.unsettled


def words(played: Played) -> str:
    """How a shot went, for people."""
    said = f"{played.frames} frames, {1e3 * played.seconds / max(played.frames, 1):.2g} ms of solving each"
    if played.passing:
        said += f"; {len(played.passing)} of them pass over where one pose would snap to another"
    if played.unsettled:
        first = ", ".join(map(str, played.unsettled[:NAMED]))
        more = "…" if len(played.unsettled) > NAMED else ""
        said += f"; {len(played.unsettled)} did not converge: {first}{more}"
    if played.farthest > REACHED:
        said += f"; a held point stays {100 * played.farthest:.2g}% of the model's size from its key"
    return "\n".join([said, *map(into_words, played.into)])


def follow_through(text: str) -> FollowThrough:
    """The follow-through that --follow describes."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 3):
        raise usage(f"'{text}' is not two or three numbers, such as 3,0.4.", "--follow")
    return FollowThrough(*numbers)


def _carried_over(track: Track, source: str, rig: str, match: Sequence[str]) -> Track:
    matches: dict[int | str, int] = {}
    for text in match:
        name, _, vertex = text.rpartition("=")
        if not name or not vertex.isdecimal():
            raise usage(f"'{text}' is no match, such as 'left foot=412' or 88=412.", "--match")
        matches[int(name) if name.isdecimal() else name] = int(vertex)
    return retargeted(track, read_mesh(source), open_rig(rig).mesh, matches or None)
