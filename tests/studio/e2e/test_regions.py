"""Parts that follow examples of their own: switched on, coloured, listed, and switched off again."""

from __future__ import annotations

import numpy as np

from tests.studio.e2e.conftest import Tab, choose

FREE = 1  # the sample opens with a pinned and a free handle


def test_parts_follow_examples_of_their_own_until_that_is_switched_off(tab: Tab) -> None:
    tab.open("Bend a bar")
    choose(tab, "Reduced IK")
    own = tab.page.get_by_role("switch", name="Follow examples of their own")
    rows = tab.page.locator(".regions li")
    assert rows.count() == 0
    own.click()
    tab.until("s.rig.regions === 12 && s.progress === null")
    tab.drag(tab.handle_at(FREE), (-90.0, 60.0))
    tab.page.get_by_role("switch", name="Which example leads").click()
    tab.until("s.overlay?.kind === 'followed'")
    assert "%" in tab.page.get_by_role("group", name="Legend").inner_text()

    # A row tells the weights of its part, and shows where that is.
    weights = np.array(tab.state("[...s.pose.regional]")).reshape(12, -1)
    names = tab.state("s.model.examples")
    for words, row in zip(rows.all_inner_texts(), weights, strict=True):
        assert words.startswith(f"{names[int(row.argmax())]} {row.max():.2f}")
    rows.nth(3).hover()
    assert tab.state("s.partNear") == 3

    tab.page.reload()
    tab.until("s.pose !== null && s.rig !== null && s.progress === null")
    tab.idle()
    assert tab.state("s.rig.regions") == 12
    own.click()
    tab.until("s.rig.regions === 1 && s.progress === null")
    tab.idle()
    assert rows.count() == 0
    assert tab.state("s.pose.regional") is None
