"""What axe-core, the usual checker of accessibility, finds on the page: nothing, in any view and theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.io.gltf_validator import MODULES
from tests.studio.e2e.conftest import Tab, choose

AXE = MODULES / "axe-core" / "axe.min.js"
RUN = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)"
# Samples and the methods that are looked at on each: between them every panel.
PANELS = {
    "Bend a bar": ("MeshIK", "Reduced IK", "Elastic IK"),
    "Sculpt a person": ("Handle IK",),
    "Open a lamp": ("Joint IK",),
    "Let a fish swim": ("Cage IK",),
}


def violations(tab: Tab, view: str) -> list[str]:
    """Each rule that a view breaks, with the first elements that break it."""
    found = tab.page.evaluate(RUN)
    return [f"{view}: {rule['id']} {[node['target'] for node in rule['nodes'][:6]]}" for rule in found]


@pytest.fixture(params=["light", "dark"])
def checked(tab: Tab, request: pytest.FixtureRequest) -> Tab:
    """The empty studio in a theme, with the checker loaded."""
    if not AXE.exists():
        pytest.skip(f"axe-core, looked for in {MODULES}, is not installed")
    tab.page.emulate_media(color_scheme=request.param)
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    return tab


def _button(name: str) -> Callable[[Any], None]:
    return lambda page: page.get_by_role("button", name=name).first.click()


# What opens each dialog, menu or panel of a model.
OPENERS: dict[str, Callable[[Any], None]] = {
    "handles": lambda page: page.get_by_role("tab", name="Handles").click(),
    "poses": lambda page: page.get_by_role("tab", name="Poses", exact=True).click(),
    "scene": lambda page: page.get_by_role("tab", name="Scene").click(),
    "a prop": _button("Box"),
    "export": _button("Export"),
    "view": _button("Lens, light"),
    "session": _button("Session"),
    "keys": lambda page: page.keyboard.press("?"),
    "commands": lambda page: page.keyboard.press("Control+k"),
}


def test_axe_finds_nothing_on_the_start_page_and_in_any_menu_or_dialog(checked: Tab) -> None:
    found = violations(checked, "start")
    checked.open("Bend a bar")
    for view, opener in OPENERS.items():
        opener(checked.page)
        checked.page.wait_for_timeout(100)
        found += violations(checked, view)
        checked.keys("Escape")
    assert found == []


@pytest.mark.parametrize("sample", PANELS)
def test_axe_finds_nothing_in_the_panel_of_any_method(checked: Tab, sample: str) -> None:
    checked.open(sample)
    found = []
    for method in PANELS[sample]:
        choose(checked, method)
        found += violations(checked, method)
    assert found == []
