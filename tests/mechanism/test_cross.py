"""The cross product of two vectors."""

from __future__ import annotations

import numpy as np

from pliant.mechanism.mechanism import cross


def test_the_cross_product_has_the_bits_of_numpys():
    rng = np.random.default_rng(0)
    pairs = rng.normal(size=(500, 2, 3)) * 10.0 ** rng.integers(-8, 8, size=(500, 2, 1))
    assert all(np.array_equal(cross(a, b), np.cross(a, b)) for a, b in pairs)
