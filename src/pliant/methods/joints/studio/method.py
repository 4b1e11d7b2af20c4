"""Joint IK in the studio: which models it suits, and where it begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from pliant.doctor.finding import counted
from pliant.mechanism.mechanism import Mechanism
from pliant.methods.joints.studio.first_pins import first_pins
from pliant.methods.joints.studio.poser import ROBOTS, JointPoser
from pliant.methods.joints.studio.script import JointReplay
from pliant.methods.joints.studio.wire import WIRE, JointsSlice
from pliant.studio.opening.model import Opened
from pliant.studio.session.method import CAME_WITH, NO_CLAIM, StudioMethod
from pliant.studio.wire.messages import Handle

# Parts beyond which a model is rather a heap of pieces than a mechanism.
MOST_PARTS = 200
# Parts are a machine's where this share of their surface is flat: of published mechanisms at least 0.15, of
# animals, plants and upholstery of several parts at most 0.13.
MACHINED = 0.14
NO_JOINTS = "There are no joints to export; choose Joint IK first."


class JointStudio(StudioMethod):
    """Joint IK poses mechanisms, and every mesh of several parts that could be one."""

    wire = WIRE
    poser_type = JointPoser
    replay_type = JointReplay
    rig_in_document = True
    files: ClassVar[Mapping[str, str]] = dict.fromkeys(("parts", *ROBOTS), NO_JOINTS)

    def lasting(self, part: JointsSlice) -> JointsSlice:
        """Frames do not depend on what is being painted."""
        return replace(part, painted=None)

    def regions_in(self, part: JointsSlice) -> set[str | None]:
        """The region that is being painted."""
        return {part.painted}

    def misfit(self, model: Opened) -> str:
        """Why a mesh cannot have joints; a single mesh can be split by painting."""
        mechanism = self._mechanism(model)
        parts = len(mechanism.components)
        if len(model.examples) > 1 and parts < 2:
            return "Needs several parts; this mesh is one piece."
        if mechanism.joints or parts <= MOST_PARTS:
            return ""
        return f"Needs at most {MOST_PARTS} parts; this mesh is in {parts:,} pieces. Weld it first."

    def suits(self, model: Opened) -> int:
        """It suits what comes with joints, and a mesh of several parts that could have some."""
        mechanism = self._mechanism(model)
        alone = model.rig is None and len(model.examples) < 2 and not model.painted
        several = 2 <= len(mechanism.components) <= MOST_PARTS
        could_have = alone and several and model.flat_share >= MACHINED
        return CAME_WITH if mechanism.joints or could_have else NO_CLAIM

    def reason(self, model: Opened) -> str:
        """Joints came with the model, or it looks like a machine."""
        mechanism = self._mechanism(model)
        if mechanism.joints:
            return f"{counted(len(mechanism.joints), 'joint')} came with it"
        return f"its {len(mechanism.components)} parts have flat faces, as those of machines have"

    def words(self, model: Opened) -> str:
        """How many parts there are, and where the joints come from."""
        mechanism = self._mechanism(model)
        parts, joints = counted(len(mechanism.components), "part"), len(mechanism.joints)
        opened = "" if model.rig is None else f"A rig by {self.title}: "
        known = f"{counted(joints, 'joint')} came with it" if joints else "joints between them are found"
        return f"{opened}{parts} of {counted(model.mesh.n, 'vertex', 'vertices')}: {known}."

    def first_handles(self, model: Opened) -> tuple[Handle, ...]:
        """Pins where the mechanism stands, and a free handle."""
        return first_pins(self._mechanism(model), model.body.up)

    def _mechanism(self, model: Opened) -> Mechanism:
        rig = self.own_rig(model)
        return model.mechanism if rig is None else rig.mechanism
