from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version

import pytest

from pliant.errors import MeshError

HEAVY = ("numpy", "scipy", "numba", "rich", "pygltflib", "pyvista", "pliant.io", "pliant.geometry")


def test_help_names_every_verb_and_every_exit_code(run):
    text = run("--help").stdout
    for word in ("info", "learn", "pose", "blend", "samples", "0 ", "1 ", "2 ", "3 ", "130 "):
        assert f"  {word}" in text


@pytest.mark.parametrize("verb", ["info", "learn", "pose", "blend", "samples"])
def test_every_verb_explains_itself(run, verb):
    done = run(verb, "--help")
    assert done.exit_code == 0
    assert "Exit codes:" in done.stdout
    assert "--json" in done.stdout


def test_help_loads_nothing_heavy():
    code = f"""
import sys
sys.argv = ["pliant", "--help"]
from pliant.cli.app import main
try:
    main()
except SystemExit:
    pass
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_version_is_the_packages(run):
    assert run("--version").stdout.strip() == f"pliant {version('pliant')}"


def test_the_command_is_installed(bar_file):
    command = [
        sys.executable,
        "-c",
        "from pliant.cli.app import main; main()",
        "info",
        str(bar_file),
        "--json",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout)["poses"] == 3
    assert done.stderr == ""


def test_an_unknown_verb_is_a_matter_of_usage(run):
    assert run("pull", "x.obj").exit_code == 2


def test_an_interrupt_ends_with_130_and_without_a_traceback(run, bar_file, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("pliant.cli.work.info.told", interrupted)
    done = run("info", bar_file)
    assert done.exit_code == 130
    assert done.stdout == ""
    assert done.stderr == "pliant: interrupted\n"


def test_a_refusal_is_told_in_its_own_words_only(run, bar_file, monkeypatch):
    def refused(*_):
        raise MeshError("The mesh is made of cheese; use milk.")

    monkeypatch.setattr("pliant.cli.work.info.told", refused)
    done = run("info", bar_file)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "pliant: The mesh is made of cheese; use milk.\n"
    as_json = run("info", bar_file, "--json")
    assert as_json.exit_code == 1
    assert json.loads(as_json.stdout) == {
        "error": {"kind": "MeshError", "message": "The mesh is made of cheese; use milk."}
    }
