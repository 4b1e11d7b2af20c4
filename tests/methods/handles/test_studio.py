from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant import Anchors, Handle, HandleIK, SculptedPose, samples
from pliant.errors import AnchorError, FileFormatError, HandleError, WeightError
from pliant.geometry.patch import placed_targets, with_patches
from pliant.io import write_mesh
from pliant.methods.handles.studio.poser import part_names
from pliant.methods.handles.studio.wire import HandlesSlice, Part, SculptLink, SculptStep, Sculpture
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source, named_source
from pliant.studio.session.regions import region_of, rigidity_of
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Region, Solve
from pliant.studio.wire.messages import Handle as PullHandle
from pliant.studio.wire.method_wire import Slices

POSES = bar()
LEFT = np.flatnonzero(POSES.V[0, :, 0] < 0.2)
RIGHT = np.flatnonzero(POSES.V[0, :, 0] > 0.8)
PARTS = (Part(1, "left", 0, "l"), Part(4, "right", 1, "r", (0.8, 0.0, 0.0)))
UP = Sculpture(2, "up", (SculptStep((4,), "turn", (0.0, 0.0, 1.0), 60.0, (0.8, 0.0, 0.0)),))
REACH = SculptStep(
    (4,),
    "reach",
    (0.9, 0.15, 0.05),
    centre=(0.95, 0.0, 0.0),
    links=(SculptLink((4,), (0.8, 0.0, 0.0), 0.3),),
)
OUT = Sculpture(3, "out", (SculptStep((4,), "move", (0.3, 0.0, 0.0)),))


def begun(session: Session) -> Document:
    """The bar with two painted ends, by Handle IK."""
    list(session.open(Source("sample", "bar"), silent))
    list(session.choose("handles", {}, silent))
    for name, vertices in (("l", LEFT), ("r", RIGHT)):
        session.mark(region_of(name, vertices, np.ones(len(vertices)), POSES.n))
    return Document("handles", slices=Slices(handles=HandlesSlice(PARTS)))


def slice_of(document: Document) -> HandlesSlice:
    return document.slices["handles"]


def sculpted(document: Document, *shelf: Sculpture, sculpting: int | None = None) -> Document:
    """The document with these poses on its shelf."""
    own = replace(slice_of(document), sculptures=shelf, sculpting=sculpting)
    return replace(document, slices=Slices(handles=own))


def painted(document: Document, *parts: Part) -> Document:
    """The document with these parts."""
    return replace(document, slices=Slices(handles=replace(slice_of(document), parts=parts)))


def rig(*poses: SculptedPose) -> HandleIK:
    handles = [Handle.of("left", LEFT), Handle.of("right", RIGHT, centre=(0.8, 0.0, 0.0))]
    return HandleIK(POSES.mesh, handles, poses)


UP_POSE = SculptedPose("up").turned(rig().handles, "right", (0.0, 0.0, 1.0), 60.0)
OUT_POSE = SculptedPose("out").moved("right", (0.3, 0.0, 0.0))


def shown(session: Session, document: Document) -> dict[str, np.ndarray]:
    (reply,) = session.solve(Solve(1, document))
    return {name: np.asarray(array) for name, array in reply.arrays.items()}


def test_a_sculpture_is_shown_as_the_library_poses_it(session: Session) -> None:
    document = sculpted(begun(session), UP, sculpting=2)
    arrays = shown(session, document)
    own = rig(UP_POSE)
    np.testing.assert_allclose(arrays["V"], own.deform(UP_POSE.matrices(own.handles)), atol=1e-6)
    assert arrays["centres"].shape == (2, 3)
    np.testing.assert_allclose(arrays["centres"][1], (0.8, 0.0, 0.0), atol=1e-6)


def test_weights_mix_the_shelf(session: Session) -> None:
    document = replace(sculpted(begun(session), UP, OUT), weights=(0.5, 0.25))
    np.testing.assert_allclose(
        shown(session, document)["V"], rig(UP_POSE, OUT_POSE).blend([0.5, 0.25]), atol=1e-6
    )
    with pytest.raises(WeightError):
        shown(session, replace(document, weights=(0.5,)))


