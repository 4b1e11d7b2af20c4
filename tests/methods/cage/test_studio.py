from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pliant
from pliant.errors import CageError
from pliant.geometry.patch import placed_targets, with_patches
from pliant.io import read_mesh, read_poses, write_mesh
from pliant.io.clips import read_clip
from pliant.mesh import Mesh, Polygons
from pliant.methods.cage.cage_checks import encloses
from pliant.methods.cage.recovery import recovered
from pliant.methods.cage.sequence import reedited
from pliant.methods.cage.studio.cages import MOST_VERTICES, Cages
from pliant.methods.cage.studio.wire import (
    CagePin,
    CageSlice,
    Coordinates,
    FrameEdit,
    LoadCage,
    MakeCage,
    RecoverCages,
)
from pliant.progress import silent
from pliant.samples import names, sample, sample_cage
from pliant.studio.export.files import Tickets
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import Source, named_source
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.pins import anchors
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, Solve
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.pins import FloorAt

BAR = sample("bar")
DIAGONAL = float(np.linalg.norm(np.ptp(BAR.mesh.V, axis=0)))


def box(xs: tuple[float, ...] = (-0.3, 0.2, 0.5, 0.8, 1.3), side: float = 0.3) -> Mesh:
    """A cage of quadrilaterals around the bar, in rings at xs."""
    V = [(x, side * y, side * z) for x in xs for y, z in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    rings = [
        [4 * i + j for j in (k, (k + 1) % 4, 4 + (k + 1) % 4, 4 + k)]
        for i in range(len(xs) - 1)
        for k in range(4)
    ]
    return Mesh.of_polygons(V, Polygons.of([[3, 2, 1, 0], [len(V) - 4 + k for k in range(4)], *rings]))


CAGE = box()


def slice_of(document: Document) -> CageSlice:
    return document.slices["cage"]


def caged(document: Document, *, weights: tuple[float, ...] | None = None, **changes: Any) -> Document:
    """The document with changes of its slice."""
    own = replace(slice_of(document), **changes)
    return replace(document, slices=Slices({**document.slices, "cage": own}), weights=weights)


def loaded(session: Session, folder: Path, cage: Mesh = CAGE, kind: Coordinates = "mean_value") -> Document:
    """The document of the bar in a cage that was sent as a file."""
    if session.name is None:
        list(session.open(Source("sample", "bar"), silent))
    write_mesh(folder / "sent.obj", cage)
    source = Source("files", "box", (str(folder / "sent.obj"),), ("box.obj",))
    (taken,) = session.act(LoadCage("1", kind), source, silent)
    assert not (folder / "sent.obj").exists()
    document = session.record.document
    assert document is not None
    return caged(replace(document, method="cage"), cage=taken.message.name, coordinates=kind)


def chosen(session: Session, document: Document) -> dict[str, Any]:
    """The arrays of the rig that a document needs."""
    part = slice_of(document)
    (ready,) = session.choose("cage", {"cage": part.cage, "coordinates": part.coordinates}, silent)
    return dict(ready.arrays)


def solved(session: Session, document: Document) -> dict[str, Any]:
    *_, reply = session.solve(Solve(1, document))
    return dict(reply.arrays)


def pulled(document: Document, way: tuple[float, float, float]) -> Document:
    """The last handle, by a way in diagonals."""
    last = document.handles[-1]
    x, y, z = (float(c) for c in np.add(last.target, np.multiply(DIAGONAL, way)))
    return replace(document, handles=(*document.handles[:-1], replace(last, target=(x, y, z))), weights=None)


@pytest.mark.parametrize("kind", ["mean_value", "green"])
def test_the_page_gets_what_carries_the_mesh_as_the_library_does(
    session: Session, tmp_path: Path, kind: Coordinates
) -> None:
    document = pulled(loaded(session, tmp_path, kind=kind), (0.1, 0.2, 0.0))
    rig = chosen(session, document)
    shown = solved(session, document)
    own = pliant.CageIK(BAR.mesh, CAGE, options=pliant.CageOptions(coordinates=kind))
    pose = own.grab(anchors(document.handles)).drag([handle.target for handle in document.handles])
    assert np.abs(rig["carry"] @ shown["points"] - pose.V).max() < 1e-5 * DIAGONAL
    assert np.abs(shown["points"][: CAGE.n] - pose.cage).max() < 1e-6 * DIAGONAL
    assert np.abs(shown["reached"] - [handle.target for handle in document.handles]).max() < 1e-6 * DIAGONAL
    assert rig["edges"].shape == (2 * CAGE.n - 4, 2), "quads keep their four edges, without diagonals"


def test_a_cage_moved_by_hand_decides_alone_and_handles_pull_from_there(
    session: Session, tmp_path: Path
) -> None:
    document = loaded(session, tmp_path)
    at = CAGE.V + 0.1 * np.sin(7.0 * CAGE.V[:, [1, 2, 0]])
    moved = caged(document, at=tuple(at.ravel().tolist()), weights=())
    chosen(session, document)
    free = solved(session, moved)
    assert np.abs(free["points"] - at).max() < 1e-6
    targets = [tuple(float(c) for c in row) for row in free["reached"]]
    handles = tuple(replace(h, target=t) for h, t in zip(moved.handles, targets, strict=True))
    held = replace(moved, handles=handles, weights=None)
    assert np.abs(solved(session, held)["points"] - at).max() < 1e-5
    tugged = solved(session, pulled(held, (0.0, 0.1, 0.0)))
    assert 0.01 < np.abs(tugged["points"] - at).max() < 0.5
    flat = at.copy()
    flat[CAGE.polygons[5]] = flat[CAGE.polygons[5][0]]
    folded = caged(held, at=tuple(flat.ravel().tolist()))
    with pytest.raises(CageError, match="folded flat"):
        solved(session, folded)


def test_a_broken_cage_is_refused_with_its_reason_and_the_session_goes_on(
    session: Session, tmp_path: Path
) -> None:
    document = loaded(session, tmp_path)
    before = solved_after_choice(session, document)
    open_box = Mesh.of_polygons(
        CAGE.V, Polygons.of([list(CAGE.polygons[q]) for q in range(len(CAGE.polygons) - 1)])
    )
    for broken, reason in ((open_box, "The cage is open"), (box(side=0.1), "lie outside the cage")):
        with pytest.raises(CageError, match=reason):
            loaded(session, tmp_path, broken)
    with pytest.raises(CageError, match="at most 1,000"):
        Cages(BAR.mesh, None, {}, lambda name, cage: None).make(MakeCage(MOST_VERTICES + 1), silent)
    assert np.array_equal(solved(session, document)["points"], before["points"])


def test_beside_a_cage_that_decides_alone_another_method_follows_the_handles(
    session: Session, tmp_path: Path
) -> None:
    document = loaded(session, tmp_path)
    chosen(session, document)
    free = caged(document, at=tuple((1.1 * CAGE.V).ravel().tolist()), weights=())
    own, beside = session.solve(Solve(1, free, beside="meshik"))
    assert np.abs(own.arrays["points"] - 1.1 * CAGE.V).max() < 1e-6
    targets = [handle.target for handle in document.handles]
    assert np.abs(beside.arrays["reached"] - targets).max() < 1e-5


def solved_after_choice(session: Session, document: Document) -> dict[str, Any]:
    chosen(session, document)
    return solved(session, document)


def at_frame(document: Document, frame: int, *edits: FrameEdit) -> Document:
    return caged(document, frame=frame, edits=edits, weights=())


def test_the_cages_of_the_poses_make_them_again(session: Session, tmp_path: Path) -> None:
    document = loaded(session, tmp_path)
    rig = chosen(session, document)
    (reply,) = session.act(RecoverCages(), None, silent)
    for i, V in enumerate(BAR.V):
        gap = np.linalg.norm(rig["carry"] @ solved(session, at_frame(document, i))["points"] - V, axis=1)
        assert 100.0 * np.sqrt((gap**2).mean()) / DIAGONAL == pytest.approx(reply.message.rms[i], abs=1e-3)
    assert reply.message.rms[0] < 1e-3 < reply.message.rms[1] < 10.0


def test_an_edit_of_a_frame_spreads_as_in_the_library_and_is_exported(
    session: Session, tmp_path: Path
) -> None:
    document = loaded(session, tmp_path)
    rig = chosen(session, document)
    pulled_on = replace(pulled(at_frame(document, 1), (0.0, 0.2, 0.1)), weights=None)
    found, shown = session.solve(Solve(1, pulled_on))
    assert len(found.message.rms) == len(BAR), "a document that needs the cages has them found"
    moves = shown.arrays["points"] - shown.arrays["base"]
    assert np.abs(moves).max() > 0.05 * DIAGONAL
    edit = FrameEdit(1, tuple(moves.astype(float).ravel().tolist()), 2.0)
    own = pliant.CageIK(BAR.mesh, CAGE, options=pliant.CageOptions(coordinates="mean_value"))
    cages = [frame.cage for frame in recovered(own, BAR.V)]
    expected = reedited(CAGE, cages, 1, cages[1] + moves, reach=2.0)
    for i in range(len(BAR)):
        points = solved(session, at_frame(document, i, edit))["points"]
        assert np.abs(points - expected[i]).max() < 1e-5 * DIAGONAL
    files = {}
    for kind in ("cages", "frames"):
        (file,) = session.exports.file(kind)
        ticket = session._tickets.redeem(file.message.ticket)
        assert ticket is not None
        files[ticket.name] = ticket.path
    poses = read_poses(files["bar-cages.npz"])
    assert np.abs(poses.V - expected).max() < 1e-5 * DIAGONAL
    assert poses.names == BAR.names
    frames = read_clip(files["bar-frames.glb"]).array()
    assert np.abs(frames - rig["carry"] @ expected).max() < 1e-5 * DIAGONAL


def test_handles_and_vertices_of_the_cage_are_held_at_once(session: Session, tmp_path: Path) -> None:
    document = pulled(loaded(session, tmp_path), (0.0, 0.1, 0.0))
    rig = chosen(session, document)
    x, y, z = (float(c) for c in CAGE.V[9] + [0.0, 0.1, 0.0])
    pins = (CagePin(9, (x, y, z)), CagePin(2))
    held = caged(document, pins=pins)
    shown = solved(session, held)
    assert np.abs(shown["points"][[9, 2]] - [(x, y, z), CAGE.V[2]]).max() < 1e-6
    targets = [handle.target for handle in held.handles]
    assert np.abs(shown["reached"] - targets).max() < 1e-6
    assert rig["carry"].shape[1] == len(shown["points"])
    alone = solved(session, replace(held, handles=()))
    assert np.abs(alone["points"][[9, 2]] - [(x, y, z), CAGE.V[2]]).max() < 1e-6
    assert np.abs(alone["points"][10] - CAGE.V[10]).max() > 1e-3, "the others follow"


def test_a_session_is_taken_back_with_its_cages(session: Session, tmp_path: Path) -> None:
    edit = FrameEdit(1, tuple(0.1 * np.sin(CAGE.V.ravel())), 3.0)
    document = at_frame(pulled(loaded(session, tmp_path), (0.1, 0.2, 0.0)), 0, edit)
    before = solved_after_choice(session, document)
    session.commit(Commit("Pull", document))
    path = session.record.path
    session.close()
    past = read_past(path)
    assert past is not None
    other = Session(path.parent, Tickets(tmp_path))
    model, ready = other.recover(past, silent)
    assert slice_of(model.message.document) == slice_of(document)
    assert ready.message.view.words == "box.obj: 20 vertices"
    assert np.array_equal(solved(other, model.message.document)["points"], before["points"])
    other.close()


def test_the_script_of_a_session_gives_the_same_poses(session: Session, tmp_path: Path) -> None:
    document = pulled(loaded(session, tmp_path), (0.1, 0.2, 0.0))
    at = tuple((CAGE.V * [1.0, 1.2, 0.9]).ravel().tolist())
    moved = caged(document, at=at, weights=())
    seen = []
    chosen(session, document)
    pins = (CagePin(9, (0.5, 0.5, 0.4)), CagePin(2))
    edit = FrameEdit(1, tuple(0.1 * np.sin(CAGE.V.ravel())), 3.0)
    free = replace(document, handles=())
    steps = (
        document,
        moved,
        pulled(moved, (0.0, 0.1, 0.1)),
        free,
        caged(free, pins=pins),
        caged(document, pins=pins),
        at_frame(document, 0, edit),
        replace(at_frame(document, 1, edit), weights=None),
    )
    for step in steps:
        solved(session, step)
        seen.append(session._posed().positions())
        session.commit(Commit("Step", step))
    (file,) = session.exports.file("script")
    ticket = session._tickets.redeem(file.message.ticket)
    assert ticket is not None
    found = runpy.run_path(str(ticket.path))["steps"]
    assert [label for label, _ in found] == ["Step"] * len(steps)
    for (_, V), own in zip(found, seen, strict=True):
        assert np.abs(V - own).max() < 1e-6 * DIAGONAL


def test_the_posed_cage_and_the_rig_are_exported(session: Session, tmp_path: Path) -> None:
    document = pulled(loaded(session, tmp_path), (0.1, 0.2, 0.0))
    shown = solved_after_choice(session, document)
    files = {}
    for kind in ("cage", "rig"):
        (file,) = session.exports.file(kind)
        ticket = session._tickets.redeem(file.message.ticket)
        assert ticket is not None
        files[ticket.name] = ticket.path
    cage = read_mesh(files["bar-cage.obj"])
    assert len(cage.polygons) == len(CAGE.polygons)
    assert np.abs(cage.V - shown["points"]).max() < 1e-6
    model = opened(named_source([str(files["bar.pliant"])]), silent)
    assert model.suggested.name == "cage"
    assert model.words().startswith("A rig by Cage IK, in a cage of 20 vertices")
    assert [handle.pinned for handle in model.beginning(None)[0].handles] == [True, True, True, False]


def test_the_cage_of_a_sample_encloses_it() -> None:
    for name in names("cage"):
        poses = sample(name)
        assert encloses(sample_cage(name, poses), poses.mesh)
        assert opened(Source("sample", name), silent).suggested.name == "cage"


def test_a_handle_keeps_its_direction_from_rest_wherever_the_cage_is(
    session: Session, tmp_path: Path
) -> None:
    document = pulled(loaded(session, tmp_path), (0.0, 0.1, 0.0))
    chosen(session, document)
    *others, last = document.handles
    # What a cage does not know, a floor and soft handles, is left to other methods.
    turned = replace(last, turn=(0.3, 0.0, 0.0), weight=0.5)
    held = replace(document, handles=(*others, turned), floor=FloorAt(0.0))
    moved = caged(held, at=tuple((CAGE.V * [1.0, 1.2, 0.9]).ravel().tolist()), pins=(CagePin(2),))
    seen = []
    for step in (held, moved):
        shown = solved(session, step)
        assert len(shown["reached"]) == len(step.handles)
        seen.append(session._posed().positions())
        session.commit(Commit("Step", step))
    own = pliant.CageIK(BAR.mesh, CAGE, options=pliant.CageOptions(coordinates="mean_value"))
    turning = [handle.turn is not None for handle in held.handles]
    grip = own.grab(with_patches(anchors(held.handles), turning, BAR.mesh))
    targets = placed_targets(grip.held, [h.target for h in held.handles], [h.turn for h in held.handles])
    assert np.abs(grip.drag(targets).V - seen[0]).max() < 1e-6 * DIAGONAL
    plainly = solved(session, document)
    assert np.abs(session._posed().positions() - seen[0]).max() > 1e-3 * DIAGONAL
    assert np.abs(plainly["reached"][-1] - last.target).max() < 1e-6 * DIAGONAL
    (file,) = session.exports.file("script")
    ticket = session._tickets.redeem(file.message.ticket)
    assert ticket is not None
    for (_, V), expected in zip(runpy.run_path(str(ticket.path))["steps"], seen, strict=True):
        assert np.abs(V - expected).max() < 1e-6 * DIAGONAL
