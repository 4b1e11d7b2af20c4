"""Options: out of range is a named error, and they survive a file."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliant.errors import MeshError, OptionError
from pliant.methods.meshik.options import PRINTED, MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from tests.characters import beast

SENSIBLE = st.builds(
    MeshIKOptions,
    span=st.sampled_from(["aligned", "printed", "linear"]),
    weighting=st.sampled_from(["area", "uniform"]),
    reliability=st.one_of(st.just(math.inf), st.floats(1e-9, 1e9)),
    correction=st.one_of(st.just(math.inf), st.floats(1e-9, 1e9)),
    ridge=st.floats(0.0, 1e9),
    start=st.sampled_from(["nearest", "rest"]),
    turning=st.sampled_from(["auto", "never"]),
    tolerance=st.floats(1e-16, 1.0),
    iterations=st.integers(0, 1000),
    damping=st.floats(0.0, 1.0),
)


@given(SENSIBLE)
def test_options_survive_json(options: MeshIKOptions) -> None:
    assert MeshIKOptions.of_json(json.loads(json.dumps(options.to_json(), allow_nan=False))) == options


def test_null_of_the_first_rig_files_is_infinity() -> None:
    words = PRINTED.to_json()
    assert words["correction"] == words["reliability"] == "infinity"
    before = {name: None if value == "infinity" else value for name, value in words.items()}
    assert MeshIKOptions.of_json(before) == PRINTED


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("span", "cubic"),
        ("span", None),
        ("weighting", "volume"),
        ("start", "random"),
        ("turning", "always"),
        ("reliability", 0.0),
        ("reliability", -1.0),
        ("reliability", math.nan),
        ("contact", -1.0),
        ("contact", math.inf),
        ("correction", 0.0),
        ("correction", math.nan),
        ("tolerance", 0.0),
        ("ridge", -1e-9),
        ("ridge", math.inf),
        ("ridge", math.nan),
        ("damping", -1.0),
        ("iterations", -1),
        ("bumps", 1),
    ],
)
def test_a_value_out_of_range_is_a_named_error(name: str, value) -> None:
    with pytest.raises(OptionError, match=name):
        MeshIKOptions(**{name: value})


def test_the_printed_method_has_nothing_beside_the_paper() -> None:
    assert PRINTED.span == "printed"
    assert PRINTED.weighting == "uniform"
    assert PRINTED.start == "rest"
    assert PRINTED.turning == "never"
    assert PRINTED.ridge == 0.0
    assert math.isinf(PRINTED.reliability)
    assert math.isinf(PRINTED.correction)


def test_a_reference_alone_is_not_enough_to_learn_from() -> None:
    with pytest.raises(MeshError, match="at least two poses"):
        MeshIK(beast().subset([0]))


def test_no_iterations_give_the_start_with_its_targets_met() -> None:
    poses = beast()
    rig = MeshIK(poses, options=MeshIKOptions(iterations=0))
    pose = rig.grab([3]).drag(poses.mesh.V[[3]] + 1.0)
    assert pose.iterations == 0
    np.testing.assert_allclose(pose.V[3], poses.mesh.V[3] + 1.0, atol=1e-9)
