"""The contract of all methods: build a rig once, a grip when the held points change, a pose per mouse move.

A rig says by its attributes what it can; nobody asks for its class.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from pliant.anchors import Held, Points, held_points, numbered
from pliant.arrays import Array, Floats, Ints, Vertices
from pliant.errors import AnchorError, OptionError, WeightError
from pliant.flow import flowed
from pliant.immutable import Immutable
from pliant.kept_poses import KeptPoses
from pliant.mesh import Mesh, PoseSet
from pliant.pins import Floor, Pin, PinnedPoints, check_able
from pliant.pose import Pose, Pulled
from pliant.rival import rival_of, walked
from pliant.skin import Skin, skinned, stacked

RigT = TypeVar("RigT", bound="Rig")
PoseT = TypeVar("PoseT", bound=Pose)


class Grip(Immutable, ABC, Generic[RigT, PoseT]):
    """A rig with its held points chosen; frozen.

    rig:       the rig
    held:      the points, resolved on its mesh
    pose_type: the class of its poses
    flows:     whether it can make poses between two others; see `between`
    """

    pose_type: type[PoseT]
    flows: ClassVar[bool] = False
    rig: RigT
    held: Held

    @abstractmethod
    def pull(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pulled:
        """Solve for the rig's parameters with the held points at targets (h, 3), without posing the mesh.

        start:     an earlier result of this rig to begin from; without, the rig chooses
        coherence: strength that keeps the weights near those of `start`; only rigs that mix poses take it
        budget:    seconds that it may take; None searches to the end. What is not finished has the status
                   "out of time", with the held points at their targets. Called again from there, it goes on,
                   and ends in what it finds without a budget. At least one step is taken, and the first call
                   of a grip prepares the others; steps are counted by what one took when the rig was made,
                   so that equal calls give equal results. Rigs that are always quick finish.
        """

    def drag(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PoseT:
        """The pose with the held points at targets (h, 3); the arguments are those of `pull`."""
        began = time.perf_counter()
        return self._timed(self.pull(targets, start, coherence=coherence, budget=budget), began)

    def flow(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> Pulled:
        """Solve as `pull` does, but go on from `start` without a jump.

        Where some vertex would move much farther than the held points do, this is a result on the way, with
        the held points at targets and the status "on its way". Called again from there, it goes on, and ends
        in what `pull` finds. A rig that does not `flows` gives what `pull` gives.
        """
        check_budget(budget)
        return flowed(self, targets, start, coherence=coherence, budget=budget)

    def follow(
        self,
        targets: ArrayLike,
        start: Any = None,
        *,
        coherence: float = 0.0,
        budget: float | None = None,
    ) -> PoseT:
        """The pose that a gesture shows, without a jump from `start`; as `flow`, with the mesh posed."""
        if not self.flows:
            return self.drag(targets, start, coherence=coherence, budget=budget)
        began = time.perf_counter()
        return self._timed(self.flow(targets, start, coherence=coherence, budget=budget), began)

    def between(self, targets: ArrayLike, a: Any, b: Any, share: float) -> Pulled:
        """A result on the way from a to b, with the held points at targets (h, 3).

        a, b:  results of this rig
        share: of the way, from 0 at a to 1 at b
        Raises OptionError for a rig that does not `flows`.
        """
        raise OptionError(
            f"A rig made by {self.rig.method} has no poses between two others; drag its points step by step."
        )

    def path(self, targets: ArrayLike, a: Any, b: Any) -> Callable[[float], Pulled]:
        """The results on the way from a to b, by their share; as `between`, for many shares of one way."""
        return lambda share: self.between(targets, a, b, share)

    def moved(self, a: Pulled, b: Pulled) -> float:
        """How far the vertex moves that moves farthest from one result to another.

        With a skin only some vertices are looked at, so that the cost does not depend on the mesh.
        """
        skin = self.rig.skin
        if skin is None or a.palette is None or b.palette is None:
            way = self.rig.carried(b) - self.rig.carried(a)
        else:
            way = skinned(skin, b.palette - a.palette, skin.witnesses)
        return float(np.sqrt((way * way).sum(axis=1).max()))

    def searches(self, targets: ArrayLike) -> Iterator[Pulled]:
        """Results of searches for targets (h, 3) from different places, first that of `pull`.

        Methods whose searches have more beginnings add theirs.
        """
        yield self.pull(targets)
        yield walked(self, np.array(targets, dtype=np.float64))

    def rival(self, targets: ArrayLike, pulled: Pulled) -> PoseT | None:
        """Another pose that fits the targets (h, 3) as well as a result does; None where none is found.

        Some vertex is elsewhere, and the energy is at most a tenth above. It takes several searches (see
        `searches`), which do not find every minimum: None does not prove that there is no other.
        """
        other = rival_of(self, targets, pulled)
        return None if other is None else self.posed(other)

    def posed(self, pulled: Pulled) -> PoseT:
        """The pose of a result: its parameters with the vertices."""
        return self.pose_type(**{**vars(pulled), "V": self.rig.carried(pulled)})

    def _timed(self, pulled: Pulled, began: float) -> PoseT:
        pose = self.posed(pulled)
        return replace(pose, seconds=time.perf_counter() - began)

    def carry(self, transforms: ArrayLike, start: Any = None) -> PoseT:
        """The pose with each grabbed item moved rigidly from its rest place; transforms (g, 4, 4)."""
        return self.drag(self.held.carried(transforms), start)

    def reached(self, pulled: Pulled) -> Floats:
        """(h, 3) where the held points are in a result of `pull`."""
        skin, held = self.rig.skin, self.held
        if skin is None or pulled.palette is None:
            return held.on(self.rig.carried(pulled))
        moved = skinned(skin, pulled.palette, held.corners.ravel())
        return np.einsum("hi,hic->hc", held.weights, moved.reshape(-1, 3, 3))

    @abstractmethod
    def warm(self) -> None:
        """Load every compiled kernel of a drag, so that the first one does not wait."""


class Rig(Immutable, ABC):
    """A character ready to be grabbed; frozen.

    method: its name in rig files, on the command line and in the studio
    mesh:   the rest pose
    still:  what `holding` can hold: single vertices, whole parts, or nothing
    exact:  whether held points are met whatever the weights of the mixed poses are
    pins_can: what its pins may ask for beyond a place: some of `pliant.pins.ABILITIES`
    """

    method: ClassVar[str]
    still: ClassVar[Literal["vertices", "parts", "nothing"]] = "nothing"
    exact: ClassVar[bool] = False
    pins_can: ClassVar[frozenset[str]] = frozenset()
    mesh: Mesh

    @abstractmethod
    def grab(
        self,
        points: Points,
        *,
        firm: ArrayLike | None = None,
        pins: Sequence[Pin | None] | None = None,
        floor: Floor | None = None,
    ) -> Grip[Any, Any]:
        """Hold points: vertices by number or as landmarks by name, lists of them as rigid groups, or Anchors.

        firm:  for each item whether it is met first, however far the others are pulled. Rigs that meet every
               point exactly make no difference.
        pins:  for each item how it is held: its weight, what it slides on, whether its neighbourhood
               turns; None for a plain firm pin
        floor: a plane that nothing sinks through
        Raises AnchorError for points that are not on the mesh, repeat or depend on each other, and for pins
        that ask what the rig cannot do (see `pins_can`).
        """

    def pinned_points(
        self, points: Points, pins: Sequence[Pin | None] | None = None, floor: Floor | None = None
    ) -> PinnedPoints:
        """The points with what their pins say, resolved on the mesh; raises errors as `grab` does."""
        check_able(self.pins_can, self.method, pins, floor)
        return PinnedPoints.of(self.held(points), pins, floor)

    def held(self, points: Points) -> Held:
        """The points resolved on the mesh; raises AnchorError as `grab` does."""
        mesh = self.mesh
        return held_points(numbered(points, mesh.landmarks), mesh.V, mesh.F)

    def holding(self, vertices: ArrayLike, at: ArrayLike | None = None) -> Rig:
        """The rig whose grips also hold some vertices still, as `still` says.

        vertices: numbers, or a mask (n,)
        at:       (n, 3) positions where they are held; the rest pose by default
        Raises AnchorError where the rig can hold nothing still.
        """
        raise AnchorError(
            f"A rig made by {self.method} moves as a whole and cannot hold single vertices still; "
            "pin some points there instead."
        )

    def reaching(self, reach: float) -> Rig:
        """The rig whose pulls reach only so far; reach: in extents of the mesh, 1 is everywhere.

        Raises OptionError where pulls always reach everywhere, and for a reach outside of 0 … 1.
        """
        raise OptionError(
            f"In a rig made by {self.method} a pull reaches as far as its poses or joints say; leave out its "
            "reach, or freeze what should stay."
        )

    def stiffened(self, stiffness: ArrayLike | Mapping[str, float] | None) -> Rig:
        """The rig with some parts stiffer than others: (n,) values of vertices, or of `regions` by name.

        Raises OptionError where the method knows no stiffness, and for values that are none.
        """
        raise OptionError(f"A rig made by {self.method} knows no stiffness; leave it out.")

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the poses that `blend` mixes; empty where the rig mixes none."""
        return ()

    @property
    def kept(self) -> KeptPoses:
        """Which of the poses that the rig was given it mixes; those are the ones of `names`."""
        return KeptPoses.all_of(len(self.names))

    def blend(self, weights: ArrayLike) -> Vertices:
        """(n, 3) positions of the mixed poses, one weight for each of `names`, without any pins.

        Raises WeightError for a rig that mixes none.
        """
        raise WeightError(f"A rig made by {self.method} mixes no poses; grab some points and drag them.")

    def blends(self, weights: ArrayLike) -> Floats:
        """(f, n, 3) a morph sequence: one blend for each row of weights (f, k)."""
        return np.stack([self.blend(row) for row in np.atleast_2d(np.asarray(weights, dtype=np.float64))])

    def example(self, index: int) -> Vertices:
        """(n, 3) positions of one of the mixed poses."""
        return self.blend(np.eye(len(self.names))[index])

    @property
    def value_names(self) -> tuple[str, ...]:
        """Names of the numbers that a pose follows from, such as angles of joints; empty without any."""
        return ()

    def values(self, pulled: Pulled) -> Floats:
        """(k,) the numbers of `value_names` for the parameters that a pull found."""
        return np.empty(0)

    def at_values(self, values: ArrayLike | Mapping[str, float], start: Pulled | None = None) -> Pose:
        """The pose of numbers (k,) for `value_names`, or of some by name; the others stay as in `start`.

        Raises OptionError for a rig without such numbers.
        """
        raise OptionError(f"A rig made by {self.method} has no joint values; grab some points and drag them.")

    def jacobian(self, pulled: Pulled, points: Points) -> Floats:
        """(3h, k) how points move with the numbers of `value_names`; rows 3i…3i+2 hold x, y, z of point i."""
        return np.empty((3 * len(self.held(points)), 0))

    @property
    def region_shares(self) -> Floats:
        """(n, R) how far each vertex belongs to each region with weights of its own; rows sum to one."""
        return np.ones((self.mesh.n, 1))

    def local_weights(self, pulled: Pulled) -> Floats:
        """(n, k) weights of the mixed poses at each vertex, for the parameters that a pull found."""
        if not len(pulled.regional):
            return np.tile(pulled.weights, (self.mesh.n, 1))
        return self.region_shares @ pulled.regional

    @property
    def examples(self) -> PoseSet | None:
        """The poses that the rig was made from, where it keeps them."""
        return None

    @property
    def skin(self) -> Skin | None:
        """Which transformations carry each vertex; None for a rig without a palette."""
        return None

    @property
    def point_weights(self) -> Floats | None:
        """(n, p) weights with which points carry each vertex; None for a rig without such points."""
        return None

    def carried(self, pulled: Pulled) -> Vertices:
        """(n, 3) positions of every vertex for the parameters that a pull found."""
        if self.skin is None or pulled.palette is None:
            raise NotImplementedError(f"{type(self).__name__} has no skin and must say how it carries.")
        return self.skin.posed(stacked(pulled.palette))

    @property
    def rigid(self) -> Array:
        """(n,) vertices that never swing by themselves, such as those of rigid parts."""
        return np.zeros(self.mesh.n, dtype=bool)

    def regions(self) -> Mapping[str, Ints]:
        """Vertices under a name: the mesh's materials and groups, and what else a method has names for."""
        mesh = self.mesh
        sizes = np.diff(mesh.polygons.starts)
        of_corner = np.repeat(np.arange(len(sizes)), sizes)
        return {
            name: np.unique(mesh.polygons.corners[np.isin(of_corner, polygons)])
            for name, polygons in {**mesh.materials, **mesh.groups}.items()
        }

    @abstractmethod
    def to_file(self) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        """JSON-able settings and arrays from which `of_file` makes an equal rig."""

    @classmethod
    @abstractmethod
    def of_file(cls, settings: Mapping[str, Any], arrays: Mapping[str, Array]) -> Rig:
        """The rig that `to_file` described."""

    def save(self, path: str | Path) -> None:
        """Write the rig to one file, whole or not at all; `pliant.open_rig` reads it."""
        from pliant.rig_file import write_rig_file

        write_rig_file(path, self)


def check_incoherent(coherence: float, method: str) -> None:
    """Refuse a coherence where a rig mixes no poses whose weights it could keep."""
    if coherence:
        raise OptionError(
            f"coherence={coherence:g} was given, but poses of '{method}' have no blend weights to "
            "keep together; leave it at 0."
        )


def check_budget(budget: float | None) -> None:
    """Refuse a budget that is no time."""
    if budget is not None and not 0.0 <= budget < math.inf:
        raise OptionError(f"budget={budget!r}; seconds of at least 0 are needed, or None for no limit.")


def checked_weights(weights: ArrayLike, k: int, each: str) -> Floats:
    """(k,) finite weights, copied; `each` names what has one, for errors."""
    try:
        w = np.array(weights, dtype=np.float64)
    except (TypeError, ValueError) as problem:
        raise WeightError(f"Weights must be {k} numbers: {problem}.") from problem
    if w.shape != (k,) or not np.isfinite(w).all():
        raise WeightError(
            f"Weights of the shape {w.shape} were given; {k} finite numbers are needed, one for each {each}."
        )
    return w
