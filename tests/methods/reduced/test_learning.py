"""Learning: known models come back, real sets beat the paper, and nothing breaks it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from pliant.arrays import Faces, Floats, Poses
from pliant.errors import OptionError
from pliant.geometry.rotations import closest_rotation
from pliant.geometry.solvable import solvable
from pliant.methods.reduced.learn import learned, percent_distortion
from pliant.methods.reduced.options import PRINTED, ReducedOptions
from pliant.skin import Skin, resting
from tests.geometry.surfaces import pebble, sheet
from tests.methods.reduced.jointed import bar_mesh, jointed


def weight_rows(skin: Skin) -> Floats:
    """(n, c) the weight of each control."""
    dense = np.zeros((len(skin.rest), skin.count))
    np.add.at(dense, (np.arange(len(dense))[:, None], skin.influences), skin.weights)
    return dense


def shares(skin: Skin) -> None:
    assert (skin.weights >= 0).all()
    np.testing.assert_allclose(skin.weights.sum(axis=1), 1.0, atol=1e-14)
    assert ((skin.influences >= 0) & (skin.influences < skin.count)).all()
    padding = skin.weights == 0
    first = np.broadcast_to(skin.influences[:, :1], skin.influences.shape)
    assert (skin.influences[padding] == first[padding]).all()


@pytest.mark.parametrize("kind", ["affine", "rigid"])
@pytest.mark.parametrize("parts", [2, 3, 5])
def test_a_skinned_mesh_is_recovered(parts: int, kind: str) -> None:
    skin, _, V, F = jointed(parts, 6)
    found = learned(V, F, ReducedOptions(controls=parts, kind=kind))
    assert found.errors[-1] < 1e-4
    order = [int(np.argmax(weight_rows(skin)[:, i] @ weight_rows(found.skin))) for i in range(parts)]
    np.testing.assert_allclose(weight_rows(found.skin)[:, order], weight_rows(skin), atol=0.05)


@pytest.mark.parametrize("options", [ReducedOptions(), ReducedOptions(kind="rigid"), PRINTED])
def test_weights_are_shares_and_pose_zero_rests(options: ReducedOptions) -> None:
    _, _, V, F = jointed(4, 5)
    found = learned(V + 0.003 * np.random.default_rng(0).normal(size=V.shape), F, options)
    shares(found.skin)
    assert (found.t[0] == resting(found.skin.count)).all()


def test_the_errors_are_those_of_the_model_and_fall() -> None:
    _, _, V, F = jointed(4, 5)
    noisy = V + 0.002 * np.random.default_rng(0).normal(size=V.shape)
    found = learned(noisy, F, ReducedOptions(controls=4))
    assert len(found.errors) > 2
    assert (np.diff(found.errors) < 0).all()
    assert percent_distortion(noisy, found.reconstructed()) == pytest.approx(found.errors[-1], rel=1e-12)


def test_rigid_controls_are_rotations() -> None:
    V, F = pebble(200)
    bent = V + 0.2 * np.sin(3 * V[:, [1, 2, 0]])
    found = learned(np.stack([V, bent]) / 3, F, ReducedOptions(controls=4, kind="rigid"))
    R = found.t.reshape(2, -1, 4, 3)[:, :, :3]
    np.testing.assert_allclose(R @ np.swapaxes(R, -1, -2), np.broadcast_to(np.eye(3), R.shape), atol=1e-12)
    assert (np.linalg.det(R) > 0).all()


def test_the_printed_method_makes_one_pass() -> None:
    _, _, V, F = jointed(3, 5)
    assert len(learned(V, F, PRINTED).errors) == 1


def test_the_same_call_gives_the_same_bits_and_changes_no_input() -> None:
    _, _, V, F = jointed(4, 5)
    before = V.copy(), F.copy()
    first, second = (learned(V, F, ReducedOptions()) for _ in range(2))
    assert (first.t == second.t).all()
    assert (first.skin.weights == second.skin.weights).all()
    assert (before[0] == V).all()
    assert (before[1] == F).all()


def test_turning_every_example_turns_every_control() -> None:
    _, _, V, F = jointed(3, 4)
    R = Rotation.random(rng=np.random.default_rng(3)).as_matrix()
    plain, turned = learned(V, F, ReducedOptions(controls=3)), learned(V @ R.T, F, ReducedOptions(controls=3))
    assert turned.errors[-1] == pytest.approx(plain.errors[-1], abs=1e-3)


def test_distortion_is_karni_and_gotsmans() -> None:
    V = np.random.default_rng(0).normal(size=(4, 30, 3))
    noise = 0.1 * np.random.default_rng(1).normal(size=V.shape)
    A = V.transpose(1, 2, 0).reshape(90, 4)
    mean = np.tile(V.mean(axis=1).T, (30, 1))
    expected = 100 * np.linalg.norm(noise) / np.linalg.norm(A - mean)
    assert percent_distortion(V, V + noise) == pytest.approx(expected, rel=1e-12)


def test_a_component_is_carried_only_by_controls_of_its_own() -> None:
    """A pebble that rides on the end of a bending bar, close to it, is neither torn nor smeared."""
    _, t, V, F = jointed(3, 6)
    stone, stone_faces = pebble(40)
    rest = V[0, np.argmax(V[0, :, 0])] + 0.02 * stone
    rides = np.stack([rest @ each[8:11] + each[11] for each in t])
    noisy = np.concatenate([V, rides], axis=1)
    noisy = noisy + 1e-3 * np.random.default_rng(0).normal(size=noisy.shape)
    found = learned(noisy, np.concatenate([F, stone_faces + V.shape[1]]), ReducedOptions())
    own = weight_rows(found.skin)[V.shape[1] :]
    assert (own.max(axis=1) == 1.0).all()
    assert len(np.unique(own.argmax(axis=1))) == 1


def test_no_vertex_follows_a_control_far_over_the_surface() -> None:
    """Two ends of a bar that move exactly alike still have controls of their own."""
    skin, t, _, F = jointed(3, 5)
    t = t.reshape(5, 3, 4, 3).copy()
    t[:, 2] = t[:, 0]
    alike = np.stack([skin.posed(each.reshape(-1, 3)) for each in t])
    rows = weight_rows(learned(alike, F, ReducedOptions(accuracy=np.inf)).skin)
    ends = skin.rest[:, 0] < 0.2 * skin.rest[:, 0].max(), skin.rest[:, 0] > 0.8 * skin.rest[:, 0].max()
    assert rows.shape[1] == 3
    assert rows[ends[0]].sum(axis=0) @ rows[ends[1]].sum(axis=0) == 0


def test_extrapolated_poses_stay_smooth() -> None:
    """Weights that scatter tear the skin: no edge grows much more than in the examples."""
    _, _, V, F = jointed(4, 6)
    found = learned(V + 5e-4 * np.random.default_rng(0).normal(size=V.shape), F, ReducedOptions())
    edges = F[:, [0, 1]]

    def longest(pose: Floats) -> float:
        new, old = (np.linalg.norm(np.subtract(*X[edges.T]), axis=1) for X in (pose, V[0]))
        return float((new / old).max())

    further = [found.skin.posed(1.3 * (t - found.t[0]) + found.t[0]) for t in found.t[1:]]
    assert max(map(longest, further)) < 1.6 * max(map(longest, V[1:]))


def cases() -> dict[str, tuple[Poses, Faces]]:
    rng = np.random.default_rng(0)
    V, F = pebble(120)
    flat, flat_faces = sheet(9, 9)
    flat = flat * [0.1, 0.1, 0.0]
    one, single = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]])
    R = Rotation.from_rotvec([0.5, 2.0, 1.0]).as_matrix()
    loose = np.concatenate([V, [[3.0, 0, 0], [3.5, 0, 0]]])
    return {
        "one triangle": (np.stack([one, one @ R.T]), single),
        "one triangle, stretched": (np.stack([one, one * [3.0, 0.1, 1.0]]), single),
        "collapsed to a point": (np.stack([V, 0 * V]), F),
        "identical": (np.stack([V] * 4), F),
        "one pose": (V[None], F),
        "mirrored": (np.stack([V, V * [-1.0, 1, 1]]), F),
        "noise": (V + 0.1 * rng.normal(size=(5, *V.shape)), F),
        "wild noise": (V + 3.0 * rng.normal(size=(5, *V.shape)), F),
        "flat, folded": (np.stack([flat, flat + np.abs(flat[:, :1] - 0.4) * [0, 0, 1]]), flat_faces),
        "vertices without triangles": (np.stack([loose, loose @ R.T, loose + 0.1 * np.sin(loose)]), F),
    }


@pytest.mark.parametrize("kind", ["affine", "rigid"])
@pytest.mark.parametrize("name", cases())
@pytest.mark.parametrize("base", [ReducedOptions(), PRINTED], ids=["ours", "printed"])
def test_nothing_breaks_it(name: str, kind: str, base: ReducedOptions) -> None:
    V, F = cases()[name]
    found = learned(V, F, replace(base, kind=kind))
    shares(found.skin)
    assert np.isfinite(found.t).all()
    assert (np.diff(found.errors) <= 0).all()
    # Controls of noise may stretch as far as noise does, not explode.
    assert np.abs(found.t).max() < 20 * max(1.0, np.abs(V).max())


def test_identical_poses_have_one_control() -> None:
    V, F = pebble(120)
    found = learned(np.stack([V] * 4), F, ReducedOptions())
    assert found.skin.count == 1
    np.testing.assert_allclose(found.reconstructed(), np.stack([V] * 4), atol=1e-12)


def test_learning_tells_how_far_it_is_and_can_be_stopped() -> None:
    class StopError(Exception):
        pass

    told: list[float] = []

    def listener(share: float, what: str) -> None:
        assert what
        told.append(share)

    def stopper(share: float, what: str) -> None:
        if share > 0.4:
            raise StopError

    _, _, V, F = jointed(3, 4)
    learned(V, F, ReducedOptions(), listener)
    assert told[0] == 0.0
    assert told[-1] == 1.0
    assert (np.diff(told) >= 0).all()
    with pytest.raises(StopError):
        learned(V, F, ReducedOptions(), stopper)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kind", "soft"),
        ("controls", 0),
        ("influences", 9),
        ("influences", 0),
        ("most_controls", 0),
        ("bandwidth", 0.0),
        ("accuracy", 0.0),
        ("small", 0.5),
        ("smallest_group", -0.1),
        ("rounds", -1),
        ("smoothness", np.inf),
        ("stiffness", np.nan),
        ("contact", -1.0),
    ],
)
def test_options_outside_their_range_are_refused(name: str, value: object) -> None:
    with pytest.raises(OptionError, match=name):
        replace(ReducedOptions(), **{name: value})


@pytest.mark.parametrize("options", [ReducedOptions(controls=7), PRINTED], ids=["ours", "printed"])
def test_options_survive_json(options: ReducedOptions) -> None:
    assert ReducedOptions.of_json(options.to_json()) == options


# Half of the paper's percent distortion with at most its controls [Der2006, table 1].
PAPER = {
    "sumner_horse_poses": (33, 1.5),
    "sumner_elephant_poses": (23, 2.7),
    "vlasic_samba": (42, 3.0),
}


@pytest.mark.parametrize("name", PAPER)
def test_real_sets_have_half_of_the_papers_error(name: str, data: Path) -> None:
    V, F = real(data, name)
    controls, error = PAPER[name]
    found = learned(V, F, ReducedOptions())
    assert found.skin.count <= controls
    assert found.errors[-1] < error


def test_the_parts_of_the_chicken_are_not_torn(data: Path) -> None:
    V, F = real(data, "chicken_crossing")
    assert learned(V, F, ReducedOptions()).errors[-1] < 2.5


def real(data: Path, name: str) -> tuple[Poses, Faces]:
    """A real set in the solver's units, every pose moved rigidly to where it fits the reference best."""
    with np.load(data / "poses" / f"{name}.npz") as file:
        V, F = file["poses"].astype(np.float64), file["faces"].astype(np.int64)
    centred = V - V.mean(axis=1, keepdims=True)
    R = closest_rotation(np.einsum("na,knb->kab", centred[0], centred))
    shape = solvable(np.einsum("kab,knb->kna", R, centred), F)
    return shape.V, shape.F[: len(shape.kept)]


def test_bar_mesh_has_diagonal_one() -> None:
    V, _ = bar_mesh()
    assert np.linalg.norm(V.max(axis=0) - V.min(axis=0)) == pytest.approx(1.0)
