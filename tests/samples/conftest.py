"""Each sample is made once for all tests."""

from __future__ import annotations

import pytest

from pliant.mesh import PoseSet
from pliant.samples import sample


@pytest.fixture(scope="session")
def fox() -> PoseSet:
    return sample("quadruped", vertices=2_000)


@pytest.fixture(scope="session")
def flag() -> PoseSet:
    return sample("flag")


@pytest.fixture(scope="session")
def person() -> PoseSet:
    return sample("humanoid", vertices=4_000)
