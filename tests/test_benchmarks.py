"""The leave-out benchmark runs, and its tables have the promised form."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("igl", reason="libigl, which the benchmarks compare with, is not installed")

from benchmarks.__main__ import main
from benchmarks.baselines import linear_blend, nearest_example, rms
from benchmarks.first_drag import rolled_sheet
from benchmarks.generalise import METHODS, RIGS
from benchmarks.leave_out import LEAVE_OUTS
from benchmarks.pose_sets import MissingDataError, aligned, moving_pins, poses_folder, spread_pins
from benchmarks.subdivision import subdivided

from pliant.geometry.gradient import areas
from pliant.geometry.rotations import exp

SMALL_SET = "threejs_flamingo"


@pytest.fixture
def real_sets():
    try:
        return poses_folder()
    except MissingDataError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("name", LEAVE_OUTS)
def test_no_pose_is_both_an_example_and_left_out_and_the_reference_is_an_example(name):
    for trial in LEAVE_OUTS[name].trials:
        assert trial.examples[0] == 0
        assert trial.left_out
        assert not set(trial.examples) & set(trial.left_out)
    assert LEAVE_OUTS[name].pins <= 10


def test_every_real_set_has_its_leave_out_and_enough_poses_for_it(real_sets):
    assert {path.stem for path in real_sets.glob("*.npz")} == set(LEAVE_OUTS)
    for name, plan in LEAVE_OUTS.items():
        with np.load(real_sets / f"{name}.npz") as file:
            assert max(max(trial.examples + trial.left_out) for trial in plan.trials) < len(file["names"])


def test_a_quick_run_writes_one_row_per_set_with_an_error_for_every_method(real_sets, tmp_path, capsys):
    assert main(["generalise", "--quick", "--sets", SMALL_SET, "--results", str(tmp_path)]) == 0
    result = json.loads((tmp_path / "generalise.json").read_text(encoding="utf-8"))
    mean, worst, drags = (table["rows"] for table in result["tables"])
    assert [row["set"] for row in mean] == [row["set"] for row in worst] == [SMALL_SET]
    for key in METHODS:
        assert 0.0 < mean[0][key] <= worst[0][key] < 100.0
    assert mean[0]["meshik"] < mean[0]["rest"]
    assert all(drags[0][f"{key}_iterations"] > 0 for key in RIGS)
    page = (tmp_path / "generalise.md").read_text(encoding="utf-8")
    assert page.count(f"| {SMALL_SET} |") == 3
    assert SMALL_SET in capsys.readouterr().out


def test_smoothness_follows_within_three_steps_of_the_pin_and_loops_close(real_sets, tmp_path):
    assert main(["smoothness", "--quick", "--sets", SMALL_SET, "--results", str(tmp_path)]) == 0
    result = json.loads((tmp_path / "smoothness.json").read_text(encoding="utf-8"))
    (table,) = (table["rows"] for table in result["tables"])
    assert [row["method"] for row in table] == ["MeshIK", "Reduced IK"]
    for row in table:
        assert 1.0 <= row["follow"] <= min(row["drag"], 3.0) * 1.001
        assert row["bake"] < 3.001
        assert row["loop"] < 1e-6


def test_more_pins_find_a_pose_better_and_rigs_are_ahead_of_arap(real_sets, tmp_path):
    assert main(["pins", "--quick", "--sets", SMALL_SET, "--results", str(tmp_path)]) == 0
    result = json.loads((tmp_path / "pins.json").read_text(encoding="utf-8"))
    (table,) = (table["rows"] for table in result["tables"])
    assert [row["pins"] for row in table] == [4, 8, 12]
    for key in ("meshik", "reduced"):
        assert table[0][key] > table[1][key] > table[2][key] > 0.0
        assert all(row[key] < min(row["arap"], row["arap_near"]) for row in table)
    assert [row["behind"] for row in table] == [None] * 3


def test_a_benchmark_or_set_that_does_not_exist_is_named(tmp_path, capsys):
    assert main(["accuracy", "--results", str(tmp_path)]) == 2
    assert "'accuracy'" in capsys.readouterr().err
    assert main(["generalise", "--sets", "unicorn", "--results", str(tmp_path)]) == 2
    assert "'unicorn'" in capsys.readouterr().err
    assert main(["contact", "--sets", SMALL_SET, "--results", str(tmp_path)]) == 2
    assert "three_Soldier" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_without_the_data_the_benchmark_says_where_it_looked(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PLIANT_DATA", str(tmp_path / "nowhere"))
    assert main(["generalise", "--quick", "--results", str(tmp_path)]) == 3
    assert "nowhere" in capsys.readouterr().err


def test_alignment_undoes_any_rigid_motion():
    V = np.random.default_rng(1).standard_normal((40, 3))
    moved = V @ exp(np.array([2.0, -1.0, 1.5])).T + [5.0, 6.0, 7.0]
    np.testing.assert_allclose(aligned(np.stack([V, moved]))[1], V, atol=1e-12)


def test_pins_are_distinct_and_the_corners_of_a_sheet_come_first():
    sheet = rolled_sheet().V[0]
    pins = spread_pins(sheet, 9)
    assert len(set(pins.tolist())) == 9
    corners = np.flatnonzero(np.isin(sheet[:, :2], [0.0, 1.0]).all(axis=1))
    assert set(pins[:4].tolist()) == set(corners.tolist())


def test_moving_pins_lie_only_where_some_pose_differs_from_the_reference():
    flat = rolled_sheet().V[0]
    lifted = flat + np.outer(flat[:, 0] > 0.5, [0.0, 0.0, 1.0])
    pins = moving_pins(np.stack([flat, lifted]), 6)
    assert len(set(pins.tolist())) == 6
    assert (flat[pins, 0] > 0.5).all()


def test_a_linear_blend_finds_any_pose_that_is_one():
    rng = np.random.default_rng(2)
    V = rng.standard_normal((4, 30, 3))
    truth = np.tensordot([0.5, -0.25, 0.5, 0.25], V, axes=1)
    pins = np.array([1, 5, 9])
    np.testing.assert_allclose(linear_blend(V, pins, truth[pins]), truth, atol=1e-12)


def test_a_linear_blend_of_open_weights_is_the_one_nearest_to_equal_weights():
    V = np.random.default_rng(3).standard_normal((12, 30, 3))
    mean = V.mean(axis=0)
    np.testing.assert_allclose(linear_blend(V, np.array([4]), mean[[4]]), mean, atol=1e-12)


def test_the_nearest_example_is_the_one_with_the_least_error():
    V = np.random.default_rng(4).standard_normal((5, 30, 3))
    truth = V[3] + 0.01
    assert np.array_equal(nearest_example(V, truth), V[3])
    assert rms(V[3], truth) == pytest.approx(0.01 * np.sqrt(3.0))


def test_subdivision_keeps_the_old_vertices_the_area_and_the_orientation_of_every_triangle():
    poses = rolled_sheet()
    fine = subdivided(poses)
    assert len(fine.F) == 4 * len(poses.F)
    np.testing.assert_array_equal(fine.V[:, : poses.n], poses.V)
    own = areas(poses.V[1], poses.F)
    np.testing.assert_allclose(areas(fine.V[1], fine.F), np.repeat(own, 4) / 4, rtol=1e-12)
    a, b, c = (fine.V[0][fine.F[:, i]] for i in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0.0).all()
