"""The whole server, as a page and a user at the terminal see it."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import numpy as np
import pytest

from pliant import MeshIK
from pliant.anchors import Anchors
from pliant.io import write_mesh
from pliant.io.meshes import read_mesh
from pliant.samples.bar import bar
from pliant.studio.session.journal_file import SUFFIX
from tests.studio.client import Page
from tests.studio.fixtures import Server, Start

POSES = bar()


def pulled(document: dict[str, Any], up: float) -> dict[str, Any]:
    held, free = document["handles"]
    return {**document, "handles": [held, {**free, "target": [1.1, up, 0.0]}]}


def fetched(server: Server, ticket: str) -> bytes:
    url = f"http://127.0.0.1:{server.port}/download/{ticket}?token={server.token}"
    with urllib.request.urlopen(url, timeout=20) as answer:
        return answer.read()


def uploaded(server: Server, path: Path) -> str:
    url = f"http://127.0.0.1:{server.port}/upload?name={path.name}"
    request = urllib.request.Request(url, path.read_bytes(), {"X-Token": server.token}, method="POST")
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)["upload"]


def exported(server: Server, page: Page, kind: str, to: Path) -> Path:
    page.send("Export", kind=kind)
    file = page.await_("File")
    path = to / file["name"]
    path.write_bytes(fetched(server, file["ticket"]))
    with pytest.raises(HTTPError, match="404"):
        fetched(server, file["ticket"])
    return path


def test_a_drag_over_the_wire_is_the_apis_pose(server: Server, tmp_path: Path) -> None:
    with server.page() as page:
        page.hello()
        model = page.open_sample("bar")
        document = pulled(model["document"], 0.3)
        posed = page.solve(document, 17, start=False)
        handles = document["handles"]
        anchors = Anchors([h["face"] for h in handles], [h["barycentric"] for h in handles])
        pose = MeshIK(POSES).grab(anchors).drag([h["target"] for h in handles])
        assert posed["turn"] == 17
        np.testing.assert_allclose(posed["V"], pose.V, atol=1e-6)
        mesh = read_mesh(exported(server, page, "obj", tmp_path))
        np.testing.assert_allclose(mesh.V, pose.V, atol=1e-6)


def test_examples_overlays_and_methods_come_when_asked_for(server: Server) -> None:
    with server.page() as page:
        page.hello()
        model = page.open_sample("bar")
        page.send("WantExample", index=1)
        np.testing.assert_array_equal(page.await_("Example")["V"], POSES.V[1].astype(np.float32))
        page.solve(pulled(model["document"], 0.3))
        page.send("WantOverlay", kind="residual")
        assert page.await_("Overlay")["rgb"].shape == (POSES.n, 3)
        page.send("Choose", method="reduced", options={"controls": 4})
        ready = page.await_("Ready")
        assert ready["controls"] == 4
        assert ready["influences"].dtype == np.uint16
        posed = page.solve({**model["document"], "method": "reduced"})
        assert posed["palette"].shape == (4, 3, 4)
        page.send("WantOverlay", kind="controls")
        assert page.await_("Overlay")["dots"].shape[1] == 3


def test_a_flood_of_targets_builds_no_queue(server: Server) -> None:
    with server.page() as page:
        page.hello()
        document = page.open_sample("bar")["document"]
        for turn in range(1000):
            page.send("Solve", turn=turn, document=pulled(document, turn / 2000))
        answers, turn = 0, -1
        while turn < 999:
            turn = page.await_("Posed")["turn"]
            answers += 1
        assert answers < 1000


def test_sent_files_open_as_one_model(server: Server, tmp_path: Path) -> None:
    for name, V in zip(("pose2", "pose10"), POSES.V, strict=True):
        write_mesh(tmp_path / f"{name}.ply", POSES.mesh.moved(V))
    numbers = [uploaded(server, tmp_path / f"{name}.ply") for name in ("pose10", "pose2")]
    with server.page() as page:
        page.hello()
        page.send("OpenUpload", uploads=numbers)
        model = page.await_("Model")
        assert model["examples"] == ["pose2", "pose10"]
        page.await_("Ready")
        page.send("OpenUpload", uploads=numbers)
        assert "send them again" in page.await_("Trouble")["words"]


def test_a_reconnect_resumes_and_two_tabs_have_each_their_own(server: Server) -> None:
    with server.page() as page:
        page.hello()
        document = pulled(page.open_sample("bar")["document"], 0.25)
        page.solve(document)
        with server.page() as other:
            other.hello()
            other.open_sample("bar")
            other.solve(pulled(document, 0.6))
        page.send("Commit", label="Move", document=document)
        posed = page.solve(document, 2)
    with server.page() as page:
        welcome = page.hello()
        assert welcome["open"] == "bar"
        assert welcome["model"]["document"] == document
        np.testing.assert_allclose(page.solve(document)["V"], posed["V"], atol=1e-4)


def test_after_a_kill_in_the_middle_of_a_drag_the_next_start_offers_everything_back(
    start: Start, tmp_path: Path
) -> None:
    first = start(tmp_path / "state")
    with first.page() as page:
        page.hello()
        document = page.open_sample("bar")["document"]
        page.send("Commit", label="Move", document=pulled(document, 0.2))
        for turn in range(30):
            page.solve(pulled(document, 0.2 + 0.01 * turn), turn)
        time.sleep(0.3)
        first.kill()
    second = start(tmp_path / "state")
    with second.page() as page:
        welcome = page.hello()
        assert welcome["found"]["model"] == "bar"
        assert welcome["found"]["steps"] == 1
        page.send("Recover", accept=True)
        model = page.await_("Model")
        assert model["document"] == pulled(document, 0.2 + 0.01 * 29)
        assert page.await_("Ready")["method"] == "meshik"
        page.send("Commit", label="Move on", document=pulled(document, 0.7))
        page.send("Recover", accept=True)
        assert "nothing to take back" in page.await_("Trouble")["words"]
    assert second.interrupt() == 0
    (journal,) = (tmp_path / "state").glob(f"*{SUFFIX}")
    labels = [json.loads(line).get("step") for line in journal.read_text().splitlines()]
    assert [label for label in labels if label] == ["Move", "Move on"]


def test_what_is_not_wanted_back_is_not_offered_again(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "state")
    with first.page() as page:
        page.hello()
        document = page.open_sample("bar")["document"]
        page.send("Commit", label="Move", document=pulled(document, 0.2))
        page.solve(pulled(document, 0.2))
    assert first.interrupt() == 0
    second = start(tmp_path / "state")
    with second.page() as page:
        assert page.hello()["found"] is not None
        page.send("Recover", accept=False)
        page.send("OpenSample", name="nothing")
        page.await_("Trouble")
    with second.page() as page:
        assert page.hello()["found"] is None


def test_files_of_the_command_line_open_with_the_method_asked_for(start: Start, tmp_path: Path) -> None:
    folder = tmp_path / "poses"
    folder.mkdir()
    for name, V in zip("ab", POSES.V, strict=True):
        write_mesh(folder / f"{name}.obj", POSES.mesh.moved(V))
    studio = start(tmp_path / "state", "--method", "reduced", str(folder))
    with studio.page() as page:
        welcome = page.hello()
        assert welcome["open"] == "poses"
        assert welcome["model"]["document"]["method"] == "reduced"
    assert studio.interrupt() == 0
