"""Handle IK: parts carry what hangs on them; a pulled hand takes the arm along, and nothing is torn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from tests.studio.e2e.conftest import Tab

SLICE = "s.document.slices.handles"
# Of a person 1.78 high; the wire carries 24 bits.
CLOSE = 1e-4


@pytest.fixture
def person(tab: Tab) -> Tab:
    """The sample person, seen from the front."""
    tab.page.get_by_role("button", name="Sculpt a person").click()
    tab.until("s.pose !== null && s.progress === null && s.pose.tree?.size > 0")
    tab.keys("1")
    tab.page.wait_for_timeout(300)
    tab.idle()
    return tab


def part(tab: Tab, name: str) -> Any:
    return tab.state(f"{SLICE}.parts.find((part) => part.name === '{name}')")


def vertices_of(tab: Tab, name: str) -> np.ndarray:
    """The vertices that a part holds wholly."""
    region = tab.state(f"s.regions.get('{part(tab, name)['region']}')")
    firsts, counts = region["runs"][::2], region["runs"][1::2]
    levels = region["levels"] or [255] * len(counts)
    runs = zip(firsts, counts, levels, strict=True)
    return np.concatenate([np.arange(a, a + n) for a, n, level in runs if level == 255])


def seen(tab: Tab, name: str) -> int:
    """A vertex in the middle of a part, on the side of the viewer."""
    V, own = tab.positions(), vertices_of(tab, name)
    near = own[V[own, 2] >= np.quantile(V[own, 2], 0.8)]
    return int(near[np.linalg.norm(V[near] - V[near].mean(axis=0), axis=1).argmin()])


def centre(tab: Tab, name: str) -> np.ndarray:
    return np.array(tab.state(f"s.pose.centres.get({part(tab, name)['id']})"))


def rigid_error(before: np.ndarray, after: np.ndarray) -> float:
    """How much distances between points differ."""
    few = np.linspace(0, len(before) - 1, 40).astype(int)
    spans = [np.linalg.norm(P[few, None] - P[None, few], axis=2) for P in (before, after)]
    return float(np.abs(spans[0] - spans[1]).max())


def test_a_pulled_hand_takes_the_arm_along_and_nothing_is_torn(person: Tab) -> None:
    rest, hand = person.positions(), seen(person, "left hand")
    joints = {name: centre(person, name) for name in ("left upper arm", "left forearm", "left hand")}
    start = person.vertex_at(hand)
    person.drag(start, (-30.0, -60.0))
    V = person.positions()
    assert np.abs(np.subtract(person.vertex_at(hand), start) - (-30.0, -60.0)).max() < 1.5
    for name in ("left hand", "left forearm", "left upper arm"):
        own = vertices_of(person, name)
        assert rigid_error(rest[own], V[own]) < CLOSE
        assert np.abs(V[own] - rest[own]).max() > 0.02
    names = list(joints)
    for a, b in pairwise(names):
        span = np.linalg.norm(joints[a] - joints[b])
        assert abs(np.linalg.norm(centre(person, a) - centre(person, b)) - span) < CLOSE
    for name in ("chest", "head", "right hand", "left thigh"):
        assert np.abs(V[vertices_of(person, name)] - rest[vertices_of(person, name)]).max() < CLOSE
    assert person.state("s.history.done.map((step) => step.label)") == ["Move left hand"]
    person.keys("Control+z")
    assert np.abs(person.positions() - rest).max() < 1e-6


def test_a_turned_part_carries_what_hangs_on_it(person: Tab) -> None:
    rest = person.positions()
    person.page.mouse.click(*person.vertex_at(seen(person, "left upper arm")))
    person.keys("r", "z", "4", "0", "Enter")
    V, arm = (
        person.positions(),
        np.concatenate(
            [vertices_of(person, name) for name in ("left upper arm", "left forearm", "left hand")]
        ),
    )
    assert np.abs(V[arm] - rest[arm]).max() > 0.1
    assert rigid_error(rest[arm], V[arm]) < CLOSE


def test_with_ctrl_a_part_is_moved_alone(person: Tab) -> None:
    rest, hand = person.positions(), seen(person, "left hand")
    person.page.keyboard.down("Control")
    person.drag(person.vertex_at(hand), (30.0, -30.0))
    person.page.keyboard.up("Control")
    own, arm = vertices_of(person, "left hand"), vertices_of(person, "left forearm")
    V = person.positions()
    assert np.abs(V[own] - rest[own]).max() > 0.02
    assert np.abs(V[arm] - rest[arm]).max() < CLOSE


def test_what_a_part_hangs_on_can_be_chosen_held_undone_and_reloaded(person: Tab) -> None:
    hand = part(person, "left hand")["id"]
    row = person.page.locator(f"[data-part='{hand}']")
    row.get_by_role("button", name="Select left hand").click()
    choice = person.page.get_by_label("Hangs on", exact=True)
    assert "left hand" not in choice.inner_text()
    choice.select_option(label="head")
    person.idle()
    head = part(person, "head")["id"]
    assert person.state(f"s.pose.tree.get({hand}).parent") == head
    assert person.state("s.history.done.at(-1).label") == "Hang left hand on head"
    person.page.get_by_role("switch", name="Held").check()
    person.idle()
    assert part(person, "left hand")["pinned"]
    person.keys("p")
    assert not part(person, "left hand")["pinned"]
    person.page.reload()
    person.until("s.pose !== null && s.progress === null && s.pose.tree?.size > 0")
    assert part(person, "left hand")["parent"] == head
    for _ in range(3):
        person.keys("Control+z")
    assert person.state(f"s.pose.tree.get({hand}).parent") == part(person, "left forearm")["id"]


def test_held_feet_stay_while_the_hips_go_down_and_legs_reach_for_them(person: Tab) -> None:
    for name in ("left foot", "right foot"):
        person.page.get_by_role("button", name=f"Select {name}").click()
        person.page.get_by_role("switch", name="Held").check()
        assert part(person, name)["pinned"]
    rest, done = person.positions(), person.state("s.history.done.length")
    person.page.get_by_role("button", name="Select pelvis").click()
    person.keys("g", "y", "-", ".", "0", "6", "Enter")
    V = person.positions()
    hips = vertices_of(person, "pelvis")
    assert np.abs(V[hips] - rest[hips] - (0.0, -0.06, 0.0)).max() < CLOSE
    for name in ("left foot", "right foot"):
        own = vertices_of(person, name)
        assert np.abs(V[own] - rest[own]).max() < CLOSE
    for name in ("left shin", "left thigh", "right shin", "right thigh"):
        own = vertices_of(person, name)
        assert rigid_error(rest[own], V[own]) < CLOSE
        assert np.abs(V[own] - rest[own]).max() > 0.01
    assert person.state("s.history.done.length") == done + 1
    person.keys("Control+z")
    assert np.abs(person.positions() - rest).max() < 1e-6
