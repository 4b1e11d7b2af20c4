"""Committed tables of the benchmarks: of a form that can be read, and not older than what they measure."""

from __future__ import annotations

import json
import subprocess

import pytest

pytest.importorskip("igl", reason="libigl, which the benchmarks compare with, is not installed")

from benchmarks.__main__ import BENCHMARKS, BY_FOLDER, main
from benchmarks.pose_sets import MissingDataError, poses_folder
from benchmarks.results import PARTS, RESULTS, Column, Table, write

COMMITTED = sorted(RESULTS.glob("*.json"))
# Measured again here: a small set, whose row must be what the code gives today.
MEASURED_AGAIN = [("pins", "threejs_flamingo"), ("generalise", "threejs_horse"), ("learned", "threejs_horse")]
# Keys that end so are costs, which other machines need not share.
COSTS = ("seconds", "iterations", "learn", "iteration", "meshik", "ratio", "drag", "warm", "skin", "floor")
COLUMNS = [Column("set", "set"), Column("error", "error", ".2f")]


def _table(*rows):
    table = Table("Errors", COLUMNS)
    for name, error in rows:
        table.add({"set": name, "error": error}, best=["error"])
    return table


def _read(folder):
    (table,) = json.loads((folder / "toy.json").read_text(encoding="utf-8"))["tables"]
    return table


def test_a_part_that_is_measured_again_replaces_its_rows_in_their_place(tmp_path):
    write("toy", [_table(("a", 1.0), ("b", 2.0), ("b", 3.0), ("c", 4.0))], tmp_path)
    write("toy", [_table(("b", 5.0), ("d", 6.0))], tmp_path, part=True)
    table = _read(tmp_path)
    rows = [(row["set"], row["error"]) for row in table["rows"]]
    assert rows == [("a", 1.0), ("b", 5.0), ("c", 4.0), ("d", 6.0)]
    assert table["best"] == [["error"]] * 4
    assert len(table["measured"]) == 4


def test_a_table_says_how_busy_the_machine_was(tmp_path, monkeypatch):
    monkeypatch.setattr("os.getloadavg", lambda: (0.1, 0.2, 13.46), raising=False)
    page = write("toy", [_table(("a", 1.0))], tmp_path)
    assert "load 13.5" in page.read_text(encoding="utf-8")


def test_a_whole_run_keeps_nothing_of_the_one_before(tmp_path):
    write("toy", [_table(("a", 1.0))], tmp_path)
    write("toy", [_table(("b", 2.0))], tmp_path)
    assert [row["set"] for row in _read(tmp_path)["rows"]] == ["b"]


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_a_committed_table_names_its_benchmark_and_every_row_its_day_and_commit(path):
    content = json.loads(path.read_text(encoding="utf-8"))
    assert content["benchmark"] == path.stem
    assert path.stem in (*BENCHMARKS, *BY_FOLDER.values())
    assert path.with_suffix(".md").exists()
    for table in content["tables"]:
        assert len({len(table[part]) for part in PARTS}) == 1
        for measured in table["measured"]:
            assert len(measured["date"]) == len("2026-01-31")
            _require_known(measured["commit"].rstrip("+"))


def _require_known(commit):
    git = ["git", "-C", str(RESULTS.parent)]
    shallow = subprocess.run([*git, "rev-parse", "--is-shallow-repository"], capture_output=True, text=True)
    if shallow.stdout.strip() != "false":
        pytest.skip("no whole history here to look a commit up in")
    assert subprocess.run([*git, "merge-base", "--is-ancestor", commit, "HEAD"], check=False).returncode == 0


@pytest.mark.parametrize(("benchmark", "chosen"), MEASURED_AGAIN)
def test_a_committed_row_is_what_the_code_gives_today(benchmark, chosen, tmp_path):
    try:
        poses_folder()
    except MissingDataError as missing:
        pytest.skip(str(missing))
    assert main([benchmark, "--sets", chosen, "--results", str(tmp_path)]) == 0
    today, then = (_rows(folder / f"{benchmark}.json", chosen) for folder in (tmp_path, RESULTS))
    assert len(today) == len(then) > 0
    for now, before in zip(today, then, strict=True):
        assert now.keys() == before.keys()
        for key in now:
            if isinstance(now[key], float) and not key.endswith(COSTS):
                assert now[key] == pytest.approx(before[key], rel=0.02, abs=0.02), key


def _rows(path, chosen):
    tables = json.loads(path.read_text(encoding="utf-8"))["tables"]
    return [row for table in tables for row in table["rows"] if row["set"] == chosen]
