"""The timeline of a document as a track of the library, and a track file as a timeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from pliant.anchors import Anchors, held_points
from pliant.animation import Anchor, Channel, FollowThrough, Item, Track, Turns
from pliant.animation.quaternions import exp, matrix
from pliant.arrays import Floats
from pliant.errors import TrackError
from pliant.geometry.rotations import closest_rotation, log
from pliant.mesh import Mesh
from pliant.studio.session.method import studio_method
from pliant.studio.session.pins import floor_of, grabbed_points, pin_of, slide_of
from pliant.studio.wire.messages import Document, Handle
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.timeline import Ease, Row, Timeline

if TYPE_CHECKING:
    from pliant.studio.opening.model import Opened

# Share of a group's moments that is added evenly: handles on a line do not tell the turn about it, which is
# none then.
UNTOLD = 1e-9
# Frames of one timeline: an hour at 24 frames per second, and some more.
MOST_FRAMES = 100_000
# The numbers that a track can key in place of points: blend weights.
WEIGHTS = "weights"


def numbers_row(document: Document) -> Row | None:
    """The row that keys numbers of the document's method in place of handles; None for none."""
    kind = studio_method(document.method).numbers
    own = [row for row in document.timeline.rows if row.numbers is not None and row.numbers == kind]
    return own[0] if own else None


def numbers_of(row: Row) -> Channel:
    """(k, d) the keys of such a row."""
    times, eases, beyond = _course(row)
    sizes = {len(key.targets) for key in row.keys}
    if len(sizes) != 1:
        raise TrackError(
            f"The keys of '{row.name}' have {min(sizes)} to {max(sizes)} numbers; as many in each are needed."
        )
    values = np.array([key.targets for key in row.keys])
    return Channel.of(times, values, eases, **beyond, handles=_tangents(row, values))


def track_of(document: Document, mesh: Mesh, name: str) -> Track:
    """The track of a document: blend weights, or an item for each handle; those without keys stay."""
    row, timeline = numbers_row(document), document.timeline
    _check_range(timeline)
    if row is not None:
        if row.numbers != WEIGHTS:
            raise TrackError(f"A track has no keys of '{row.name}'; export the animation.")
        return Track(name, timeline.fps, timeline.first, timeline.last, blend=numbers_of(row))
    handles = {handle.id: handle for handle in document.handles}
    if not handles:
        raise TrackError("There is no handle to be keyed; place one, and press K.")
    keyed: dict[int, Item] = {}
    for row in timeline.rows:
        if row.handles and all(number in handles for number in row.handles):
            keyed |= _items(row, [handles[number] for number in row.handles], mesh, timeline)
    items = [keyed[number] if number in keyed else _still(handle) for number, handle in handles.items()]
    told = _held_as(_named(items), document, mesh)
    return Track(name, timeline.fps, timeline.first, timeline.last, told, floor=floor_of(document.floor))


def _check_range(timeline: Timeline) -> None:
    if timeline.last - timeline.first >= MOST_FRAMES:
        raise TrackError(
            f"The range from {timeline.first} to {timeline.last} has more than {MOST_FRAMES:,} frames; "
            "animate it in parts."
        )


def _held_as(items: tuple[Item, ...], document: Document, mesh: Mesh) -> tuple[Item, ...]:
    """The items with how their handles hold: how firmly, on what they slide, and what turns with them."""
    points = grabbed_points(document.handles, mesh)
    out = []
    for i, (item, handle) in enumerate(zip(items, document.handles, strict=True)):
        item = replace(item, firmness=pin_of(handle).weight, slide=slide_of(handle.slide))
        if handle.turn is not None:
            own = np.flatnonzero(points.group == i)[1:]
            vertices = mesh.F[points.faces[own], points.barycentric[own].argmax(axis=1)].tolist()
            anchor = Anchor.with_patch(handle.face, handle.barycentric, vertices)
            item = replace(item, anchor=anchor, rotation=Turns.of([0.0], exp(np.array([handle.turn]))))
        out.append(item)
    return tuple(out)


def follow_of(timeline: Timeline) -> FollowThrough | None:
    """The follow-through of a timeline, checked."""
    follow = timeline.follow
    return None if follow is None else FollowThrough(follow.springiness, follow.damping, follow.response)


def keyed_at(document: Document, track: Track, mesh: Mesh) -> tuple[Document, tuple[float, ...]]:
    """The document with its handles where its track has them at its frame, and how firmly each is held."""
    at = [document.frame]
    handles, weights = [], []
    for handle, item in zip(document.handles, track.items, strict=True):
        x, y, z = item.goals(item.anchor.at(mesh.V, mesh), at)[0, 0].tolist()
        handles.append(replace(handle, target=(x, y, z)))
        weights.append(float(item.weights(at)[0]))
    return replace(document, handles=tuple(handles), weights=None), tuple(weights)


def told_at(document: Document, model: Opened) -> tuple[tuple[float, float, float], ...]:
    """Where the timeline has the handles at the document's frame, in their order; none without keys."""
    if not document.timeline.rows or not document.handles or numbers_row(document) is not None:
        return ()
    try:
        track = track_of(document, model.mesh, model.source.name)
        there, _ = keyed_at(document, track, model.mesh)
    except TrackError:
        return ()
    return tuple(handle.target for handle in there.handles)


def decisive(document: Document) -> Document:
    """The document without what no frame depends on: two that agree in this are baked alike."""
    keyed = {number for row in document.timeline.rows for number in row.handles}
    handles = tuple(
        replace(handle, target=(0.0, 0.0, 0.0)) if handle.id in keyed else handle
        for handle in document.handles
    )
    studio = studio_method(document.method)
    if numbers_row(document) is not None:
        document = studio.with_numbers(document, ())
    own = Slices({document.method: studio.lasting(studio.slice_of(document))})
    return replace(document, handles=handles, weights=None, frame=1, slices=own, poses=())