def test_a_pulled_point_is_reached_by_a_mixture_as_through_the_library(session: Session) -> None:
    own = rig(UP_POSE, OUT_POSE)
    face = int(np.flatnonzero(np.isin(POSES.F, RIGHT).all(axis=1))[0])
    target = own.blend([0.6, 0.3])[POSES.F[face, 0]]
    x, y, z = (float(c) for c in target)
    pull = PullHandle(1, face, (1.0, 0.0, 0.0), (x, y, z))
    arrays = shown(session, replace(sculpted(begun(session), UP, OUT), handles=(pull,)))
    pose = own.grab([int(POSES.F[face, 0])]).drag([target])
    np.testing.assert_allclose(arrays["V"], pose.V, atol=1e-5)
    np.testing.assert_allclose(arrays["reached"], pose.V[[POSES.F[face, 0]]], atol=1e-5)


def test_without_parts_or_poses_the_mesh_rests(session: Session) -> None:
    document = begun(session)
    for resting in (document, painted(document), sculpted(document, UP)):
        np.testing.assert_array_equal(shown(session, resting)["V"], POSES.V[0].astype(np.float32))


def test_the_factor_is_kept_while_the_parts_stay(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    init = HandleIK.__init__
    monkeypatch.setattr(HandleIK, "__init__", lambda self, *a, **k: made.append(a) or init(self, *a, **k))
    document = begun(session)
    for angle in (10.0, 20.0, 30.0):
        step = replace(UP.steps[0], amount=angle)
        shown(session, sculpted(document, replace(UP, steps=(step,)), sculpting=2))
    assert len(made) == 1
    moved = replace(PARTS[1], name="end", centre=(0.7, 0.0, 0.0))
    arrays = shown(session, painted(document, PARTS[0], moved))
    np.testing.assert_allclose(arrays["centres"][1], (0.7, 0.0, 0.0), atol=1e-6)
    assert len(made) == 1
    shown(session, painted(document, PARTS[0]))
    assert len(made) == 2


def test_steps_of_a_part_that_was_removed_are_left_out(session: Session) -> None:
    document = painted(sculpted(begun(session), UP, sculpting=2), PARTS[0])
    np.testing.assert_allclose(shown(session, document)["V"], POSES.V[0], atol=1e-6)


def test_what_is_missing_is_named(session: Session) -> None:
    document = begun(session)
    with pytest.raises(AnchorError, match="'tail' was not marked"):
        shown(session, painted(document, Part(1, "tail", 0, "nowhere")))
    session.mark(Region("nothing", ()))
    with pytest.raises(HandleError, match="'tail' has no vertices"):
        shown(session, painted(document, Part(1, "tail", 0, "nothing")))
    with pytest.raises(HandleError, match="no sculpture with the number 9"):
        shown(session, sculpted(document, UP, sculpting=9))


def test_names_that_two_parts_share_get_their_numbers() -> None:
    parts = (Part(1, "leg", 0, "a"), Part(2, "leg", 0, "b"), Part(3, " ", 0, "c"), Part(4, "arm", 0, "d"))
    assert part_names(parts) == {1: "leg 1", 2: "leg 2", 3: "part 3", 4: "arm"}


def test_a_region_keeps_its_rigidity_to_a_level() -> None:
    vertices, rigidity = np.array([1, 2, 3, 7, 9]), np.array([0.2, 0.2, 1.0, 0.001, 0.5])
    region = region_of("soft", vertices, rigidity, 10)
    found, firm = rigidity_of(region, 10)
    np.testing.assert_array_equal(found, vertices)
    np.testing.assert_allclose(firm, rigidity, atol=1 / 255)
    assert region_of("hard", vertices, np.ones(5), 10) == Region("hard", (1, 3, 7, 1, 9, 1))
    for runs, levels in (((1, 2), (1, 2)), ((1, 2), (0,)), ((1, 2), (256,))):
        with pytest.raises(AnchorError):
            rigidity_of(Region("bad", runs, levels), 10)


@pytest.fixture
def sculpting(tmp_path: Path) -> Session:
    """A session that begins with Handle IK."""
    return Session(tmp_path / "state", Tickets(tmp_path), "handles")


def test_handle_ik_begins_with_the_groups_of_a_mesh_as_parts(sculpting: Session, tmp_path: Path) -> None:
    lines = [f"v {x} {y} {z}" for x, y, z in POSES.V[0]]
    ends = {"left": LEFT, "right": RIGHT}
    for name, vertices in ends.items():
        lines.append(f"g {name}")
        lines += [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in POSES.F[np.isin(POSES.F, vertices).all(axis=1)]]
    rest = ~np.any([np.isin(POSES.F, v).all(axis=1) for v in ends.values()], axis=0)
    lines += ["g", *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in POSES.F[rest])]
    (tmp_path / "bar.obj").write_text("\n".join(lines))
    model, ready = sculpting.open(named_source([str(tmp_path / "bar.obj")]), silent)
    assert ready.message.method == model.message.document.method == "handles"
    assert {part.name for part in slice_of(model.message.document).parts} >= {"left", "right"}
    assert {region.name for region in model.message.regions} == {
        part.region for part in slice_of(model.message.document).parts
    }


