"""Coats, sheen and transmission, as extensions of glTF tell of them."""

from __future__ import annotations

from typing import Any

import pytest

from pliant.appearance import Material
from pliant.geometry.triangle_materials import Gloss, emission, gloss


def material(**extensions: Any) -> Material:
    told = {f"KHR_materials_{name}": value for name, value in extensions.items()}
    return Material("paint", emission=(0.5, 0.0, 0.25), other={"extensions": told})


def test_a_plain_material_has_nothing_special() -> None:
    assert gloss(Material("paint")) == Gloss()


def test_what_extensions_tell_is_read() -> None:
    told = material(
        specular={"specularFactor": 0, "specularColorFactor": [1, 0.5, 0.25]},
        ior={"ior": 1.45},
        clearcoat={"clearcoatFactor": 0.8, "clearcoatRoughnessFactor": 0.1},
        sheen={"sheenColorFactor": [0.1, 0.2, 0.3], "sheenRoughnessFactor": 0.4},
        transmission={"transmissionFactor": 0.6},
    )
    assert gloss(told) == Gloss(0.0, (1.0, 0.5, 0.25), 1.45, 0.8, 0.1, (0.1, 0.2, 0.3), 0.4, 0.6)


@pytest.mark.parametrize("wrong", ["bright", None, [1.0], float("nan"), {"a": 1}])
def test_what_is_no_number_is_left_out(wrong: object) -> None:
    assert gloss(material(ior={"ior": wrong}, sheen={"sheenColorFactor": wrong}, clearcoat=wrong)) == Gloss()
    assert emission(material(emissive_strength={"emissiveStrength": wrong})) == (0.5, 0.0, 0.25)


def test_emission_is_brighter_by_its_strength() -> None:
    assert emission(material(emissive_strength={"emissiveStrength": 4})) == (2.0, 0.0, 1.0)
