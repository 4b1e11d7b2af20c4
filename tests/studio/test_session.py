from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant import MeshIK, ReducedIK, read_mesh
from pliant.errors import AnchorError, FileFormatError, OptionError, PliantError, TargetError, WeightError
from pliant.io import write_mesh
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source, named_source
from pliant.studio.session.pins import anchors
from pliant.studio.session.regions import vertices_of
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Handle, Region, Solve

BAR = Source("sample", "bar")
POSES = bar()
METHODS = ("meshik", "reduced")


def begun(session: Session, method: str) -> Document:
    """The bar, by a method; its second handle is pulled upwards."""
    model, *_ = [reply.message for reply in session.open(BAR, silent)]
    list(session.choose(method, {}, silent))
    return pulled(replace(model.document, method=method), 0.3)


def pulled(document: Document, up: float) -> Document:
    held, free = document.handles
    return replace(document, handles=(held, replace(free, target=(1.1, up, 0.0))))


def solved(session: Session, document: Document, *, start: bool = False) -> tuple[Any, dict[str, Any]]:
    (reply,) = session.solve(Solve(5, document, start))
    return reply.message, dict(reply.arrays)


def rig_of(method: str) -> MeshIK | ReducedIK:
    return MeshIK(POSES) if method == "meshik" else ReducedIK(POSES)


def test_opening_gives_the_model_and_then_the_rig(session: Session) -> None:
    model, ready = list(session.open(BAR, silent))
    assert model.message.document.method == ready.message.method == "meshik"
    np.testing.assert_array_equal(model.arrays["V"], POSES.V[0].astype(np.float32))
    np.testing.assert_array_equal(model.arrays["F"], POSES.F)
    assert ready.message.controls == 0


@pytest.mark.parametrize("method", METHODS)
def test_a_pose_is_the_same_as_through_the_api(session: Session, method: str) -> None:
    document = begun(session, method)
    message, arrays = solved(session, document)
    pose = rig_of(method).grab(anchors(document.handles)).drag([h.target for h in document.handles])
    assert message.turn == 5
    assert message.status == pose.status.value
    assert message.iterations == pose.iterations
    assert message.weights == tuple(pose.weights)
    whole = {"V": pose.V} if method == "meshik" else {"palette": pose.palette}
    for name, expected in whole.items():
        np.testing.assert_array_equal(arrays[name], expected.astype(np.float32))
    assert set(arrays) == {*whole, "reached"}


@pytest.mark.parametrize("method", METHODS)
def test_handles_reach_their_targets(session: Session, method: str) -> None:
    document = begun(session, method)
    _, arrays = solved(session, document)
    targets = [handle.target for handle in document.handles]
    np.testing.assert_allclose(arrays["reached"], targets, atol=1e-6)


