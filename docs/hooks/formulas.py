"""Formulas as MathML, which browsers set by themselves: ```math blocks, and $…$ within a line."""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert

BLOCK = re.compile(r"^```math\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"\$(?!\s)([^$\n`]+?)(?<!\s)\$(?![\d$])")
# Code, within which a dollar is a dollar.
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Called by mkdocs with the text of every page."""
    return with_formulas(markdown)


def with_formulas(text: str) -> str:
    """The text with its formulas as MathML; what stands in code is left as it is."""
    text = BLOCK.sub(_block, text)
    parts = CODE.split(text)
    parts[::2] = [INLINE.sub(lambda found: convert(found[1]), part) for part in parts[::2]]
    return "".join(parts)


def _block(found: re.Match[str]) -> str:
    return f'<div class="formula">{convert(found[1].strip(), display="block")}</div>'
