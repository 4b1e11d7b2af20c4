"""Turns, moves and scalings of handles, of which any fraction can be taken [Baerentzen, sec. 3].

A transformation maps x to c + e^(tσ) R(tω) (x − c) + t v for the fraction t of it, with one of ω (a turn), σ
(a scaling) and v (a move) other than zero: a one-parameter group, so its derivative by t is the velocity
ω × (y − c) + σ (y − c) + v at the place y where it has carried x.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pliant.arrays import Floats
from pliant.errors import OptionError
from pliant.geometry.rotations import exp

Point = Sequence[float] | Floats


@dataclass(frozen=True)
class Turn:
    """A rotation about an axis through a centre, by an angle in degrees; any angle, also above 360."""

    axis: tuple[float, float, float]
    degrees: float
    centre: tuple[float, float, float]

    def __init__(self, axis: Point, degrees: float, centre: Point) -> None:
        direction = _triple(axis, "The axis of a turn")
        if not any(direction):
            raise OptionError("The axis of a turn is (0, 0, 0); give the direction to turn about.")
        object.__setattr__(self, "axis", direction)
        object.__setattr__(self, "degrees", _number(degrees, "The angle of a turn"))
        object.__setattr__(self, "centre", _triple(centre, "The centre of a turn"))

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        return {"turn": self.degrees, "axis": list(self.axis), "centre": list(self.centre)}


@dataclass(frozen=True)
class Move:
    """A translation by a vector."""

    vector: tuple[float, float, float]

    def __init__(self, vector: Point) -> None:
        object.__setattr__(self, "vector", _triple(vector, "The vector of a move"))

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        return {"move": list(self.vector)}


@dataclass(frozen=True)
class Scale:
    """A uniform scaling by a positive factor about a centre; half of it scales by the factor's root."""

    factor: float
    centre: tuple[float, float, float]

    def __init__(self, factor: float, centre: Point) -> None:
        size = _number(factor, "The factor of a scaling")
        if size <= 0.0:
            raise OptionError(f"The factor of a scaling is {factor}; a positive number is needed.")
        object.__setattr__(self, "factor", size)
        object.__setattr__(self, "centre", _triple(centre, "The centre of a scaling"))

    def to_json(self) -> dict[str, Any]:
        """A readable dictionary."""
        return {"scale": self.factor, "centre": list(self.centre)}


Transformation = Turn | Move | Scale


def transformation_of_json(values: Mapping[str, Any]) -> Transformation:
    """The transformation that `to_json` described; raises OptionError where keys are missing."""
    if not isinstance(values, Mapping):
        raise OptionError(f"A transformation is {values!r}; a dictionary is needed.")
    kinds = {"turn": ("axis", "centre"), "move": (), "scale": ("centre",)}
    kind = next((kind for kind in kinds if kind in values), None)
    if kind is None:
        raise OptionError(f"A transformation has {sorted(values)}; 'turn', 'move' or 'scale' is needed.")
    missing = [name for name in kinds[kind] if name not in values]
    if missing:
        raise OptionError(f"A {kind} lacks '{missing[0]}'; it needs {', '.join((kind, *kinds[kind]))}.")
    if kind == "turn":
        return Turn(values["axis"], values["turn"], values["centre"])
    if kind == "move":
        return Move(values["move"])
    return Scale(values["scale"], values["centre"])


@dataclass(frozen=True, eq=False)
class Groups:
    """One-parameter groups as arrays, for the compiled kernels.

    omega:  (s, 3) axis × angle in radians
    sigma:  (s,) logarithm of the factor
    centre: (s, 3) what it turns or scales about
    vector: (s, 3) of a move
    """

    omega: Floats
    sigma: Floats
    centre: Floats
    vector: Floats

    @staticmethod
    def of(transformations: Sequence[Transformation]) -> Groups:
        """One row for each transformation."""
        s = len(transformations)
        groups = Groups(np.zeros((s, 3)), np.zeros(s), np.zeros((s, 3)), np.zeros((s, 3)))
        for i, step in enumerate(transformations):
            if isinstance(step, Turn):
                axis = np.array(step.axis)
                groups.omega[i] = math.radians(step.degrees) * axis / np.linalg.norm(axis)
                groups.centre[i] = step.centre
            elif isinstance(step, Scale):
                groups.sigma[i] = math.log(step.factor)
                groups.centre[i] = step.centre
            else:
                groups.vector[i] = step.vector
        return groups

    def at(self, t: Floats) -> Floats:
        """(s, 4, 4) matrices of the fraction t (s,) of each transformation."""
        M = np.zeros((len(t), 4, 4))
        A = np.exp(t * self.sigma)[:, None, None] * exp(t[:, None] * self.omega)
        M[:, :3, :3] = A
        M[:, :3, 3] = self.centre - np.einsum("sij,sj->si", A, self.centre) + t[:, None] * self.vector
        M[:, 3, 3] = 1.0
        return M

    def generators(self) -> Floats:
        """(s, 4, 4) generators X, for which d/dt at(t) = X at(t)."""
        X = np.zeros((len(self.sigma), 4, 4))
        x, y, z = self.omega.T
        X[:, 0, 1], X[:, 0, 2], X[:, 1, 2] = -z, y, -x
        X[:, 1, 0], X[:, 2, 0], X[:, 2, 1] = z, -y, x
        X[:, [0, 1, 2], [0, 1, 2]] = self.sigma[:, None]
        X[:, :3, 3] = self.vector - np.einsum("sij,sj->si", X[:, :3, :3], self.centre)
        return X


def composed(steps: Sequence[Transformation], t: float = 1.0) -> Floats:
    """(4, 4) the fraction t of all steps in order: … T₂(t) T₁(t)."""
    M = np.eye(4)
    for T in Groups.of(steps).at(np.full(len(steps), float(t))):
        M = T @ M
    return M


def _number(value: Any, what: str) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError) as problem:
        raise OptionError(f"{what} is {value!r}; a number is needed.") from problem
    if not math.isfinite(number):
        raise OptionError(f"{what} is {number}; a finite number is needed.")
    return number


def _triple(values: Any, what: str) -> tuple[float, float, float]:
    try:
        array = np.array(values, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise OptionError(f"{what} is {values!r}; three numbers are needed.") from problem
    if array.shape != (3,) or not np.isfinite(array).all():
        raise OptionError(f"{what} is {values!r}; three finite numbers are needed.")
    x, y, z = array.tolist()
    return x, y, z
