"""Long work: a reload shows it again, one press cancels it, and what comes then can be worked with."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn

from pliant.progress import Progress
from pliant.studio.export.files import Tickets
from pliant.studio.opening import model
from pliant.studio.opening.uploads import Uploads
from pliant.studio.server.address import listening
from pliant.studio.server.hub import Hub
from pliant.studio.server.server import Protocol, Studio
from pliant.studio.session import exports
from pliant.studio.session import session as sessions
from pliant.studio.session.poser import Poser
from tests.studio.e2e.conftest import PATIENCE, Tab

FREE = 1


@dataclass
class Brake:
    """Makes work slow: it tells how far it is until it is let go."""

    begun: int = 0
    go: threading.Event = field(default_factory=threading.Event)

    def hold(self, progress: Progress, what: str) -> None:
        self.begun += 1
        end = time.monotonic() + PATIENCE
        while not self.go.wait(0.02) and time.monotonic() < end:
            progress(0.4, what)


@contextmanager
def served(folder: Path) -> Iterator[SimpleNamespace]:
    """A studio in this process, whose work can be held up."""
    with ExitStack() as stack:
        listener, guard = stack.enter_context(listening("127.0.0.1", 0, folder / "state"))
        tickets = Tickets(folder)
        hub = Hub(folder / "state", tickets)
        app = Studio(guard, hub, Uploads(folder), tickets).app()
        config = uvicorn.Config(app, ws=Protocol, log_level="warning", lifespan="off")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        stack.callback(thread.join, 10.0)
        stack.callback(hub.close)
        stack.callback(setattr, server, "should_exit", True)
        yield SimpleNamespace(port=guard.port, token=guard.token)


@pytest.fixture
def slow_build(monkeypatch: pytest.MonkeyPatch) -> Brake:
    brake, build = Brake(), Poser.build

    def slowly(self: Poser, options: Mapping[str, Any], progress: Progress) -> None:
        if self.studio.name == "reduced" or brake.begun == 0:
            brake.hold(progress, f"making {self.studio.title}")
        build(self, options, progress)

    monkeypatch.setattr(Poser, "build", slowly)
    return brake


@pytest.fixture
def held(new_tab: Callable[[], Tab], tmp_path: Path) -> Iterator[Tab]:
    with served(tmp_path) as server:
        tab = new_tab()
        tab.visit(server)
        yield tab
        tab.page.close()


def says(tab: Tab, words: str) -> None:
    tab.page.locator(".progress", has_text=words).wait_for(state="visible")


def test_a_reload_while_a_model_is_opened_shows_how_far_it_is(
    held: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    brake, opened = Brake(), model.opened

    def slowly(source: Any, progress: Progress) -> Any:
        brake.hold(progress, "reading the file")
        return opened(source, progress)

    monkeypatch.setattr(sessions, "opened", slowly)
    held.page.get_by_role("button", name="Bend a bar").click()
    says(held, "reading the file")
    held.page.reload()
    says(held, "reading the file")
    assert not held.page.locator(".status", has_text="Ready").is_visible()
    held.page.get_by_role("button", name="Cancel").click()
    held.page.locator(".welcome:not([inert])").wait_for(state="visible")
    brake.go.set()
    held.open("Bend a bar")
    assert brake.begun == 2


def test_a_model_that_was_opened_during_a_reload_is_shown(held: Tab, monkeypatch: pytest.MonkeyPatch) -> None:
    brake, opened = Brake(), model.opened

    def slowly(source: Any, progress: Progress) -> Any:
        brake.hold(progress, "reading the file")
        return opened(source, progress)

    monkeypatch.setattr(sessions, "opened", slowly)
    held.page.get_by_role("button", name="Bend a bar").click()
    says(held, "reading the file")
    held.page.reload()
    says(held, "reading the file")
    brake.go.set()
    held.until("s.pose !== null && s.progress === null")
    held.drag(held.handle_at(FREE), (-30.0, -30.0))
    assert held.state("s.history.done.length") == 1


def test_a_reload_while_the_first_rig_is_made_shows_the_model_and_one_cancel_ends_it(
    held: Tab, slow_build: Brake
) -> None:
    held.page.get_by_role("button", name="Bend a bar").click()
    says(held, "making MeshIK")
    held.page.reload()
    says(held, "making MeshIK")
    held.until("s.model !== null && s.document.handles.length > 0")
    held.page.get_by_role("button", name="Cancel").click()
    held.until("s.progress === null && s.unbuilt === 'meshik'")
    held.page.wait_for_timeout(300)
    assert slow_build.begun == 1, "what was cancelled began again"
    # Nor does another reload begin it.
    held.page.reload()
    held.until("s.unbuilt === 'meshik' && s.progress === null")
    assert slow_build.begun == 1
    held.page.get_by_role("button", name="Make it").click()
    held.until("s.pose !== null && s.progress === null && s.unbuilt === null")
    held.idle()
    before = held.positions()
    held.drag(held.handle_at(FREE), (-30.0, -30.0))
    assert abs(held.positions() - before).max() > 0.01


def test_where_the_first_rig_was_cancelled_another_method_can_be_taken(held: Tab, slow_build: Brake) -> None:
    slow_build.begun = 0
    held.page.get_by_role("button", name="Bend a bar").click()
    says(held, "making MeshIK")
    held.page.get_by_role("button", name="Cancel").click()
    slow_build.go.set()
    held.page.get_by_role("button", name="Take Reduced IK").click()
    held.until("s.pose !== null && s.rig.method === 'reduced' && s.progress === null")


def test_a_reload_while_a_method_is_learned_shows_it_and_a_cancel_leads_back(
    held: Tab, slow_build: Brake
) -> None:
    slow_build.begun = 1
    held.open("Bend a bar")
    held.page.get_by_role("radio", name="Reduced IK").click()
    says(held, "making Reduced IK")
    held.page.reload()
    says(held, "making Reduced IK")
    held.page.get_by_role("button", name="Cancel").click()
    held.until("s.progress === null && s.unbuilt === 'reduced'")
    held.keys("Control+z")
    held.until("s.document.method === 'meshik' && s.pose !== null && s.rig.method === 'meshik'")
    assert slow_build.begun == 2


def test_an_export_that_ends_after_a_reload_is_fetched_by_the_new_page(
    held: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    brake, export = Brake(), exports.plan_file

    def slowly(message: Any, plan: Any, frames: Any, stem: str, progress: Progress, **more: Any) -> Any:
        brake.hold(progress, "making the film")
        return export(message, plan, frames, stem, progress, **more)

    held.open("Bend a bar")
    held.drag(held.handle_at(FREE), (-30.0, -30.0))
    held.keys("k")
    monkeypatch.setattr(exports, "plan_file", slowly)
    held.page.get_by_role("button", name="Export").click()
    held.page.get_by_role("menuitem", name="NPZ").click()
    says(held, "making the film")
    held.page.wait_for_timeout(400)  # until the server has heard how the session is looked at
    assert held.state("s.toasts.filter((toast) => toast.bad)") == []
    held.page.reload()
    says(held, "making the film")
    with held.page.expect_download() as download:
        brake.go.set()
    assert download.value.suggested_filename.endswith(".npz")
    held.until("s.exporting === null && s.progress === null")
