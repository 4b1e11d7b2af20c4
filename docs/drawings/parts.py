"""Parts of one pose that follow different examples: what is pulled, and what rigs make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.figures import Shot
from pliant.geometry.rotations import closest_rotation


@dataclass(frozen=True)
class Part:
    """A part: its vertices (v,), the one that is pulled, and the example that it shall follow."""

    name: str
    vertices: Ints
    pulled: int
    example: str


@dataclass(frozen=True)
class Scene:
    """Poses, points (h,) held at rest, and vertices (t,) of the trunk, on which examples are laid."""

    poses: pliant.PoseSet
    held: Ints
    trunk: Ints

    def example(self, name: str) -> Floats:
        """(n, 3) an example, its trunk moved to where the reference has it."""
        V, rest = self.poses.V[self.poses.names.index(name)], self.poses.mesh.V
        own, there = V[self.trunk], rest[self.trunk]
        R = closest_rotation((there - there.mean(axis=0)).T @ (own - own.mean(axis=0)))
        return (V - own.mean(axis=0)) @ R.T + there.mean(axis=0)

    def shots(self, rigs: Mapping[str, pliant.Rig], parts: Sequence[Part]) -> list[Shot]:
        """The examples of the parts, then the pose of each rig with its error at each part."""
        mesh = self.poses.mesh
        wanted = {part.name: self.example(part.example) for part in parts}
        pulled = np.array([wanted[part.name][part.pulled] for part in parts])
        shots = [
            Shot(mesh.moved(wanted[part.name]), f"{part.example}: the {part.name}", dragged=at[None])
            for part, at in zip(parts, pulled, strict=True)
        ]
        points = [*self.held.tolist(), *(part.pulled for part in parts)]
        still, percent = mesh.V[self.held], 100.0 / np.linalg.norm(np.ptp(mesh.V, axis=0))
        for title, rig in rigs.items():
            V = rig.grab(points).drag(np.concatenate([still, pulled])).V
            missed = (
                f"{part.name} {percent * _rms(V - wanted[part.name], part.vertices):.1f}%" for part in parts
            )
            shots.append(Shot(mesh.moved(V), f"{title}: {', '.join(missed)}", pinned=still, dragged=pulled))
        return shots


def both(poses: pliant.PoseSet) -> dict[str, pliant.ReducedIK]:
    """The poses' rig with one blend for the whole, and the one whose regions have weights of their own."""
    local = pliant.ReducedOptions(regions=12)
    return {"one blend": pliant.ReducedIK(poses), "regions": pliant.ReducedIK(poses, options=local)}


def _rms(misses: Floats, vertices: Ints) -> float:
    return float(np.sqrt((misses[vertices] ** 2).sum(axis=1).mean()))
