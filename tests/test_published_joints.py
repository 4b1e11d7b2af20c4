"""The table of published joints: answers are kept whole, and are what the code gives today."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("igl", reason="libigl, of the extra 'joints', is not installed")
pytest.importorskip("fcl", reason="python-fcl, of the extra 'joints', is not installed")

from benchmarks.__main__ import main
from benchmarks.answers import Answer, read, table
from benchmarks.mechanisms import joints_folder
from benchmarks.pose_sets import MissingDataError
from benchmarks.results import RESULTS, write

RIGHT = Answer("lamp", "elbow", "revolute", "revolute", 0.95, True, True, True, True, 1.5)
FALSE = Answer("lamp", "0 – 2", None, "plane", 0.4, False, False, False, False, 1.5)
MISSED = Answer("door", "hinge", "revolute", None, None, True, False, False, False, 0.5)
# Small models, one of each half.
AGAIN = ("velodyne", "finger_pro")


def test_answers_are_read_as_they_were_written(tmp_path):
    write("published-joints", [table([RIGHT, FALSE, MISSED])], tmp_path)
    assert read(tmp_path / "published-joints.json") == [RIGHT, FALSE, MISSED]


def test_there_are_no_answers_where_nothing_was_written(tmp_path):
    assert read(tmp_path / "published-joints.json") == []


@pytest.mark.parametrize("name", AGAIN)
def test_committed_answers_are_what_the_code_gives_today(name, tmp_path):
    try:
        joints_folder()
    except MissingDataError as missing:
        pytest.skip(str(missing))
    assert main(["published-joints", "--sets", name, "--results", str(tmp_path)]) == 0
    today, then = (_answers(folder, name) for folder in (tmp_path, RESULTS))
    assert [_plain(each) for each in today] == [_plain(each) for each in then] != []
    sure = [(now.confidence, before.confidence) for now, before in zip(today, then, strict=True)]
    assert all(now == pytest.approx(before, abs=0.02) for now, before in sure)


def _answers(folder, name):
    return [each for each in read(folder / "published-joints.json") if each.model == name]


def _plain(answer):
    """The answer without what differs between machines."""
    return replace(answer, seconds=0.0, confidence=None)
