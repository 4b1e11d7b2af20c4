"""Sessions over the wire: told whole to who comes again, listed, named, copied, removed."""

from __future__ import annotations

import base64
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.io import write_mesh
from pliant.samples.bar import bar
from pliant.studio.session.history import MOST_STEPS, History
from pliant.studio.session.journal_file import FILES, PICTURE, SUFFIX
from pliant.studio.session.session import Session
from pliant.studio.session.session_list import MOST_KEPT, cards, past_of, tidy
from pliant.studio.wire.codec import parsed, plain, text_of, to_json
from pliant.studio.wire.messages import VERSION, Commit, Document, Solve
from tests.studio.client import Page
from tests.studio.fixtures import Server, Start
from tests.studio.test_journal import FIRST, SOURCE, Journal, moved, read, written
from tests.studio.test_server import pulled, uploaded

PICTURE_URL = "data:image/png;base64," + base64.b64encode(b"a picture").decode()


def told(history: History) -> tuple[list[str], list[str]]:
    found = history.told(FIRST)
    return [step.label for step in found.done], [step.label for step in found.undone]


def committed(*steps: tuple[str, Document, str]) -> History:
    history, last = History(), FIRST
    for label, document, kind in steps:
        history = history.after(Commit(label, document, kind), last)  # type: ignore[arg-type]
        last = document
    return history


def test_undo_and_redo_move_steps_and_a_new_step_forgets_what_was_undone() -> None:
    a, b, c = moved(1.0), moved(2.0), moved(3.0)
    history = committed(("a", a, "step"), ("b", b, "step"), ("Undo: b", a, "undo"))
    assert told(history) == (["a"], ["b"])
    assert told(history.after(Commit("Redo: b", b, "redo"), a)) == (["a", "b"], [])
    assert told(history.after(Commit("c", c), a)) == (["a", "c"], [])


def test_redo_brings_back_one_step_of_several() -> None:
    a, b = moved(1.0), moved(2.0)
    undone = committed(("a", a, "step"), ("b", b, "step"), ("Undo: b", a, "undo"), ("Undo: a", FIRST, "undo"))
    assert told(undone) == ([], ["a", "b"])
    assert told(undone.after(Commit("Redo: a", a, "redo"), FIRST)) == (["a"], ["b"])


def test_more_of_a_step_and_a_refused_one_leave_no_step_of_their_own() -> None:
    history = committed(("a", moved(1.0), "step"), ("b", moved(2.0), "step"))
    assert told(history.after(Commit("b and more", moved(3.0), "amend"), moved(2.0))) == (
        ["a", "b and more"],
        [],
    )
    assert told(history.after(Commit("Refused: b", moved(1.0), "refuse"), moved(2.0))) == (["a"], [])


def test_a_history_is_told_from_its_base_by_what_changes() -> None:
    frame = replace(moved(1.0), frame=9)
    history = committed(("a", moved(1.0), "step"))
    history = history.after(
        Commit("b", replace(frame, weights=(0.5,)), before=frame, names=("weights", "frame")), FIRST
    )
    found = history.told(FIRST)
    assert found.base == FIRST
    assert list(found.done[0].after) == ["handles"]
    assert found.done[1].before == {"frame": 9}
    assert found.done[1].after == {"weights": (0.5,)}
    assert found.done[1].names == ("frame", "weights")


def test_a_history_keeps_as_many_steps_as_the_page() -> None:
    history = History()
    for i in range(MOST_STEPS + 5):
        history = history.after(Commit(str(i), moved(float(i))), moved(i - 1.0))
    assert len(history.done) == MOST_STEPS
    assert history.done[0].label == "5"


def test_the_journal_gives_the_history_back(tmp_path: Path) -> None:
    journal, history = Journal.begin(tmp_path, SOURCE, FIRST), History()
    commits = [
        Commit("a", moved(1.0), number=1, before=FIRST, names=("handles",)),
        Commit(
            "b",
            replace(moved(2.0), frame=4),
            number=2,
            before=replace(moved(1.0), frame=4),
            names=("handles", "frame"),
        ),
        Commit("Undo: b", replace(moved(1.0), frame=4), "undo", 3),
        Commit("c", moved(5.0), number=4, before=replace(moved(1.0), frame=4), names=("handles",)),
        Commit("c, more", moved(6.0), "amend", 5, replace(moved(1.0), frame=4), ("handles",)),
    ]
    for commit in commits:
        journal.commit(commit)
        history = history.after(commit, FIRST)
    journal.close()
    past = read(journal.path)
    assert past.history == history
    assert past.number == 5


