from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import numpy as np
import pytest

import pliant
from pliant import JointIK, Pin
from pliant.errors import AnchorError, FileFormatError, MechanismError
from pliant.geometry.patch import placed_targets, with_patches
from pliant.io import read_mechanism, write_mechanism, write_mesh
from pliant.mechanism.mechanism import Mechanism
from pliant.mechanism.robot import RobotOptions
from pliant.mesh import Mesh
from pliant.methods.joints import edits as editing
from pliant.methods.joints import virtual
from pliant.methods.joints.studio.first_pins import first_pins
from pliant.methods.joints.studio.wire import JointsSlice, MechanismEdit, MechanismView, WantAlternatives
from pliant.progress import silent
from pliant.studio.export.files import Tickets
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import Source, named_source
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.pins import anchors
from pliant.studio.session.regions import region_of
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Handle, Ready, Solve
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.values import of_json
from tests.methods.joints.boxes import FACES
from tests.models import mechanism

LAMP = mechanism("lamp")
DIAGONAL = float(np.linalg.norm(np.ptp(LAMP.mesh.V, axis=0)))
# The joint between the turntable and the lower arm, that arm, and the shade.
ELBOW, ARM, SHADE = 1, 2, 5


def opened_lamp(session: Session) -> Document:
    model, _ = session.open(Source("sample", "lamp"), silent)
    return model.message.document


def moved(document: Document, way: tuple[float, float, float]) -> Document:
    """The free handle, the last one, by a way in diagonals."""
    free = document.handles[-1]
    x, y, z = (float(c) for c in np.add(free.target, np.multiply(DIAGONAL, way)))
    return replace(document, handles=(*document.handles[:-1], replace(free, target=(x, y, z))))


def edited(document: Document, *edits: MechanismEdit) -> Document:
    return replace(document, slices=Slices(joints=JointsSlice(edits)))


def shown(session: Session, document: Document) -> dict[str, np.ndarray]:
    *_, reply = session.solve(Solve(1, document))
    return {name: np.asarray(array) for name, array in reply.arrays.items()}


def told(session: Session, document: Document) -> Ready:
    """The rig that the page is told of when a document's edits make another one."""
    ready, _ = session.solve(Solve(1, document))
    assert isinstance(ready.message, Ready)
    return ready.message


def posed(session: Session) -> np.ndarray:
    return session._posed().positions()


def edit(change: Any, **said: Any) -> MechanismEdit:
    return MechanismEdit(change, **said)


def test_a_sample_opens_with_its_joints_and_is_held_where_it_stands(session: Session) -> None:
    model, ready = session.open(Source("sample", "lamp"), silent)
    assert model.message.words == f"6 parts of {LAMP.mesh.n:,} vertices: 5 joints came with it."
    document = model.message.document
    assert document.method == ready.message.method == "joints"
    assert [handle.pinned for handle in document.handles] == [True, True, True, False]
    corners = [LAMP.mesh.F[h.face][int(np.argmax(h.barycentric))] for h in document.handles]
    names = [LAMP.components[LAMP.component[v]].name for v in corners]
    assert names == ["base", "base", "base", "shade"]
    assert len({handle.group for handle in document.handles[:3]}) == 1
    assert [joint.kind for joint in ready.message.view.joints] == ["revolute"] * 5
    np.testing.assert_array_equal(ready.arrays["component"], LAMP.component)


def test_a_pull_is_the_librarys(session: Session) -> None:
    document = moved(opened_lamp(session), (-0.1, 0.05, 0.06))
    arrays = shown(session, document)
    rig = JointIK(LAMP)
    pinned = [handle.pinned for handle in document.handles]
    grip = rig.grab(anchors(document.handles), firm=pinned)
    pose = grip.drag([handle.target for handle in document.handles])
    np.testing.assert_allclose(posed(session), pose.V, atol=1e-4 * DIAGONAL)
    np.testing.assert_allclose(arrays["values"][:, 0], pose.values[:, 0], atol=1e-3)
    np.testing.assert_allclose(arrays["reached"], [h.target for h in document.handles], atol=1e-4 * DIAGONAL)


