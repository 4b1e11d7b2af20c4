"""The pose of a document by a method's rig: handles that pull, a free blend, or rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from pliant.anchors import Held, held_points
from pliant.arrays import Array, Floats, Vertices
from pliant.errors import AnchorError, OptionError
from pliant.pose import Pose, Pulled, Status
from pliant.progress import Progress
from pliant.rig import Grip, Rig
from pliant.studio.opening.source import Source
from pliant.studio.session.desk import Desk
from pliant.studio.session.pins import (
    anchors,
    grab_key,
    grabbed_points,
    own_points,
    pin_arguments,
    targets_of,
    within,
)
from pliant.studio.session.search_state import begun_there, search_state
from pliant.studio.session.shown import Shown, check_reachable, given
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Ready
from pliant.studio.wire.method_wire import MethodMessage, MethodView

if TYPE_CHECKING:
    from pliant.studio.session.method import StudioMethod

# Seconds that a move of the hand may take, half of a picture: the way to the page and the drawing take more.
# One step is always taken, however large the mesh is. A search goes on while the hand rests.
PICTURE = 1 / 120
# Pictures that a pose may be on its way while nothing is moved, four seconds of them: above a floor that was
# just put, searches can lead each other round in circles, and the page would never come to rest.
MOST_PICTURES = 240
# The name of a file, and the function that writes it; words that it returns are told to the user.
WrittenFile: TypeAlias = tuple[str, Callable[[Path], object]]


class Poser:
    """A method at work on one model: its rig, the grip of the held points, and the last pose.

    As it stands it poses any rig. It is made when the method is first needed, and ready after `build`.

    rig: None before `build`
    """

    def __init__(self, studio: StudioMethod, desk: Desk) -> None:
        self.studio, self.desk = studio, desk
        self.rig: Any = None
        self._key: object = None
        self._grip: Any = None
        self._held_still: tuple[object, Rig] | None = None
        self._last: Any = None
        self._pictures: tuple[Any, Any, int] = (None, None, 0)
        # Where a search ended before a restart; the first one begins there.
        self.begin_at: Mapping[str, Any] | None = None

    # Making the rig.

    def build(self, options: Mapping[str, Any], progress: Progress) -> None:
        """Make the rig with the options that a page names; cancelled, it leaves the earlier one."""
        self.rig = self.studio.made_rig(self.desk.model, options, progress)
        self.forget()

    def forget(self) -> None:
        """Forget the grip and the last pose, which were another rig's."""
        self._grip = self._held_still = self._last = None

    def ready(self) -> Reply:
        """The rig, for the page."""
        skin = self.rig.skin
        controls = 0 if skin is None else skin.count
        kept, pins = self.rig.kept, tuple(sorted(self.pins_can))
        # A rig file's own examples are those that it kept.
        rows = kept.rows if kept.given == len(self.desk.model.examples) and not kept.every else ()
        regions = self.rig.region_shares.shape[1]
        ready = Ready(self.studio.name, controls, self.facts(), pins, self.view(), rows, regions)
        return Reply(ready, self.rig_arrays())

    @property
    def pins_can(self) -> frozenset[str]:
        """What pins of its rig can say beyond a place: some of `pliant.pins.ABILITIES`."""
        return self.rig.pins_can

    def facts(self) -> tuple[str, ...]:
        """Lines about the rig for the inspector."""
        words = self.studio.method.rig_words()
        return tuple(words.lines(words.facts(self.rig)))

    def view(self) -> MethodView | None:
        """What else the page is told about the rig."""
        return None

    def rig_arrays(self) -> dict[str, Array]:
        """What the page needs to pose the mesh by itself."""
        rig: Rig = self.rig
        if rig.skin is not None:
            skin = rig.skin
            return {
                "influences": skin.influences.astype(np.uint16),
                "weights": skin.weights.astype(np.float32),
            }
        carry = rig.point_weights
        return {} if carry is None else {"carry": carry.astype(np.float32)}

    def news(self) -> Iterator[Reply]:
        """What the page should hear before the pose of the last document, such as Ready of another rig."""
        yield from ()

    # Posing.

    def follow(self, document: Document) -> Any:
        """The rig that a document asks for; it is made where it is another one than before."""
        return self.rig

    def shown(self, document: Document, *, warm: bool) -> Shown:
        """The pose of a document, from the last one where `warm`.

        Such a pose is shown in time, and may be on its way or out of time; shown again, it goes on.
        """
        rig, document = self.follow(document), within(document, self.pins_can)
        if document.weights is not None and rig.names:
            return self.blended(document)
        if document.weights is not None and len(document.weights) == len(rig.value_names):
            return self.driven(document)
        if not document.handles:
            return self.resting()
        grip = self.gripped(document)
        targets = targets_of(document.handles, grip.held)
        check_reachable(0.0, targets)
        pulled = self._flowed(grip, targets, warm=warm)
        numbers = pulled.palette if pulled.points is None else pulled.points
        V = rig.carried(pulled) if numbers is None else None
        check_reachable(pulled.energy, numbers, V)
        self._last = pulled
        reached = grip.reached(pulled)[own_points(grip.held)]
        return Shown(rig.mesh, rig, pulled, reached, V, self.own(rig, pulled))

    def _flowed(self, grip: Any, targets: Floats, *, warm: bool) -> Pulled:
        """The next result on the way to where a grip's points are led, or what it has been on its way to."""
        last = self._last if warm else None
        # The first pose is waited for: a gesture begins with one that is finished.
        pulled = grip.flow(targets, last, budget=None if last is None else PICTURE)
        if self._last is None and self.begin_at is not None:
            start = begun_there(pulled, self.begin_at)
            pulled = pulled if start is None else grip.pull(targets, start).led(targets, None)
        self.begin_at = None
        before, at, count = self._pictures
        rests = before is grip and np.array_equal(at, targets)
        self._pictures = grip, targets, count + 1 if rests else 0
        return pulled.toward if pulled.toward is not None and count >= MOST_PICTURES and rests else pulled

    def search_state(self) -> dict[str, Any] | None:
        """Where the last search ended; None where none did, or the next one begins anywhere."""
        last = self._last
        return None if last is None else search_state(last.toward or last)

    def arrived(self, shown: Shown) -> Shown:
        """What was shown last or, where that is unfinished, its end; the next pose goes on from there."""
        end = self.finished(shown)
        if end is not shown:
            self._last = end.pulled
        return end

    def finished(self, shown: Shown) -> Shown:
        """What was shown last or, where that is unfinished, what it ends in."""
        goal, targets = shown.arrived, shown.pulled.targets
        if goal.pulled.status is not Status.OUT_OF_TIME or self._grip is None or targets is None:
            return goal
        pulled = self._grip.pull(targets, goal.pulled)
        return replace(goal, pulled=pulled, V=None, own=self.own(shown.rig, pulled))

    def own(self, rig: Any, pulled: Pulled) -> dict[str, Floats]:
        """Arrays of the method's own that go with a pose."""
        return {}

    def rig_of(self, document: Document) -> Any:
        """The rig as a document uses it: holding what is frozen; the same as long as that stays."""
        rig = self.follow(document)
        if document.frozen is None:
            return rig
        if not self.freezes:
            raise AnchorError(self.studio.unfreezable)
        key = (rig, document.frozen)
        if self._held_still is None or self._held_still[0] != key:
            self._held_still = key, rig.holding(*self.desk.marked_places(document.frozen))
        return self._held_still[1]

    @property
    def freezes(self) -> bool:
        """Whether it can hold a frozen region."""
        return self.rig is not None and self.rig.still == "vertices"

    def blended(self, document: Document) -> Shown:
        """The mixture of a document's weights, without any pull."""
        weights = np.array(document.weights)
        V = self.rig.blend(weights)
        return Shown(self.rig.mesh, self.rig, given(weights=weights), places_on(V, self.held(document)), V)

    def driven(self, document: Document) -> Shown:
        """The pose of a document's values of joints, without any pull; handles go on from there."""
        self._last = pose = self.rig.at_values(np.array(document.weights))
        places = places_on(pose.V, self.held(document))
        return Shown(self.rig.mesh, self.rig, pose, places, None, self.own(self.rig, pose))

    def resting(self) -> Shown:
        """The rest pose."""
        rig: Rig = self.rig
        pulled = given(
            weights=np.eye(len(rig.names))[0] if rig.names else np.empty(0),
            palette=None if rig.skin is None else np.tile(np.eye(3, 4), (rig.skin.count, 1, 1)),
        )
        return Shown(rig.mesh, rig, pulled, np.empty((0, 3)), rig.mesh.V, self.own(rig, pulled))

    def held(self, document: Document) -> Held | None:
        """The points of a document's handles; None without any."""
        mesh = self.desk.mesh
        return held_points(anchors(document.handles), mesh.V, mesh.F) if document.handles else None

    def gripped(self, document: Document) -> Grip[Any, Any]:
        """The grip of a document's handles, kept as long as these, the floor and what is frozen stay."""
        rig = self.rig_of(document)
        firm = None if rig.exact else [handle.pinned for handle in document.handles]
        key = (rig, grab_key(document), firm)
        if self._grip is None or key != self._key:
            points = grabbed_points(document.handles, self.desk.mesh)
            self._grip, self._key = rig.grab(points, firm=firm, **pin_arguments(document)), key
        return self._grip

    def played(self, rig: Rig, pose: Pose, held: Held | None) -> Shown:
        """A frame of a timeline; what follow-through moved has positions only."""
        return Shown(rig.mesh, rig, pose, places_on(pose.V, held), pose.V, self.own(rig, pose))

    # What else a page asks for.

    def example(self, document: Document, index: int) -> Vertices:
        """(n, 3) positions of one of the poses that the rig mixes."""
        return self.desk.model.example(index)

    def overlay(self, kind: str, shown: Shown) -> Reply | None:
        """Colours of one of the method's own kinds; None where what is shown has none."""
        return None

    def file(self, kind: str, stem: str, shown: Shown) -> WrittenFile | None:
        """A file of one of the method's own kinds; None where there is nothing to write.

        stem: the first part of its name
        """
        return None

    def act(self, message: MethodMessage, files: Source | None, progress: Progress) -> Iterator[Reply]:
        """Answer a message of the method's own, with the files that it names."""
        raise OptionError(f"{self.studio.title} does not know the message {type(message).__name__}.")


def places_on(V: Vertices, held: Held | None) -> Floats:
    """(h, 3) where held points are on posed vertices V (n, 3)."""
    return np.empty((0, 3)) if held is None else held.on(V)
