"""Labels beside places of a picture, placed so that they do not cover each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pliant.arrays import Array, Floats
from pliant.figures.colours import pixel
from pliant.figures.extra import load
from pliant.figures.page import SMALLEST_TEXT, letter_height, text_font

SIZE = 0.8  # of the letters, against those of titles
RIM = 0.16  # width of the light rim around letters, as a share of their height
# Where a label may stand: its distance from the place in letters, and the directions tried at each.
DISTANCES = (1.1, 1.7, 2.5, 3.5, 4.8)
DIRECTIONS = np.radians([-35.0, 35.0, -145.0, 145.0, 0.0, 180.0, -90.0, 90.0])
LEADER = 1.4  # a label farther than this has a line to its place
NEAR = 0.55  # no label comes nearer than this, in letters, to the place of another


def write_labels(
    picture: Array, places: Floats, words: Sequence[str], room: tuple[int, int, int, int]
) -> Array:
    """The picture (height, width, 3) uint8 with a word beside each place (w, 2), in pixels.

    room: left, top, right and bottom of the pixels that the words may use
    """
    letter = letter_height((picture.shape[1], picture.shape[0]))
    pixels = max(SMALLEST_TEXT, round(SIZE * letter))
    font, ink, paper = text_font(pixels), pixel("ink"), pixel("paper")
    image = load("PIL.Image").fromarray(picture)
    draw = load("PIL.ImageDraw").Draw(image)
    boxes = arranged(places, [font.getlength(word) for word in words], pixels, letter, room)
    for place, box in zip(places, boxes, strict=True):
        middle = (box[:2] + box[2:]) / 2
        if np.linalg.norm(middle - place) > LEADER * letter + (box[2] - box[0]) / 2:
            nearest = np.clip(place, box[:2], box[2:])
            draw.line([*place.tolist(), *nearest.tolist()], fill=ink, width=max(1, round(letter / 20)))
    for word, box in zip(words, boxes, strict=True):
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        rim = max(1, round(RIM * pixels))
        draw.text(middle, word, font=font, fill=ink, anchor="mm", stroke_width=rim, stroke_fill=paper)
    return np.asarray(image)


def arranged(
    places: Floats, widths: Sequence[float], height: int, letter: int, room: tuple[int, int, int, int]
) -> list[Floats]:
    """A box (left, top, right, bottom) for each label, chosen in turn to overlap others least.

    widths, height: of the words, in pixels
    letter:         height of the picture's text, the unit of distances
    """
    taken: list[Floats] = []
    middle = (places[:, 0].min() + places[:, 0].max()) / 2
    # A label must avoid only the middle of other places; it may pass close by.
    dots = np.concatenate([places - NEAR * letter, places + NEAR * letter], axis=1)
    for i, (place, width) in enumerate(zip(places, widths, strict=True)):
        others = np.array([*np.delete(dots, i, axis=0), *taken]).reshape(-1, 4)
        boxes = _candidates(place, width, height, letter, side=-1.0 if place[0] < middle else 1.0)
        cost = [_overlap(box, others) + _outside(box, room) for box in boxes]
        taken.append(boxes[int(np.argmin(np.round(cost, 3)))])
    return taken


def _candidates(place: Floats, width: float, height: int, letter: int, *, side: float) -> list[Floats]:
    """Boxes about a place, the best first: near it, and on a side (-1 left, 1 right)."""
    half = np.array([width, 1.25 * height]) / 2
    found = []
    for distance in DISTANCES:
        for angle in DIRECTIONS:
            way = np.array([side * np.cos(angle), np.sin(angle)])
            middle = place + distance * letter * way + half * [np.sign(np.round(way[0], 6)), 0.0]
            found.append(np.concatenate([middle - half, middle + half]))
    return found


def _overlap(box: Floats, others: Floats) -> float:
    """The number of pixels that the box (4,) shares with others (o, 4)."""
    sides = np.minimum(box[2:], others[:, 2:]) - np.maximum(box[:2], others[:, :2])
    return float(np.prod(np.maximum(sides, 0.0), axis=1).sum())


def _outside(box: Floats, room: tuple[int, int, int, int]) -> float:
    """Twice the pixels of the box outside the room: a word cut off is worse than one that covers another."""
    inside = np.minimum(box[2:], room[2:]) - np.maximum(box[:2], room[:2])
    return 2.0 * float(np.prod(box[2:] - box[:2]) - np.prod(np.maximum(inside, 0.0)))