@pytest.mark.parametrize("way", [(0.7, 0.7, 0.0), (0.0, 1.3, 0.4), (0.0, 1.0, 4.0)])
def test_pins_stay_however_far_a_pull_goes(session: Session, way: tuple[float, float, float]) -> None:
    document = opened_lamp(session)
    shown(session, moved(document, way))
    base = LAMP.component == 0
    np.testing.assert_allclose(posed(session)[base], LAMP.mesh.V[base], atol=1e-6 * DIAGONAL)


def test_a_pull_out_of_reach_comes_nearer_than_rest(session: Session) -> None:
    document = moved(opened_lamp(session), (0.0, 1.3, 0.4))
    target = np.array(document.handles[-1].target)
    reached = shown(session, document)["reached"][-1]
    start = np.array(opened_lamp(session).handles[-1].target)
    assert np.linalg.norm(reached - target) < 0.75 * np.linalg.norm(start - target)


def test_every_edit_is_the_librarys_function(session: Session) -> None:
    document = opened_lamp(session)
    ear = np.flatnonzero((LAMP.component == 5) & (LAMP.mesh.V[:, 1] < np.median(LAMP.mesh.V[:, 1])))
    session.mark(region_of("ear", ear, np.ones(len(ear)), LAMP.mesh.n))
    cases: list[tuple[MechanismEdit, Mechanism]] = [
        (edit("kind", joint=ELBOW, kind="ball"), editing.with_kind(LAMP, ELBOW, "ball")),
        (edit("axis", joint=ELBOW, axis=(0.0, 0.0, -1.0)), editing.with_axis(LAMP, ELBOW, (0, 0, -1))),
        (edit("origin", joint=0, origin=(0.0, 0.1, 0.0)), editing.with_origin(LAMP, 0, (0, 0.1, 0))),
        (
            edit("ranges", joint=2, ranges=((-0.25, None),)),
            editing.with_ranges(LAMP, 2, [[-0.25, np.inf]]),
        ),
        (edit("remove", joint=4), editing.without_joint(LAMP, 4)),
        (edit("join", parts=(0, 5), kind="ball"), virtual.virtual_joint(LAMP, 0, 5, "ball")),
        (edit("merge", parts=(1, 2)), editing.merged(LAMP, [1, 2])),
        (edit("rename", parts=(5,), name="hat"), editing.renamed(LAMP, 5, "hat")),
        (edit("soften", parts=(ARM,), cells=4), editing.softened(LAMP, ARM, pliant.Soft(4))),
        (edit("split", region="ear"), editing.split(LAMP, ear)),
        (edit("hinge", region="ear", kind="revolute"), virtual.virtual_joint_inside(LAMP, ear)),
    ]
    for change, own in cases:
        view = told(session, edited(document, change)).view
        assert isinstance(view, MechanismView)
        assert [part.name for part in view.components] == [part.name for part in own.components], change
        assert [part.cells for part in view.components] == [p.soft and p.soft.cells for p in own.components]
        assert [(j.a, j.b, j.kind) for j in view.joints] == [(j.a, j.b, str(j.kind)) for j in own.joints]
        for seen, joint in zip(view.joints, own.joints, strict=True):
            np.testing.assert_array_equal(seen.origin, joint.origin)
            np.testing.assert_array_equal(seen.frame, joint.frame.ravel())
            limits = [(m.low, m.high) for m in seen.motions]
            assert limits == [tuple(v if np.isfinite(v) else None for v in r) for r in joint.ranges.tolist()]


def test_the_rig_is_told_once_for_each_change_of_the_edits(session: Session) -> None:
    document = opened_lamp(session)
    softer = edited(document, edit("soften", parts=(ARM,), cells=5))
    ready, pose = session.solve(Solve(1, softer))
    assert ready.message.controls == len(pose.arrays["palette"]) > 6
    assert ready.arrays["cells"].shape == (5, 8, 3)
    assert len(list(session.solve(Solve(2, moved(softer, (0.01, 0.0, 0.0)))))) == 1
    again, pose = session.solve(Solve(3, document))
    assert again.message.controls == len(pose.arrays["palette"]) == 6


def test_a_limit_is_respected(session: Session) -> None:
    free = shown(session, moved(opened_lamp(session), (-0.25, -0.1, 0.0)))["values"][:, 0]
    joint = int(np.argmax(np.abs(free)))
    document = moved(opened_lamp(session), (-0.25, -0.1, 0.0))
    bound = float(np.abs(free[joint]) / 2)
    limits = edit("ranges", joint=joint, ranges=((-bound, bound),))
    held = shown(session, edited(document, limits))["values"][:, 0]
    assert abs(held[joint]) <= bound + 1e-6


