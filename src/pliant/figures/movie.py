"""Film files: .mp4 and .webm by the program ffmpeg, .gif and .webp by Pillow."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from pliant.arrays import Array
from pliant.atomic import atomic_write, temporary_beside, writable_target
from pliant.errors import FileFormatError, MissingExtraError, OptionError
from pliant.figures.extra import load

# Players expect even sides, 4:2:0 and the colours of high definition, and guess what a file does not say.
COLOURS = (
    "-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p "
    "-colorspace bt709 -color_primaries bt709 -color_trc bt709"
)
# Further options of ffmpeg for each kind of film.
FILMS = {
    ".mp4": ("-c:v libx264 -preset medium -crf 18 -movflags +faststart", "mp4"),
    ".webm": ("-c:v libvpx-vp9 -crf 24 -b:v 0 -row-mt 1", "webm"),
}
# Options of Pillow for each kind of moving image; all repeat for ever.
IMAGES: dict[str, dict[str, object]] = {
    ".gif": {"format": "GIF", "loop": 0, "disposal": 1},
    ".webp": {"format": "WEBP", "loop": 0, "quality": 90, "method": 4},
}
# Resolution of frame times in milliseconds; browsers slow down GIFs whose frames are shorter than two steps.
STEP = {".gif": 10, ".webp": 1}
SHORTEST_GIF = 20
# The last so many letters of ffmpeg's messages are shown.
SHOWN = 400


def write_movie(
    path: str | Path, pictures: Iterable[Array], *, count: int, fps: float, size: tuple[int, int]
) -> None:
    """Write pictures (height, width, 3) uint8 as a film, whole or not at all; the suffix tells the format.

    count: the number of pictures
    size:  their width and height
    Raises OptionError and MissingExtraError as `film.write_film` says.
    """
    suffix = Path(path).suffix.lower()
    if suffix in FILMS:
        _film(path, pictures, fps, size)
    elif suffix in IMAGES:
        _image(path, pictures, durations(count, fps, STEP[suffix]))
    else:
        known = ", ".join([*FILMS, *IMAGES])
        raise OptionError(f"'{path}' has no suffix of a film; give a name that ends in one of {known}.")


def _film(path: str | Path, pictures: Iterable[Array], fps: float, size: tuple[int, int]) -> None:
    if size[0] % 2 or size[1] % 2:
        raise OptionError(f"The size is {size[0]} × {size[1]}; a film's sides must be even.")
    program = shutil.which("ffmpeg")
    if program is None:
        raise MissingExtraError(
            f"'{path}' needs the program ffmpeg, which is not there; on Debian and Ubuntu: apt install "
            "ffmpeg. Without it, .gif and .webp can be written."
        )
    target = writable_target(path)
    temporary = temporary_beside(target)
    how, kind = FILMS[target.suffix.lower()]
    raw = f"-loglevel error -y -f rawvideo -pix_fmt rgb24 -s {size[0]}x{size[1]} -r {fps!r} -i -"
    # Messages go to a file: a full pipe that nobody reads would stop ffmpeg, and then this program.
    with tempfile.TemporaryFile() as complaints:
        try:
            command = [program, *raw.split(), *COLOURS.split(), *how.split(), "-f", kind, str(temporary)]
            _feed(subprocess.Popen(command, stdin=subprocess.PIPE, stderr=complaints), pictures)
            complaints.seek(0)
            said = complaints.read().decode(errors="replace").strip()
            if said or not temporary.exists():
                raise FileFormatError(f"{path} was not written; ffmpeg says: {said[-SHOWN:]}")
            os.replace(temporary, target)
        finally:
            temporary.unlink(missing_ok=True)


def _feed(process: subprocess.Popen[bytes], pictures: Iterable[Array]) -> None:
    """Send every picture to ffmpeg; an exception in making them stops it."""
    with process:
        pipe = process.stdin
        try:
            for picture in pictures:
                if pipe is not None:
                    pipe.write(picture.tobytes())
        except BrokenPipeError:
            pass  # ffmpeg has ended and said why
        except BaseException:
            process.kill()
            raise


def durations(count: int, fps: float, step: int) -> list[int]:
    """(count,) milliseconds of each frame, in whole steps; their sums are true within half a step."""
    ends = step * np.round(1000.0 / fps * np.arange(count + 1) / step)
    return np.diff(ends).astype(int).tolist()


def _image(path: str | Path, pictures: Iterable[Array], milliseconds: list[int]) -> None:
    suffix = Path(path).suffix.lower()
    if suffix == ".gif" and min(milliseconds) < SHORTEST_GIF:
        raise OptionError(
            f"'{path}' would have frames of {min(milliseconds)} ms, which browsers slow down; give at most "
            f"{1000 // SHORTEST_GIF} frames per second, or another format."
        )
    image = load("PIL.Image")
    frames = (image.fromarray(picture) for picture in pictures)
    with atomic_write(path) as file:
        next(frames).save(file, save_all=True, append_images=frames, duration=milliseconds, **IMAGES[suffix])
