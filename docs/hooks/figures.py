"""Pictures that stand alone become figures: a caption that is readable on a phone, and a press that enlarges.

Words that are drawn into a picture shrink with it. Its description stands below it as text.
"""

from __future__ import annotations

import re
from typing import Any

ALONE = re.compile(r'<p><img alt="(?P<words>[^"]+)" src="(?P<address>[^"]+)"\s*/?></p>')


def on_page_content(html: str, **_: Any) -> str:
    """Called by mkdocs with the HTML of every page."""
    return with_figures(html)


def with_figures(html: str) -> str:
    """The HTML with a figure in the place of each picture that has a paragraph of its own."""
    return ALONE.sub(_figure, html)


def _figure(found: re.Match[str]) -> str:
    words, address = found["words"], found["address"]
    picture = f'<a href="{address}" title="Enlarge"><img alt="" src="{address}"></a>'
    return f"<figure>{picture}<figcaption>{words}</figcaption></figure>"