def _still(handle: Handle) -> Item:
    place = Channel.of([0.0], [handle.target])
    return Item(f"handle {handle.id}", _anchor(handle), place, "place", firm=handle.pinned)


def _anchor(handle: Handle) -> Anchor:
    return Anchor.on(handle.face, handle.barycentric)


def _items(row: Row, handles: list[Handle], mesh: Mesh, timeline: Timeline) -> Mapping[int, Item]:
    """An item for each handle of a row, by its id."""
    (times, eases, beyond), targets = _course(row), _targets(row)
    levels = [key.weight for key in row.keys]
    bent = _tangents(row, np.concatenate([targets.mean(axis=1), np.array(levels)[:, None]], axis=1))
    of_place, of_weight = ((bent[0][:, :, own], bent[1][:, :, own]) for own in (slice(3), slice(3, None)))
    firm = all(level == 1.0 for level in levels)
    weight = None if firm else Channel.of(times, levels, eases, **beyond, handles=of_weight)
    if len(handles) == 1:
        places = [Channel.of(times, targets[:, 0], eases, **beyond, handles=of_place)]
    else:
        frames = range(timeline.first, timeline.last + 1)
        places = list(_together(row, targets, _rest(handles, mesh), of_place, frames))
    names = [row.name] if len(handles) == 1 else [f"{row.name} {i + 1}" for i in range(len(handles))]
    return {
        handle.id: Item(name, _anchor(handle), place, "place", weight=weight, firm=handle.pinned)
        for handle, name, place in zip(handles, names, places, strict=True)
    }


def _course(row: Row) -> tuple[list[int], list[Ease], dict[str, Any]]:
    """When the keys of a row are, how it goes from each to the next, and what happens outside of them."""
    beyond = {"before": row.before, "after": row.after}
    return [key.at for key in row.keys], [key.ease for key in row.keys], beyond


def _tangents(row: Row, values: Floats) -> tuple[Floats, Floats]:
    """(k, 2, d) twice, the Bézier handles before and after the keys of d curves; NaN for usual ones."""
    left, right = np.full((2, len(values), 2, values.shape[1]), np.nan)
    for i, key in enumerate(row.keys):
        if not key.handles:
            continue
        if len(key.handles) != 4 * values.shape[1]:
            raise TrackError(
                f"The key of '{row.name}' at frame {key.at} has {len(key.handles)} numbers for its Bézier "
                f"handles; 4 for each of its {values.shape[1]} curves are needed."
            )
        ways = np.array(key.handles).reshape(-1, 4).T
        left[i], right[i] = [key.at + ways[0], values[i] + ways[1]], [key.at + ways[2], values[i] + ways[3]]
    return left, right


def _targets(row: Row) -> Floats:
    """(k, h, 3) of the keys of a row."""
    for key in row.keys:
        if len(key.targets) != 3 * len(row.handles):
            raise TrackError(
                f"The key of '{row.name}' at frame {key.at} has {len(key.targets)} numbers; x, y and z of "
                f"{len(row.handles)} handles are needed."
            )
    return np.array([key.targets for key in row.keys]).reshape(len(row.keys), len(row.handles), 3)


def _rest(handles: list[Handle], mesh: Mesh) -> Floats:
    """(h, 3) where handles rest."""
    points = Anchors([handle.face for handle in handles], [handle.barycentric for handle in handles])
    return held_points(points, mesh.V, mesh.F).on(mesh.V)


def _together(
    row: Row, targets: Floats, rest: Floats, bent: tuple[Floats, Floats], frames: range
) -> Iterator[Channel]:
    """The ways of handles that turn as one, frame by frame: a mean that moves, a turn, and what is left over.

    bent: (k, 2, 3) twice, the Bézier handles of the mean

    A track turns groups of vertices only, so that turning points of the surface have a key in every frame.
    """
    times, eases, beyond = _course(row)
    arms, middles = rest - rest.mean(axis=0), targets.mean(axis=1)
    moments = np.einsum("khi,hj->kij", targets - middles[:, None], arms)
    R = closest_rotation(moments + UNTOLD * (arms**2).sum() * np.eye(3))
    left = np.einsum("kij,khi->khj", R, targets - middles[:, None]) - arms
    numbers = np.concatenate([middles, left.reshape(len(times), -1)], axis=1)
    usual = np.full((len(times), 2, left[0].size), np.nan)
    before, after = (np.concatenate([side, usual], axis=2) for side in bent)
    way = Channel.of(times, numbers, eases, **beyond, handles=(before, after)).at(frames)
    # Quaternions have no Bézier handles; smooth is what handles of their own would be.
    turning: list[Ease] = ["smooth" if ease == "bezier" else ease for ease in eases]
    turns = Turns.of(times, exp(log(R)), turning, **beyond).at(frames)
    moved = arms + way[:, 3:].reshape(len(way), -1, 3)
    places = way[:, None, :3] + np.einsum("fij,fhj->fhi", matrix(turns), moved)
    for h in range(len(rest)):
        yield Channel.of(list(frames), places[:, h], "linear")


def _named(items: list[Item]) -> tuple[Item, ...]:
    """The items, with names of their own: those that several have get a number."""
    counts = Counter(item.name for item in items)
    return tuple(
        item if counts[item.name] == 1 else replace(item, name=f"{item.name} ({i + 1})")
        for i, item in enumerate(items)
    )
