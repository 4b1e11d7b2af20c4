"""Parts of one pose that follow different examples: what is pulled, and what rigs make of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

import pliant
from pliant.arrays import Floats, Ints
from pliant.figures import Shot
from pliant.figures.colours import colour
from pliant.figures.leaders import CODES, Leaders
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

    def led(self, rigs: Mapping[str, pliant.Rig], parts: Sequence[Part]) -> list[Shot]:
        """The same, examples in their hues, and poses in those of the examples that lead at each vertex."""
        names, mesh = self.poses.names, self.poses.mesh
        shots = self.shots(rigs, parts)
        own = [np.tile(colour(CODES[names.index(part.example)]), (mesh.n, 1)) for part in parts]
        own += [Leaders.of(mesh, rig.local_weights(self.pose(rig, parts))).colours() for rig in rigs.values()]
        return [replace(shot, colour=each) for shot, each in zip(shots, own, strict=True)]

    def pose(self, rig: pliant.Rig, parts: Sequence[Part]) -> pliant.Pose:
        """The pose with each part's point where its example has it, and the held points at rest."""
        pulled = [self.example(part.example)[part.pulled] for part in parts]
        points = [*self.held.tolist(), *(part.pulled for part in parts)]
        return rig.grab(points).drag(np.concatenate([self.poses.mesh.V[self.held], pulled]))

    def shots(self, rigs: Mapping[str, pliant.Rig], parts: Sequence[Part]) -> list[Shot]:
        """The examples of the parts, then the pose of each rig with its error at each part."""
        mesh = self.poses.mesh
        wanted = {part.name: self.example(part.example) for part in parts}
        pulled = np.array([wanted[part.name][part.pulled] for part in parts])
        shots = [
            Shot(mesh.moved(wanted[part.name]), f"{part.example}: the {part.name}", dragged=at[None])
            for part, at in zip(parts, pulled, strict=True)
        ]
        still, percent = mesh.V[self.held], 100.0 / np.linalg.norm(np.ptp(mesh.V, axis=0))
        for title, rig in rigs.items():
            V = self.pose(rig, parts).V
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
