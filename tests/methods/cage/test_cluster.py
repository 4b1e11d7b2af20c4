from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pliant.animation.bake import cluster
from pliant.methods.cage.cluster import recovered_on
from pliant.methods.cage.recovery import TOGETHER, recovered
from pliant.methods.cage.rig import CageIK
from tests.animation.rigs import rig_of

pytest.importorskip("distributed", reason="dask.distributed is not installed (extra 'cluster')")


def test_workers_of_a_cluster_find_the_cages_that_one_process_finds(tmp_path: Path) -> None:
    rig = rig_of("cage")
    assert isinstance(rig, CageIK)
    rig.save(tmp_path / "rig.pliant")
    frames = [rig.mesh.V * (1.0 + 0.01 * i) for i in range(2 * TOGETHER + 3)]
    with cluster(None, 1) as client:
        found = list(recovered_on(client, tmp_path / "rig.pliant", iter(frames)))
    alone = list(recovered(rig, frames))
    assert len(found) == len(frames)
    for one, other in zip(found, alone, strict=True):
        np.testing.assert_array_equal(one.cage, other.cage)
        assert one.rms == other.rms
