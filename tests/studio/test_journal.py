from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError
from pliant.methods.cage.studio.wire import CageSlice
from pliant.methods.joints.studio.wire import JointsSlice
from pliant.studio.opening.source import Source
from pliant.studio.session.journal import LIVE_EVERY, Journal
from pliant.studio.session.journal_lines import line_of
from pliant.studio.session.journal_reader import Past, read_past
from pliant.studio.session.regions import Marked
from pliant.studio.session.session_list import MOST_KEPT, newest_past, tidy
from pliant.studio.wire.codec import plain
from pliant.studio.wire.messages import Document, Handle, Region
from pliant.studio.wire.method_wire import Slices

SOURCE = Source("sample", "bar")
FIRST = Document("meshik", (Handle(0, 3, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0), True),))


def moved(x: float) -> Document:
    return replace(FIRST, handles=(replace(FIRST.handles[0], target=(x, 0.0, 0.0)),))


def read(path: Path) -> Past:
    past = read_past(path)
    assert past is not None
    return past


def written(folder: Path, steps: int) -> Path:
    """A closed journal of so many steps."""
    journal = Journal.begin(folder, SOURCE, FIRST)
    for i in range(steps):
        journal.step(f"Step {i}", moved(float(i + 1)))
    journal.close()
    return journal.path


def test_every_step_comes_back(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.chose("meshik", {})
    journal.step("Move", moved(1.0))
    journal.chose("reduced", {"controls": 4})
    journal.marked(Marked(Region("ends", (1, 2)), np.array([[0.1, 0.2, 0.3], [1 / 3, 0.0, -1.0]])))
    journal.step("Freeze", replace(moved(1.0), method="reduced", frozen="ends"))
    journal.step("Blend", replace(moved(1.0), weights=(0.5, 0.5)))
    journal.close()
    past = read(journal.path)
    assert past.source == SOURCE
    assert [step.label for step in past.steps] == ["Move", "Freeze", "Blend"]
    assert past.steps[0].document == moved(1.0)
    assert past.steps[1].document == replace(moved(1.0), method="reduced", frozen="ends")
    assert past.document == past.steps[2].document == replace(moved(1.0), weights=(0.5, 0.5))
    assert past.steps[1].chosen == (("reduced", {"controls": 4}),)
    assert past.chosen == {"meshik": {}, "reduced": {"controls": 4}}
    (marked,) = past.regions.values()
    assert (marked.region, marked.after) == (Region("ends", (1, 2)), 1)
    np.testing.assert_array_equal(marked.at, [[0.1, 0.2, 0.3], [1 / 3, 0.0, -1.0]])


def test_the_middle_of_a_drag_comes_back_too(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.step("Move", moved(1.0))
    journal.live(moved(1.5))
    journal.flush()
    past = read(journal.path)
    journal.close()
    assert past.document == moved(1.5)
    assert len(past.steps) == 1


def test_a_drag_writes_at_most_ten_lines_a_second_and_its_newest_place(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    began = time.monotonic()
    i = 0
    while time.monotonic() - began < 5 * LIVE_EVERY:
        i += 1
        journal.live(moved(float(i)))
        time.sleep(0.001)
    time.sleep(3 * LIVE_EVERY)
    lines = journal.path.read_bytes().count(b'"live"')
    assert 2 <= lines <= 8
    assert read(journal.path).document == moved(float(i))
    journal.close()


def test_a_line_holds_only_what_changed(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, replace(FIRST, weights=(0.5,) * 5000))
    journal.step("Move", replace(moved(1.0), weights=(0.5,) * 5000))
    journal.close()
    last = json.loads(journal.path.read_text().splitlines()[-1])
    assert list(last["changed"]) == ["handles"]
    assert len(read(journal.path).document.weights or ()) == 5000


def test_of_the_slices_a_line_holds_only_those_that_changed(tmp_path: Path) -> None:
    joints, cage = JointsSlice(painted="ear"), CageSlice(at=(0.5,) * 3000)
    first = replace(FIRST, slices=Slices(joints=JointsSlice(), cage=cage))
    journal = Journal.begin(tmp_path, SOURCE, first)
    journal.step("Paint", replace(first, slices=Slices(joints=joints, cage=cage)))
    journal.step("Forget", replace(first, slices=Slices(joints=joints)))
    journal.kept("cage", {"name": "one"})
    journal.close()
    lines = [json.loads(line) for line in journal.path.read_text().splitlines()]
    assert list(lines[2]["changed"]["slices"]) == ["joints"]
    past = read(journal.path)
    assert past.steps[0].document.slices == {"joints": joints, "cage": cage}
    assert past.document.slices == {"joints": joints}
    assert past.kept == {"cage": ({"name": "one"},)}


def test_a_journal_cut_anywhere_gives_every_whole_line(tmp_path: Path) -> None:
    path = written(tmp_path, 6)
    whole = path.read_bytes()
    ends = [i + 1 for i, letter in enumerate(whole) if letter == ord("\n")]
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        past = read_past(path)
        lines = sum(end <= cut for end in ends)
        assert (past is None) == (lines < 2)
        if past is not None:
            assert len(past.steps) == lines - 2
            assert past.end == ends[lines - 1]


@pytest.mark.parametrize(
    "noise", [b"\0\0\0\n", b"[1]\n", b'{"step": "x"}\n', b'{"step":"x","changed":{"a":1}}\n']
)
def test_a_broken_line_is_counted_and_what_follows_it_is_believed(tmp_path: Path, noise: bytes) -> None:
    path = written(tmp_path, 3)
    *begin, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*begin, noise, last]))
    past = read(path)
    assert [step.label for step in past.steps] == ["Step 0", "Step 1", "Step 2"]
    assert past.document == moved(3.0)
    assert past.damaged == 1
    assert "1 line was damaged" in past.words
    assert past.end == path.stat().st_size


