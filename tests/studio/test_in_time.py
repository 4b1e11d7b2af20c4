"""A pose that ran out of time is finished before it is kept."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import numpy as np
import pytest

from pliant.pose import Status
from pliant.studio.session import poser
from pliant.studio.session.session import Session
from tests.studio.test_session import begun, pulled, solved

# No time at all: one step for each move.
HURRIED = mock.patch.object(poser, "PICTURE", 0.0)


@pytest.fixture
def hurried(session: Session):
    """A session whose last pose has run out of time, and its document."""
    document = begun(session, "meshik")
    solved(session, document)
    with HURRIED:
        document = pulled(document, 0.5)
        message, _ = solved(session, document, start=True)
        assert message.status == Status.OUT_OF_TIME.value
        yield session, document


def test_what_ran_out_of_time_goes_on_until_it_is_finished(hurried) -> None:
    session, document = hurried
    message, arrays = solved(session, document, start=True)
    assert Status(message.status).unfinished
    looks = 0
    while Status(message.status).unfinished:
        message, arrays = solved(session, document, start=True)
        looks += 1
        assert looks < 300
    assert message.status == Status.CONVERGED.value
    _, cold = solved(session, replace(document))
    np.testing.assert_allclose(arrays["V"], cold["V"], rtol=0, atol=1e-4)


def test_a_file_has_the_finished_pose(hurried) -> None:
    session, document = hurried
    V = session._posed().positions()
    _, cold = solved(session, document)
    np.testing.assert_allclose(V, cold["V"], rtol=0, atol=1e-4)
