"""The span of examples: its formula to the letter, and its exact derivative against differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.arrays import Floats
from pliant.examples.span import BLOCK, Span

STEP = 1e-6


def some_span(
    m: int = 40, examples: int = 4, d: int = 2, *, turns: float = 1.0, free: int | None = None
) -> Span:
    """Random logarithms of up to about `turns` half turns, and random stretches."""
    rng = np.random.default_rng(1)
    logs = turns * np.pi / np.sqrt(3) * rng.uniform(-1, 1, size=(m, 3, examples))
    return Span(logs, rng.normal(size=(m, 3, d, examples)), examples if free is None else free)


def some_rotations(m: int) -> Floats:
    return Rotation.random(m, rng=np.random.default_rng(2)).as_matrix()


def literal_blend(span: Span, w: Floats, R: Floats) -> Floats:
    """R_j exp(Σ wᵢ log R_ij) Σ wᵢ S_ij E_j [Sumner2005, eq. 6], one element after the other."""
    out = []
    for j in range(len(R)):
        theta = sum(w[i] * span.logs[j, :, i] for i in range(len(w)))
        S = sum(w[i] * span.stretches[j, :, :, i] for i in range(len(w)))
        out.append(R[j] @ Rotation.from_rotvec(theta).as_matrix() @ S)
    return np.array(out)


SPANS = {
    "few": some_span(),
    "beyond half a turn": some_span(turns=3.0),
    "no rotation": some_span(turns=0.0),
    "tiny rotations": some_span(turns=1e-5),
    "three columns": some_span(d=3),
    "one fixed weight": some_span(free=3),
    "more than a block": some_span(m=BLOCK + 3, examples=2),
}


@pytest.fixture(params=SPANS)
def span(request: pytest.FixtureRequest) -> Span:
    return SPANS[request.param]


def weights_for(span: Span) -> Floats:
    return np.random.default_rng(3).uniform(-1.0, 2.0, size=span.free)


def test_the_blend_is_the_papers_formula(span: Span) -> None:
    w, R = weights_for(span), some_rotations(len(span.logs))
    all_weights = np.concatenate([w, np.ones(span.logs.shape[2] - span.free)])
    np.testing.assert_allclose(span.tangents(w, R), literal_blend(span, all_weights, R), rtol=0, atol=1e-12)


def test_the_derivative_is_that_of_the_blend(span: Span) -> None:
    m = len(span.logs)
    w, R = weights_for(span), some_rotations(m)
    W = np.random.default_rng(4).uniform(0.5, 2.0, size=m)
    rows = span.linearised(w, R, W).rows
    for i in range(span.free):
        step = STEP * np.eye(span.free)[i]
        slope = (span.tangents(w + step, R) - span.tangents(w - step, R)) / (2 * STEP)
        np.testing.assert_allclose(
            rows[..., i], np.swapaxes(slope, 1, 2) * W[:, None, None], rtol=0, atol=2e-7
        )


def test_inner_products_are_those_of_the_rows(span: Span) -> None:
    m = len(span.logs)
    w, R, W = weights_for(span), some_rotations(m), np.linspace(0.5, 2.0, m)
    lin = span.linearised(w, R, W)
    J = lin.rows / W[:, None, None, None]
    np.testing.assert_allclose(lin.gram, np.einsum("j,jeai,jeak->ik", W, J, J), rtol=1e-11, atol=1e-11)


def test_slopes_are_products_with_the_derivative_and_torques_with_the_blend(span: Span) -> None:
    m, d = len(span.logs), span.stretches.shape[2]
    w, R, r = weights_for(span), some_rotations(m), np.random.default_rng(5).normal(size=(m, 3, d))
    slopes, torques = span.slopes(w, R, r)
    rows = span.linearised(w, R, np.ones(m)).rows
    np.testing.assert_allclose(slopes, np.einsum("jeai,jae->i", rows, r), rtol=1e-11, atol=1e-11)
    expected = np.cross(span.tangents(w, R), r, axis=1).sum(axis=2)
    np.testing.assert_allclose(torques, expected, rtol=0, atol=1e-11)


def test_distances_are_those_of_the_blends(span: Span) -> None:
    m = len(span.logs)
    W, still = np.linspace(0.5, 2.0, m), np.broadcast_to(np.eye(3), (m, 3, 3)).copy()
    corners = np.eye(span.free)
    T = np.stack([span.tangents(w, still) for w in corners])
    expected = np.einsum("j,ikjae->ik", W, (T[:, None] - T[None]) ** 2)
    np.testing.assert_allclose(span.distances(corners, W), expected, rtol=1e-9, atol=1e-9)


def test_the_same_call_gives_the_same_bits_whatever_the_threads_do() -> None:
    span = SPANS["more than a block"]
    m = len(span.logs)
    w, R, W = weights_for(span), some_rotations(m), np.linspace(0.5, 2.0, m)
    r = np.random.default_rng(5).normal(size=(m, 3, 2))
    first, slopes = span.linearised(w, R, W), span.slopes(w, R, r)[0]
    for _ in range(20):
        np.testing.assert_array_equal(span.linearised(w, R, W).gram, first.gram)
        np.testing.assert_array_equal(span.slopes(w, R, r)[0], slopes)
