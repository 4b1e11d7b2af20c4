"""Steps of the history on keyed frames: they are kept where the keys have the handles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Solve
from tests.studio.test_timeline import at_frame, kept, opened


@pytest.mark.parametrize("first", ["the step", "the pose"])
def test_a_step_on_a_keyed_frame_comes_back_where_the_keys_have_it(session: Session, first: str) -> None:
    document = opened(session)
    pulled = tuple(replace(handle, target=(0.5, 0.4, 0.3)) for handle in document.handles)
    undone = replace(document, frame=4, handles=pulled)
    session.note(Solve(1, undone, keyed=True))
    if first == "the step":
        kept(session, replace(undone))
    at_frame(session, undone, 4)
    if first == "the pose":
        kept(session, replace(undone))
    key = document.timeline.rows[0].keys[1]
    journal = session.record.journal
    journal.flush()
    past = read_past(journal.path)
    assert past is not None
    for found in (session.record.document, session.record.settled, past.document):
        np.testing.assert_allclose(found.handles[-1].target, key.targets)
    assert [step.label for step in session.record.history.done] == ["Key handle 1"]
