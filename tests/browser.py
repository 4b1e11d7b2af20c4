"""A real Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from benchmarks.chromium import MissingBrowserError, chromium

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'test')")

# The address bar has panes that are pages themselves, loaded with every tab although no test sees them.
NO_PANES = "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI"


@contextmanager
def launched(flags: list[str]) -> Iterator[Any]:
    """A browser that ends with the block; skips the test with the reason where there is none."""
    try:
        path = chromium()
    except MissingBrowserError as missing:
        pytest.skip(str(missing))
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=[*flags, NO_PANES])
        yield browser
        browser.close()
