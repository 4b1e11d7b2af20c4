"""What the studio writes into the file that a model came from, and what it says about files."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from pliant.clip import Clip
from pliant.errors import OptionError
from pliant.io import read_clip, write_clip, write_mesh
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.export.files import Tickets
from pliant.studio.opening.source import Source, named_source, uploaded_source
from pliant.studio.session.session import Session
from pliant.studio.wire.messages import Commit, Document, ExportInto, ExportMotion, Solve, Timeline
from pliant.studio.wire.timeline import Key, Row
from tests.rigged_bar import rigged_bar
from tests.textured import write_textured_bar

TURNS = np.zeros((4, 3, 3))
TURNS[:, 1:] = [[0, 0.3, 0], [0, 0, 0.4]]


@pytest.fixture
def asset(tmp_path: Path) -> Path:
    (tmp_path / "rigged.glb").write_bytes(rigged_bar(TURNS).glb())
    return tmp_path / "rigged.glb"


def begun(session: Session, source: Source) -> Document:
    """The model, with its second handle pulled sideways."""
    model = next(iter(list(session.open(source, silent)))).message
    first, free = model.document.handles[:2]
    moved = tuple(np.add(free.target, (0.0, 0.0, 0.1)).tolist())
    document = replace(model.document, handles=(first, replace(free, target=moved)))
    list(session.solve(Solve(1, document)))
    return document


def keyed(document: Document) -> Document:
    """Three frames between rest and a pull."""
    free = document.handles[1]
    before = tuple(np.add(free.target, (0.0, 0.0, -0.1)).tolist())
    row = Row("free", (free.id,), (Key(1, before), Key(3, free.target)))
    return replace(document, timeline=Timeline(last=3, rows=(row,)))


def fetched(session: Session, message: ExportInto | ExportMotion) -> tuple[Path, str, str]:
    """The file, its name and what was said about it."""
    export = session.exports.into if isinstance(message, ExportInto) else session.exports.motion
    (reply,) = export(message, silent)  # type: ignore[arg-type]
    ticket = session._tickets.redeem(reply.message.ticket)
    assert ticket is not None
    return ticket.path, ticket.name, reply.message.words


def test_the_page_learns_what_the_file_can_show(session: Session, asset: Path, tmp_path: Path) -> None:
    def original(source: Source):
        return next(iter(session.open(source, silent))).message.original

    assert original(named_source([str(asset)])).ways == ("bones", "shapes", "both")
    assert original(named_source([str(asset)])).name == "rigged.glb"
    write_textured_bar(tmp_path / "still.glb")
    assert original(named_source([str(tmp_path / "still.glb")])).ways == ("shapes",)
    assert original(uploaded_source([(asset, "My own.glb")])).name == "My own.glb"
    write_mesh(tmp_path / "plain.obj", bar().mesh)
    assert original(named_source([str(tmp_path / "plain.obj")])) is None
    assert original(Source("sample", "bar")) is None


@pytest.mark.parametrize("by", ["bones", "shapes", "both"])
def test_a_pose_becomes_an_animation_of_the_file(session: Session, asset: Path, by) -> None:
    before = asset.read_bytes()
    begun(session, named_source([str(asset)]))
    shown = session._posed().positions()
    path, name, words = fetched(session, ExportInto("pose", by))
    assert name == "rigged-posed.glb"
    assert words.startswith("animation 'pose' by ")
    assert "RMS" in words
    clip = read_clip(path, clip="pose")
    near = 0.01 if by == "bones" else 2e-4
    assert np.abs(clip.array() - shown).max() < near * np.linalg.norm(np.ptp(shown, axis=0))
    np.testing.assert_array_equal(read_clip(path, clip="own").array(), read_clip(asset, clip="own").array())
    assert asset.read_bytes() == before


def test_a_timeline_becomes_an_animation_of_the_file(session: Session, asset: Path) -> None:
    document = keyed(begun(session, named_source([str(asset)])))
    session.commit(Commit("key", document))
    path, name, _ = fetched(session, ExportInto("timeline", "both"))
    assert name == "rigged-animated.glb"
    found = read_clip(path, clip="rigged")
    wanted = session._playback.frames(session._plan(document), silent).array()
    assert found.count == 3
    size = np.linalg.norm(np.ptp(wanted[0], axis=0))
    assert np.abs(found.array() - wanted).max() < 2e-4 * size
    assert np.abs(wanted[2] - wanted[0]).max() > 0.02 * size


def test_files_beside_the_original_come_along_in_their_folders(tmp_path: Path) -> None:
    def write(path: Path) -> None:
        path.write_text("{}")
        (path.parent / "textures").mkdir()
        (path.parent / "textures" / "skin.png").write_bytes(b"skin")

    ticket = Tickets(tmp_path).issue("model.gltf", write)
    assert ZipFile(ticket.path).namelist() == ["model.gltf", "textures/skin.png"]


def test_a_layer_names_the_usd_file_that_it_lies_over(session: Session, tmp_path: Path) -> None:
    pytest.importorskip("pxr")
    mesh = bar().mesh
    write_clip(tmp_path / "part.usda", Clip.of(mesh, mesh.V[None]))
    begun(session, named_source([str(tmp_path / "part.usda")]))
    shown = session._posed().positions()
    path, name, words = fetched(session, ExportInto("pose", "points"))
    assert name == "part-posed.usda"
    assert "Keep it beside part.usda" in words
    assert "@./part.usda@" in path.read_text()
    shutil.copy(path, tmp_path / "beside.usda")
    np.testing.assert_allclose(read_clip(tmp_path / "beside.usda").array()[0], shown, atol=1e-6)


def test_ways_that_the_file_has_not_are_refused(session: Session, asset: Path) -> None:
    begun(session, Source("sample", "bar"))
    with pytest.raises(OptionError, match="no glTF or USD file"):
        list(session.exports.into(ExportInto("pose", "bones"), silent))
    begun(session, named_source([str(asset)]))
    with pytest.raises(OptionError, match="by bones, shapes, both only"):
        list(session.exports.into(ExportInto("pose", "points"), silent))


def test_what_a_file_does_not_keep_is_said(session: Session, tmp_path: Path) -> None:
    write_textured_bar(tmp_path / "still.glb")
    document = keyed(begun(session, named_source([str(tmp_path / "still.glb")])))
    (reply,) = session.exports.file("ply")
    assert reply.message.words.startswith("Not kept in PLY: materials")
    (reply,) = session.exports.file("glb")
    assert reply.message.words == ""
    session.commit(Commit("key", document))
    assert fetched(session, ExportMotion("pc2"))[2].startswith("Not kept in PC2: materials")
    assert fetched(session, ExportMotion("ply"))[2].startswith("Not kept in PLY: materials")
