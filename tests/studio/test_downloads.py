"""Files that the studio offers for download."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

from pliant.io import read_mesh, write_mesh
from pliant.studio.export.files import Tickets
from tests.io.looks import IMAGES, painted


def test_a_file_with_images_beside_it_is_fetched_as_one_archive(tmp_path: Path) -> None:
    tickets = Tickets(tmp_path)
    ticket = tickets.issue("box.obj", lambda path: write_mesh(path, painted()))
    assert ticket.name == "box-obj.zip"
    with ZipFile(ticket.path) as archive:
        names = {"box.obj", "box.mtl", "wood_grain.png", "rough.png", "bumps.png"}
        assert set(archive.namelist()) == names
        archive.extractall(tmp_path / "there")
    found = read_mesh(tmp_path / "there" / "box.obj").appearance.images
    assert {image.data for image in found} == {image.data for image in IMAGES}
    assert {file.name for file in tmp_path.iterdir()} == {ticket.path.name, "there"}