def test_a_page_that_skins_by_palette_gets_the_positions_of_the_api(session: Session) -> None:
    document = begun(session, "reduced")
    ready = next(session.choose("reduced", {}, silent))
    _, arrays = solved(session, document)
    rest = np.concatenate([POSES.V[0], np.ones((POSES.n, 1))], axis=1)
    palette, influences = arrays["palette"], ready.arrays["influences"]
    V = np.einsum("nq,nqab,nb->na", ready.arrays["weights"], palette[influences], rest)
    pose = rig_of("reduced").grab(anchors(document.handles)).drag([h.target for h in document.handles])
    np.testing.assert_allclose(V, pose.V, atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_a_warm_start_goes_on_from_the_last_pose(session: Session, method: str) -> None:
    document = begun(session, method)
    solved(session, document)
    cold, _ = solved(session, document)
    warm, _ = solved(session, document, start=True)
    assert warm.iterations < cold.iterations


def let_go(session: Session, method: str) -> Document:
    """The bent bar, solved, and then a document without the handle that bends it."""
    document = begun(session, method)
    document = pulled(document, 0.8)
    solved(session, document)
    return replace(document, handles=document.handles[:1])


@pytest.mark.parametrize("method", METHODS)
def test_a_pose_that_would_jump_is_on_its_way_and_arrives(session: Session, method: str) -> None:
    document = let_go(session, method)
    statuses = []
    while not statuses or statuses[-1] == "on its way":
        message, arrays = solved(session, document, start=True)
        np.testing.assert_allclose(arrays["reached"], [document.handles[0].target], atol=1e-6)
        statuses.append(message.status)
        assert len(statuses) < 100
    assert len(statuses) > 8
    assert statuses[-1] == "converged"
    cold, _ = solved(session, document)
    np.testing.assert_allclose(message.weights, cold.weights, atol=1e-3)


@pytest.mark.parametrize("method", METHODS)
def test_files_and_marks_take_the_pose_that_is_arrived_at(session: Session, method: str) -> None:
    document = let_go(session, method)
    message, _ = solved(session, document, start=True)
    assert message.status == "on its way"
    V = session._posed().positions()
    session.mark(Region("a", (0, POSES.n), ()))
    np.testing.assert_allclose(session._regions["a"].at, V, rtol=0, atol=1e-12)
    while message.status == "on its way":
        message, _ = solved(session, document, start=True)
    np.testing.assert_allclose(session._posed().positions(), V, rtol=0, atol=1e-4)


@pytest.mark.parametrize("method", METHODS)
def test_weights_give_the_blend_of_the_api_and_where_the_handles_are_in_it(
    session: Session, method: str
) -> None:
    document = replace(begun(session, method), weights=(0.4, 0.6))
    message, arrays = solved(session, document)
    rig = rig_of(method)
    V = rig.blend([0.4, 0.6])
    held = rig.grab(anchors(document.handles)).held
    np.testing.assert_allclose(arrays["reached"], held.on(V), atol=1e-6)
    assert message.weights == (0.4, 0.6)
    if isinstance(rig, MeshIK):
        np.testing.assert_array_equal(arrays["V"], V.astype(np.float32))
    else:
        np.testing.assert_array_equal(arrays["palette"], rig.palette([0.4, 0.6]).astype(np.float32))


@pytest.mark.parametrize("method", METHODS)
def test_without_handles_the_mesh_rests(session: Session, method: str, tmp_path: Path) -> None:
    document = replace(begun(session, method), handles=())
    message, arrays = solved(session, document)
    assert message.weights == (1.0, 0.0)
    assert arrays["reached"].shape == (0, 3)
    list(session.exports.file("obj"))
    exported = next(tmp_path.glob("*.obj"))
    np.testing.assert_allclose(read_mesh(exported).V, POSES.V[0], atol=1e-12)
    if method == "reduced":
        np.testing.assert_array_equal(arrays["palette"][0], np.eye(3, 4))


def test_a_region_stays_where_it_was_shown_when_it_was_marked(session: Session) -> None:
    document = begun(session, "meshik")
    _, before = solved(session, document)
    session.mark(Region("middle", (30, 20)))
    frozen = replace(document, frozen="middle")
    _, same = solved(session, frozen)
    np.testing.assert_allclose(same["V"], before["V"], atol=1e-4)
    _, after = solved(session, pulled(frozen, 0.6))
    np.testing.assert_array_equal(after["V"][30:50], before["V"][30:50])
    assert np.abs(after["V"] - before["V"]).max() > 0.1


def test_a_region_marked_on_a_learned_rig_is_where_its_controls_carry_it(session: Session) -> None:
    document = begun(session, "reduced")
    solved(session, document)
    V = session._posed().positions()
    session.mark(Region("middle", (30, 20)))
    list(session.choose("meshik", {}, silent))
    _, arrays = solved(session, replace(document, method="meshik", frozen="middle"))
    np.testing.assert_allclose(arrays["V"][30:50], V[30:50], atol=1e-6)


def test_a_region_marked_before_any_pose_stays_at_rest(session: Session) -> None:
    document = begun(session, "meshik")
    session.mark(Region("first", (1, 20)))
    _, arrays = solved(session, replace(document, frozen="first"))
    np.testing.assert_array_equal(arrays["V"][1:21], POSES.V[0, 1:21].astype(np.float32))


def test_a_region_that_nobody_marked_is_refused(session: Session) -> None:
    document = begun(session, "meshik")
    with pytest.raises(AnchorError, match="'nowhere' was not marked"):
        solved(session, replace(document, frozen="nowhere"))


def test_a_page_that_comes_again_hears_of_the_frozen_region(session: Session) -> None:
    document = begun(session, "meshik")
    for name in ("other", "mine"):
        session.mark(Region(name, (1, 20)))
    session.commit(Commit("Freeze", replace(document, frozen="mine")))
    model, _ = session.resume(silent)
    assert model.message.regions == (Region("mine", (1, 20)),)


def test_a_second_method_poses_the_same_document_beside_the_first(session: Session) -> None:
    document = begun(session, "meshik")
    list(session.choose("reduced", {}, silent))
    alone = {method: solved(session, replace(document, method=method))[1] for method in METHODS}
    first, second = session.solve(Solve(5, document, False, "reduced"))
    assert (first.message.method, second.message.method) == METHODS
    np.testing.assert_array_equal(first.arrays["V"], alone["meshik"]["V"])
    np.testing.assert_array_equal(second.arrays["palette"], alone["reduced"]["palette"])
    assert session._posed().rig.method == "meshik"


def test_reduced_ik_says_that_it_cannot_freeze(session: Session) -> None:
    document = replace(begun(session, "reduced"), frozen="first")
    session.mark(Region("first", (1, 20)))
    with pytest.raises(AnchorError, match="cannot freeze single vertices"):
        solved(session, document)
    solved(session, replace(document, frozen=None))


def test_a_region_is_the_vertices_that_its_runs_name() -> None:
    assert vertices_of((2, 3, 4, 2, 9, 1), 10).tolist() == [2, 3, 4, 5, 9]
    for runs in ((2,), (8, 3), (-1, 2), (11, 0), (0, -1), (2**52, 1), (1, 2**52)):
        with pytest.raises(AnchorError):
            vertices_of(runs, 10)


def test_the_grip_is_kept_while_the_held_points_stay(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = begun(session, "meshik")
    grabs: list[Any] = []
    grab = MeshIK.grab
    monkeypatch.setattr(MeshIK, "grab", lambda rig, *a, **k: grabs.append(a) or grab(rig, *a, **k))
    for up in (0.1, 0.2, 0.3):
        solved(session, pulled(document, up))
    assert len(grabs) == 1
    session.mark(Region("some", (30, 4)))
    solved(session, replace(document, frozen="some"))
    solved(session, replace(document, handles=document.handles[:1]))
    assert len(grabs) == 3


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"handles": (Handle(0, 10**9, (1.0, 0.0, 0.0), (0.0, 0.0, 0.0)),)}, AnchorError),
        ({"handles": (Handle(0, 0, (1.0, 1.0, 0.0), (0.0, 0.0, 0.0)),)}, AnchorError),
        ({"weights": (1.0,)}, WeightError),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_a_document_that_does_not_fit_is_refused_and_the_next_is_posed(
    session: Session, method: str, change: dict[str, Any], kind: type[PliantError]
) -> None:
    document = begun(session, method)
    with pytest.raises(kind):
        solved(session, replace(document, **change))
    solved(session, document)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("far", [1e39, 1e200, 1e308])
