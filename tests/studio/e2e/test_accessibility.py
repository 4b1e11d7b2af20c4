"""What axe-core, a checker of accessibility, finds on the page: nothing, at any size, in any theme."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
# Width and height of a small screen and of a phone; what lies between is drawn like one of them.
SIZES = {"small": (1280, 720), "phone": (390, 844)}
# Milliseconds until the view has settled: colours fade and menus open.
SETTLE = 200


def _button(name: str) -> Callable[[Any], None]:
    return lambda page: page.get_by_role("button", name=name).first.click()


# What opens each dialog, menu or panel of a model.
OPENERS: dict[str, Callable[[Any], None]] = {
    "handles": lambda page: page.get_by_role("tab", name="Handles").click(),
    "poses": lambda page: page.get_by_role("tab", name="Poses", exact=True).click(),
    "scene": lambda page: page.get_by_role("tab", name="Scene").click(),
    "a prop": lambda page: page.get_by_role("button", name="Stairs").click(),
    "export": _button("Export"),
    "view": _button("Lens, light"),
    "session": _button("Session"),
    "keys": lambda page: page.keyboard.press("?"),
    "commands": lambda page: page.keyboard.press("Control+k"),
}
# Those that are in the inspector, and those of them that stay as the next is opened.
INSPECTED, STAYING = ("handles", "poses", "scene", "a prop"), ("handles", "scene")


def menus(tab: Tab, sample: str) -> Iterator[str]:
    """Brings the start page, then all that opens for a model, onto the screen one by one; their names."""
    yield "start"
    tab.open(sample)
    yield "model"
    for view, opener in OPENERS.items():
        _drawn(tab, on=view in INSPECTED)
        opener(tab.page)
        yield view
        if view not in STAYING:
            tab.keys("Escape")
    _drawn(tab, on=False)
    tab.keys("k", ".", ".", "k")
    yield "keys of the timeline"
    tab.keys("e")
    yield "curves"


def panels(tab: Tab, sample: str) -> Iterator[str]:
    """Opens a sample from the start page, and brings the panel of each method onto the screen; titles."""
    tab.open(sample)
    tab.page.evaluate("document.querySelector('.tabs button').click()")
    for method in PANELS[sample]:
        choose(tab, method)
        _drawn(tab, on=True)
        yield method
        _drawn(tab, on=False)


def _drawn(tab: Tab, *, on: bool) -> None:
    """The inspector's drawer, where the window is narrow for it."""
    if tab.state("s.narrow") and tab.state("s.drawer") != on:
        tab.page.evaluate(f"document.querySelector('{'.strip button' if on else '.closer'}').click()")


def violations(tab: Tab, view: str, theme: str) -> list[str]:
    """Each rule that a view breaks in a theme, with the first elements that break it."""
    tab.page.emulate_media(color_scheme=theme)
    tab.page.wait_for_timeout(SETTLE)
    tab.idle()
    found = [(rule["id"], [node["target"] for node in rule["nodes"][:6]]) for rule in tab.page.evaluate(RUN)]
    return [f"{view} {theme}: {rule} {targets}" for rule, targets in found]


@pytest.fixture(params=SIZES)
def checked(tab: Tab, request: pytest.FixtureRequest) -> Tab:
    """The empty studio at a size, with the checker loaded."""
    if not AXE.exists():
        pytest.skip(f"axe-core, looked for in {MODULES}, is not installed")
    width, height = SIZES[request.param]
    tab.page.set_viewport_size({"width": width, "height": height})
    tab.page.evaluate(AXE.read_text(encoding="utf-8"))
    return tab


def test_axe_finds_nothing_on_the_start_page_and_in_any_menu_or_dialog(checked: Tab) -> None:
    found = []
    for view in menus(checked, "Bend a bar"):
        found += [*violations(checked, view, "light"), *violations(checked, view, "dark")]
    assert found == []


@pytest.mark.parametrize("sample", PANELS)
def test_axe_finds_nothing_in_the_panel_of_any_method(checked: Tab, sample: str) -> None:
    found = []
    for view in panels(checked, sample):
        found += [*violations(checked, view, "light"), *violations(checked, view, "dark")]
    assert found == []
