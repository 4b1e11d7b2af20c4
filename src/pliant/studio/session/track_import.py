"""Track files as timelines: handles where their anchors are, keys where theirs are."""

from __future__ import annotations

from typing import cast

import numpy as np

from pliant.animation import Anchor, Channel, Item, Track, read_track
from pliant.animation.quaternions import log
from pliant.arrays import Floats, Ints
from pliant.errors import AnchorError, FileFormatError, PliantError
from pliant.mesh import Mesh
from pliant.pins import Floor, Line, Plane
from pliant.rig import Rig
from pliant.studio.opening.source import Source, discard_uploads
from pliant.studio.session.pins import UPS
from pliant.studio.session.timeline_track import WEIGHTS
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Handle
from pliant.studio.wire.pins import FloorAt, Slide, Up
from pliant.studio.wire.timeline import Ease, Key, Row, Tangent, Timeline, TrackTaken

# Handles of one item at most: more of them turn a rigid group no better.
MOST_HELD = 12


def track_sent(source: Source, rig: Rig) -> Reply:
    """The keys of a track file that was sent, which is not needed any more then."""
    try:
        return Reply(taken(read_track(source.paths[0]).on_rig(rig), rig.mesh))
    except PliantError as problem:
        raise FileFormatError(str(problem).replace(source.paths[0], source.titles[0])) from problem
    finally:
        discard_uploads(source)


def taken(track: Track, mesh: Mesh) -> TrackTaken:
    """The timeline and the handles of a track, on a mesh."""
    if track.blend is not None:
        timeline = Timeline(track.fps, track.first, track.last, (_blend(track.blend),))
        return TrackTaken(track.name, timeline, (), None, _doubt(track))
    handles: list[Handle] = []
    rows = []
    for item in track.items:
        held = _handles(item, mesh, len(handles))
        handles += held
        keys = _keys(item, mesh, _held(item, mesh))
        if keys:
            first = _channels(item)[0]
            ids = tuple(handle.id for handle in held)
            rows.append(Row(item.name, ids, keys, first.before, first.after))
    timeline = Timeline(track.fps, track.first, track.last, tuple(rows))
    return TrackTaken(track.name, timeline, tuple(handles), _floor(track.floor), _doubt(track))


def _blend(blend: Channel) -> Row:
    """The row of keyed blend weights."""
    times = sorted({round(float(time)) for time in blend.times})
    bends = _bends([blend], times)
    keys = tuple(
        Key(time, tuple(x.tolist()), _ease([blend], time), 1.0, *bend)
        for time, x, bend in zip(times, blend.at(times), bends, strict=True)
    )
    return Row("Blend", (), keys, blend.before, blend.after, WEIGHTS)


def _floor(floor: Floor | None) -> FloorAt | None:
    """The floor of a track; None for one that no axis of the studio stands on."""
    for up, normal in UPS.items():
        if floor is not None and floor.normal == normal:
            return FloorAt(float(np.dot(floor.point, normal)), cast("Up", up), floor.grip)
    return None


def _slide(slide: Plane | Line | None) -> Slide | None:
    if slide is None:
        return None
    return Slide("plane", slide.normal) if isinstance(slide, Plane) else Slide("line", slide.direction)


def _turn(item: Item) -> tuple[float, float, float] | None:
    """The turn of a point's neighbourhood that stays the same, as a rotation vector; None for others."""
    if not _turns_still(item) or item.rotation is None:
        return None
    x, y, z = log(item.rotation.values[0]).tolist()
    return x, y, z


def _turns_still(item: Item) -> bool:
    """Whether the neighbourhood of a single point has one turn for all frames: its handle can have that."""
    return item.anchor.around and item.rotation is not None and len(item.rotation.times) == 1


def _handles(item: Item, mesh: Mesh, known: int) -> list[Handle]:
    """The handles of an item's points, numbered on from those known; several are a group."""
    rest, held = item.anchor.at(mesh.V, mesh), _held(item, mesh)
    start = (item.goals(rest, _times(item)[:1])[0] if _channels(item) else rest)[held]
    points = [_point_of(item.anchor, i, mesh) for i in held]
    group = known + 1 if len(points) > 1 else None
    held_as = (item.firm, group, item.firmness, _slide(item.slide), _turn(item))
    return [
        Handle(known + i + 1, face, barycentric, (float(x), float(y), float(z)), *held_as)
        for i, ((face, barycentric), (x, y, z)) in enumerate(zip(points, start, strict=True))
    ]


def _held(item: Item, mesh: Mesh) -> Ints:
    """Which of an item's points become handles: of many some that lie far from each other."""
    rest = item.anchor.at(mesh.V, mesh)
    if _turns_still(item):
        return np.zeros(1, dtype=np.int64)
    if len(rest) <= MOST_HELD:
        return np.arange(len(rest))
    far = np.linalg.norm(rest - rest.mean(axis=0), axis=1)
    chosen: list[int] = []
    for _ in range(MOST_HELD):
        chosen.append(int(np.argmax(far)))
        far = np.minimum(far, np.linalg.norm(rest - rest[chosen[-1]], axis=1))
    return np.sort(chosen)


