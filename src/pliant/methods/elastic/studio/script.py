"""Steps of Elastic IK as code: painted stiffness before the pose of each step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pliant.methods.elastic.studio.wire import StiffPatch
from pliant.studio.export.replay import Replay, written_vertices
from pliant.studio.session.journal_reader import JournalStep
from pliant.studio.wire.messages import Region


class ElasticReplay(Replay):
    """Writes the steps of Elastic IK; it knows the patches of the script's rig."""

    # Unknown where a rig file has its own.
    _patches: tuple[StiffPatch, ...] | None = None

    def made(self, options: Mapping[str, Any]) -> Iterator[str]:
        """Lines that make the rig, without any patch yet."""
        self._patches = None if self.past.source.is_rig else ()
        yield from super().made(options)

    def step(self, step: JournalStep) -> Iterator[str]:
        """Lines that add the pose of a step to `steps`."""
        patches = self.studio.slice_of(step.document).patches
        if patches != self._patches:
            self._patches, self._gripped = patches, None
            yield from self._stiffened(patches)
            # The studio too begins anew with another stiffness.
            yield f"{self.name}_pose = None"
        yield from super().step(step)

    def _stiffened(self, patches: tuple[StiffPatch, ...]) -> Iterator[str]:
        if not patches:
            yield f"{self.name} = {self.name}.stiffened(None)"
            return
        yield "from pliant.methods.elastic.stiffness import painted"
        yield f"{self.name} = {self.name}.stiffened(painted(mesh.n, ["
        for patch in patches:
            region = self.past.regions[patch.region].region
            yield f"    ({written_vertices(region)}, {patch.stiffness!r}, {_levels(region)}),  # {patch.id}"
        yield "]))"


def _levels(region: Region) -> str:
    """How far each vertex of a region belongs to it, as code."""
    if not region.levels:
        return "1.0"
    return f"np.repeat({list(region.levels)!r}, {list(region.runs[1::2])!r}) / 255"
