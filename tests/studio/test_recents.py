"""The recent models: only what the user opened by path comes back, and only by its place."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from pliant.io import write_mesh
from pliant.samples.bar import bar
from pliant.studio.opening.source import Source
from pliant.studio.session.recents import FILE, MOST, Recents, shown
from pliant.studio.wire.messages import VERSION, Recent
from tests.studio.fixtures import Start

POSES = bar()


def made(folder: Path, name: str) -> Source:
    path = folder / f"{name}.obj"
    path.touch()
    return Source("files", name, (str(path),))


def poses(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name, V in zip("ab", POSES.V, strict=True):
        write_mesh(folder / f"{name}.obj", POSES.mesh.moved(V))
    return folder


def test_the_newest_comes_first_once_and_the_oldest_go(tmp_path: Path) -> None:
    recents = Recents(tmp_path)
    sources = [made(tmp_path, f"model{i}") for i in range(MOST + 2)]
    for source in [*sources, sources[5]]:
        recents.add(source)
    expected = [sources[5], *(source for source in reversed(sources) if source is not sources[5])]
    assert recents.there() == tuple(expected[:MOST])
    assert Recents(tmp_path).there() == recents.there()


def test_samples_and_uploads_are_not_kept(tmp_path: Path) -> None:
    recents = Recents(tmp_path)
    own = made(tmp_path, "own")
    for source in (own, Source("sample", "bar"), Source("files", "sent", own.paths, ("sent.obj",))):
        recents.add(source)
    assert recents.there() == (own,)


def test_what_is_missing_is_left_out_and_comes_back_with_its_file(tmp_path: Path) -> None:
    recents = Recents(tmp_path)
    pattern = Source("files", "model", (str(tmp_path / "model*.obj"),))
    here, gone = made(tmp_path, "model1"), made(tmp_path, "other")
    for source in (pattern, here, gone):
        recents.add(source)
    Path(gone.paths[0]).unlink()
    assert recents.there() == (here, pattern)
    Path(here.paths[0]).unlink()
    assert recents.there() == ()
    Path(gone.paths[0]).touch()
    assert recents.there() == (gone,)


@pytest.mark.parametrize(
    "spoilt",
    [
        b"",
        b"{",
        b"null",
        b"3",
        b'[{"kind": "files"}]',
        b'[{"kind": "files", "name": "a", "paths": [1]}]',
        b"\xff",
    ],
)
def test_a_spoilt_list_is_an_empty_one(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / FILE).write_bytes(spoilt)
    recents = Recents(tmp_path)
    assert recents.there() == ()
    recents.add(made(tmp_path, "model"))
    assert len(recents.there()) == 1


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_nobody_else_can_read_the_list(tmp_path: Path) -> None:
    Recents(tmp_path).add(made(tmp_path, "model"))
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_the_own_folder_is_shortened(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    inside = Source("files", "lion", (str(tmp_path / "models" / "lion"),))
    assert shown(inside) == Recent("lion", str(Path("~") / "models"))
    assert shown(Source("files", "lion", ("/data/lion",))) == Recent("lion", str(Path("/data")))


def test_what_the_command_line_opened_opens_again_by_its_place(start: Start, tmp_path: Path) -> None:
    folder = poses(tmp_path / "models" / "bars")
    first = start(tmp_path / "state", str(folder))
    with first.page() as page:
        assert page.hello()["open"] == "bars"
    assert first.interrupt() == 0
    second = start(tmp_path / "state")
    with second.page() as page:
        welcome = page.hello()
        assert welcome["recent"] == [{"name": "bars", "folder": str(folder.parent)}]
        for place in (1, -1, 10**9):
            page.send("OpenRecent", index=place)
            assert "no recent model" in page.await_("Trouble")["words"]
        page.send("OpenRecent", index=0)
        assert page.await_("Model")["name"] == "bars"
        page.await_("Ready")


def test_a_file_that_cannot_be_opened_is_not_remembered(start: Start, tmp_path: Path) -> None:
    broken = tmp_path / "broken.obj"
    broken.write_text("this is no mesh")
    studio = start(tmp_path / "state", str(broken))
    with studio.page() as page:
        page.send("Hello", version=VERSION)
        page.await_("Trouble")
    with studio.page() as page:
        page.send("Hello", version=VERSION)
        assert page.await_("Welcome")["recent"] == []
    assert not (tmp_path / "state" / FILE).exists()


def test_the_list_is_plain_json(tmp_path: Path) -> None:
    Recents(tmp_path).add(made(tmp_path, "model"))
    (entry,) = json.loads((tmp_path / FILE).read_text())
    assert entry["name"] == "model"
