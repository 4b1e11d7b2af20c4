"""The command palette, and keys of one's own."""

from __future__ import annotations

from tests.studio.e2e.conftest import Tab


def find(tab: Tab, question: str, opener: str = "F3") -> list[str]:
    """Open the palette, ask, and read what it offers."""
    tab.page.keyboard.press(opener)
    tab.page.get_by_role("combobox", name="Find an action").fill(question)
    return [row.split("\n")[0] for row in tab.page.get_by_role("option").all_inner_texts()]


def test_every_action_is_found_by_its_name_and_run(tab: Tab) -> None:
    assert find(tab, "undo") == []
    tab.keys("Escape")
    assert find(tab, "bend a b", "Control+k")[0] == "Bend a bar"
    tab.page.keyboard.press("Enter")
    tab.until("s.pose !== null && s.progress === null && !s.commands")
    tab.idle()
    assert find(tab, "frame wire") == ["Wire frame"]
    assert "Z" in tab.page.get_by_role("option").first.inner_text()
    tab.keys("Enter")
    assert tab.state("s.wire && !s.commands")
    # A field where one writes lets the key through, and letters stay in the palette.
    tab.page.get_by_role("spinbutton", name="Current frame").focus()
    assert sorted(find(tab, "take ik")) == [
        f"Take {title} IK" for title in ("Cage", "Elastic", "Handle", "Reduced")
    ]
    tab.page.get_by_role("combobox", name="Find an action").fill("ik reduced")
    tab.page.keyboard.press("ArrowDown")
    tab.page.keyboard.press("ArrowUp")
    tab.keys("Enter")
    tab.until("s.document.method === 'reduced' && s.rig.method === 'reduced'")
    assert "Undo" in find(tab, "undo")
    tab.keys("Enter")
    tab.until("s.document.method === 'meshik'")


def test_a_key_is_taken_for_another_action_remembered_and_given_back(tab: Tab) -> None:
    tab.open("Bend a bar")
    tab.keys("?")
    dialog = tab.page.get_by_role("dialog", name="Keys")
    dialog.get_by_role("button", name="Key of Wire frame: Z").click()
    tab.page.keyboard.press("b")
    assert dialog.get_by_text("Also: Wire frame").is_visible()
    assert dialog.get_by_text("Also: Box").is_visible()
    tab.keys("Escape", "z")
    assert not tab.state("s.wire || s.help")
    tab.keys("b")
    assert tab.state("s.wire && s.tool === 'pose'")
    assert tab.page.get_by_role("button", name="Wire frame").get_attribute("title") == "Wire frame (B)"
    tab.page.reload()
    tab.until("s.pose !== null")
    tab.keys("b")
    assert not tab.state("s.wire")
    tab.keys("?")
    dialog.get_by_role("button", name="Reset all keys").click()
    tab.keys("Escape", "b")
    assert tab.state("s.tool") == "box"
