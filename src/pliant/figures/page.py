"""The layout of a picture: a grid of tiles, titles and the legend of the colour map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pliant.arrays import Array
from pliant.errors import OptionError
from pliant.figures.colours import colour_map, pixel
from pliant.figures.extra import load
from pliant.figures.look import Look

TEXT = 0.0175  # height of the letters as a share of the picture's mean side
SMALLEST_TEXT = 9  # pixels
BAND = 2.6  # height of a line of text with its margins, in letters
SMALLEST_TILE = 16  # pixels
EDGE = 0.06  # margin around a model, as a share of its tile's smaller side


@dataclass(frozen=True)
class Page:
    """A grid of equal tiles.

    size:          width and height of the picture in pixels
    columns, rows: numbers of tiles
    title, legend: height in pixels of the line under each tile, and of the line under all of them
    """

    size: tuple[int, int]
    columns: int
    rows: int
    title: int
    legend: int

    @property
    def tile(self) -> tuple[int, int]:
        """Width and height of a tile in pixels, with its title."""
        return self.size[0] // self.columns, (self.size[1] - self.legend) // self.rows

    @property
    def room(self) -> tuple[float, float]:
        """Half the width and half the height that a model may fill, in halves of a tile's height."""
        width, height = self.tile
        margin = EDGE * min(width, height - self.title)
        return (width - 2 * margin) / height, (height - self.title - 2 * margin) / height

    def corner(self, i: int) -> tuple[int, int]:
        """Left and top of tile i in pixels."""
        width, height = self.tile
        row, column = divmod(i, self.columns)
        left = (self.size[0] - self.columns * width) // 2
        return left + column * width, row * height


def best_page(
    size: tuple[int, int],
    count: int,
    columns: int | None,
    lines: tuple[int, int],
    half: Callable[[Page], float],
) -> Page:
    """The page with the largest models; empty tiles count against it.

    columns: their number, or None to try all
    lines:   height in pixels of the titles and of the legend
    half:    half the height of a tile in the models' unit, for a page
    Raises OptionError where the shots do not fit.
    """
    candidates = range(1, count + 1) if columns is None else [columns]
    pages = [Page(size, c, -(-count // c), *lines) for c in candidates]
    fitting = [page for page in pages if min(page.room) > 0 and min(page.tile) >= SMALLEST_TILE]
    if not fitting:
        raise OptionError(
            f"{count} shots do not fit on {size[0]} × {size[1]} pixels in {columns or 'any number of'} "
            "columns; give a larger size or fewer shots."
        )
    return max(
        fitting, key=lambda page: page.tile[1] / half(page) * (count / (page.rows * page.columns)) ** 0.5
    )


def letter_height(size: tuple[int, int]) -> int:
    """Height of the letters in pixels, for a picture of this width and height."""
    return max(SMALLEST_TEXT, round(TEXT * float(np.sqrt(size[0] * size[1]))))


def line_height(size: tuple[int, int]) -> int:
    """Height in pixels of a line of text with its margins."""
    return round(BAND * letter_height(size))


def write_titles(picture: Array, page: Page, titles: Sequence[str]) -> Array:
    """The picture (height, width, 3) uint8 with a title centred under each tile."""
    image, draw = _canvas(picture)
    letters = letter_height(page.size)
    widest = max(text_font(letters).getlength(title) for title in titles)
    room = 0.94 * page.tile[0]
    font = text_font(letters if widest <= room else max(SMALLEST_TEXT, int(letters * room / widest)))
    for i, title in enumerate(titles):
        left, top = page.corner(i)
        middle = (left + page.tile[0] / 2, top + page.tile[1] - page.title / 2)
        draw.text(middle, _shortened(title, font, room), font=font, fill=pixel("ink"), anchor="mm")
    return np.asarray(image)


def write_legend(picture: Array, page: Page, limits: tuple[float, float], look: Look) -> Array:
    """The picture (height, width, 3) uint8 with the colour map, its limits and its name below the tiles."""
    letters = letter_height(page.size)
    font, ink = text_font(max(SMALLEST_TEXT, round(0.85 * letters))), pixel("ink")
    low, high = (f"{limit:.3g}" for limit in limits)
    name = f"{high}   {look.legend}" if look.legend else high
    width, height = page.size[0] // 6, max(4, letters // 2)
    extra = font.getlength(name) - font.getlength(low)
    left, top = int(page.size[0] - width - extra) // 2, page.size[1] - page.legend // 2 - height // 2
    image, draw = _canvas(picture)
    ramp = np.round(255 * colour_map(np.linspace(*limits, width), look.colours, limits)).astype(np.uint8)
    image.paste(load("PIL.Image").fromarray(np.tile(ramp, (height, 1, 1))), (left, top))
    middle = top + height / 2
    draw.text((left - letters / 2, middle), low, font=font, fill=ink, anchor="rm")
    draw.text((left + width + letters / 2, middle), name, font=font, fill=ink, anchor="lm")
    return np.asarray(image)


def save(picture: Array, path: Path) -> None:
    """Write the picture (height, width, 3) uint8 as PNG; missing folders are made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    load("PIL.Image").fromarray(picture).save(path, format="PNG")


def _canvas(picture: Array) -> tuple[Any, Any]:
    image = load("PIL.Image").fromarray(picture)
    return image, load("PIL.ImageDraw").Draw(image)


def text_font(pixels: int) -> Any:
    """The font DejaVu Sans in a size; it comes with matplotlib and has accents and mathematical signs."""
    folder = Path(load("matplotlib").get_data_path()) / "fonts" / "ttf"
    return load("PIL.ImageFont").truetype(str(folder / "DejaVuSans.ttf"), pixels)


def _shortened(title: str, font: Any, room: float) -> str:
    """The title, or as much of its beginning as fits into room pixels."""
    if font.getlength(title) <= room:
        return title
    fitting = (title[:end].rstrip() + "…" for end in range(len(title) - 1, 0, -1))
    return next((text for text in fitting if font.getlength(text) <= room), "")