def test_a_plain_mesh_has_no_parts_yet(sculpting: Session, tmp_path: Path) -> None:
    write_mesh(tmp_path / "bar.ply", POSES.mesh)
    model, _ = sculpting.open(named_source([str(tmp_path / "bar.ply")]), silent)
    document = model.message.document
    assert (document.method, document.handles) == ("handles", ())
    assert slice_of(document) == HandlesSlice()
    with pytest.raises(FileFormatError, match="paint some parts"):
        list(sculpting.exports.file("rig"))


def test_samples_bring_their_parts(session: Session) -> None:
    model, _ = session.open(Source("sample", "humanoid"), silent)
    names = [part.name for part in slice_of(model.message.document).parts]
    assert names == [handle.name for handle in samples.sample_handles("humanoid", samples.sample("humanoid"))]


def test_a_saved_rig_opens_with_its_parts_and_its_shelf(session: Session, tmp_path: Path) -> None:
    document = sculpted(begun(session), UP, OUT, sculpting=2)
    before = shown(session, document)["V"]
    session.commit(Commit("Sculpt", document))
    list(session.exports.file("rig"))
    path = next(tmp_path.glob("*.pliant"))
    model, _ = session.open(named_source([str(path)]), silent)
    opened = model.message.document
    assert [part.name for part in slice_of(opened).parts] == ["left", "right"]
    shelf = slice_of(opened).sculptures
    assert [sculpture.name for sculpture in shelf] == ["up", "out"]
    again = shown(session, sculpted(opened, *shelf, sculpting=shelf[0].id))["V"]
    np.testing.assert_allclose(again, before, atol=1e-5)


def test_thumbnails_show_the_shelf(session: Session) -> None:
    document = sculpted(begun(session), UP, OUT)
    session.commit(Commit("Sculpt", document))
    (reply,) = session.example(1)
    np.testing.assert_allclose(reply.arrays["V"], rig(UP_POSE, OUT_POSE).poses().V[2], atol=1e-6)
    with pytest.raises(HandleError, match="no sculpture 2"):
        list(session.example(2))