def test_one_damaged_byte_anywhere_loses_one_line_and_no_document_after_it(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    # Steps change one field or the other in turn, so that a lost one would be missed in all after it.
    documents = [moved(1.0)]
    for i in range(2, 7):
        last = documents[-1]
        new = {"weights": (0.5, i / 8)} if i % 2 == 0 else {"handles": moved(float(i)).handles}
        documents.append(replace(last, **new))
    for i, document in enumerate(documents):
        journal.step(f"Step {i}", document)
    journal.close()
    whole = journal.path.read_bytes()
    for place in range(0, len(whole) - 1, 3):
        damaged = bytearray(whole)
        damaged[place] ^= 0x15
        journal.path.write_bytes(damaged)
        past = read(journal.path)
        lost = 2 if whole[place] == ord("\n") else 1
        assert len(past.steps) >= len(documents) - lost
        by_label = {f"Step {i}": document for i, document in enumerate(documents)}
        assert all(step.document == by_label[step.label] for step in past.steps if lost == 1), place
        assert past.damaged == 1


def test_after_damage_the_journal_goes_on_and_loses_nothing_more(tmp_path: Path) -> None:
    path = written(tmp_path, 4)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[3] = lines[3].replace(b"Step 1", b"Stop 1")
    path.write_bytes(b"".join(lines))
    past = read(path)
    journal = Journal.resume(path, past.end, past.base)
    assert journal is not None
    journal.step("After", moved(9.0))
    journal.close()
    assert path.read_bytes().startswith(b"".join(lines))
    assert [step.label for step in read(path).steps] == ["Step 0", "Step 2", "Step 3", "After"]


def test_a_deeply_nested_line_is_damage_like_any_other(tmp_path: Path) -> None:
    path = written(tmp_path, 1)
    deep = b'{"step":"x","changed":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"
    path.write_bytes(path.read_bytes() + deep)
    (tmp_path / "other.jsonl").write_bytes(deep + deep)
    tidy(tmp_path)
    past = newest_past(tmp_path)
    assert past is not None
    assert (len(past.steps), past.damaged) == (1, 1)


@pytest.mark.parametrize("noise", ['{"step":"x","changed":[]}', '{"own":[],"entry":{}}', '{"look":3}'])
def test_a_line_with_a_right_sum_that_means_nothing_is_damage_too(tmp_path: Path, noise: str) -> None:
    path = written(tmp_path, 1)
    path.write_bytes(path.read_bytes() + line_of(json.loads(noise)))
    assert (len(read(path).steps), read(path).damaged) == (1, 1)


@pytest.mark.parametrize(
    "strange",
    [
        {"choose": "meshik", "options": [1]},
        {"choose": 5, "options": {}},
        {"own": "joints", "entry": "no object"},
        {"own": 5, "entry": {}},
        {"region": "ends", "runs": [1, 2], "places": "AAAA"},
        {"step": "Move", "changed": {"method": 5}},
        {"step": "Move", "kind": "no kind", "changed": {}},
    ],
)
def test_a_line_of_another_kind_changes_nothing_and_is_counted(strange: dict, tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    good = read(path)
    path.write_bytes(path.read_bytes() + line_of(strange))
    past = read(path)
    assert past.damaged == 1
    assert (past.document, past.steps) == (good.document, good.steps)
    assert (past.chosen, past.kept, past.regions) == (good.chosen, good.kept, good.regions)


def test_a_journal_goes_on_after_its_last_whole_line(tmp_path: Path) -> None:
    path = written(tmp_path, 2)
    with open(path, "ab") as file:
        file.write(b'{"step": "half')
    past = read(path)
    journal = Journal.resume(path, past.end, past.document)
    assert journal is not None
    journal.step("After", moved(9.0))
    journal.close()
    assert [step.label for step in read(path).steps] == ["Step 0", "Step 1", "After"]
    assert read(path).document == moved(9.0)


def test_a_living_session_is_not_offered_nor_taken(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, FIRST)
    journal.step("Move", moved(1.0))
    journal.flush()
    assert newest_past(tmp_path) is None
    assert Journal.resume(journal.path, 10, FIRST) is None
    tidy(tmp_path)
    assert journal.path.exists()
    journal.close()
    past = newest_past(tmp_path)
    assert past is not None
    assert past.path == journal.path
    assert past.found().steps == 1


def test_what_was_never_touched_or_not_wanted_is_not_offered(tmp_path: Path) -> None:
    untouched = Journal.begin(tmp_path, SOURCE, FIRST)
    untouched.live(FIRST)
    untouched.close()
    left = Journal.begin(tmp_path, SOURCE, FIRST)
    left.step("Move", moved(1.0))
    left.leave()
    left.close()
    assert newest_past(tmp_path) is None
    tidy(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_newest_is_offered_and_only_a_few_are_kept(tmp_path: Path) -> None:
    paths = [written(tmp_path, 1) for _ in range(MOST_KEPT + 3)]
    for i, path in enumerate(paths):
        os.utime(path, (1000.0 + i, 1000.0 + i))
    tidy(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(paths[3:])
    past = newest_past(tmp_path)
    assert past is not None
    assert past.path == paths[-1]


@pytest.mark.parametrize("strange", [b'"journal":99', b'"journal":"x"'])
def test_a_journal_of_another_version_is_not_offered_but_kept(tmp_path: Path, strange: bytes) -> None:
    path = written(tmp_path, 1)
    path.write_bytes(re.sub(rb'"journal": ?\d+', strange, path.read_bytes(), count=1))
    assert newest_past(tmp_path) is None
    tidy(tmp_path)
    assert path.exists()


def test_uploaded_files_stay_with_their_journal(tmp_path: Path) -> None:
    upload = tmp_path / "ab12.obj"
    upload.write_text("v 0 0 0")
    journal = Journal.begin(tmp_path / "state", Source("files", "mine", (str(upload),), ("mine.obj",)), FIRST)
    journal.leave()
    journal.close()
    (kept,) = read(journal.path).source.paths
    assert Path(kept).read_text() == "v 0 0 0"
    assert not upload.exists()
    tidy(tmp_path / "state")
    assert not Path(kept).exists()


def test_only_the_user_can_read_it_whatever_the_mask_of_new_files(tmp_path: Path) -> None:
    mask = os.umask(0)
    try:
        path = written(tmp_path / "a" / "state", 1)
    finally:
        os.umask(mask)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises((FileFormatError, FileExistsError), match="state"):
        Journal.begin(tmp_path / "state", SOURCE, FIRST)


def test_drags_do_not_fill_the_journal(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, SOURCE, replace(FIRST, handles=FIRST.handles * 40))
    bare = 0
    for step in range(20):
        for i in range(30):
            there = replace(FIRST, handles=moved(step + i / 40).handles * 40)
            journal.live(there)
            journal.flush()
        journal.step(f"Step {step}", there)
        journal.flush()
        bare += len(line_of(plain(there)))
    assert len(read(journal.path).steps) == 20
    assert journal.path.stat().st_size < 4 * bare
    journal.close()
    assert b'"live"' not in journal.path.read_bytes()
    assert read(journal.path).damaged == 0
    assert read(journal.path).document == there


def test_a_journal_of_the_format_before_is_read_and_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    entries = [
        {"journal": 3, "when": "2026-01-01T00:00:00", "source": plain(SOURCE)},
        {"begin": True, "changed": plain(FIRST)},
        {"live": True, "changed": plain(moved(0.5))},
        {"step": "Move", "changed": {"weights": [0.5, 0.5]}},
    ]
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    past = read(path)
    assert past.document == replace(moved(0.5), weights=(0.5, 0.5))
    journal = Journal.resume(path, past.end, past.base, past.number, old=past.old)
    assert journal is not None
    journal.live(moved(7.0))
    journal.step("More", replace(moved(0.5), weights=(0.25, 0.75)))
    journal.close()
    assert read(path).document == replace(moved(0.5), weights=(0.25, 0.75))
    assert [step.label for step in read(path).steps] == ["Move", "More"]
    assert read(path).damaged == 0


def test_after_a_kill_in_the_middle_everything_that_was_said_is_there(tmp_path: Path) -> None:
    program = """
        import sys, time
        from tests.studio.test_journal import FIRST, SOURCE, Journal, Path, moved
        journal = Journal.begin(Path(sys.argv[1]), SOURCE, FIRST)
        for i in range(1, 10_000):
            journal.step(f"Step {i}", moved(float(i)))
            journal.flush()
            journal.live(moved(i + 0.5))
            print(i, flush=True)
        """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    said = 0
    while said < 20:
        said = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    said = int((process.stdout.read().split() or [str(said)])[-1])
    assert process.wait(10) == -signal.SIGKILL
    past = newest_past(tmp_path)
    assert past is not None
    assert len(past.steps) >= said
    assert [step.document for step in past.steps] == [moved(float(i + 1)) for i in range(len(past.steps))]
