from __future__ import annotations

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.figures.colours import (
    MAPS,
    PALETTE,
    colour,
    colour_limits,
    colour_map,
    encoded,
    linear,
)


def test_encoding_undoes_linear_light() -> None:
    srgb = np.linspace(0, 1, 1001)
    assert np.abs(encoded(linear(srgb)) - srgb).max() < 1e-7
    assert np.all(np.diff(linear(srgb)) > 0)


@pytest.mark.parametrize("name", MAPS)
def test_a_colour_map_passes_through_its_stops(name: str) -> None:
    stops = np.stack([colour(code) for code in MAPS[name]])
    at = np.linspace(-3.0, 5.0, len(stops))
    assert np.abs(colour_map(at, name, (-3.0, 5.0)) - stops).max() < 1e-6


def test_heat_grows_darker_all_the_way() -> None:
    light = linear(colour_map(np.linspace(0, 1, 400), "heat", (0, 1))) @ [0.2126, 0.7152, 0.0722]
    assert np.all(np.diff(light) < 0)


def test_the_signed_map_is_lightest_at_zero() -> None:
    light = linear(colour_map(np.linspace(-1, 1, 401), "signed")) @ [0.2126, 0.7152, 0.0722]
    assert np.argmax(light) == 200


def test_values_beyond_the_limits_take_the_colours_of_the_ends() -> None:
    ends = colour_map([0.0, 1.0], "heat", (0.0, 1.0))
    assert np.array_equal(colour_map([-9.0, 9.0], "heat", (0.0, 1.0)), ends)


def test_limits_hold_every_value_and_signed_ones_are_symmetric() -> None:
    assert colour_limits([[0.5, 2.0], [3.0]]) == (0.0, 3.0)
    assert colour_limits([[0.5, -2.0], [1.0]], "signed") == (-2.0, 2.0)
    assert colour_limits([[0.0, 0.0]]) == (0.0, 1.0)


def test_colours_are_read_by_name_code_and_numbers() -> None:
    assert np.array_equal(colour("clay"), colour(PALETTE["clay"]))
    assert np.array_equal(colour("#ff0080"), [1.0, 0.0, 128 / 255])
    assert np.array_equal(colour((0.1, 0.2, 0.3)), [0.1, 0.2, 0.3])


@pytest.mark.parametrize("wrong", ["clayy", "#12345", "#12345g", (0.1, 0.2), (0.1, 0.2, 1.3), (0, np.nan, 0)])
def test_what_is_no_colour_is_refused(wrong) -> None:
    with pytest.raises(OptionError, match="no colour"):
        colour(wrong)


def test_a_colour_map_that_does_not_exist_and_empty_limits_are_refused() -> None:
    with pytest.raises(OptionError, match="no colour map 'rainbow'"):
        colour_map([0.0], "rainbow")
    with pytest.raises(OptionError, match="span nothing"):
        colour_map([0.0], "heat", (1.0, 1.0))
