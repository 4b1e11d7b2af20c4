"""After a restart the same handles give the pose that was shown, also where they could give another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pliant.progress import silent
from pliant.studio.export.files import Tickets
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Solve
from pliant.studio.wire.sessions import Look
from tests.studio.test_session import begun

# Where the hand pulls the end of the bar, one after the other: at the last place it rests in a pose that a
# search from rest does not find.
PLACES = 3
LOOK = Look((0, 0, 0), 0, 0, 1, True, "y", (), (), "method", True, False, False)


def led(document: Document, at: np.ndarray) -> Document:
    held, free = document.handles
    return replace(document, handles=(held, replace(free, target=tuple(at.tolist()))))


def test_a_restart_finds_the_pose_that_was_shown(session: Session, tmp_path: Path) -> None:
    document = begun(session, "meshik")
    home = np.array(document.handles[1].target)
    size = float(np.linalg.norm(np.ptp(session.exports.model.mesh.V, axis=0)))
    rng, here = np.random.default_rng(3), home
    for _ in range(PLACES):
        there = home + rng.normal(0, 0.35 * size, 3)
        for share in np.linspace(0.2, 1.0, 5):
            list(session.solve(Solve(1, led(document, here + share * (there - here)))))
        here = there
    document = led(document, here)
    for _ in range(30):
        (reply,) = session.solve(Solve(1, document))
    shown = np.asarray(reply.arrays["V"])
    session.commit(Commit("Pull", document))
    session.looked(LOOK)
    path = session.path
    assert path is not None
    (cold,) = session.solve(Solve(2, document, start=False))
    assert np.abs(cold.arrays["V"] - shown).max() > 0.1 * size
    session.close()
    past = read_past(path)
    assert past is not None
    again = Session(tmp_path / "state", Tickets(tmp_path))
    list(again.recover(past, silent))
    (back,) = again.solve(Solve(1, document, start=False))
    assert np.abs(back.arrays["V"] - shown).max() < 1e-3 * size
    again.close()
