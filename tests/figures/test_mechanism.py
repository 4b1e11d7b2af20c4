from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pliant.figures.explosion import GAP, offsets
from pliant.figures.hues import ALIKE, hues, unlikeness
from pliant.figures.joint_marks import AXIS, RANGE, Spot, joint_marks
from pliant.figures.labels import arranged
from pliant.figures.mechanism import draw_exploded, draw_mechanism, exploded_shot, mechanism_shot, part_hues
from pliant.figures.views import Camera, View
from pliant.mechanism.mechanism import FREEDOMS, Joint, JointKind
from pliant.samples import mechanism
from tests.mechanisms import cupboard

SPOT = Spot(0.5, np.array([1.0, 0.2, 0.0]))


def joint(kind: str, **options: object) -> Joint:
    return Joint.of(0, 1, kind, (0, 0, 0), (0, 1, 0), **options)  # type: ignore[arg-type]


def test_parts_with_a_joint_have_colours_that_can_be_told_apart() -> None:
    model = mechanism("robot", resolution=0.25)
    found, apart = part_hues(model), unlikeness(hues())
    assert min(apart[found[each.a], found[each.b]] for each in model.joints) > ALIKE


def test_the_arc_of_a_hinge_sweeps_its_range_from_where_the_part_rests() -> None:
    (area,) = joint_marks(joint("revolute", ranges=[[-0.5, 1.0]]), SPOT).areas
    arc = area.points[1:]
    assert np.abs(area.points[0]).max() == 0.0
    assert np.abs(np.linalg.norm(arc, axis=1) - SPOT.reach).max() < 1e-12
    assert np.abs(arc[:, 1]).max() < 1e-12
    # About +y a turn by the right hand takes x to -z.
    angles = np.arctan2(-arc[:, 2], arc[:, 0])
    assert np.abs(angles[[0, -1]] - [-0.5, 1.0]).max() < 1e-12


def test_a_turn_without_limits_is_a_whole_circle() -> None:
    (area,) = joint_marks(joint("revolute"), SPOT).areas
    assert np.abs(area.points[0] - area.points[-1]).max() < 1e-12


def test_a_slide_is_a_bar_from_end_to_end() -> None:
    marks = joint_marks(joint("prismatic", ranges=[[-0.1, 0.3]]), SPOT)
    ends = np.array([dot.place for dot in marks.dots if dot.colour == RANGE])
    assert np.abs(np.sort(ends[:, 1]) - [-0.1, 0.3]).max() < 1e-12


def test_a_slide_without_an_end_has_an_arrow_there() -> None:
    marks = joint_marks(joint("prismatic", ranges=[[-0.1, np.inf]]), SPOT)
    assert [line.points[1, 1] > 0 for line in marks.lines if line.arrow] == [True]


@pytest.mark.parametrize("kind", list(JointKind))
def test_every_kind_has_a_mark_of_its_own_at_its_origin(kind: JointKind) -> None:
    marks = joint_marks(joint(kind), SPOT)
    assert any(dot.colour == AXIS and not dot.place.any() for dot in marks.dots)
    others = [joint_marks(joint(other), SPOT).cloud for other in JointKind if other is not kind]
    assert not any(np.array_equal(marks.cloud, other) for other in others)
    assert bool(marks.areas or marks.lines) == bool(FREEDOMS[kind])


def test_a_joint_is_fainter_the_less_sure_it_is() -> None:
    sure = joint("revolute")
    shades = [joint_marks(replace(sure, confidence=c), SPOT).lines[0].opacity for c in (0.0, 0.5, 1.0)]
    assert 0 < shades[0] < shades[1] < shades[2] == 1.0


def test_exploded_parts_clear_the_part_that_holds_them() -> None:
    model = cupboard()
    V = model.mesh.V + offsets(model)[model.component]
    frame, door, bolt = (V[model.component == i] for i in range(3))
    diagonal = np.linalg.norm(np.ptp(model.mesh.V, axis=0))
    assert door[:, 0].min() - frame[:, 0].max() > 0.9 * GAP * diagonal
    # The bolt leaves along its slide.
    assert bolt[:, 0].min() > door[:, 0].max()


def test_an_exploded_view_is_the_same_in_any_unit_and_place() -> None:
    model = cupboard()
    moved = replace(
        model,
        mesh=model.mesh.moved(1000.0 * model.mesh.V + 7.0),
        joints=tuple(replace(each, origin=1000.0 * each.origin + 7.0) for each in model.joints),
    )
    assert np.abs(offsets(moved) / 1000.0 - offsets(model)).max() < 1e-9


def test_loose_parts_move_away_from_the_middle() -> None:
    model = replace(cupboard(), joints=())
    middles = np.array([model.mesh.V[model.component == i].mean(axis=0) for i in range(3)])
    centre = (model.mesh.V.min(axis=0) + model.mesh.V.max(axis=0)) / 2
    assert (np.einsum("ci,ci->c", offsets(model), middles - centre) > 0).all()


def test_labels_cover_neither_each_other_nor_leave_the_picture() -> None:
    places = np.array([[x, y] for x in (60.0, 75.0, 90.0) for y in (50.0, 58.0)])
    boxes = np.array(arranged(places, [40.0] * 6, 10, 12, (0, 0, 200, 150)))
    assert (boxes >= 0).all()
    assert (boxes[:, [2, 3]] <= [200, 150]).all()
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            sides = np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])
            assert sides.min() <= 0


@pytest.mark.parametrize("perspective", [0.0, 30.0])
def test_points_appear_in_the_pixels_whose_rays_meet_them(perspective: float) -> None:
    view, size = View((0.4, 0.3, 1.0), perspective=perspective), (320, 200)
    camera = Camera(view.frame, np.array([0.1, -0.2, 0.05]), 0.8, view.slope)
    columns, rows = np.array([3, 160, 250]), np.array([7, 100, 180])
    origin, direction = camera.rays(columns, rows, size)
    X = origin + np.array([[1.0], [2.0], [0.5]]) * direction
    seen = camera.pixels(X, size)
    assert np.abs(seen - np.stack([columns + 0.5, size[1] - rows - 0.5], axis=1)).max() < 1e-9


def test_joints_are_numbered_and_exploded_parts_named() -> None:
    model = cupboard()
    assert [label.text for label in mechanism_shot(model).overlay.labels] == ["0", "1"]
    assert [label.text for label in exploded_shot(model).overlay.labels] == ["frame", "door", "bolt"]
    assert not mechanism_shot(model, model.mesh.V).overlay.lines


def test_joints_are_drawn_in_front_of_what_hides_them() -> None:
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    model = cupboard()
    # The slide lies inside the bolt: no pixel would show it if it were not in front.
    hidden = replace(model, joints=(replace(model.joints[1], origin=np.array([0.8, 0.0, 0.1])),))
    picture = draw_mechanism(hidden, size=(320, 240), view="front").astype(int)
    bare = draw_mechanism(replace(model, joints=()), size=(320, 240), view="front").astype(int)
    orange = (picture[..., 0] - picture[..., 2] > 140) & (picture[..., 0] > 200)
    assert orange.any()
    assert not ((bare[..., 0] - bare[..., 2] > 140) & (bare[..., 0] > 200)).any()


def test_the_same_call_draws_the_same_bits() -> None:
    pytest.importorskip("pyvista", reason="pictures need the extra 'pictures'")
    one, two = (draw_exploded(cupboard(), size=(200, 150)) for _ in range(2))
    assert np.array_equal(one, two)
