"""A plot of how well cages reproduce a sequence: RMS error in green, change of volume in blue.

[Savoye2010, fig. 4]
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pliant.arrays import Array, Floats
from pliant.errors import OptionError
from pliant.figures.colours import PALETTE
from pliant.figures.extra import load
from pliant.figures.hues import HUES
from pliant.figures.page import save

GREEN, BLUE = HUES["green"], HUES["blue"]
DOTS_PER_INCH = 200
LETTERS = 9.5  # points
# Room above the highest value, as a share.
HEADROOM = 1.12
# With more frames than this, dots would run together.
MOST_DOTS = 80
# The axes never show less than this, in %, where all that is left is rounding.
LEAST = 1e-6


def draw_recovery(
    rms: ArrayLike,
    volume: ArrayLike,
    path: str | Path | None = None,
    *,
    title: str = "",
    size: tuple[int, int] = (1600, 640),
) -> Array:
    """A plot (height, width, 3) uint8 over the frames; also written to path, a PNG file, if one is given.

    rms:    (f,) error in % of the diagonal
    volume: (f,) change of volume in %; NaN for frames that enclose none, which are left out
    title:  above the plot; by default a summary of the numbers
    size:   (width, height) in pixels
    Raises OptionError where the two do not have one number per frame.
    """
    errors, changes = _checked(rms, volume)
    # Not pyplot, which keeps figures in a module's state and may look for a screen.
    figure = load("matplotlib.figure").Figure(
        figsize=(size[0] / DOTS_PER_INCH, size[1] / DOTS_PER_INCH), dpi=DOTS_PER_INCH
    )
    canvas = load("matplotlib.backends.backend_agg").FigureCanvasAgg(figure)
    ink = PALETTE["ink"]
    style = {"font.family": "DejaVu Sans", "font.size": LETTERS, "text.color": ink, "axes.labelcolor": ink}
    style |= {"xtick.color": ink, "ytick.color": ink}
    with load("matplotlib").rc_context(style):
        _plot(figure, errors, changes, title)
        canvas.draw()
    picture = np.array(canvas.buffer_rgba())[..., :3]
    if path is not None:
        save(picture, Path(path))
    return picture


def _checked(rms: ArrayLike, volume: ArrayLike) -> tuple[Floats, Floats]:
    errors, changes = np.asarray(rms, dtype=np.float64), np.asarray(volume, dtype=np.float64)
    if errors.ndim != 1 or errors.shape != changes.shape or not len(errors):
        raise OptionError(
            f"Errors of the shape {errors.shape} and changes of volume of {changes.shape} were given; "
            "one of each for every frame, and at least one frame, are needed."
        )
    return errors, changes


def _plot(figure: Any, errors: Floats, changes: Floats, title: str) -> None:
    figure.set_facecolor(PALETTE["paper"])
    left = figure.add_axes((0.085, 0.17, 0.83, 0.71))
    left.set_facecolor(PALETTE["paper"])
    left.set_xlabel("frame")
    left.set_xlim(-0.5, max(len(errors) - 0.5, 0.5))
    left.xaxis.get_major_locator().set_params(integer=True)
    left.grid(axis="y", color=PALETTE["ink"], alpha=0.12, linewidth=0.8)
    _curve(left, errors, GREEN, "RMS error, % of the diagonal")
    left.set_ylim(0.0, HEADROOM * max(float(errors.max()), LEAST))
    known = np.isfinite(changes)
    if known.any():
        right = left.twinx()
        _curve(right, changes, BLUE, "change of volume, %")
        widest = HEADROOM * max(float(np.abs(changes[known]).max()), LEAST)
        right.set_ylim(-widest, widest)
        right.axhline(0.0, color=BLUE, alpha=0.35, linewidth=0.8)
        _frameless(right)
    _frameless(left)
    figure.text(0.5, 0.935, title or _summary(errors, changes[known]), ha="center", va="center")


def _curve(axes: Any, values: Sequence[float] | Floats, hue: str, name: str) -> None:
    marker = "o" if len(values) <= MOST_DOTS else ""
    axes.plot(
        np.arange(len(values)), values, color=hue, linewidth=1.6, marker=marker, markersize=3.5, clip_on=False
    )
    axes.set_ylabel(name, color=hue)
    axes.tick_params(axis="y", labelcolor=hue)


def _frameless(axes: Any) -> None:
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.tick_params(length=0, labelsize=LETTERS - 1)


def _summary(errors: Floats, changes: Floats) -> str:
    words = f"{len(errors)} frames: RMS {errors.mean():.2g}% on average, {errors.max():.2g}% at worst"
    if not len(changes):
        return f"{words}; the mesh encloses no volume"
    worst = changes[np.argmax(np.abs(changes))]
    signed = f"{worst:+.2g}".replace("-", "−")
    return f"{words}; volume {np.abs(changes).mean():.2g}% on average, {signed}% at worst"