def test_an_edit_that_cannot_be_is_refused_in_words_and_the_next_one_works(session: Session) -> None:
    document = opened_lamp(session)
    wrong = [
        (edit("join", parts=(0, 1)), MechanismError, "already have"),
        (edit("join", parts=(0,)), MechanismError, "2 are needed"),
        (edit("remove", joint=9), MechanismError, "no joint 9"),
        (edit("kind", kind="ball"), MechanismError, "No joint was named"),
        (edit("soften", parts=(ARM,), cells=1000), MechanismError, "at most 64"),
        (edit("soften", parts=(SHADE,), cells=40), MechanismError, r"at most 2,000 can be pulled\. Give it"),
        (edit("split", region="nowhere"), AnchorError, "was not marked"),
    ]
    for change, error, words in wrong:
        with pytest.raises(error, match=words):
            shown(session, edited(document, change))
    shown(session, moved(document, (0.01, 0.0, 0.0)))


def test_a_file_of_parts_is_analysed_with_progress_and_what_was_found_is_kept(
    tmp_path: Path, session: Session
) -> None:
    write_mesh(tmp_path / "lamp.obj", LAMP.mesh)
    steps: list[str] = []
    source = named_source([str(tmp_path / "lamp.obj")])
    model, ready = session.open(source, lambda _, what: steps.append(what))
    assert model.message.words == f"6 parts of {LAMP.mesh.n:,} vertices: joints between them are found."
    found = [(joint.a, joint.b, joint.kind) for joint in ready.message.view.joints]
    assert found == [(i, i + 1, "revolute") for i in range(5)]
    assert len(set(steps)) > 5
    document = moved(model.message.document, (-0.1, 0.05, 0.0))
    shown(session, document)
    session.commit(Commit("Move", document))
    before = posed(session).copy()
    session.close()

    past = read_past(next((tmp_path / "state").glob("*.jsonl")))
    assert past is not None
    assert len(past.kept["joints"]) == 1
    again = Session(tmp_path / "state", Tickets(tmp_path))
    told_again: list[str] = []
    list(again.recover(past, lambda _, what: told_again.append(what)))
    assert not [what for what in told_again if " and " in what], "the analysis was made again"
    np.testing.assert_allclose(posed(again), before, atol=1e-4 * DIAGONAL)
    again.close()


def test_an_analysis_can_be_cancelled(tmp_path: Path, session: Session) -> None:
    write_mesh(tmp_path / "lamp.obj", LAMP.mesh)

    class Stop(BaseException):
        pass

    def tell(_: float, what: str) -> None:
        if " and " in what:
            raise Stop

    with pytest.raises(Stop):
        list(session.open(named_source([str(tmp_path / "lamp.obj")]), tell))
    assert [ready.message.method for ready in session.choose("handles", {}, silent)] == ["handles"]


def test_a_mechanism_file_keeps_its_joints(tmp_path: Path) -> None:
    for name in ("lamp.glb", "lamp.npz", "lamp.urdf"):
        write_mechanism(tmp_path / name, LAMP, RobotOptions(collision="none"))
        model = opened(named_source([str(tmp_path / name)]), silent)
        assert model.suggested.name == "joints", name
        assert len(model.mechanism.joints) == 5, name


def test_poses_of_several_parts_can_be_posed_by_joints_and_one_piece_says_why_not() -> None:
    fits = {fit.method: fit for fit in opened(Source("sample", "bar"), silent).fits()}
    assert not fits["joints"].fits
    assert "one piece" in fits["joints"].why
    assert all(fit.fits for fit in opened(Source("sample", "lamp"), silent).fits() if fit.method == "joints")


def test_a_heap_of_pieces_is_no_mechanism(tmp_path: Path) -> None:
    corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    V = np.concatenate([np.add(corners, [3.0 * i, 0.0, 0.0]) for i in range(201)])
    write_mesh(tmp_path / "heap.ply", Mesh.of(V, np.arange(len(V)).reshape(-1, 3)))
    model = opened(named_source([str(tmp_path / "heap.ply")]), silent)
    (joints,) = (fit for fit in model.fits() if fit.method == "joints")
    assert model.suggested.name == "elastic"
    assert not joints.fits
    assert "201 pieces" in joints.why


