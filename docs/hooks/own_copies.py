"""The theme's search takes a script from another server; the pages bring their own copy of it."""

from __future__ import annotations

from typing import Any

from mkdocs.utils import get_relative_url

THEIRS, OURS = "https://unpkg.com/iframe-worker/shim", "offline-search.js"


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """Called by mkdocs with every page as it will be written."""
    return output.replace(THEIRS, get_relative_url(OURS, page.url))


def on_post_template(output_content: str, **_: Any) -> str:
    """Called by mkdocs with the pages that are not in the navigation, which lie at the top."""
    return output_content.replace(THEIRS, OURS)
