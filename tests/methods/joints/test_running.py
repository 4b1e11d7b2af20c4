"""The reality check in the studio: its words, its motions, and what it asks to be installed."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.mechanism.metric import UPRIGHT, in_metres
from pliant.mechanism.robot import RobotOptions, robot_of
from pliant.methods.joints.simulation import Simulated, simulate
from pliant.methods.joints.studio.running import MOST_SECONDS, in_model, missing, ran, verdict
from pliant.methods.joints.studio.wire import RunMechanism
from pliant.progress import silent
from tests.methods.joints.boxes import chain, motions

STILL = Simulated(5.0, (), 0, 0.0, 0.0, 0.0, (), 0.0, (), np.zeros((1, 1, 3, 4)))


def said(**happened: Any) -> str:
    return " ".join(verdict(replace(STILL, **happened)))


def test_the_verdict_answers_first_and_names_what_is_wrong() -> None:
    assert verdict(STILL) == (
        "It holds.",
        "Nothing touches at rest that should not.",
        "It stands still for 5 s.",
    )
    assert verdict(replace(STILL, exploded=("hand",)))[0] == "It does not hold."
    assert "hand flies off" in said(exploded=("hand",))
    assert "arm, wrist and hand fly off" in said(exploded=("arm", "wrist", "hand"))
    assert "base and arm touch before anything moves" in said(touching=(("base", "arm"),))
    assert "So do 2 more pairs." in said(touching=(("a", "b"),) * 5)
    assert "loops stay closed" in said(loop_gap=1e-5)
    assert "loops open by 5.0% of its size" in said(loop_gap=0.05)
    assert "energy from nowhere" in said(gained=0.5)
    assert "badqacc" in said(unstable=("BADQACC",))
    assert "moves by 12% of its size, and comes to rest" in said(moved=0.12)
    assert "still moves by 3.0% of its size" in said(moved=0.12, drift=0.03)
    assert "numbers do not tell" in said(moved=np.nan)


def test_motions_in_metres_are_those_of_the_model_in_its_own_lengths_and_axes() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo, which simulates, is not installed")
    model = chain(3)
    robot = robot_of(model, RobotOptions(metres_per_unit=0.02, up="y", collision="none"))
    run = simulate(robot, 0.5)
    last = in_model(run.motions, 0.02, "y")[-1][model.component]
    V = np.einsum("nij,nj->ni", last[:, :, :3], model.mesh.V) + last[:, :, 3]
    metric = run.motions[-1][model.component]
    W = np.einsum("nij,nj->ni", metric[:, :, :3], in_metres(model, 0.02, "y").mesh.V) + metric[:, :, 3]
    np.testing.assert_allclose(0.02 * V @ UPRIGHT["y"].T, W, atol=1e-12)
    assert np.abs(V - model.mesh.V).max() > 0.1


def test_a_run_tells_its_frames_and_its_progress() -> None:
    pytest.importorskip("mujoco", reason="MuJoCo, which simulates, is not installed")
    model, steps = chain(3), []
    reply = ran(model, RunMechanism(1.0), lambda share, what: steps.append((share, what)))
    assert reply.arrays["motions"].shape == (31, len(model.components), 12)
    assert (reply.message.frames, reply.message.fps) == (31, 30.0)
    assert reply.message.words[0] in ("It holds.", "It does not hold.")
    shares = [share for share, _ in steps]
    assert shares == sorted(shares)
    assert {what for _, what in steps} >= {"convex pieces", "simulating"}
    V = reply.arrays["motions"][-1].reshape(-1, 3, 4)[model.component]
    moved = model.mesh.moved(np.einsum("nij,nj->ni", V[:, :, :3], model.mesh.V) + V[:, :, 3])
    assert motions(model, moved.V)[2] < 1e-4


@pytest.mark.parametrize("seconds", [0.0, -1.0, MOST_SECONDS + 1, float("nan")])
def test_a_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(OptionError, match="seconds were asked for"):
        ran(chain(2), RunMechanism(seconds), silent)


def test_where_the_simulator_is_missing_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mujoco", None)
    assert missing().endswith('pip install "pliant[simulate]"')
