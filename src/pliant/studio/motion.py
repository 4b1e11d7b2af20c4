"""What moves in the studio: the frame of a timeline, all its frames baked ahead, and clips of files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from pliant.animation import FollowThrough, Track, poses
from pliant.animation.moments import Moment
from pliant.animation.pulling import Puller
from pliant.core.anchors import Held, held_points
from pliant.core.arrays import Array, Floats, Vertices
from pliant.core.clip import Clip
from pliant.core.mesh import Mesh
from pliant.core.progress import Progress
from pliant.core.rig import Pose, Rig
from pliant.errors import FileFormatError, OptionError, PliantError
from pliant.io.clips import read_clip
from pliant.methods.cage.rig import CageIK
from pliant.methods.joints.rig import JointIK
from pliant.studio.caging import CagePoser, points_of
from pliant.studio.frames import Reply
from pliant.studio.jointing import JointPoser, motions_of
from pliant.studio.messages import Document
from pliant.studio.opening import Source, discard_uploads
from pliant.studio.posing import Poser, Shown, anchors
from pliant.studio.reel import Reel
from pliant.studio.sculpting import HandlePoser
from pliant.studio.timeline import decisive, follow_of, keyed_at, track_of
from pliant.studio.wire_timeline import Baking, ClipTaken, Frame

AnyPoser = Poser | HandlePoser | JointPoser | CagePoser


@dataclass(frozen=True, eq=False)
class Plan:
    """A document with its track and the rig that plays it."""

    document: Document
    track: Track
    rig: Rig

    @property
    def follow(self) -> FollowThrough | None:
        """The follow-through of its timeline; None for a mechanism of rigid parts, which cannot swing."""
        rigid = isinstance(self.rig, JointIK) and not any(part.soft for part in self.rig.mechanism.components)
        return None if rigid else follow_of(self.document.timeline)

    @property
    def held(self) -> Held:
        """The points of its handles."""
        return held_points(anchors(self.document.handles), self.rig.mesh.V, self.rig.mesh.F)


class Motion:
    """The timeline of one model: its frames baked, the clip beside it, and a pose to start from."""

    def __init__(self) -> None:
        self._baked: tuple[Document, Rig, Reel] | None = None
        self._taken: tuple[Reel, Clip] | None = None
        self._puller: tuple[Document, Rig, Puller] | None = None
        self._last: Pose | None = None

    def close(self) -> None:
        """Baking that goes on meanwhile ends."""
        self._baked = self._taken = self._puller = self._last = None

    def shown(self, plan: Plan) -> tuple[Document, Shown | None]:
        """The document at its frame, with its pose: as it was baked, or with some handles half let go.

        None where the pose is simply that of the document.
        """
        document, weights = keyed_at(plan.document, plan.track, plan.rig.mesh)
        baked = self._frame(plan)
        if baked is not None:
            return document, _of_arrays(plan.rig, baked)
        if min(weights) == 1.0:
            return document, None
        goals = tuple(np.array([handle.target]) for handle in document.handles)
        drag = self._pulling(plan).drag(Moment(document.frame, goals, weights), self._last)
        self._last = drag.pose
        return document, shown_of(plan.rig, drag.pose, plan.held)

    def bake(self, number: int, plan: Plan) -> Iterator[Reply]:
        """Solves frame by frame what is not solved yet."""
        key, track = decisive(plan.document), plan.track
        if self._baked is not None and self._baked[0] == key and self._baked[1] is plan.rig:
            reel = self._baked[2]
            if reel.done == reel.total:
                reel.number = number
                yield Reply(Baking(number, reel.done, reel.total))
                return
        reel, held = Reel(number, track.first, len(track)), plan.held
        self._baked = key, plan.rig, reel
        yield Reply(Baking(number, 0, reel.total))
        for pose in poses(plan.rig, track, follow=plan.follow):
            shown = shown_of(plan.rig, pose, held)
            if self._baked is None or self._baked[2] is not reel:
                return
            reel.add({**shown.arrays(), "weights": shown.weights})
            yield Reply(Baking(number, reel.done, reel.total))

    def take(self, number: int, source: Source, mesh: Mesh, progress: Progress) -> Reply:
        """Keeps the frames of a moving mesh whose files were sent, which are not needed any more then."""
        try:
            paths = source.paths[0] if len(source.paths) == 1 else list(source.paths)
            clip = replace(read_clip(paths, mesh=mesh), name=source.name)
            reel = Reel(number, clip.first, clip.count)
            for V in clip:
                reel.add({"V": np.asarray(V, dtype=np.float32), "weights": np.empty(0)})
                progress(reel.done / reel.total, f"reading frame {reel.done} of {reel.total}")
        except PliantError as problem:
            raise FileFormatError(str(problem).replace(source.paths[0], source.titles[0])) from problem
        finally:
            discard_uploads(source)
        self._taken = reel, clip
        return Reply(ClipTaken(number, clip.name, clip.first, clip.count, clip.fps))

    def clip(self) -> Clip:
        """The clip that was taken last."""
        if self._taken is None:
            raise OptionError("No clip is open; drop its files on the page.")
        reel, clip = self._taken
        return replace(clip, stream=lambda: (arrays["V"].astype(np.float64) for arrays in reel))

    def frames(self, plan: Plan, progress: Progress) -> Clip:
        """The timeline as a clip, with every frame solved."""
        for told in self.bake(self._number, plan):
            done, total = told.message.done, told.message.total
            progress(done / total, f"baking {done} of {total}")
        if self._baked is None:
            raise OptionError("Nothing was baked; key a handle first.")
        rig, reel, track = plan.rig, self._baked[2], plan.track

        def stream() -> Iterator[Vertices]:
            return (_of_arrays(rig, arrays).positions() for arrays in reel)

        return Clip(rig.mesh, reel.total, track.fps, stream, reel.first, track.name)

    @property
    def _number(self) -> int:
        """By which the page knows what is baked; 0 for nothing."""
        return 0 if self._baked is None else self._baked[2].number

    def frame(self, number: int, frame: int) -> Reply | None:
        """A frame of what goes by this number; None where it is not there. From any thread."""
        baked = None if self._baked is None else self._baked[2]
        taken = None if self._taken is None else self._taken[0]
        for reel in (baked, taken):
            if reel is not None and reel.number == number:
                arrays = reel.at(frame)
                if arrays is not None:
                    weights = tuple(arrays.pop("weights").tolist())
                    return Reply(Frame(number, frame, weights), arrays)
        return None

    def _frame(self, plan: Plan) -> dict[str, Array] | None:
        if self._baked is None or self._baked[1] is not plan.rig:
            return None
        key, _, reel = self._baked
        return reel.at(plan.document.frame) if key == decisive(plan.document) else None

    def _pulling(self, plan: Plan) -> Puller:
        key = decisive(plan.document)
        if self._puller is None or self._puller[0] != key or self._puller[1] is not plan.rig:
            self._puller, self._last = (key, plan.rig, Puller(plan.rig, plan.track, 0.0)), None
        return self._puller[2]


def plan_of(document: Document, poser: AnyPoser, name: str) -> Plan:
    """How a document is played."""
    rig = rig_of(document, poser)
    return Plan(document, track_of(document, rig.mesh, name), rig)


def shown_of(rig: Any, pose: Any, held: Held) -> Shown:
    """A pose of a rig as the page shows it; what follow-through moved has positions only."""
    cage, palette = getattr(pose, "cage", None), getattr(pose, "palette", None)
    return Shown(
        rig.mesh,
        rig,
        pose,
        palette,
        None if palette is not None else pose.V,
        held.on(pose.V),
        np.asarray(getattr(pose, "weights", np.empty(0)), dtype=np.float64),
        values=motions_of(rig, pose) if isinstance(rig, JointIK) and palette is not None else None,
        cage=cage,
        points=points_of(rig, cage) if isinstance(rig, CageIK) and cage is not None else None,
    )


def _of_arrays(rig: Any, arrays: dict[str, Array]) -> Shown:
    """What was kept of a pose."""
    whole: dict[str, Floats] = {name: array.astype(np.float64) for name, array in arrays.items()}
    palette, points, V = whole.get("palette"), whole.get("points"), whole.get("V")
    cage = None if points is None else points[: rig.cage.n]
    fixed = (rig.mesh, rig, None, palette, V, whole["reached"], whole["weights"])
    return Shown(*fixed, values=whole.get("values"), cage=cage, points=points)


def rig_of(document: Document, poser: AnyPoser) -> Rig:
    """The rig of a document as a track plays it: holding what is frozen, or at the cage that is shown."""
    if isinstance(poser, HandlePoser):
        rig = poser.rig_of(document)
        if rig is None or not len(rig.sculpted):
            raise OptionError("Handles move nothing yet; paint parts and sculpt a pose first.")
        return rig
    if isinstance(poser, JointPoser):
        poser.take(document.edits)
        return poser.rig
    if isinstance(poser, CagePoser):
        if document.caged.pins:
            raise OptionError("Vertices of the cage have no keys; let them go (P), and hold the surface.")
        return poser.rig_at(document.caged)
    return poser.rig if document.frozen is None else poser.freezing(document.frozen)
