"""A real Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from benchmarks.chromium import MissingBrowserError, chromium

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra 'test')")


@contextmanager
def launched(flags: list[str]) -> Iterator[Any]:
    """A browser that ends with the block; skips the test with the reason where there is none."""
    try:
        path = chromium()
    except MissingBrowserError as missing:
        pytest.skip(str(missing))
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()
