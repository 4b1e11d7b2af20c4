"""The plain part of the studio, which serves methods without a part of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import numpy as np
import pytest
from numpy.typing import ArrayLike

from pliant.anchors import Held, Points, checked_targets, held_points
from pliant.errors import AnchorError, OptionError
from pliant.mesh import Mesh
from pliant.method import Method
from pliant.pose import Pose, Pulled, Status
from pliant.progress import Progress, silent
from pliant.rig import Grip, Rig
from pliant.samples.bar import bar
from pliant.studio.opening.model import Opened
from pliant.studio.opening.source import Source
from pliant.studio.session.desk import Desk
from pliant.studio.session.journal_reader import JournalStep, Past
from pliant.studio.session.method import NO_CLAIM, OWN_RIG, StudioMethod, studio_methods
from pliant.studio.session.poser import Poser
from pliant.studio.session.regions import Marked
from pliant.studio.wire.messages import Document, Region
from pliant.studio.wire.model import OptionField

POSES = bar()


@dataclass(frozen=True)
class ShiftOptions:
    strength: float = field(default=1.0, metadata={"words": "How far.", "low": 0.0, "high": 2.0})
    turns: bool = False
    steps: int = 3
    way: Literal["mean", "first"] = "mean"
    limit: float = float("inf")
    pair: tuple[int, int] | None = None


@dataclass(frozen=True, eq=False, kw_only=True)
class ShiftPulled(Pulled):
    shift: np.ndarray


@dataclass(frozen=True, eq=False, kw_only=True)
class ShiftPose(ShiftPulled, Pose):
    pass


class ShiftGrip(Grip["Shift", "ShiftPose"]):
    pose_type = ShiftPose

    def __init__(self, rig: Shift, held: Held) -> None:
        self.rig, self.held = rig, held

    def warm(self) -> None:
        pass

    def pull(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pulled:
        goal = checked_targets(targets, len(self.held))
        way = self.rig.options.strength * (goal - self.held.rest).mean(axis=0)
        return ShiftPulled(
            status=Status.CONVERGED,
            iterations=1,
            energy=0.0,
            energies=(0.0,),
            seconds=1e-3,
            gaps=np.zeros(len(goal)),
            shift=way,
        )


class Shift(Rig):
    """Moves the whole mesh by the mean of what is pulled."""

    method: ClassVar[str] = "shift"

    def __init__(
        self, mesh: Mesh, *, options: ShiftOptions | None = None, progress: Progress = silent
    ) -> None:
        self.mesh, self.options = mesh, options or ShiftOptions()

    def grab(self, points: Points, *, firm: ArrayLike | None = None) -> ShiftGrip:
        return ShiftGrip(self, held_points(points, self.mesh.V, self.mesh.F))

    def carried(self, pulled: Any) -> np.ndarray:
        return self.mesh.V + pulled.shift

    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        raise NotImplementedError

    @classmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Any]) -> Shift:
        raise NotImplementedError


METHOD = Method(
    name="shift",
    title="Shift IK",
    summary="Moves the whole mesh.",
    rig=f"{__name__}:Shift",
    made_of="nothing",
    takes="mesh",
    options=f"{__name__}:ShiftOptions",
)
STUDIO = StudioMethod(METHOD)
MODEL = Opened(Source("sample", "bar"), POSES.mesh, ("bar",))
PIN, *_, FREE = STUDIO.first_handles(MODEL)
DOCUMENT = Document("shift", (PIN, FREE))


def poser(**options: Any) -> Poser:
    regions = {"some": Marked(Region("some", (3, 4)), POSES.mesh.V[3:7])}
    made = STUDIO.poser(Desk(MODEL, regions, lambda: DOCUMENT, (), lambda entry: None))
    made.build(options, silent)
    return made


def pulled() -> Document:
    x, y, z = FREE.target
    return replace(DOCUMENT, handles=(PIN, replace(FREE, target=(x, y + 1.0, z))))


def test_options_become_a_form_as_far_as_a_form_can_have_them() -> None:
    assert STUDIO.fit(MODEL).options == (
        OptionField("strength", "Strength", "How far.", "number", 1.0, 0.0, 2.0),
        OptionField("turns", "Turns", "", "truth", False),
        OptionField("steps", "Steps", "", "whole", 3),
        OptionField("way", "Way", "", "choice", "mean", choices=("mean", "first")),
    )


def test_any_rig_poses_a_document() -> None:
    shown = poser(strength=0.5).shown(pulled(), warm=False)
    np.testing.assert_allclose(shown.arrays()["V"], np.add(POSES.mesh.V, [0.0, 0.25, 0.0]), atol=1e-6)
    np.testing.assert_array_equal(shown.reached, poser(strength=0.5).shown(pulled(), warm=True).reached)
    resting = poser().shown(replace(DOCUMENT, handles=()), warm=False)
    np.testing.assert_array_equal(resting.positions(), POSES.mesh.V)


def test_what_a_rig_cannot_do_is_refused_in_words() -> None:
    with pytest.raises(AnchorError, match="cannot freeze single vertices"):
        poser().shown(replace(pulled(), frozen="some"), warm=False)
    with pytest.raises(OptionError, match="strong"):
        poser(strong=1.0)


def test_a_method_says_which_models_it_fits() -> None:
    learner = StudioMethod(replace(METHOD, takes="poses"))
    assert STUDIO.misfit(MODEL) == ""
    assert "at least two poses" in learner.misfit(MODEL)
    assert learner.misfit(replace(MODEL, examples=POSES.names, poses=POSES)) == ""
    assert StudioMethod(replace(METHOD, refusal="Not so.")).misfit(MODEL) == "Not so."
    saved = replace(MODEL, rig=Shift(POSES.mesh))
    assert (STUDIO.claim(MODEL), STUDIO.claim(saved)) == (NO_CLAIM, OWN_RIG)
    assert STUDIO.words(saved).startswith("A rig by Shift IK, a rig of nothing;")


def test_steps_are_written_as_code_that_imports_the_rig() -> None:
    past = Past(None, 0, MODEL.source, "", DOCUMENT)  # type: ignore[arg-type]
    replay = STUDIO.replay(past)
    lines = [*replay.made({"strength": 0.5}), *replay.step(JournalStep("Pull", pulled()))]
    names: dict[str, Any] = {"mesh": POSES.mesh, "steps": []}
    exec("import pliant\n" + "\n".join(lines), names)
    ((label, V),) = names["steps"]
    assert label == "Pull"
    np.testing.assert_allclose(V, np.add(POSES.mesh.V, [0.0, 0.25, 0.0]), atol=1e-12)


def test_every_default_slice_is_made_without_arguments() -> None:
    for studio in studio_methods().values():
        assert (studio.slice_of(Document("meshik")) is None) == (studio.wire.slice is None)
