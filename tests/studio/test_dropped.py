"""Descriptions of mechanisms that a page sends together with their meshes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from pliant.errors import FileFormatError, PliantError, UnsupportedFormatError
from pliant.io import write_mechanism
from pliant.progress import silent
from pliant.studio.opening import uploads
from pliant.studio.opening.model import opened
from pliant.studio.opening.source import Source
from pliant.studio.opening.uploads import Uploads, checked_name
from pliant.studio.session.journal import Journal
from pliant.studio.session.journal_reader import read_past
from pliant.studio.wire.messages import Document
from tests.io.mechanisms import of_every_kind

ROBOT = of_every_kind()
CUBE = "\n".join(f"v {x} {y} {z}" for x in (0, 1) for y in (0, 1) for z in (0, 1))
CUBE += "\nf 1 2 4 3\nf 5 7 8 6\nf 1 5 6 2\nf 3 4 8 7\nf 1 3 7 5\nf 2 6 8 4\n"
BODY = '<body name="b"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="cube"/></body>'
WORLD = f'<worldbody><geom type="box" size="1 1 1"/>{BODY}</worldbody>'
MJCF = f'<mujoco><compiler meshdir="assets"/><asset><mesh file="cube.obj"/></asset>{WORLD}</mujoco>'

SHAPE = '<visual><geometry><mesh filename="{}"/></geometry></visual>'
URDF = f'<robot name="r"><link name="a">{SHAPE}</link></robot>'


def sent(folder: Path, files: Mapping[str, bytes | str]) -> Source:
    """The source of files by the names that a page gives them."""
    made = Uploads(folder)

    async def body(data: bytes | str) -> AsyncIterator[bytes]:
        yield data.encode() if isinstance(data, str) else data

    async def receive() -> list[str]:
        return [await made.receive(name, body(data)) for name, data in files.items()]

    # In a thread of its own: in this one a browser's event loop may be running.
    with ThreadPoolExecutor(1) as thread:
        return made.take(thread.submit(asyncio.run, receive()).result())


@pytest.fixture
def robot(tmp_path: Path) -> dict[str, bytes]:
    """A URDF with its meshes, by their names under the folder that holds them."""
    folder = tmp_path / "robot"
    folder.mkdir()
    write_mechanism(folder / "robot.urdf", ROBOT)
    return {
        path.relative_to(tmp_path).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "scratch"
    made.mkdir()
    return made


@pytest.mark.parametrize("flat", [False, True], ids=["in their folder", "side by side"])
def test_a_urdf_opens_with_the_meshes_that_came_with_it(
    robot: dict[str, bytes], folder: Path, flat: bool
) -> None:
    named = {Path(name).name if flat else name: data for name, data in robot.items()}
    model = opened(sent(folder, named), silent)
    assert model.source.name == "robot"
    assert len(model.mechanism.joints) == len(ROBOT.joints)
    assert np.abs(model.mesh.V - ROBOT.mesh.V).max() < 1e-9


def test_an_mjcf_opens_with_its_meshes_and_includes_and_beside_a_package(folder: Path) -> None:
    files = {
        "arm/arm.xml": MJCF,
        "arm/assets/cube.obj": CUBE,
        "arm/scene.xml": '<mujoco><include file="arm.xml"/></mujoco>',
        "arm/package.xml": "<package/>",
    }
    model = opened(sent(folder, files), silent)
    assert model.source.name == "scene"
    assert [joint.kind for joint in model.mechanism.joints] == ["revolute"]


def test_missing_meshes_are_named_and_no_path_of_ours_is(robot: dict[str, bytes], folder: Path) -> None:
    meshes = [name for name in robot if not name.endswith(".urdf")]
    for name in meshes[1:3]:
        del robot[name]
    with pytest.raises(FileFormatError, match="names 2 files that did not come with it") as refusal:
        opened(sent(folder, robot), silent)
    assert all(Path(name).name in str(refusal.value) for name in meshes[1:3])
    assert str(folder) not in str(refusal.value)


def test_a_mesh_that_cannot_be_read_is_told_as_such(folder: Path) -> None:
    with pytest.raises(UnsupportedFormatError, match=r"the mesh meshes/hand\.dae, which Pliant cannot read"):
        opened(sent(folder, {"r.urdf": URDF.format("meshes/hand.dae")}), silent)


def test_a_description_reads_nothing_that_did_not_come_with_it(tmp_path: Path, folder: Path) -> None:
    secret = tmp_path / "secret.obj"
    secret.write_text(CUBE)
    for name in (str(secret), "../../../secret.obj", f"file://{secret}", "package://../../secret.obj"):
        with pytest.raises(PliantError, match=r"secret\.obj"):
            opened(sent(folder, {"r.urdf": URDF.format(name)}), silent)


def test_two_descriptions_are_refused_by_name(robot: dict[str, bytes], folder: Path) -> None:
    with pytest.raises(FileFormatError, match=r"2 descriptions came together: .*robot\.urdf.*b\.xml"):
        sent(folder, {**robot, "robot/b.xml": MJCF})
    assert list(folder.iterdir()) == []


def test_a_name_that_no_folder_can_have_is_refused_in_words(robot: dict[str, bytes], folder: Path) -> None:
    for name in ("ö" * 150 + ".obj", "robot/robot.urdf/b.obj"):
        with pytest.raises(FileFormatError, match="give it another name"):
            sent(folder, {**robot, name: CUBE})
    assert list(folder.iterdir()) == []


def test_a_journal_keeps_a_description_with_its_meshes(
    robot: dict[str, bytes], folder: Path, tmp_path: Path
) -> None:
    journal = Journal.begin(tmp_path / "state", sent(folder, robot), Document("joints"))
    journal.close()
    past = read_past(journal.path)
    assert past is not None
    assert np.abs(opened(past.source, silent).mesh.V - ROBOT.mesh.V).max() < 1e-9
    assert past.source.paths[0].endswith("model/robot/robot.urdf")


def test_a_name_keeps_the_folders_that_were_dropped_unless_they_lead_elsewhere() -> None:
    assert checked_name("robot/meshes/hand.STL") == "robot/meshes/hand.STL"
    assert checked_name("a\\b.obj") == "a/b.obj"
    for name in ("/etc/b.obj", "a/../../b.obj", "C:\\b.obj", "//host/b.obj"):
        assert checked_name(name) == "b.obj"


def test_files_that_come_at_the_same_time_have_room_together(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES_WAITING", 10)
    made = Uploads(folder)

    async def slowly(size: int) -> AsyncIterator[bytes]:
        for _ in range(size):
            yield b"x"
            await asyncio.sleep(0)

    async def receive(*sizes: int) -> list[str | BaseException]:
        coming = (made.receive("a.obj", slowly(size)) for size in sizes)
        return await asyncio.gather(*coming, return_exceptions=True)

    with ThreadPoolExecutor(1) as thread:
        found = thread.submit(asyncio.run, receive(6, 6)).result()
        assert sorted(isinstance(each, FileFormatError) for each in found) == [False, True]
        # What was refused takes no room, and neither does what was opened.
        assert isinstance(thread.submit(asyncio.run, receive(4)).result()[0], str)
        made.take([each for each in found if isinstance(each, str)])
        assert isinstance(thread.submit(asyncio.run, receive(6)).result()[0], str)