def test_the_document_before_a_step_comes_as_changes() -> None:
    message = {**to_json(Commit("Move", moved(1.0), number=3)), "was": {"frame": 7}}
    del message["before"]
    commit = parsed(text_of(message))
    assert commit.before == replace(moved(1.0), frame=7)


def test_a_step_that_is_sent_twice_is_kept_once(session: Session) -> None:
    list(session.open(SOURCE, lambda *_: None))
    document = session.record.document
    for _ in range(2):
        session.commit(Commit("Move", replace(document, frame=2), number=1))
    assert len(session.record.history.done) == 1


def test_what_a_page_was_in_the_middle_of_is_told(session: Session) -> None:
    list(session.open(SOURCE, lambda *_: None))
    document = session.record.document
    middle = replace(document, handles=tuple(replace(h, target=(9.0, 0.0, 0.0)) for h in document.handles))
    session.note(Solve(1, middle))
    (model, *_) = session.introduced()
    assert model.message.session.unfinished == {"handles": plain(document.handles)}
    session.commit(Commit("Move", middle))
    (model, *_) = session.introduced()
    assert model.message.session.unfinished is None


def test_named_sessions_are_not_tidied_away(tmp_path: Path) -> None:
    named = written(tmp_path, 1)
    journal = Journal.resume(named, read(named).end, read(named).base)
    assert journal is not None
    journal.name("Mine")
    journal.close()
    os.utime(named, (1000.0, 1000.0))
    for _ in range(MOST_KEPT + 2):
        written(tmp_path, 1)
    tidy(tmp_path)
    assert named.exists()
    assert len(list(tmp_path.glob(f"*{SUFFIX}"))) == MOST_KEPT + 1


def test_a_session_is_found_by_its_id_only_among_those_of_the_folder(tmp_path: Path) -> None:
    path = written(tmp_path / "state", 1)
    written(tmp_path / "other", 1)
    assert past_of(tmp_path / "state", path.stem).path == path
    other = next((tmp_path / "other").glob("*")).stem
    for name in (f"../other/{other}", other, "", str(path), path.name):
        with pytest.raises(Exception, match="gone"):
            past_of(tmp_path / "state", name)


def listed(page: Page) -> list[dict[str, Any]]:
    page.send("WantSessions")
    return page.await_("Sessions")["cards"]


def pulled_page(page: Page, up: float = 0.2) -> tuple[str, dict[str, Any]]:
    model = page.open_sample("bar")
    document = pulled(model["document"], up)
    page.send("Commit", label="Move", document=document, number=1)
    while page.await_("Kept")["number"] < 1:
        pass
    return model["session"]["id"], document


def test_a_commit_is_acknowledged_when_it_is_on_disk(server: Server) -> None:
    with server.page() as page:
        page.hello()
        model = page.open_sample("bar")
        for number in (1, 2, 3):
            page.send("Commit", label="Move", document=pulled(model["document"], 0.1 * number), number=number)
        kept: dict[str, Any] = {"number": 0}
        while kept["number"] < 3:
            kept = page.await_("Kept")
            assert kept["failure"] is None


def test_sessions_are_listed_named_copied_left_and_removed(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "state")
    with server.page() as page:
        page.hello()
        first, document = pulled_page(page)
        page.send("ShowPicture", picture=PICTURE_URL)
        page.send("Rename", id=first, title="  My   bridge ")
        assert page.await_("SessionNamed")["title"] == "My bridge"
        page.await_("Sessions")
        (card,) = listed(page)
        assert (card["title"], card["model"], card["steps"], card["here"]) == ("My bridge", "bar", 1, True)
        assert card["picture"] == PICTURE_URL
        page.send("Leave")
        page.await_("Sessions")
        page.send("Duplicate", id=first)
        copies = page.await_("Sessions")["cards"]
        assert sorted(card["title"] for card in copies) == ["My bridge", "My bridge copy"]
        second = next(card["id"] for card in copies if card["id"] != first)
        page.send("OpenSession", id=second)
        again = page.await_("Model")
        assert again["document"] == document
        assert [step["label"] for step in again["session"]["history"]["done"]] == ["Move"]
        page.await_("Ready")
        page.send("RemoveSession", id=second)
        assert "open here" in page.await_("Trouble")["words"]
        page.send("RemoveSession", id=first)
        assert [card["id"] for card in page.await_("Sessions")["cards"]] == [second]
    assert not list((tmp_path / "state").glob(f"{first}*"))


