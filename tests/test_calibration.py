"""A curve fitted to confidences finds what they are worth, and leaves true ones alone."""

from __future__ import annotations

import numpy as np
import pytest
from benchmarks.answers import Answer
from benchmarks.calibration import fitted, table
from scipy.special import expit, logit


def _drawn(alpha, beta, count=20_000):
    rng = np.random.default_rng(0)
    c = rng.uniform(0.05, 0.95, count)
    return c, (rng.random(count) < expit(alpha + beta * logit(c))).astype(float)


@pytest.mark.parametrize("curve", [(0.0, 1.0), (1.0, 0.5), (-0.5, 2.0)])
def test_the_curve_that_answers_were_drawn_from_is_found(curve):
    assert fitted(*_drawn(*curve)) == pytest.approx(curve, abs=0.08)


def test_few_answers_change_little():
    alpha, beta = fitted(np.array([0.9]), np.array([0.0]))
    assert abs(alpha) < 1
    assert abs(beta - 1) < 1


def test_joints_of_loops_count_as_right_and_fixed_ones_not_at_all(capsys):
    def answer(found, right, loop):
        return Answer("m", "j", None, found, 0.95, False, False, False, right, 1.0, loop)

    one = [answer("revolute", False, True), answer("fixed", False, False)]
    other = [Answer("n", "j", "revolute", "revolute", 0.95, True, True, True, True, 1.0)]
    rows = table([*one, *other], {"m": "A", "n": "B"}).rows
    judged = [row for row in rows if (row["half"], row["how"]) == ("A", "as it is")]
    assert [(row["count"], row["right"]) for row in judged] == [(1, 100.0)]
