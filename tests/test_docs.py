from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from docs.hooks.figures import with_figures
from typer.testing import CliRunner

from pliant.cli.app import app

DOCS = Path(__file__).parents[1] / "docs"
README = DOCS.parent / "README.md"
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = [
    page for page in (README, *sorted(DOCS.rglob("*.md"))) if SNIPPET.search(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_snippets_of_a_page_run_from_top_to_bottom(page: Path, tmp_path: Path, monkeypatch) -> None:
    text = page.read_text(encoding="utf-8")
    if "pliant.figures" in text:
        pytest.importorskip("pyvista", reason='pictures are not installed: pip install "pliant[pictures]"')
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for found in SNIPPET.finditer(text):
        line = text[: found.start(1)].count("\n")
        code = compile("\n" * line + found[1], str(page), "exec")
        exec(code, names)


def test_some_pages_have_snippets() -> None:
    assert {"README", "quickstart", "pictures"} <= {page.stem for page in PAGES}


# Pages that a reader walks through in an empty folder: their files are saved and their commands run.
WALKS = [
    "../README.md",
    "tutorial.md",
    "files.md",
    *(
        f"how-to/{page.name}"
        for page in sorted((DOCS / "how-to").glob("*.md"))
        if "```sh" in page.read_text("utf-8")
    ),
]
STEP = re.compile(r'^```(?:sh|json title="(?P<file>[^"]+)")\n(?P<text>.*?)^```', re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", WALKS)
def test_a_stranger_walks_through_a_page(page: str, tmp_path: Path, monkeypatch) -> None:
    for package in ("pyvista", "igl", "fcl", "distributed"):
        pytest.importorskip(package, reason='not installed: pip install "pliant[pictures,joints,cluster]"')
    monkeypatch.chdir(tmp_path)
    steps = list(STEP.finditer((DOCS / page).read_text(encoding="utf-8")))
    assert steps
    for step in steps:
        if step["file"]:
            (tmp_path / step["file"]).write_text(step["text"], encoding="utf-8")
            continue
        for line in step["text"].splitlines():
            run_line(line)


def run_line(line: str) -> None:
    """A command of a page, in this process; `pliant` reads patterns of files by itself."""
    program, *words = shlex.split(line, comments=True)
    if program == "mkdir":
        Path(*words).mkdir()
        return
    assert program == "pliant", line
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, f"{line}\n{done.stderr}"


LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
EVERY_PAGE = sorted(DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", [README, *EVERY_PAGE], ids=lambda page: str(page.relative_to(DOCS.parent)))
def test_links_lead_to_pages_and_pictures_that_are_drawn(page: Path) -> None:
    drawn = set(
        re.findall(r'"([\w-]+\.\w+)":', "".join(f.read_text("utf-8") for f in DOCS.glob("drawings/*.py")))
    )
    for link in LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / link).resolve()
        if target.parent == DOCS / "pictures":
            assert target.name in drawn, link
        else:
            assert target.is_file(), link


def test_only_pictures_that_stand_alone_become_figures_with_their_words_below() -> None:
    alone = '<p><img alt="A fox &amp; a cage" src="pictures/fox.png" /></p>'
    beside = '<p><img alt="A fox" src="pictures/fox.png" /><br>A fox.</p>'
    found = with_figures(f"{alone}{beside}")
    assert found.endswith(beside)
    assert "<figcaption>A fox &amp; a cage</figcaption></figure>" in found
    assert '<a href="pictures/fox.png"' in found


def test_every_page_is_in_the_navigation() -> None:
    named = set(re.findall(r"[\w/-]+\.md", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")))
    assert named == {page.relative_to(DOCS).as_posix() for page in EVERY_PAGE}
