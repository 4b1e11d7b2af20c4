from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from pliant import MeshIK, read_poses
from pliant.arrays import Array
from pliant.io import write_poses
from pliant.pose import Status
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.opening.source import Source, named_source
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Region, Solve

# The script starts each step from the one before, the session from wherever the mouse came by: both stop
# when their last step is small, not at the same point.
TOLERANCE = 1e-4


class Hand:
    """Drags as a page does, and remembers the pose after each step."""

    def __init__(self, session: Session, source: Source) -> None:
        self.session = session
        document: Document = next(session.open(source, silent)).message.document
        # One end held, one pulled.
        self.document = replace(document, handles=(document.handles[0], document.handles[-1]))
        list(session.resume(silent))
        self.poses: list[Array] = []

    def drag(self, label: str, *way: tuple[float, float, float]) -> None:
        for place in way:
            held, free = self.document.handles
            self.show(replace(self.document, handles=(held, replace(free, target=place))))
        self.keep(label)

    def show(self, document: Document) -> str:
        """The status of the pose that is shown."""
        self.document = document
        message = Solve(1, document)
        self.session.note(message)
        (reply,) = self.session.solve(message)
        return reply.message.status

    def keep(self, label: str) -> None:
        self.session.commit(Commit(label, self.document))
        # The page goes on asking while the hand rests.
        while Status(self.show(self.document)).unfinished:
            pass
        self.poses.append(self.session._posed().positions().copy())


def replayed(session: Session, folder: Path, **names: str) -> dict[str, Any]:
    list(session.exports.file("script"))
    return runpy.run_path(str(next(folder.glob("*.py"))), **names)


def test_the_script_of_a_session_gives_the_same_poses(session: Session, tmp_path: Path) -> None:
    hand = Hand(session, Source("sample", "bar"))
    hand.drag("Move handle 1", (1.1, 0.1, 0.0), (1.05, 0.25, 0.05), (1.0, 0.4, 0.1))
    hand.drag("Move handle 1", (0.9, 0.3, 0.1), (0.9, 0.5, -0.1))
    session.mark(Region("ends", (1, 10, 12, 4)))
    hand.show(replace(hand.document, frozen="ends"))
    hand.keep('Freeze "ends"\nimport os')
    hand.drag("Move handle 1", (0.9, 0.4, 0.1))
    hand.show(replace(hand.document, frozen=None, weights=(0.3, 0.7)))
    hand.keep("Blend")
    list(session.choose("reduced", {"controls": 6}, silent))
    hand.show(replace(hand.document, method="reduced", weights=None))
    hand.keep("Reduced IK")
    hand.drag("Move handle 1", (1.0, 0.2, 0.2), (1.0, 0.1, 0.3))
    hand.show(replace(hand.document, method="meshik"))
    hand.keep("MeshIK")
    hand.show(replace(hand.document, handles=()))
    hand.keep("Delete handles")
    steps = replayed(session, tmp_path)["steps"]
    assert [label for label, _ in steps][2] == 'Freeze "ends"\nimport os'
    assert len(steps) == len(hand.poses) == 9
    for (label, V), expected in zip(steps, hand.poses, strict=True):
        np.testing.assert_allclose(V, expected, atol=TOLERANCE, err_msg=label)


def test_run_as_a_program_it_writes_the_poses(session: Session, tmp_path: Path) -> None:
    write_poses(tmp_path / "mine.npz", bar(60))
    hand = Hand(session, named_source([str(tmp_path / "mine.npz")]))
    hand.drag("Move handle 1", (1.0, 0.4, 0.1))
    replayed(session, tmp_path, run_name="__main__")
    (script,) = tmp_path.glob("*.py")
    result = read_poses(script.with_suffix(".npz"))
    assert result.names == ("000 Move handle 1",)
    np.testing.assert_allclose(result.V[0], hand.poses[0], atol=TOLERANCE)


def test_a_session_on_a_rig_file_replays_from_it(session: Session, tmp_path: Path) -> None:
    MeshIK(bar(60)).save(tmp_path / "mine.pliant")
    hand = Hand(session, named_source([str(tmp_path / "mine.pliant")]))
    hand.drag("Move handle 1", (1.0, 0.4, 0.1))
    list(session.choose("reduced", {}, silent))
    hand.show(replace(hand.document, method="reduced"))
    hand.keep("Reduced IK")
    steps = replayed(session, tmp_path)["steps"]
    for (label, V), expected in zip(steps, hand.poses, strict=True):
        np.testing.assert_allclose(V, expected, atol=TOLERANCE, err_msg=label)


def test_a_session_without_steps_is_a_script_without_steps(session: Session, tmp_path: Path) -> None:
    Hand(session, Source("sample", "bar"))
    assert replayed(session, tmp_path, run_name="__main__")["steps"] == []


def test_a_rig_that_was_built_after_the_step_that_takes_it_is_made_before_it(
    session: Session, tmp_path: Path
) -> None:
    hand = Hand(session, Source("sample", "bar"))
    # As the page does it: the step is kept at once, and the method is built for it.
    hand.document = replace(hand.document, method="reduced")
    session.commit(Commit("Switch to Reduced IK", hand.document))
    list(session.choose("reduced", {"controls": 6}, silent))
    hand.show(hand.document)
    hand.poses.append(session._posed().positions().copy())
    hand.drag("Move handle 1", (1.0, 0.4, 0.1))
    found = replayed(session, tmp_path)
    assert found["reduced"].skin.count == 6
    for (label, V), expected in zip(found["steps"], hand.poses, strict=True):
        np.testing.assert_allclose(V, expected, atol=TOLERANCE, err_msg=label)
