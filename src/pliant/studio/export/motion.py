"""Animations to take away: the track, every format of clips, films and contact sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile

from pliant.animation import write_track
from pliant.animation.animate import FILMS, SHEET, play
from pliant.atomic import atomic_path
from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io.clips import write_clip
from pliant.mesh import Mesh
from pliant.progress import Progress, within
from pliant.studio.export.files import kept_words
from pliant.studio.session.playback import Plan
from pliant.studio.wire.timeline import ExportMotion

SEQUENCES = ("obj", "ply")
# Share of the work on a film that is solving its frames.
SOLVING = 0.5
# Pixels of a film's sides, at least and at most.
LEAST, MOST = 64, 3840


def plan_file(
    message: ExportMotion,
    plan: Plan,
    frames: Callable[[Progress], Clip],
    stem: str,
    progress: Progress,
    *,
    beside: Sequence[Mesh] = (),
) -> tuple[str, Callable[[Path], object]]:
    """The name of a file of a timeline, and the function that writes it.

    frames: the animation, with every frame solved by the time that it is there
    beside: what stands in films beside the model
    """
    kind = message.kind
    track = plan.track
    if kind == "track":
        if track is None:
            raise OptionError("A track file has no keys of this kind; export the animation.")
        return f"{stem}-track.json", lambda path: write_track(path, track)
    if track is None or kind in SEQUENCES or f".{kind}" in (*FILMS, SHEET):
        clip = frames(within(progress, 0.0, SOLVING))
        drawing = within(progress, SOLVING, 1.0)
        return clip_file(message, clip, stem, drawing, beside=beside)

    def write(path: Path) -> str:
        play(plan.rig, track, [path], follow=plan.follow, progress=progress)
        return kept_words(plan.rig.mesh, path)

    return f"{stem}.{kind}", write


def clip_file(
    message: ExportMotion, clip: Clip, stem: str, progress: Progress, *, beside: Sequence[Mesh] = ()
) -> tuple[str, Callable[[Path], object]]:
    """The name of a file of a clip, and the function that writes it; beside: as above."""
    kind = message.kind
    if kind == "track":
        raise OptionError("A clip has no keys; export it as frames, or close it to export the timeline.")
    if kind in SEQUENCES:
        return f"{stem}-{kind}.zip", lambda path: _packed(path, f"{stem}_*.{kind}", clip, progress)
    if f".{kind}" in (*FILMS, SHEET):
        return f"{stem}.{kind}", lambda path: _filmed(path, message, clip, beside, progress)

    def write(path: Path) -> str:
        write_clip(path, clip, progress=progress)
        return kept_words(clip.mesh, path)

    return f"{stem}.{kind}", write


def _packed(path: Path, pattern: str, clip: Clip, progress: Progress) -> str:
    """Write one file for each frame, all as one archive; returns what they do not keep, in words."""
    with TemporaryDirectory() as folder:
        inside = Path(folder) / "frames"
        write_clip(inside / pattern, clip, progress=progress)
        with atomic_path(path) as place, ZipFile(place, "w", ZIP_DEFLATED) as archive:
            for file in sorted(inside.iterdir()):
                archive.write(file, file.name)
    return kept_words(clip.mesh, Path(pattern))


def _filmed(
    path: Path, message: ExportMotion, clip: Clip, beside: Sequence[Mesh], progress: Progress
) -> None:
    # Loads the renderer, which few sessions need.
    from pliant.figures.film import Filming, Framing, contact_sheet, write_film
    from pliant.figures.look import Look
    from pliant.figures.shots import OWN
    from pliant.figures.views import View

    seen = "three-quarter" if message.direction is None else message.direction
    view = View(seen, message.up, message.perspective)
    look = Look(
        background=message.background or Look.background, light=message.light, clay=message.clay is not None
    )
    if path.suffix == SHEET:
        contact_sheet(clip, path, view=view, look=look)
        return
    # Films have even sides.
    width, height = (2 * round(min(max(side, LEAST), MOST) / 2) for side in message.size)
    middle, half = message.middle, message.half
    frame = None if middle is None or half is None else Framing(middle, half)
    how = Filming((width, height), view, look=look, colour=message.clay or OWN, frame=frame, beside=beside)
    write_film(path, clip, how, progress=progress)