def test_targets_beyond_all_measure_are_refused_and_the_next_pose_is_as_ever(
    session: Session, method: str, far: float
) -> None:
    document = begun(session, method)
    expected, _ = solved(session, document, start=True)
    with pytest.raises(TargetError, match="too far away"):
        solved(session, pulled(document, far), start=True)
    again, _ = solved(session, document)
    assert again.weights == expected.weights


def test_options_reach_the_rig(session: Session) -> None:
    list(session.open(BAR, silent))
    (ready,) = session.choose("reduced", {"controls": 5, "influences": 2}, silent)
    assert ready.message.controls == 5
    assert ready.arrays["influences"].shape == (132, 2)
    assert ready.message.facts[0] == "Learned 5 controls from 2 poses."


@pytest.mark.parametrize("options", [{"colour": 1}, {"controls": "many"}, {"kind": "soft"}, {"rounds": -1}])
def test_options_that_make_no_sense_are_refused_in_words(session: Session, options: dict[str, Any]) -> None:
    list(session.open(BAR, silent))
    with pytest.raises(OptionError, match=next(iter(options))):
        list(session.choose("reduced", options, silent))


def test_a_method_that_does_not_fit_is_refused_with_its_reason(session: Session, tmp_path: Path) -> None:
    write_mesh(tmp_path / "one.obj", POSES.mesh)
    replies = list(session.open(named_source([str(tmp_path / "one.obj")]), silent))
    assert [type(reply.message).__name__ for reply in replies] == ["Model", "Ready"]
    with pytest.raises(OptionError, match="at least two poses"):
        list(session.choose("meshik", {}, silent))
    with pytest.raises(OptionError, match="not ready"):
        solved(session, replace(replies[0].message.document, method="meshik"))


