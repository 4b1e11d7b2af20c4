"""Carry a track from one character to another: a horse's gallop to an elephant [Sumner2005, fig. 8].

Every key becomes its offset from rest, turned and scaled, from where the other character's anchor rests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from pliant.animation.anchor import Anchor
from pliant.animation.facing import facing_turn
from pliant.animation.keys import Channel
from pliant.animation.quaternions import inverse, matrix, product
from pliant.animation.track import Item, Track
from pliant.animation.turns import Turns
from pliant.arrays import Floats, frozen
from pliant.errors import TrackError
from pliant.geometry.frame import Frame
from pliant.mesh import Mesh
from pliant.pins import Floor, Line, Plane, lowest

Matches = Mapping[int | str, int | Anchor]


def retargeted(
    track: Track,
    source: Mesh,
    target: Mesh,
    matches: Matches | None = None,
    *,
    scale: float | Mapping[str, float] | None = None,
    turn: ArrayLike | Mapping[str, ArrayLike] | None = None,
) -> Track:
    """The same motion as a track for another character.

    source, target: both meshes at rest
    matches: vertex of the target for each vertex of the source that the track holds, or anchor of the target
             by the name of an item; by default both meshes have the same vertex numbers
    scale:   factor of the offsets, for all items or by their names, such as the ratio of two legs; by
             default the ratio of the meshes' diagonals
    turn:    quaternion w, x, y, z from the source's axes to the target's, for all items or by name; by
             default the quarter turns by which the points that the track holds lie alike on both, as where
             one character faces along z and the other along x. Smooth paths have no overshoot along the
             axes, so that turned ones differ between their keys.
    Raises TrackError for blend weights, unknown names, and vertices without a match.
    """
    if track.blend is not None:
        raise TrackError("A track of blend weights belongs to the examples of its rig; only points retarget.")
    if matches is None and source.n != target.n:
        raise TrackError(
            f"The source has {source.n} vertices and the target {target.n}; give matches: the target's "
            "vertex for each that the track holds."
        )
    ratio = Frame.of(target.V).diagonal / Frame.of(source.V).diagonal
    sizes = scale if isinstance(scale, Mapping) else {}
    turns = turn if isinstance(turn, Mapping) else {}
    _check_names(track, [*sizes, *turns, *(key for key in matches or {} if isinstance(key, str))])
    usual = ratio if scale is None or isinstance(scale, Mapping) else float(scale)
    anchors = [_matched(item, matches) for item in track.items]
    rests = [item.anchor.centre(item.anchor.at(source.V, source)) for item in track.items]
    if turn is None or isinstance(turn, Mapping):
        homes = [anchor.centre(anchor.at(target.V, target)) for anchor in anchors]
        whole = facing_turn(np.array(rests), np.array(homes))
    else:
        whole = turn
    items = tuple(
        _retargeted(
            item,
            rest,
            anchor,
            target,
            float(sizes.get(item.name, usual)),
            _unit(cast(ArrayLike, turns.get(item.name, whole))),
        )
        for item, rest, anchor in zip(track.items, rests, anchors, strict=True)
    )
    return replace(track, items=items, floor=_floor(track.floor, source, target, usual, _unit(whole)))


def _check_names(track: Track, names: list[str]) -> None:
    known = {item.name for item in track.items}
    for name in names:
        if name not in known:
            raise TrackError(f"There is no item '{name}' in the track '{track.name}'; check its name.")


def _retargeted(item: Item, rest: Floats, anchor: Anchor, target: Mesh, scale: float, q: Floats) -> Item:
    """The item on another anchor; rest: (3,) where its own anchor rests."""
    home = anchor.centre(anchor.at(target.V, target))
    A = scale * matrix(q)
    b = home - A @ rest if item.measure == "place" else np.zeros(3)
    position = None if item.position is None else _mapped(item.position, A, b)
    rotation = None if item.rotation is None else _turned(item.rotation, q)
    slide = _turned_slide(item.slide, q)
    return replace(item, anchor=anchor, position=position, rotation=rotation, slide=slide)


def _floor(floor: Floor | None, source: Mesh, target: Mesh, scale: float, q: Floats) -> Floor | None:
    """The floor as far below the target's lowest vertex as it was below the source's, scaled."""
    if floor is None:
        return None
    normal = matrix(q) @ np.array(floor.normal)
    above = lowest(source.V, floor.normal) - float(np.array(floor.point) @ np.array(floor.normal))
    return Floor.at(lowest(target.V, normal) - scale * above, normal, grip=floor.grip)


def _turned_slide(slide: Plane | Line | None, q: Floats) -> Plane | Line | None:
    """The plane or line turned by q (4,)."""
    if slide is None:
        return None
    return replace(slide, **{name: matrix(q) @ np.array(vector) for name, vector in vars(slide).items()})


def _mapped(channel: Channel, A: Floats, b: Floats) -> Channel:
    """The channel with keys and handles mapped by A x + b."""
    values = frozen(channel.values @ A.T + b, np.float64)
    if channel.left is None or channel.right is None:
        return replace(channel, values=values)
    off = np.abs(A - np.diag(np.diag(A))).max() > 0.0
    for side in (channel.left, channel.right):
        frames = side[:, 0]
        if off and not (np.isnan(frames).any(axis=1) | (frames == frames[:, :1]).all(axis=1)).all():
            raise TrackError(
                "Bezier handles lie at different frames for x, y and z, which cannot be turned into other "
                "axes; retarget without a turn, or let the handles of a key share their frame."
            )

    def moved(side: Floats) -> Floats:
        return frozen(np.stack([side[:, 0], side[:, 1] @ A.T + b], axis=1), np.float64)

    return replace(channel, values=values, left=moved(channel.left), right=moved(channel.right))


def _turned(turns: Turns, q: Floats) -> Turns:
    """The same rotations about axes turned by q (4,)."""
    if (q[1:] == 0.0).all():
        return turns
    return replace(turns, values=frozen(product(product(q, turns.values), inverse(q)), np.float64))


def _matched(item: Item, matches: Matches | None) -> Anchor:
    if matches is None:
        return item.anchor
    if item.name in matches:
        given = matches[item.name]
        return given if isinstance(given, Anchor) else Anchor.of(given)
    if item.anchor.triangle is not None:
        raise TrackError(
            f"'{item.name}' holds a point on triangle {item.anchor.triangle}; match it by its name with an "
            "anchor of the target."
        )
    for vertex in item.anchor.vertices:
        if not isinstance(matches.get(vertex), int | np.integer):
            raise TrackError(
                f"'{item.name}' holds vertex {vertex} of the source, for which no vertex of the target is "
                "given; add it to matches."
            )
    return Anchor.of([cast(int, matches[vertex]) for vertex in item.anchor.vertices])


def _unit(turn: ArrayLike) -> Floats:
    q = np.asarray(turn, dtype=np.float64)
    if q.shape != (4,) or not 0.0 < np.linalg.norm(q) < np.inf:
        raise TrackError(f"The turn is {turn!r}; a quaternion w, x, y, z is needed.")
    return q / np.linalg.norm(q)