def test_each_mechanism_of_a_model_is_held_by_its_first_part() -> None:
    office = mechanism("office")
    pins = [handle for handle in first_pins(office) if handle.pinned]
    corners = [office.mesh.F[h.face][int(np.argmax(h.barycentric))] for h in pins]
    held = {office.components[office.component[v]].name for v in corners}
    assert held == {"desk", "cabinet", "chair foot"}
    assert len({handle.group for handle in pins}) == 3


def test_parts_without_known_joints_are_held_by_what_they_stand_on() -> None:
    for name, base in (("lamp", "base"), ("chair", "foot"), ("brush", "base")):
        loose = replace(mechanism(name), joints=())
        corner = first_pins(loose)[0]
        vertex = loose.mesh.F[corner.face][int(np.argmax(corner.barycentric))]
        assert loose.components[loose.component[vertex]].name == base


def test_a_saved_rig_opens_as_it_was_edited(session: Session, tmp_path: Path) -> None:
    document = opened_lamp(session)
    edits = (edit("kind", joint=ELBOW, kind="fixed"), edit("soften", parts=(ARM,), cells=3))
    document = moved(edited(document, *edits), (-0.1, 0.05, 0.06))
    shown(session, document)
    before = posed(session).copy()
    list(session.exports.file("rig"))
    model, ready = session.open(named_source([str(next(tmp_path.glob("*.pliant")))]), silent)
    assert ready.message.view.joints[ELBOW].kind == "fixed"
    assert ready.message.view.components[ARM].cells == 3
    shown(session, moved(model.message.document, (-0.1, 0.05, 0.06)))
    np.testing.assert_allclose(posed(session), before, atol=1e-3 * DIAGONAL)


