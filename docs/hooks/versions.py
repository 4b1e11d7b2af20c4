"""Pages of several versions lie side by side: `site/0.1`, `site/0.2`, and a list of them for the selector.

A folder is named by the major and the minor number, so that a patch replaces what it mends. The list
is a script and not JSON: a page that is opened without a server may load the one and not the other. For this
reason mike, whose list the theme's own selector reads, is not used.
"""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

FOLDER = re.compile(r"\d+\.\d+")
LIST = "versions.js"
ROOT_PAGE = """<!doctype html>
<meta charset="utf-8">
<title>{title}</title>
<meta http-equiv="refresh" content="0; url={newest}/index.html">
<a href="{newest}/index.html">{title} {newest}</a>
"""


def on_config(config: Any) -> None:
    """Called by mkdocs before it builds: the pages go to the folder of their version."""
    config.site_dir = str(Path(config.site_dir) / minor_version(Path(config.config_file_path)))


def on_post_build(config: Any) -> None:
    """Called by mkdocs when all pages are written."""
    write_list(Path(config.site_dir).parent, config.site_name)


def minor_version(settings: Path) -> str:
    """The major and the minor number of the package whose project file lies beside these settings."""
    project = tomllib.loads(settings.with_name("pyproject.toml").read_text(encoding="utf-8"))
    return ".".join(project["project"]["version"].split(".")[:2])


def write_list(site: Path, title: str) -> None:
    """List the versions in this folder, newest first, with their pages; `index.html` leads to the newest."""
    folders = [folder for folder in site.iterdir() if FOLDER.fullmatch(folder.name)]
    folders.sort(key=lambda folder: [int(number) for number in folder.name.split(".")], reverse=True)
    versions = [
        {
            "version": folder.name,
            "pages": sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*.html")),
        }
        for folder in folders
    ]
    (site / LIST).write_text(f"window.pagesOfVersions = {json.dumps(versions)};\n", encoding="utf-8")
    (site / "index.html").write_text(ROOT_PAGE.format(title=title, newest=folders[0].name), encoding="utf-8")