def test_the_mirror_pairs_the_two_sides(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    list(session.open(Source("sample", "humanoid"), silent))
    (reply,) = session.mirror()
    V, partner = samples.sample("humanoid").V[0], np.asarray(reply.arrays["partner"]).astype(np.int64)
    np.testing.assert_allclose(V[partner], V * [-1, 1, 1], atol=1e-6)
    np.testing.assert_allclose(reply.message.normal, [1.0, 0.0, 0.0], atol=1e-6)
    assert abs(reply.message.offset) < 1e-6
    monkeypatch.setattr("pliant.studio.session.mirror.symmetry_plane", lambda V, F: (None, 0.05))
    (refusal,) = session.mirror()
    assert "not symmetric" in refusal.message.why


def test_the_script_of_a_sculpting_session_gives_the_same_poses(session: Session, tmp_path: Path) -> None:
    document = begun(session)
    soft = region_of("soft", RIGHT, np.linspace(0.2, 1.0, len(RIGHT)), POSES.n)
    session.mark(soft)
    expected = []
    for label, step in (
        ("Turn", sculpted(document, UP, sculpting=2)),
        ("Add", sculpted(document, UP, OUT, sculpting=3)),
        ("Mix", replace(sculpted(document, UP, OUT), weights=(0.5, 0.5))),
        (
            "Soften",
            painted(sculpted(document, UP, sculpting=2), PARTS[0], replace(PARTS[1], region="soft")),
        ),
        ("Bare", painted(document)),
    ):
        expected.append(shown(session, step)["V"])
        session.commit(Commit(label, step))
    list(session.exports.file("script"))
    steps = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    assert len(steps) == len(expected)
    for (label, V), own in zip(steps, expected, strict=True):
        np.testing.assert_allclose(V, own, atol=1e-5, err_msg=label)


def test_a_handle_that_keeps_its_direction_is_posed_and_replayed_as_in_the_library(
    session: Session, tmp_path: Path
) -> None:
    own = rig(UP_POSE, OUT_POSE)
    face = int(np.flatnonzero(np.isin(POSES.F, RIGHT).all(axis=1))[0])
    x, y, z = (float(c) for c in own.blend([0.6, 0.3])[POSES.F[face]].mean(axis=0))
    pull = PullHandle(1, face, (1 / 3, 1 / 3, 1 / 3), (x, y, z), turn=(0.0, 0.0, 0.2), weight=0.5)
    document = replace(sculpted(begun(session), UP, OUT), handles=(pull,))
    arrays = shown(session, document)
    points = with_patches(Anchors([face], [pull.barycentric]), [True], POSES.mesh)
    grip = own.grab(points)
    pose = grip.drag(placed_targets(grip.held, [pull.target], [pull.turn]))
    np.testing.assert_allclose(arrays["V"], pose.V, atol=1e-5)
    assert arrays["reached"].shape == (1, 3)
    plainly = shown(session, replace(document, handles=(replace(pull, turn=None),)))
    assert np.abs(plainly["V"] - arrays["V"]).max() > 1e-3
    session.commit(Commit("Keep the direction", document))
    list(session.exports.file("script"))
    ((_, V),) = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    np.testing.assert_allclose(V, pose.V, atol=1e-5)


def test_a_limb_reaches_as_in_the_library(session: Session) -> None:
    document = painted(begun(session), replace(PARTS[0], parent=0), replace(PARTS[1], parent=1))
    document = sculpted(document, Sculpture(2, "up", (REACH,)), sculpting=2)
    arrays = shown(session, document)
    ends = [Handle.of("left", LEFT, parent=""), Handle.of("right", RIGHT, centre=(0.8, 0, 0), parent="left")]
    own = HandleIK(POSES.mesh, ends)
    pose = SculptedPose("up").reached(own.handles, "right", REACH.centre, REACH.vector)
    assert len(pose.steps) == 1
    np.testing.assert_allclose(arrays["V"], own.deform(pose.matrices(own.handles)), atol=1e-6)
    np.testing.assert_array_equal(arrays["tree"][:, 0], own.handles.parents)
    np.testing.assert_allclose(arrays["tree"][:, 1], own.handles.stiffness, rtol=1e-6)
    limp = replace(REACH, links=(replace(REACH.links[0], stiffness=0.0),))
    with pytest.raises(HandleError, match="no stiffness"):
        shown(session, sculpted(document, Sculpture(2, "up", (limp,)), sculpting=2))


def test_a_part_hangs_where_the_document_says(session: Session) -> None:
    document = begun(session)
    told = shown(session, painted(document, *PARTS))["tree"][:, 0]
    assert told.tolist() in ([-1.0, 0.0], [1.0, -1.0])
    alone = [replace(part, parent=0) for part in PARTS]
    np.testing.assert_array_equal(shown(session, painted(document, *alone))["tree"][:, 0], [-1, -1])
    turned = painted(document, replace(PARTS[0], parent=4), replace(PARTS[1], parent=0))
    np.testing.assert_array_equal(shown(session, turned)["tree"][:, 0], [1, -1])
    gone = painted(document, PARTS[0], replace(PARTS[1], parent=99))
    np.testing.assert_array_equal(shown(session, gone)["tree"][:, 0], told)
    with pytest.raises(HandleError, match="carries itself"):
        shown(session, painted(document, replace(PARTS[0], parent=4), replace(PARTS[1], parent=1)))


def test_steps_one_after_another_stay_joined_when_half_of_them_is_taken(session: Session) -> None:
    middle = np.flatnonzero(np.abs(POSES.V[0, :, 0] - 0.5) < 0.1)
    document = begun(session)
    session.mark(region_of("m", middle, np.ones(len(middle)), POSES.n))
    parts = (
        replace(PARTS[0], parent=0),
        Part(2, "middle", 2, "m", (0.4, 0.0, 0.0), 1),
        replace(PARTS[1], centre=(0.7, 0.0, 0.0), parent=2),
    )
    first = SculptStep((2, 4), "turn", (0.0, 0.0, 1.0), 60.0, (0.4, 0.0, 0.0))
    elbow = (0.4 + 0.3 * np.cos(np.pi / 3), 0.3 * np.sin(np.pi / 3), 0.0)
    second = SculptStep((4,), "turn", (0.0, 0.0, 1.0), 60.0, (float(elbow[0]), float(elbow[1]), 0.0))
    shelf = Sculpture(2, "curl", (first, second))
    half = replace(sculpted(painted(document, *parts), shelf), weights=(0.5,))
    # The joint of the last part where half of the turns leave it.
    joint = shown(session, half)["centres"][2]
    expected = (0.4 + 0.3 * np.cos(np.pi / 6), 0.3 * np.sin(np.pi / 6), 0.0)
    np.testing.assert_allclose(joint, expected, atol=1e-6)


def test_hierarchy_and_reaching_limbs_are_in_rigs_and_scripts(session: Session, tmp_path: Path) -> None:
    document = painted(begun(session), replace(PARTS[0], parent=0), replace(PARTS[1], parent=1))
    document = sculpted(document, Sculpture(2, "up", (REACH, *UP.steps)), sculpting=2)
    expected = shown(session, document)["V"]
    session.commit(Commit("Reach", document))
    list(session.exports.file("script"))
    ((_, V),) = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    np.testing.assert_allclose(V, expected, atol=1e-5)
    list(session.exports.file("rig"))
    model, _ = session.open(named_source([str(next(tmp_path.glob("*.pliant")))]), silent)
    opened = model.message.document
    assert [part.parent for part in slice_of(opened).parts] == [0, 1]
    shelf = slice_of(opened).sculptures
    again = shown(session, sculpted(opened, *shelf, sculpting=shelf[0].id))["V"]
    np.testing.assert_allclose(again, expected, atol=1e-5)


def test_a_sample_begins_with_its_limbs_and_holds_the_parts_they_go_out_from(session: Session) -> None:
    model, _ = session.open(Source("sample", "humanoid"), silent)
    parts = slice_of(model.message.document).parts
    painted_handles = samples.sample_handles("humanoid", samples.sample("humanoid"))
    names = {part.id: part.name for part in parts}
    assert [names.get(part.parent or 0, "") for part in parts] == [each.parent for each in painted_handles]
    assert {part.name for part in parts if part.pinned} == {"pelvis", "chest"}
