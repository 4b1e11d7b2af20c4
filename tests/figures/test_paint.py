from __future__ import annotations

import importlib
from dataclasses import replace

import numpy as np
import pytest

from pliant.appearance import Image, Layer, Texture
from pliant.errors import FileFormatError, MissingExtraError
from pliant.figures import Look, Shot, render
from pliant.figures.texture import sampler
from tests.pngs import png
from tests.textured import textured_bar

SIZE = (240, 160)
PLAIN = Look(floor=False)


def halves(picture):
    """Mean colour of the model's left and right thirds, in a view from the front."""
    model = np.abs(picture.astype(int) - picture[0, 0].astype(int)).sum(axis=2) > 12
    columns = np.flatnonzero(model.any(axis=0))
    third = (columns[-1] - columns[0]) // 3
    left, right = model.copy(), model.copy()
    left[:, columns[0] + third :] = False
    right[:, : columns[-1] - third] = False
    return picture[left].mean(axis=0), picture[right].mean(axis=0)


def test_a_texture_is_where_its_coordinates_say() -> None:
    red, green = halves(render(textured_bar(), size=SIZE, view="front", look=PLAIN))
    assert red[0] > 2 * red[1]
    assert green[1] > 2 * green[0]


def test_clay_hides_it() -> None:
    clay = Look(floor=False, clay=True)
    picture = render(textured_bar(), size=SIZE, view="front", look=clay)
    mesh = textured_bar()
    np.testing.assert_array_equal(picture, render((mesh.V, mesh.F), size=SIZE, view="front", look=PLAIN))
    named = render(Shot(mesh, colour="clay"), size=SIZE, view="front", look=PLAIN)
    np.testing.assert_array_equal(picture, named)


def test_numbers_and_named_colours_take_the_place_of_the_texture() -> None:
    left, right = halves(render(Shot(textured_bar(), colour="sky"), size=SIZE, view="front", look=PLAIN))
    assert np.abs(left - right).max() < 40


def test_emission_shines_and_unlit_surfaces_show_their_very_colour() -> None:
    dark = textured_bar(uses={}, colour=(0, 0, 0, 1), emission=(0, 0, 1.0))
    left, _ = halves(render(dark, size=SIZE, view="front", look=PLAIN))
    assert left[2] > 200
    assert left[0] < 30
    flat = textured_bar(other={"extensions": {"KHR_materials_unlit": {}}})
    picture = render(flat, size=SIZE, view="front", look=PLAIN)
    assert (picture == (230, 20, 20)).all(axis=2).any()
    assert (picture == (20, 200, 20)).all(axis=2).any()


def test_alpha_lets_the_background_through() -> None:
    hidden = textured_bar(alpha="mask", colour=(1, 1, 1, 0.4))
    empty = render(hidden, size=SIZE, view="front", look=PLAIN)
    assert (empty == empty[0, 0]).all()
    shown = render(textured_bar(alpha="mask", colour=(1, 1, 1, 0.6)), size=SIZE, view="front", look=PLAIN)
    assert halves(shown)[0][0] > 2 * halves(shown)[0][1]
    pale = render(textured_bar(alpha="blend", colour=(1, 1, 1, 0.5)), size=SIZE, view="front", look=PLAIN)
    assert halves(pale)[0][1] > halves(shown)[0][1] + 20


def test_the_back_of_a_single_sided_surface_is_not_drawn() -> None:
    mesh = textured_bar(double_sided=False)
    front = render(mesh, size=SIZE, view="front", look=PLAIN)
    both = render(textured_bar(), size=SIZE, view="front", look=PLAIN)
    # At the outline of a solid a sample may hit the rim of its back.
    assert np.abs(front.astype(int) - both).max() < 8
    sheet = ([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    one = type(mesh).of(*sheet)
    blue = replace(mesh.appearance.materials[0], uses={}, colour=(0.0, 0.0, 1.0, 1.0))
    look = replace(mesh.appearance, materials=(replace(blue, double_sided=False),))
    one = replace(one, materials={"halves": np.array([0])}, appearance=look)
    seen = [render(one, size=SIZE, view=(0, 0.1, z), look=PLAIN) for z in (1, -1)]
    assert [(picture != picture[0, 0]).any() for picture in seen] == [True, False]


def test_colours_of_vertices_multiply_the_material() -> None:
    mesh = textured_bar(uses={})
    rgb = np.where(mesh.V[:, :1] < mesh.V[:, 0].mean(), [1.0, 0, 0], [0, 1.0, 0])
    look = replace(mesh.appearance, layers={"colour0": Layer.of(rgb, mesh.polygons.corners)})
    red, green = halves(render(mesh.with_appearance(look), size=SIZE, view="front", look=PLAIN))
    assert red[0] > 2 * red[1]
    assert green[1] > 2 * green[0]


@pytest.mark.parametrize(("wrap", "wanted"), [("repeat", 255), ("clamp", 0), ("mirror", 0)])
def test_beyond_the_image_it_goes_on_as_the_file_says(wrap, wanted: int) -> None:
    image = Image("", "image/png", png(np.array([[[255] * 3, [0] * 3]], np.uint8)))
    found = sampler(image, Texture(0, (wrap, wrap), nearest=True))
    assert found is not None
    assert found.at(np.array([[1.25, 0.5]]), np.zeros(1))[0, 0] * 255 == wanted


def test_small_copies_keep_the_mean_light() -> None:
    rgb = np.zeros((4, 4, 3), np.uint8)
    rgb[::2] = 255
    found = sampler(Image("", "image/png", png(rgb)), Texture(0))
    assert found is not None
    assert abs(found.at(np.array([[0.3, 0.6]]), np.array([9.0]))[0, 0] - 0.5) < 0.01


def test_a_broken_image_is_refused_with_its_name() -> None:
    with pytest.raises(FileFormatError, match=r"skin\.png"):
        sampler(Image("skin.png", "image/png", b"\x89PNG\r\n\x1a\n"), Texture(0))


def test_an_image_that_is_missing_or_unknown_is_left_out() -> None:
    assert sampler(Image("a", "image/ktx2", b"x"), Texture(0)) is None
    assert sampler(Image("a", "image/png", b""), Texture(0)) is None


def test_without_pillow_the_extra_is_named(monkeypatch) -> None:
    def absent(name: str, *_):
        raise ImportError(f"No module named '{name}'")

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(MissingExtraError, match=r"pliant\[pictures\]"):
        sampler(Image("a", "image/png", b"x"), Texture(0))
