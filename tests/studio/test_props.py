"""Companions and props on the server: their triangles, where they stand, films, journals, and refusals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.errors import OptionError, PliantError
from pliant.figures.film import Filming, film
from pliant.mesh import Mesh
from pliant.progress import silent
from pliant.studio.export.files import Tickets
from pliant.studio.session.journal_reader import read_past
from pliant.studio.session.prop_shapes import prop_entry, prop_of, simple
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Solve
from pliant.studio.wire.props import KeepProp, Prop
from tests.studio.test_session import begun

KINDS = ("box", "ramp", "stairs", "pillar", "ball")


def volume(V: np.ndarray, F: np.ndarray) -> float:
    a, b, c = np.moveaxis(V[F], 1, 0)
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


@pytest.mark.parametrize("up", ["y", "z"])
@pytest.mark.parametrize("kind", KINDS)
def test_simple_shapes_are_closed_and_stand_on_their_origin(kind: str, up: str) -> None:
    shape = simple(kind, 2.0, up)  # type: ignore[arg-type]
    height = "xyz".index(up)
    low, high = shape.V.min(axis=0), shape.V.max(axis=0)
    assert low[height] == 0
    np.testing.assert_allclose(np.delete(low + high, height), 0, atol=1e-12)
    edges = np.sort(np.concatenate([shape.F[:, [0, 1]], shape.F[:, [1, 2]], shape.F[:, [2, 0]]]), axis=1)
    # The poles of a ball are many vertices at one place.
    if kind != "ball":
        assert set(np.unique(edges, axis=0, return_counts=True)[1]) == {2}
    assert 0.1 * np.prod(high - low) < volume(shape.V, shape.F) <= np.prod(high - low) + 1e-12


def test_a_prop_comes_back_from_its_line() -> None:
    shape = simple("stairs", 1.3, "z")
    name, again = prop_of(prop_entry("a", shape))
    assert (name, again.title) == ("a", "Stairs")
    np.testing.assert_allclose(again.V, shape.V, atol=1e-6)
    np.testing.assert_array_equal(again.F, shape.F)
    with pytest.raises(PliantError, match="broken"):
        prop_of({**prop_entry("a", shape), "V": "AAAA"})


def test_props_are_placed_as_the_document_says(session: Session) -> None:
    begun(session, "meshik")
    list(session.props.keep(KeepProp("a", "y", "box"), None, silent))
    turned = Prop(1, "Box", "a", (1.0, 2.0, 3.0), (0.0, np.pi / 2, 0.0), 2.0)
    (mesh,) = session.props.placed([turned, replace(turned, id=2, hidden=True)])
    V = session.props.shapes["a"].V
    np.testing.assert_allclose(mesh.V, 2 * V @ [[0, 0, -1], [0, 1, 0], [1, 0, 0]] + [1, 2, 3], atol=1e-12)


def test_props_come_back_from_the_journal_and_from_a_copy_of_the_session(
    session: Session, tmp_path: Path
) -> None:
    document = begun(session, "meshik")
    list(session.solve(Solve(1, document)))
    for message in (KeepProp("a", "y", "ramp"), KeepProp("b", "y", sample="flag"), KeepProp("c", "y")):
        list(session.props.keep(message, None, silent))
    props = tuple(Prop(i, name, name, (0.0, 0.0, 0.0)) for i, name in enumerate("abc"))
    session.commit(Commit("Add", replace(document, props=props)))
    list(session.save_as("copy"))
    list(session.props.keep(KeepProp("d", "y", "box"), None, silent))
    path, shapes = session.path, session.props.shapes
    assert path is not None
    session.close()
    past = read_past(path)
    assert past is not None
    assert past.damaged == 0
    assert past.document.props == props
    again = Session(tmp_path / "state", Tickets(tmp_path))
    list(again.recover(past, silent))
    assert list(again.props.shapes) == ["a", "b", "c", "d"]
    for name, shape in shapes.items():
        np.testing.assert_allclose(again.props.shapes[name].V, shape.V, atol=1e-5)
    again.close()


def test_what_was_never_kept_is_refused(session: Session) -> None:
    begun(session, "meshik")
    with pytest.raises(OptionError, match="add it again"):
        list(session.props.wanted("nobody"))
    with pytest.raises(PliantError):
        list(session.props.keep(KeepProp("a", sample="nothing"), None, silent))
    assert session.props.shapes == {}


def test_a_film_shows_what_stands_beside_the_model() -> None:
    shape = simple("box", 2.0, "y")
    model = Mesh.of(shape.V, shape.F)
    clip = Clip.of(model, model.V[None])
    beside = (Mesh.of(shape.V + np.array([0.7, 0, 0]), shape.F),)
    size = (160, 90)
    (alone,) = film(clip, Filming(size, "front"))
    (both,) = film(clip, Filming(size, "front", beside=beside))
    (shifted,) = film(Clip.of(beside[0], beside[0].V[None]), Filming(size, "front", beside=(model,)))
    middle = slice(60, 100)
    assert np.abs(both[:, middle].astype(int) - alone[:, middle]).max() > 20
    # The same two boxes: only the colours of model and prop are exchanged.
    background = both[0, 0]
    np.testing.assert_array_equal(
        (both != background).any(axis=2)[:40], (shifted != background).any(axis=2)[:40]
    )
