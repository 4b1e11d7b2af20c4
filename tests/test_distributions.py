"""The wheel and the source archive hold what an installed Pliant needs, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from release.distributions import build, tracked, troubles


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(tmp_path_factory.mktemp("dist"))


def test_they_hold_every_file_of_the_package_and_no_other(archives):
    assert troubles(*archives) == []
    with zipfile.ZipFile(archives[0]) as wheel:
        names = set(wheel.namelist())
    assert {"pliant/py.typed", "pliant/studio/static/index.html"} <= names
    assert len(names) > len(tracked("src/pliant/"))


def test_what_is_missing_is_told(archives, tmp_path):
    lacking = tmp_path / archives[0].name
    with zipfile.ZipFile(archives[0]) as wheel, zipfile.ZipFile(lacking, "w") as less:
        for name in wheel.namelist():
            if not name.endswith(("entry_points.txt", "static/index.html")):
                less.writestr(name, wheel.read(name))
        less.writestr("pliant/stray.py", "")
    found = troubles(lacking, archives[1])
    assert "The wheel lacks pliant/studio/static/index.html." in found
    assert "The wheel holds pliant/stray.py, which git does not know." in found
    assert "The wheel has no command 'pliant'." in found


def test_the_command_runs_from_the_wheel_alone(archives, tmp_path):
    with zipfile.ZipFile(archives[0]) as wheel:
        wheel.extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    code = "import pliant; print(pliant.__file__)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert loaded.stdout.startswith(str(tmp_path))
    told = subprocess.run(
        [sys.executable, "-m", "pliant.cli.app", "doctor"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("pliant")