def test_a_copy_has_files_of_its_own(start: Start, tmp_path: Path) -> None:
    server, poses = start(tmp_path / "state"), bar()
    write_mesh(tmp_path / "mine.obj", poses.mesh)
    with server.page() as page:
        page.hello()
        page.send("OpenUpload", uploads=[uploaded(server, tmp_path / "mine.obj")])
        model = page.await_("Model")
        page.await_("Ready")
        page.send("Commit", label="Move", document={**model["document"], "frame": 3}, number=1)
        page.send("SaveAs", title="Other")
        named = page.await_("SessionNamed")
        assert named["id"] != model["session"]["id"]
        page.send("RemoveSession", id=model["session"]["id"])
        page.await_("Sessions")
    server.kill()
    (journal,) = (tmp_path / "state").glob(f"*{SUFFIX}")
    assert journal.stem == named["id"]
    again = start(tmp_path / "state")
    with again.page() as page:
        page.send("Hello", version=VERSION, session=named["id"])
        assert page.await_("Welcome")["open"] == "Other"
        back = page.await_("Model")
        np.testing.assert_array_equal(back["V"], poses.V[0].astype(np.float32))
        assert back["session"]["title"] == "Other"


@pytest.mark.parametrize(
    "picture", ["", "data:image/svg+xml;base64,AAAA", "data:image/png;base64,!", "x" * 50_000]
)
def test_only_small_pictures_are_kept(server: Server, picture: str) -> None:
    with server.page() as page:
        page.hello()
        page.open_sample("bar")
        page.send("ShowPicture", picture=picture)
        page.await_("Trouble")


def test_a_page_gets_its_own_session_again_although_it_comes_before_it_is_missed(server: Server) -> None:
    with server.page() as page:
        page.hello()
        mine, _ = pulled_page(page)
        with server.page() as other:
            other.send("Hello", version=VERSION, session=mine)
            time.sleep(0.3)
            page.socket.close()
            assert other.await_("Welcome")["open"] == "bar"
            assert other.await_("Model")["session"]["id"] == mine


def test_a_page_that_is_reloaded_while_its_journal_is_read_gets_its_own_session_again(
    start: Start, tmp_path: Path
) -> None:
    server = start(tmp_path)
    with server.page() as page:
        page.hello()
        mine, document = pulled_page(page)
        # A long history, which takes a while to read.
        for number in range(2, 202):
            page.send("Commit", label="Move", document=pulled(document, 0.001 * number), number=number)
        while page.await_("Kept")["number"] < 201:
            pass
    server.kill()
    again = start(tmp_path)
    with again.page() as gone, again.page() as page:
        gone.send("Hello", version=VERSION, session=mine)
        page.send("Hello", version=VERSION, session=mine)
        time.sleep(0.3)
        gone.socket.close()
        assert page.await_("Welcome")["open"] == "bar"
        assert page.await_("Model")["session"]["id"] == mine


def test_uploads_and_pictures_go_with_their_session(tmp_path: Path) -> None:
    path = written(tmp_path, 1)
    path.with_suffix(PICTURE).write_text(PICTURE_URL)
    path.with_suffix(FILES).mkdir()
    (card,) = cards(tmp_path, None, frozenset())
    assert (card.picture, card.taken, card.named) == (PICTURE_URL, False, False)
    journal = Journal.resume(path, read(path).end, read(path).base)
    assert journal is not None
    journal.leave()
    journal.close()
    tidy(tmp_path)
    assert list(tmp_path.iterdir()) == []
