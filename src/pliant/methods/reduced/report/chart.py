"""Small plots, drawn as SVG within the page so that they follow its colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 14, 40  # margins, where the numbers stand
ROW = 30  # height of a bar with its gap
NAMES = 130  # room for a bar's name


def curve(values: Sequence[float], across: str, unit: str, alt: str) -> str:
    """SVG of a curve through values over 0, 1, 2…; the axes start at zero.

    across: name of the horizontal axis; unit: of the values; alt: what the plot shows, for who cannot see it
    """
    top = max(*values, 1e-12) * 1.08
    x = np.linspace(LEFT, WIDTH - RIGHT, max(len(values), 2))[: len(values)]
    y = HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * np.asarray(values) / top
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, y, strict=True))
    dots = "".join(
        f'<circle class="dot" cx="{a:.1f}" cy="{b:.1f}" r="4"/>' for a, b in zip(x, y, strict=True)
    )
    ends = [(y[0], values[0]), (HEIGHT - BOTTOM, 0.0)]
    # The last number is written unless it would cover another.
    if min(abs(y[-1] - y[0]), abs(HEIGHT - BOTTOM - y[-1])) > 16:
        ends.append((y[-1], values[-1]))
    labels = "".join(
        f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{value:.2g}{escape(unit)}</text>'
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>'
        for at, value in ends
    )
    marks = "".join(
        f'<text x="{x[i]:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{i}</text>'
        for i in _ticks(len(values))
    )
    name = f'<text x="{(LEFT + WIDTH) / 2:.0f}" y="{HEIGHT - 4}" text-anchor="middle">{escape(across)}</text>'
    inner = f'{labels}{marks}{name}<polyline class="curve" points="{points}"/>{dots}'
    return _svg(HEIGHT, inner, alt)


def bars(names: Sequence[str], shares: Sequence[float], alt: str) -> str:
    """SVG with a bar for each share of one, its name and its percentage; alt: what it shows."""
    room = WIDTH - NAMES - 60
    largest = max(*shares, 1e-12)
    lengths = [room * share / largest for share in shares]
    inner = "".join(
        f'<text x="{NAMES - 8}" y="{ROW * i + 20}" text-anchor="end">{escape(name)}</text>'
        f'<rect class="bar" x="{NAMES}" y="{ROW * i + 5}" width="{length:.1f}" height="20" rx="3"/>'
        f'<text x="{NAMES + length + 6:.1f}" y="{ROW * i + 20}">{share:.0%}</text>'
        for i, (name, share, length) in enumerate(zip(names, shares, lengths, strict=True))
    )
    return _svg(ROW * len(names) + 6, inner, alt)


def _ticks(count: int) -> range:
    return range(0, count, max(1, -(-count // 13)))


def _svg(height: int, inner: str, alt: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(alt)}">{inner}</svg>'
