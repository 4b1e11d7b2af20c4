"""What every test may use: shape checks, the sample characters and the real data."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from hypothesis import settings

from tests.shape_checks import check_shapes

# Fixtures that tests of several folders use.
pytest_plugins = ("tests.command_line", "tests.plugin", "tests.studio.fixtures")

DATA = Path(os.environ.get("PLIANT_DATA", Path(__file__).parents[2] / "shared" / "data"))

# The first example of a property pays for loading kernels; what was red must be red again when repeated.
settings.register_profile("pliant", deadline=None, derandomize=True)
settings.load_profile("pliant")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("numprocesses", None):
        # One worker per core already, started after this: threads of theirs would only wait for each other.
        os.environ["NUMBA_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    config.addinivalue_line(
        "markers", "law(name): a law of the conformance suite, as named in its exemptions"
    )


def pytest_sessionstart(session: pytest.Session) -> None:
    if session.config.getoption("numprocesses", None):
        return  # the tests run in other processes, which this one only tells what to do
    # Until the first test runs half a million objects are made that live as long as the process, of modules
    # and of tests; looking for garbage among them would take a fifth of that time.
    gc.disable()
    check_shapes("pliant", "tests.models")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole programs and pages come first, so that one process has them while the others compute.

    They take longest and wait most; at the end all processes would wait for the same few.
    """
    root = Path(__file__).parent
    items.sort(key=lambda item: item.path.parent not in (root, root / "studio" / "e2e"))


def pytest_collection_finish() -> None:
    """From here on garbage is collected, but nothing looked for among what is there to stay."""
    gc.freeze()
    gc.enable()


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores, for some always wait: for a page, a server, a command."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def data() -> Path:
    """The folder of real meshes, which are not part of the repository."""
    if not (DATA / "poses").is_dir():
        pytest.skip(f"no real meshes at {DATA}; set PLIANT_DATA to their folder to run this test")
    return DATA
