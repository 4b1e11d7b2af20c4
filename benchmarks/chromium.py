"""A Chromium that draws without a graphics card, for whatever drives the studio's page."""

from __future__ import annotations

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
]


class MissingBrowserError(Exception):
    """No Chromium is installed."""


def chromium() -> str:
    """The path of a Chromium: the one that PLIANT_CHROMIUM names, or one on the path."""
    for name in (os.environ.get("PLIANT_CHROMIUM"), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    raise MissingBrowserError("no Chromium is on the path; install one, or name it in PLIANT_CHROMIUM")
