"""A method of others: the package in tests/toy_method, installed where only some processes see it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "toy_method"


@pytest.fixture(scope="session")
def with_plugin(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that finds the package, as pip installs it."""
    source, site = tmp_path_factory.mktemp("source") / "package", tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE, source)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # Nothing is fetched: what the package needs is installed, and so is what builds it.
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(site), str(source)]
    made = subprocess.run([*pip, *offline], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    paths = [str(site), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
