"""A method of others in the page: it joins by its entry point, and has the plain view."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

import pliant
from pliant import samples
from tests.plugin import PACKAGE
from tests.studio.e2e.conftest import Tab, choose
from tests.studio.fixtures import ending
from tests.studio.starting import started

BAR = samples.sample("bar").mesh
# Of a bar of length 1; the wire carries 24 bits.
CLOSE = 1e-4


@pytest.fixture
def radial(
    new_tab: Callable[[], Tab],
    with_plugin: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Tab]:
    """The sample bar with the method of the package in tests/toy_method."""
    monkeypatch.setenv("PYTHONPATH", with_plugin["PYTHONPATH"])
    monkeypatch.syspath_prepend(PACKAGE)
    with ending(started) as start:
        tab = new_tab()
        tab.visit(start(tmp_path / "state"))
        tab.open("Bend a bar")
        choose(tab, "Radial IK")
        yield tab


def posed(tab: Tab, reach: float) -> np.ndarray:
    """The pose of the page's handles, through the library."""
    handles = tab.state("s.document.handles")
    points = pliant.Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
    package: Any = import_module("pliant_radial.rig")
    rig = package.RadialIK(BAR, options=package.RadialOptions(reach))
    return rig.grab(points).drag([h["target"] for h in handles]).V


def test_it_poses_like_the_library(radial: Tab) -> None:
    rest = radial.positions()
    radial.drag(radial.handle_at(1), (40.0, -30.0))
    assert np.abs(radial.positions() - rest).max() > 0.05
    assert np.abs(radial.positions() - posed(radial, 0.25)).max() < CLOSE
    radial.keys("Control+z")
    assert np.abs(radial.positions() - rest).max() < CLOSE


def test_its_panel_is_made_from_its_description(radial: Tab) -> None:
    inspector = radial.page.get_by_role("complementary", name="Inspector")
    expect(inspector.get_by_role("tab", name="Radial IK")).to_be_visible()
    expect(inspector.get_by_text("Needs nothing but a mesh")).to_be_visible()
    radial.drag(radial.handle_at(1), (40.0, -30.0))
    reach = inspector.get_by_label("Reach")
    assert float(reach.input_value()) == 0.25
    reach.fill("0.6")
    inspector.get_by_role("button", name="Apply").click()
    radial.until("s.progress === null")
    radial.idle()
    assert np.abs(radial.positions() - posed(radial, 0.6)).max() < CLOSE


def test_it_has_the_general_overlays_and_exports(radial: Tab) -> None:
    radial.drag(radial.handle_at(1), (40.0, -30.0))
    radial.page.get_by_text("Stretch").click()
    radial.until("s.overlay !== null")
    expect(radial.page.get_by_role("group", name="Legend")).to_contain_text("Stretch")
    radial.page.get_by_role("button", name="Export").click()
    entries = radial.page.get_by_role("menuitem").all()
    assert [entry.inner_text().splitlines()[0] for entry in entries] == ["OBJ", "PLY", "GLB", "Python script"]
