"""The parts of a page: one HTML file that needs no other files."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape

from pliant.arrays import Array
from pliant.figures.extra import load
from pliant.methods.reduced.report.style import CSS

QUALITY = 88  # of JPEG: no artefacts on flat paper, a tenth of the size of PNG


def document(title: str, parts: Sequence[str]) -> str:
    """The whole page as HTML; title is plain text, parts are HTML."""
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{CSS}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def section(heading: str, *parts: str) -> str:
    """A section of the page; heading is plain text, parts are HTML."""
    return "\n".join(["<section>", f"<h2>{escape(heading)}</h2>", *parts, "</section>"])


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of plain text; kind is its CSS class."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def bullets(lines: Sequence[str], kind: str) -> str:
    """A list with an item for each line of plain text; kind is its CSS class."""
    items = "\n".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ul class="{kind}">\n{items}\n</ul>'


def picture(pixels: Array, alt: str, caption: str = "") -> str:
    """A picture of pixels (height, width, 3) uint8, inside the page.

    alt: what it shows, for those who cannot see it; alt and caption are plain text
    """
    stream = io.BytesIO()
    load("PIL.Image").fromarray(pixels).save(stream, format="JPEG", quality=QUALITY, subsampling=0)
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    height, width = pixels.shape[:2]
    image = f'<img src="data:image/jpeg;base64,{data}" width="{width}" height="{height}" alt="{escape(alt)}">'
    below = f"\n<figcaption>{escape(caption)}</figcaption>" if caption else ""
    return f"<figure>\n{image}{below}\n</figure>"


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose rows have a name, a number and other cells.

    Caption and heads are plain text, cells are HTML.
    """
    head = "".join(f'<th scope="col">{escape(word)}</th>' for word in heads)
    body = "\n".join(_row(*row) for row in rows)
    return (
        f'<div class="wide">\n<table>\n<caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _row(name: str, number: str, *others: str) -> str:
    rest = "".join(f"<td>{cell}</td>" for cell in others)
    return f'<tr><th scope="row">{name}</th><td class="number">{number}</td>{rest}</tr>'
