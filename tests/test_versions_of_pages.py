from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.chromium import FLAGS
from docs.hooks.versions import LIST, minor_version, write_list

from tests.browser import launched

HERE = Path(__file__).parents[1]
# The settings of our pages in small.
SETTINGS = f"""
site_name: Small
hooks:
  - {HERE / "docs/hooks/versions.py"}
extra_javascript:
  - version-selector.js
theme:
  name: material
  font: false
plugins:
  - offline
"""


def listed(site: Path) -> list[dict]:
    text = (site / LIST).read_text("utf-8")
    return json.loads(text.removeprefix("window.pagesOfVersions = ").removesuffix(";\n"))


def test_versions_are_listed_newest_first_by_number_and_nothing_else_is(tmp_path: Path) -> None:
    for name in ("0.9/index.html", "0.10/api/index.html", "0.10/index.html", "pictures/index.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    write_list(tmp_path, "Small")
    assert listed(tmp_path) == [
        {"version": "0.10", "pages": ["api/index.html", "index.html"]},
        {"version": "0.9", "pages": ["index.html"]},
    ]
    assert "url=0.10/index.html" in (tmp_path / "index.html").read_text("utf-8")


def test_a_patch_has_the_folder_of_its_minor_version(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.12.3"\n', encoding="utf-8")
    assert minor_version(tmp_path / "mkdocs.yml") == "1.12"


def built(folder: Path, version: str, *pages: str) -> None:
    """The pages of a version, beside those of others in the folder's site."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    project = folder / f"sources-{version}"
    (project / "docs" / "api").mkdir(parents=True)
    selector = "version-selector.js"
    (project / "docs" / selector).write_text((HERE / "docs" / selector).read_text("utf-8"), encoding="utf-8")
    for page in pages:
        (project / "docs" / page).write_text(f"# {page} of {version}\n", encoding="utf-8")
    (project / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n', encoding="utf-8")
    (project / "mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    build(load_config(str(project / "mkdocs.yml"), site_dir=str(folder / "site")))


def test_the_selector_leads_to_the_same_page_or_to_the_first_without_a_server(tmp_path: Path) -> None:
    pytest.importorskip("material", reason='pages are not installed: pip install "pliant[docs]"')
    built(tmp_path, "0.9.0", "index.md", "api/rigs.md")
    built(tmp_path, "0.10.1", "index.md", "api/rigs.md", "api/pins.md")
    with launched(FLAGS) as browser:
        page = browser.new_page()
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))

        def choose(version: str) -> str:
            page.get_by_label("Version").focus()
            page.get_by_role("link", name=version, exact=True).click()
            return page.locator("h1").inner_text()

        page.goto((tmp_path / "site" / "index.html").as_uri())
        page.wait_for_url("**/0.10/index.html")
        assert page.get_by_label("Version").inner_text() == "0.10"
        page.goto((tmp_path / "site" / "0.10" / "api" / "rigs.html").as_uri())
        assert choose("0.9").startswith("api/rigs.md of 0.9.0")
        assert choose("0.10").startswith("api/rigs.md of 0.10.1")
        page.goto((tmp_path / "site" / "0.10" / "api" / "pins.html").as_uri())
        assert choose("0.9").startswith("index.md of 0.9.0")
        assert errors == []