def test_a_cancelled_build_leaves_the_earlier_rig(session: Session) -> None:
    class Stop(BaseException):
        pass

    def stop(share: float, what: str) -> None:
        if share > 0.3:
            raise Stop

    document = begun(session, "reduced")
    before = solved(session, document)[0].weights
    with pytest.raises(Stop):
        list(session.choose("reduced", {"controls": 3}, stop))
    assert solved(session, document)[0].weights == before


def test_a_page_that_comes_anew_gets_the_document_as_it_was_left(session: Session) -> None:
    document = begun(session, "reduced")
    session.commit(Commit("Move", document))
    later = pulled(document, 0.5)
    session.note(Solve(9, later))
    model, ready = list(session.resume(silent))
    assert model.message.document == later
    assert ready.message.method == "reduced"


def test_before_anything_is_open_every_wish_is_refused_in_words(session: Session) -> None:
    assert list(session.resume(silent)) == []
    wishes = (
        lambda: session.commit(Commit("Move", Document("meshik"))),
        lambda: list(session.example(0)),
        lambda: list(session.overlay("controls")),
        lambda: list(session.exports.file("obj")),
        lambda: list(session.choose("meshik", {}, silent)),
    )
    for wish in wishes:
        with pytest.raises(FileFormatError):
            wish()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["obj", "ply", "glb"])
def test_an_exported_pose_is_the_pose_that_is_shown(
    session: Session, tmp_path: Path, method: str, kind: str
) -> None:
    document = begun(session, method)
    solved(session, document)
    (reply,) = session.exports.file(kind)
    assert reply.message.name == f"bar-posed.{kind}"
    pose = rig_of(method).grab(anchors(document.handles)).drag([h.target for h in document.handles])
    exported = read_mesh(next(tmp_path.glob(f"*.{kind}")))
    np.testing.assert_allclose(exported.V, pose.V, atol=1e-6)
    np.testing.assert_array_equal(exported.F, POSES.F)


def test_an_exported_rig_opens_as_it_was(session: Session, tmp_path: Path) -> None:
    document = begun(session, "reduced")
    expected, _ = solved(session, document)
    (reply,) = session.exports.file("rig")
    assert reply.message.name == "bar.pliant"
    other = Session(tmp_path / "other", Tickets(tmp_path))
    path = next(tmp_path.glob("*.pliant"))
    _, ready = list(other.open(named_source([str(path)]), silent))
    assert ready.message.method == "reduced"
    again, _ = solved(other, document)
    np.testing.assert_allclose(again.weights, expected.weights, atol=1e-9)
    other.close()


def test_a_ticket_is_good_once(session: Session, tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    ticket = tickets.issue("a.txt", lambda path: path.write_text("a"))
    redeemed = tickets.redeem(ticket.number)
    assert redeemed is not None
    assert redeemed.path.read_text() == "a"
    assert tickets.redeem(ticket.number) is None
    assert tickets.redeem("guess") is None


def test_files_that_nobody_fetches_do_not_pile_up(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    issued = [tickets.issue("a.txt", lambda path: path.write_text("a")) for _ in range(40)]
    assert len(list(tmp_path.iterdir())) == 16
    assert tickets.redeem(issued[0].number) is None
    assert tickets.redeem(issued[-1].number) is not None
