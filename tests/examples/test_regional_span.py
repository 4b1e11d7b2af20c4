"""Spans with weights for each region: a span of R·l pseudo-examples, to the letter."""

from __future__ import annotations

import numpy as np
import pytest

from pliant.arrays import Floats
from pliant.examples.regional_span import RegionalSpan
from pliant.examples.span import Span
from pliant.solve.threads import FEW
from tests.examples.test_span import some_rotations, some_span

REGIONS = 3


def some_regions(m: int) -> Floats:
    return np.random.default_rng(5).dirichlet(np.ones(REGIONS), size=m)


def pseudo_examples(span: Span, basis: Floats) -> Span:
    """Every example once for each region, as far as the region reaches."""
    m, l = len(basis), span.free
    logs = np.einsum("jr,jai->jari", basis, span.logs[..., :l]).reshape(m, 3, -1)
    stretches = np.einsum("jr,jaei->jaeri", basis, span.stretches[..., :l])
    stretches = stretches.reshape(m, 3, -1, basis.shape[1] * l)
    fixed = span.logs[..., l:], span.stretches[..., l:]
    return Span(
        np.concatenate([logs, fixed[0]], axis=-1),
        np.concatenate([stretches, fixed[1]], axis=-1),
        basis.shape[1] * l,
    )


SPANS = {
    "few": some_span(),
    "three columns": some_span(d=3),
    "one fixed weight": some_span(free=3),
    "on all threads": some_span(m=FEW + 3, examples=2),
}


@pytest.fixture(params=SPANS)
def span(request: pytest.FixtureRequest) -> Span:
    return SPANS[request.param]


def test_regions_are_a_span_of_pseudo_examples(span: Span) -> None:
    m = len(span.logs)
    basis, R, rng = some_regions(m), some_rotations(m), np.random.default_rng(6)
    regional, dense = RegionalSpan.of(span, basis), pseudo_examples(span, basis)
    w, W, r = rng.uniform(-1.0, 2.0, size=regional.free), rng.uniform(0.5, 2.0, m), rng.normal(size=(m, 3, 3))
    r = r[:, :, : span.stretches.shape[2]].copy()
    assert regional.free == dense.free
    np.testing.assert_allclose(regional.tangents(w, R), dense.tangents(w, R), rtol=0, atol=1e-12)
    for found, expected in zip(regional.slopes(w, R, r), dense.slopes(w, R, r), strict=True):
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * m)
    found, expected = regional.linearised(w, R, W), dense.linearised(w, R, W)
    np.testing.assert_allclose(found.gram, expected.gram, rtol=0, atol=1e-12 * m)
    rows = np.einsum("jeai,jr->jeari", found.rows, basis).reshape(expected.rows.shape)
    np.testing.assert_allclose(rows, expected.rows, rtol=0, atol=1e-12 * m)


def test_the_same_weights_everywhere_are_those_of_the_whole(span: Span) -> None:
    m = len(span.logs)
    w, R = np.random.default_rng(7).uniform(-1.0, 2.0, size=span.free), some_rotations(m)
    regional = RegionalSpan.of(span, some_regions(m))
    np.testing.assert_allclose(
        regional.tangents(np.tile(w, REGIONS), R), span.tangents(w, R), rtol=0, atol=1e-12
    )
