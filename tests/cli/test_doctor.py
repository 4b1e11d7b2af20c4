"""`pliant doctor`: one line for everything that may be installed, and what is lost where it is not."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from pliant.cli.work import doctor
from pliant.cli.work.doctor import EXTRAS, NEEDED, environment

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
# Extras of those who work on Pliant, and the one that brings all others.
OTHERS = {"test", "docs", "bench", "all"}


def packages(requirements: list[str]) -> list[str]:
    return [re.split(r"[<>=;\[ ]", each)[0] for each in requirements]


def test_every_extra_and_every_dependency_is_looked_for():
    extras = PROJECT["optional-dependencies"]
    assert {name: list(extra.modules) for name, extra in EXTRAS.items()} == {
        name: packages(needed) for name, needed in extras.items() if name not in OTHERS
    }
    assert {*NEEDED, "cholespy"} == set(packages(PROJECT["dependencies"]))


def test_the_extra_all_brings_every_other_one_for_users():
    named = " ".join(PROJECT["optional-dependencies"]["all"])
    found = [name for names in re.findall(r"pliant\[(.*?)\]", named) for name in names.split(",")]
    assert sorted(found) == sorted(EXTRAS)


def test_one_line_each_for_people_and_programs(run):
    done = run("doctor")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    names = [line.name for line in environment()]
    assert [line.split()[0] for line in lines] == names
    found = json.loads(run("doctor", "--json").stdout)["found"]
    assert [each["name"] for each in found] == names
    assert {each["state"] for each in found} <= {"fine", "missing", "slow"}


def test_what_is_missing_is_told_with_what_it_costs_and_how_to_get_it(monkeypatch):
    monkeypatch.setattr(doctor, "find_spec", lambda name: None)
    monkeypatch.setattr(doctor.shutil, "which", lambda name: None)
    monkeypatch.setattr(doctor, "_writable", lambda folder: False)
    found = {line.name: line for line in environment()}
    for name in EXTRAS:
        assert found[name].state == "missing"
        assert f'pip install "pliant[{name}]"' in found[name].words
        assert EXTRAS[name].lost in found[name].words
    assert found["cholespy"].state == "slow"
    assert found["kernels"].state == "slow"
    assert found["ffmpeg"].state == "missing"


@pytest.mark.parametrize("line", environment(), ids=lambda line: line.name)
def test_every_line_says_something(line):
    assert line.words
    assert "\n" not in line.words
