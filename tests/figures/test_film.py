from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.arrays import Array
from pliant.clip import Clip
from pliant.errors import MissingExtraError, OptionError
from pliant.figures.film import Filming, Framing, contact_sheet, film, turntable, write_film
from pliant.figures.light import ARRANGEMENTS
from pliant.figures.look import Look
from pliant.figures.movie import durations, write_movie
from pliant.figures.views import View
from pliant.mesh import Mesh
from tests.figures.shapes import box

Image = pytest.importorskip("PIL.Image", reason="pillow is not installed (extra 'pictures')")

SIZE = (96, 64)
V, F = box((0.4, 1.0, 0.4))


def sliding(count: int = 4) -> Clip:
    """A post that goes from left to right."""
    return Clip.of(Mesh.of(V, F), [V + np.array([2.0 * i, 0.0, 0.0]) for i in range(count)], fps=24.0)


def inked(picture: Array) -> Array:
    """The columns in which something darker than a shadow stands."""
    return np.flatnonzero((picture.astype(int).sum(axis=2) < 600).any(axis=0))


def flat(count: int) -> Iterator[Array]:
    for i in range(count):
        yield np.full((SIZE[1], SIZE[0], 3), 40 * i + 20, np.uint8)


def test_one_camera_holds_the_whole_way() -> None:
    columns = [inked(picture) for picture in film(sliding(), Filming(SIZE, "front"))]
    middles = [column.mean() for column in columns]
    assert (np.diff(middles) > 10).all()
    assert np.ptp(np.diff(middles)) < 3
    assert min(column.min() for column in columns) > 0
    assert max(column.max() for column in columns) < SIZE[0] - 1


def framed(middle: float, half: float = 2.0, **look: Any) -> Array:
    how = Filming(
        SIZE,
        View("front", perspective=0.0),
        look=Look(floor=False, **look),
        frame=Framing((middle, 0.0, 0.0), half),
    )
    return next(film(sliding(1), how))


def test_a_framing_is_what_the_camera_sees() -> None:
    pixel = 2 * 2.0 / SIZE[1]
    picture, moved = framed(0.0), framed(10 * pixel)
    assert np.abs(picture[:, 10:].astype(int) - moved[:, :-10]).max() <= 1
    assert np.ptp(inked(framed(0.0, 1.0))) == pytest.approx(2 * np.ptp(inked(picture)), abs=2)


@pytest.mark.parametrize("half", [0.0, -1.0, np.nan])
def test_a_framing_without_height_is_refused(half: float) -> None:
    with pytest.raises(OptionError, match="half a height"):
        Framing((0.0, 0.0, 0.0), half)


def test_a_background_goes_from_its_upper_to_its_lower_colour() -> None:
    column = framed(0.0, background=("#f4f3f0", "#203040"))[:, 0]
    assert column[0].tolist() == [0xF4, 0xF3, 0xF0]
    assert column[-1].tolist() == [0x20, 0x30, 0x40]
    assert (np.diff(column.astype(int), axis=0) <= 0).all()


def test_each_light_is_another_and_from_behind_it_leaves_the_front_dark() -> None:
    sight = {name: framed(0.0, light=name)[SIZE[1] // 2] for name in ARRANGEMENTS}
    post = inked(framed(0.0))
    level = {name: float(row[post].mean()) for name, row in sight.items()}
    assert level["back"] < 0.8 * level["studio"]
    assert len({row.tobytes() for row in sight.values()}) == len(ARRANGEMENTS)


def test_a_light_that_nobody_knows_is_refused() -> None:
    with pytest.raises(OptionError, match="There is no light 'moon'"):
        Look(light="moon")  # pyright: ignore[reportArgumentType]


def test_a_turntable_comes_round_to_where_it_began() -> None:
    still = turntable(sliding(), seconds=0.25)
    assert len(still) == 6
    L = Mesh.of(*box((1.0, 0.5, 0.2)))
    seen = [np.ptp(inked(p)) for p in film(Clip.of(L, [L.V] * 4), Filming(SIZE, "front", turn=360))]
    assert seen[0] == pytest.approx(seen[2], abs=1)
    assert seen[1] == pytest.approx(seen[3], abs=1)
    assert seen[1] < 0.5 * seen[0]


def test_a_contact_sheet_shows_the_first_and_the_last_frame() -> None:
    sheet = contact_sheet(sliding(9), count=3, size=(300, 100))
    ink = inked(sheet)
    assert sheet.shape == (100, 300, 3)
    assert (ink < 100).any()
    assert (ink > 200).any()


@pytest.mark.parametrize("suffix", [".gif", ".webp"])
def test_a_moving_image_has_every_frame_and_the_time_of_the_clip(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a{suffix}"
    write_movie(path, flat(6), count=6, fps=24.0, size=SIZE)
    with Image.open(path) as image:
        assert (image.n_frames, image.size) == (6, SIZE)
        total = 0
        for i in range(6):
            image.seek(i)
            assert np.abs(np.asarray(image.convert("RGB")).astype(int) - (40 * i + 20)).max() < 8
            total += image.info["duration"]
    assert abs(total - 250) <= 5


def test_durations_never_drift() -> None:
    steps = durations(1000, 24.0, 10)
    assert set(steps) == {40, 50}
    assert np.abs(np.cumsum(steps) - 1000 / 24 * np.arange(1, 1001)).max() <= 5 + 1e-9


def test_a_film_keeps_frames_rate_and_colours(tmp_path: Path) -> None:
    if shutil.which("ffmpeg") is None:
        pytest.skip("the program ffmpeg is not installed")
    path = tmp_path / "a.mp4"
    write_movie(path, flat(6), count=6, fps=12.0, size=SIZE)
    raw = ["ffmpeg", "-v", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    back = np.frombuffer(subprocess.run(raw, capture_output=True, check=True).stdout, np.uint8)
    frames = back.reshape(6, SIZE[1], SIZE[0], 3).astype(int)
    assert np.abs(frames - (40 * np.arange(6) + 20)[:, None, None, None]).max() < 8


@pytest.mark.parametrize("suffix", [".gif", ".mp4"])
def test_a_film_that_fails_on_the_way_leaves_nothing(tmp_path: Path, suffix: str) -> None:
    if suffix == ".mp4" and shutil.which("ffmpeg") is None:
        pytest.skip("the program ffmpeg is not installed")

    def failing() -> Iterator[Array]:
        yield from flat(3)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_movie(tmp_path / f"a{suffix}", failing(), count=9, fps=24.0, size=SIZE)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_refused(tmp_path: Path, monkeypatch) -> None:
    with pytest.raises(OptionError, match="suffix"):
        write_film(tmp_path / "a.avi", sliding(), Filming(SIZE))
    with pytest.raises(OptionError, match="even"):
        write_film(tmp_path / "a.mp4", sliding(), Filming((97, 64)))
    with pytest.raises(OptionError, match="browsers slow"):
        write_movie(tmp_path / "a.gif", flat(2), count=2, fps=100.0, size=SIZE)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingExtraError, match="ffmpeg"):
        write_film(tmp_path / "a.mp4", sliding(), Filming(SIZE))
