from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[1] / "docs"
SNIPPET = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
PAGES = [page for page in sorted(DOCS.rglob("*.md")) if SNIPPET.search(page.read_text(encoding="utf-8"))]


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
    assert {"quickstart", "pictures"} <= {page.stem for page in PAGES}
