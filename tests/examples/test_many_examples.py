"""Rigs of very many poses keep those that represent all, say so, and need little memory for it."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pliant.errors import OptionError
from pliant.kept_poses import KeptPoses
from pliant.mesh import PoseSet
from pliant.methods.meshik.options import PRINTED as MESHIK_PRINTED
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.options import PRINTED as REDUCED_PRINTED
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.reconstruction import Reconstruction
from pliant.methods.reduced.rig import ReducedIK
from pliant.registry import open_rig
from tests.methods.reduced.jointed import jointed

KINDS = {"meshik": (MeshIK, MeshIKOptions), "reduced": (ReducedIK, ReducedOptions)}
PRINTED = {"meshik": MESHIK_PRINTED, "reduced": REDUCED_PRINTED}
POSES, MOST = 14, 6


@cache
def many() -> PoseSet:
    """A bar of three parts in more poses than are kept."""
    _, _, V, F = jointed(3, POSES)
    V[-1] = V[1]
    return PoseSet.of(V, F, [f"shape {i}" for i in range(POSES)])


@cache
def thinned(method: str) -> Any:
    rig, options = KINDS[method]
    return rig(many(), options=options(most_examples=MOST))


def same(a: Any, b: Any) -> bool:
    """Whether two rigs find the same pose, to the bit."""
    pins = [0, 400, 899]
    targets = many().V[3][pins]
    return np.array_equal(a.grab(pins).drag(targets).V, b.grab(pins).drag(targets).V)


@pytest.mark.parametrize("method", KINDS)
def test_a_rig_knows_what_it_was_given_and_what_it_keeps(method: str) -> None:
    rig = thinned(method)
    assert rig.kept.given == POSES
    assert len(rig.names) == len(rig.kept.rows) == MOST
    assert rig.names == tuple(many().names[i] for i in rig.kept.rows)
    assert rig.names[0] == "shape 0"


@pytest.mark.parametrize("method", KINDS)
def test_a_rig_of_many_poses_is_the_rig_of_those_that_it_keeps(method: str) -> None:
    kind, _ = KINDS[method]
    rig = thinned(method)
    assert same(rig, kind(many().subset(rig.kept.rows)))


@pytest.mark.parametrize("method", KINDS)
def test_up_to_the_wanted_number_nothing_changes(method: str) -> None:
    kind, options = KINDS[method]
    rig = kind(many(), options=options(most_examples=POSES))
    assert rig.kept == KeptPoses.all_of(POSES)
    assert same(rig, kind(many(), options=options(most_examples=0)))
    assert "given" not in rig.to_file()[0]


@pytest.mark.parametrize("method", KINDS)
def test_as_printed_keeps_all_poses(method: str) -> None:
    assert PRINTED[method].most_examples == 0


@pytest.mark.parametrize("method", KINDS)
def test_a_rig_file_remembers_what_was_kept(method: str, tmp_path: Path) -> None:
    rig = thinned(method)
    rig.save(tmp_path / "rig.pliant")
    back: Any = open_rig(tmp_path / "rig.pliant")
    assert back.kept == rig.kept
    assert back.names == rig.names
    assert same(back, rig)


@pytest.mark.parametrize("method", KINDS)
def test_files_from_before_keep_all_their_examples(method: str) -> None:
    _, options = KINDS[method]
    values = options().to_json()
    del values["most_examples"]
    assert options.of_json(values).most_examples == 0


@pytest.mark.parametrize("most", [-1, 1])
def test_one_example_is_too_few(most: int) -> None:
    with pytest.raises(OptionError, match="most_examples"):
        ReducedOptions(most_examples=most)


def test_the_poses_of_a_rig_are_compared_with_those_that_it_kept() -> None:
    rig = thinned("reduced")
    found = Reconstruction.of(rig, many())
    assert found.poses.names == rig.names
    again = Reconstruction.of(rig, many().subset(rig.kept.rows))
    np.testing.assert_array_equal(found.V, again.V)


@pytest.mark.parametrize("method", KINDS)
def test_every_report_of_progress_can_cancel_and_none_goes_back(method: str) -> None:
    kind, options = KINDS[method]
    told: list[float] = []
    kind(many(), options=options(most_examples=MOST), progress=lambda share, what: told.append(share))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 2 * MOST


# Learning from 300 of these poses takes seven times their memory; from forty, less than they take.
MEMORY = """
import json, resource, sys
import numpy as np
import pliant
from tests.methods.reduced.jointed import jointed_controls, jointed_skin

skin = jointed_skin(6, vertices=2000)
from pliant.samples.bar import bar
t = jointed_controls(skin, 1200)
poses = pliant.PoseSet.of_frames(pliant.Mesh.of(skin.rest, bar(2000).F), (skin.posed(each) for each in t),
                                 [str(i) for i in range(1200)])
pliant.ReducedIK(poses.subset(range(4)))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rig = pliant.ReducedIK(poses, options=pliant.ReducedOptions(most_examples=int(sys.argv[1]), rounds=1))
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps({"kept": len(rig.names), "grown": 1024 * (after - before), "poses": poses.V.nbytes}))
"""


def test_memory_does_not_grow_with_the_poses_that_are_left_out() -> None:
    pytest.importorskip("resource")
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", MEMORY, "40"], cwd=root, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout)
    assert found["kept"] == 40
    assert found["grown"] < found["poses"]