def test_parts_and_joints_are_exported_as_edited(session: Session, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr("pliant.mechanism.convex_pieces.decomposes", lambda: False)  # which takes long
    document = edited(opened_lamp(session), edit("remove", joint=4))
    shown(session, document)
    list(session.exports.file("parts"))
    assert len(read_mechanism(next(tmp_path.glob("*.glb"))).joints) == 4
    list(session.exports.file("urdf"))
    with ZipFile(next(tmp_path.glob("*.zip"))) as archive:
        archive.extractall(tmp_path / "urdf")
    read = read_mechanism(tmp_path / "urdf" / "lamp.urdf")
    assert len([joint for joint in read.joints if joint.kind == "revolute"]) == 4
    list(session.choose("handles", {}, silent))
    list(session.solve(Solve(2, Document("handles"))))
    with pytest.raises(FileFormatError, match="choose Joint IK"):
        list(session.exports.file("urdf"))


def test_the_script_gives_the_same_poses(session: Session, tmp_path: Path) -> None:
    document = opened_lamp(session)
    ear = np.arange(LAMP.mesh.n)[LAMP.component == 5][:200]
    session.mark(region_of("ear", ear, np.ones(len(ear)), LAMP.mesh.n))
    first = (edit("ranges", joint=ELBOW, ranges=((-0.1, None),)), edit("soften", parts=(ARM,), cells=4))
    second = (edit("hinge", region="ear", kind="revolute", name="flap"),)
    poses = []
    for label, edits, way in (
        ("Pull", (), (-0.1, 0.05, 0.06)),
        ("Limits", first, (-0.1, 0.05, 0.06)),
        ("Pull on", first, (-0.12, 0.02, 0.1)),
        ('Hinge "it"\nimport os', first + second, (-0.12, 0.02, 0.1)),
        ("Undo", first[:1], (-0.12, 0.02, 0.1)),
        ("Rest", (), None),
    ):
        kept = edited(document, *edits)
        kept = replace(kept, handles=()) if way is None else moved(kept, way)
        shown(session, kept)
        session.commit(Commit(label, kept))
        poses.append(posed(session).copy())
    list(session.exports.file("script"))
    names = runpy.run_path(str(next(tmp_path.glob("*.py"))))
    assert [label for label, _ in names["steps"]][3] == 'Hinge "it"\nimport os'
    for (label, V), own in zip(names["steps"], poses, strict=True):
        np.testing.assert_allclose(V, own, atol=1e-4 * DIAGONAL, err_msg=label)


def test_the_script_of_a_file_finds_the_joints_itself(session: Session, tmp_path: Path) -> None:
    write_mesh(tmp_path / "lamp.obj", LAMP.mesh)
    model, _ = session.open(named_source([str(tmp_path / "lamp.obj")]), silent)
    document = moved(model.message.document, (-0.1, 0.05, 0.0))
    shown(session, document)
    session.commit(Commit("Move", document))
    list(session.exports.file("script"))
    names = runpy.run_path(str(next(tmp_path.glob("*.py"))))
    np.testing.assert_allclose(names["steps"][0][1], posed(session), atol=1e-4 * DIAGONAL)


def test_an_edit_is_read_from_json_as_the_page_writes_it() -> None:
    written = {"change": "ranges", "joint": 2, "ranges": [[-0.5, None]], "parts": [], "name": None}
    read = of_json(MechanismEdit, written, "edit")
    assert read == edit("ranges", joint=2, ranges=((-0.5, None),))


@pytest.mark.parametrize("hold", [{"weight": 0.2}, {"turn": (0.0, 0.4, 0.0)}], ids=["soft", "turning"])
def test_how_a_handle_holds_is_posed_and_replayed_as_in_the_library(
    session: Session, tmp_path: Path, hold: dict[str, Any]
) -> None:
    document = moved(opened_lamp(session), (-0.1, 0.05, 0.06))
    *others, last = document.handles
    # A second free handle that cannot be reached as well, so that weights make a difference.
    arm = int(np.flatnonzero(LAMP.component[LAMP.mesh.F[:, 0]] == ARM)[0])
    x, y, z = (LAMP.mesh.V[LAMP.mesh.F[arm, 0]] + [0.0, 0.2 * DIAGONAL, 0.0]).tolist()
    other = Handle(99, arm, (1.0, 0.0, 0.0), (x, y, z))
    held = replace(document, handles=(*others, other, replace(last, **hold)))
    arrays = shown(session, held)
    assert len(arrays["reached"]) == len(held.handles)
    turning = [handle.turn is not None for handle in held.handles]
    points = with_patches(anchors(held.handles), turning, LAMP.mesh)
    pins = [Pin(handle.weight) for handle in held.handles]
    grip = JointIK(LAMP).grab(points, firm=[handle.pinned for handle in held.handles], pins=pins)
    targets = placed_targets(grip.held, [h.target for h in held.handles], [h.turn for h in held.handles])
    own = grip.drag(targets).V
    np.testing.assert_allclose(posed(session), own, atol=1e-4 * DIAGONAL)
    session.commit(Commit("Hold", held))
    list(session.exports.file("script"))
    ((_, V),) = runpy.run_path(str(next(tmp_path.glob("*.py"))))["steps"]
    np.testing.assert_allclose(V, own, atol=1e-4 * DIAGONAL)
    shown(session, replace(held, handles=(*others, other, last)))
    assert np.abs(posed(session) - own).max() > 1e-3 * DIAGONAL


def test_a_doubtful_joint_tells_its_alternatives_and_takes_one(session: Session, tmp_path: Path) -> None:
    box = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    V = np.concatenate([box * (3, 3, 0.25), box * (0.5, 1, 0.5) + (0, 0, 0.755)])
    write_mesh(tmp_path / "table.obj", Mesh.of(V, np.concatenate([FACES, FACES + 8])))
    model, ready = session.open(named_source([str(tmp_path / "table.obj")]), silent)
    document = model.message.document
    joint = ready.message.view.joints[0]
    assert joint.confidence < ready.message.view.doubtful
    (told_now,) = session.act(WantAlternatives(0), None, silent)
    other = told_now.message.others[0]
    assert (told_now.message.joint, joint.kind, other.kind) == (0, "plane", "revolute")
    ranges = tuple((motion.low, motion.high) for motion in other.motions)
    taken = edit("replace", joint=0, kind=other.kind, origin=other.origin, frame=other.frame, ranges=ranges)
    after = told(session, edited(document, taken)).view.joints[0]
    assert (after.kind, after.frame, after.confidence) == ("revolute", other.frame, 1.0)
    session.commit(Commit("Make it a hinge", edited(document, taken)))
    list(session.exports.file("script"))
    assert runpy.run_path(str(next(tmp_path.glob("*.py"))))["mechanism"].joints[0].kind == "revolute"
    assert told(session, document).view.joints[0].kind == "plane"
