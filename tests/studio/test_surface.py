from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from pliant.appearance import Image, Layer, Material
from pliant.arrays import Array
from pliant.mesh import Mesh
from pliant.progress import silent
from pliant.studio.opening.source import Source
from pliant.studio.opening.surface import pictures_of, surface_of
from pliant.studio.session.session import Session
from pliant.studio.wire.surface import Picture, Surface
from tests.textured import picture, textured_bar, write_textured_bar


def with_look(mesh, **changes):
    return mesh.with_appearance(replace(mesh.appearance, **changes))


def shown(mesh: Mesh) -> tuple[Surface, dict[str, Array]]:
    """The surface of a mesh that has one."""
    surface, arrays = surface_of(mesh)
    assert surface is not None
    return surface, arrays


def test_a_model_of_triangles_alone_has_no_surface(session: Session) -> None:
    model, *_ = session.open(Source("sample", "bar"), silent)
    assert model.message.surface is None
    assert set(model.arrays) == {"V", "F"}


def test_materials_come_with_the_model_and_each_image_once(session: Session, tmp_path: Path) -> None:
    write_textured_bar(tmp_path / "bar.glb")
    model, image, ready = session.open(Source("files", "bar", (str(tmp_path / "bar.glb"),)), silent)
    (material,) = model.message.surface.materials
    assert (material.name, material.count) == ("halves", len(model.arrays["F"]))
    assert [use.use for use in material.uses] == ["colour"]
    assert model.message.surface.coloured
    assert isinstance(image.message, Picture)
    assert image.arrays["data"].tobytes() == picture()
    assert ready.message.method == model.message.document.method
    # Measured from the upper left, as the page samples images.
    mesh = textured_bar()
    assert mesh.uv is not None
    np.testing.assert_allclose(
        model.arrays["uv0"], np.stack([mesh.uv[:, 0], 1 - mesh.uv[:, 1]], axis=1), atol=1e-6
    )


def test_triangles_stand_in_runs_of_their_materials() -> None:
    mesh = textured_bar()
    red, blue = Material("red", (1, 0, 0, 1)), Material("blue", (0, 0, 1, 1))
    odd = np.arange(len(mesh.F)) % 2 == 1
    two = with_look(mesh, materials=(red, blue))
    two = replace(two, materials={"red": np.flatnonzero(odd), "blue": np.flatnonzero(~odd)})
    surface, arrays = shown(two)
    assert [(each.name, each.first, each.count) for each in surface.materials] == [
        ("red", 0, int(odd.sum())),
        ("blue", int(odd.sum()), int((~odd).sum())),
    ]
    np.testing.assert_array_equal(arrays["source"][arrays["faces"][: odd.sum()]], mesh.F[odd])


def test_colours_of_vertices_are_sent_linear_and_white_where_there_are_none() -> None:
    mesh = textured_bar()
    corners = np.where(mesh.polygons.corners == 0, -1, mesh.polygons.corners)
    layer = Layer.of(np.full((mesh.n, 3), 0.5), corners)
    _, arrays = surface_of(with_look(mesh, layers={"colour0": layer}))
    assert arrays["colours"][0].tolist() == [65535] * 4
    assert arrays["colours"][1].tolist() == [32768, 32768, 32768, 65535]


def test_an_image_that_browsers_cannot_decode_is_left_out_with_a_word() -> None:
    strange, missing = Image("a", "image/ktx2", b"x"), Image("a.png", "image/png", b"")
    for image, word in ((strange, "image/ktx2"), (missing, "not found")):
        mesh = with_look(textured_bar(), images=(image,))
        surface, _ = shown(mesh)
        assert word in surface.words
        assert surface.pictures == 0
        assert surface.materials[0].uses == ()
        assert list(pictures_of(mesh)) == []


def test_one_grey_material_is_no_reason_to_leave_clay() -> None:
    mesh = textured_bar(uses={}, colour=(0.8, 0.8, 0.8, 1.0))
    assert surface_of(mesh)[0] is None
    surface, _ = surface_of(textured_bar(uses={}, colour=(0.8, 0.2, 0.8, 1.0)))
    assert surface is not None
    assert surface.coloured


def test_emission_is_as_bright_as_the_file_asks() -> None:
    stronger = {"extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 3.0}}}
    surface, _ = shown(textured_bar(emission=(0.5, 0, 1), other=stronger))
    assert surface.materials[0].emission == (1.5, 0, 3)