def _point_of(anchor: Anchor, i: int, mesh: Mesh) -> tuple[int, tuple[float, float, float]]:
    """The i-th point that an anchor holds, on a triangle."""
    if anchor.triangle is None or anchor.barycentric is None:
        return _point(anchor.vertices[i], mesh)
    return (anchor.triangle, anchor.barycentric) if i == 0 else _point(anchor.vertices[i - 1], mesh)


def _point(vertex: int, mesh: Mesh) -> tuple[int, tuple[float, float, float]]:
    """A vertex as a point of a triangle."""
    found = np.flatnonzero(mesh.F.ravel() == vertex)
    if not len(found):
        raise AnchorError(f"Vertex {vertex} lies on no triangle, so that no handle can hold it.")
    a, b, c = np.eye(3)[found[0] % 3].tolist()
    return int(found[0]) // 3, (a, b, c)


def _times(item: Item) -> list[int]:
    """Whole frames at which something of an item is keyed."""
    return sorted({round(float(time)) for keys in _channels(item) for time in keys.times})


def _channels(item: Item) -> list[Channel]:
    rotation = None if _turns_still(item) else item.rotation
    return [keys for keys in (item.position, rotation, item.weight) if keys is not None]


def _keys(item: Item, mesh: Mesh, held: Ints) -> tuple[Key, ...]:
    times = _times(item)
    if not times:
        return ()
    goals = item.goals(item.anchor.at(mesh.V, mesh), times)[:, held].reshape(len(times), -1)
    weights = item.weights(times)
    channels = [item.position, item.weight or Channel.of(times, weights)]
    bends = _bends([channel for channel in channels if channel is not None], times)
    if len(held) > 1 or item.position is None:
        bends = [((), ())] * len(times)
    return tuple(
        Key(time, tuple(goal.tolist()), _ease(_channels(item), time), float(weight), *bend)
        for time, goal, weight, bend in zip(times, goals, weights, bends, strict=True)
    )


def _bends(channels: list[Channel], times: list[int]) -> list[tuple[tuple[Tangent, ...], tuple[float, ...]]]:
    """Tangents and Bézier handles of each key; none where the channels have other keys than the timeline."""
    same = all(np.array_equal(channel.times, times) for channel in channels)
    if not same or not any("bezier" in channel.eases for channel in channels):
        return [((), ())] * len(times)
    given, usual = (np.concatenate(ways, axis=1) for ways in zip(*map(_ways, channels), strict=True))
    kinds: list[list[Tangent]] = [
        ["linear" if np.isnan(way).all() else "free" for way in key] for key in given
    ]
    ways = np.where(np.isnan(given), usual, given)
    return [(tuple(kind), tuple(way.ravel().tolist())) for kind, way in zip(kinds, ways, strict=True)]


def _ways(channel: Channel) -> tuple[Floats, Floats]:
    """(k, d, 4) twice: how far handles lie from their keys, NaN for usual ones; and how far usual ones lie.

    Frames and value of the handle before, frames and value of the one after.
    """
    k, d = channel.values.shape
    keys = np.stack([np.broadcast_to(channel.times[:, None], (k, d)), channel.values], axis=2)
    sides = [np.full((k, 2, d), np.nan) if side is None else side for side in (channel.left, channel.right)]
    given = [side.swapaxes(1, 2) - keys for side in sides]
    steps, end = np.diff(keys, axis=0) / 3.0, np.zeros((1, d, 2))
    usual = [-np.concatenate([end, steps]), np.concatenate([steps, end])]
    return np.concatenate(given, axis=2), np.concatenate(usual, axis=2)


def _ease(channels: list[Channel], time: int) -> Ease:
    """How the first channel goes on from a frame."""
    channel = channels[0]
    before = np.flatnonzero(np.round(channel.times) <= time)
    return channel.eases[int(before[-1]) if len(before) else 0]


def _doubt(track: Track) -> str | None:
    """What a timeline does not have."""
    channels = [keys for item in track.items for keys in _channels(item)]
    channels += [] if track.blend is None else [track.blend]
    lost = []
    several = [keys for keys in map(_channels, track.items) if len(keys) > 1]
    if any(not np.array_equal(keys[0].times, other.times) for keys in several for other in keys[1:]):
        lost.append("Places, turns and weights have their keys together, at the frames of all of them.")
    if track.floor is not None and _floor(track.floor) is None:
        lost.append("The floor is not level along y or z, and was left out.")
    many = [
        item.name for item in track.items if len(item.anchor.vertices) > MOST_HELD and not _turns_still(item)
    ]
    if many:
        lost.append(f"'{many[0]}' is held at {MOST_HELD} of its points.")
    if any((keys.times != np.round(keys.times)).any() for keys in channels):
        lost.append("Keys between frames were moved to the nearest one.")
    if any(_loses_bends(item) for item in track.items):
        lost.append("Bezier handles are the usual ones.")
    return " ".join(lost) or None


def _loses_bends(item: Item) -> bool:
    """Whether an item has Bézier handles that its row cannot have."""
    channels = _channels(item)
    bent = any(keys.left is not None or keys.right is not None for keys in channels)
    apart = any(not np.array_equal(keys.times, _times(item)) for keys in channels)
    return bent and (apart or item.position is None or (item.anchor.turns and not _turns_still(item)))
