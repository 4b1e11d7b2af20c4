"""Rigs that learn from examples: made with the options that a page names, and told to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import numpy as np

from pliant.core.doctor.finding import counted
from pliant.core.mechanism import Joint
from pliant.core.mechanism_record import record_of_joint
from pliant.core.progress import Progress
from pliant.errors import OptionError
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.meshik.rig import MeshIK
from pliant.methods.reduced.options import ReducedOptions
from pliant.methods.reduced.rig import ReducedIK
from pliant.studio.codec import MessageError, of_json
from pliant.studio.frames import Reply
from pliant.studio.messages import Method, Ready
from pliant.studio.opening import TITLES, ExampleRig, Opened

T = TypeVar("T")


def example_rig(model: Opened, method: Method, options: Mapping[str, Any], progress: Progress) -> ExampleRig:
    """The rig of a method that learns from examples; a rig file's own where nothing else is asked for."""
    own = model.rig if isinstance(model.rig, MeshIK | ReducedIK) and model.rig.method == method else None
    if own is not None and (not options or model.poses is None):
        return own
    if model.poses is None:
        raise OptionError(f"{TITLES[method]} needs the example poses; open them instead of the rig file.")
    if method == "meshik":
        return MeshIK(model.poses, options=chosen_options(MeshIKOptions, options, method), progress=progress)
    return ReducedIK(model.poses, options=chosen_options(ReducedOptions, options, method), progress=progress)


def chosen_options(kind: type[T], options: Mapping[str, Any], method: Method) -> T:
    """A method's options from those that a page names."""
    try:
        return of_json(kind, dict(options), TITLES[method])
    except MessageError as problem:
        raise OptionError(str(problem)) from problem


def example_ready(rig: ExampleRig, method: Method) -> Reply:
    """Such a rig, for the page."""
    if isinstance(rig, MeshIK):
        facts = (
            f"{len(rig.poses)} examples of {counted(rig.mesh.n, 'vertex', 'vertices')}.",
            "Every triangle follows the examples; points and frozen regions are met exactly.",
        )
        return Reply(Ready(method, 0, facts))
    model, skin = rig.model, rig.skin
    facts = (
        f"Learned {counted(model.count, 'control')} from {len(rig.names)} poses.",
        f"{counted(len(model.proxies), 'proxy', 'proxies')} stand for {rig.mesh.n:,} vertices; "
        f"a vertex follows {skin.weights.shape[1]} controls at most.",
        f"The examples are met to {model.error:.2g}% of their movement.",
    )
    arrays = {"influences": skin.influences.astype(np.uint16), "weights": skin.weights.astype(np.float32)}
    return Reply(Ready(method, skin.count, facts), arrays)


def plain_record(joint: Joint) -> dict[str, Any]:
    """For the journal: what the confidence rests on may hold numbers that JSON has not."""
    return {**record_of_joint(joint), "evidence": {}}


def found_joints(model: Opened, progress: Progress) -> tuple[Joint, ...]:
    """The joints that an analysis finds between the parts of a model."""
    # The analysis loads collision libraries, which a model with known joints does not need.
    from pliant.methods.joints.analysis import find_joints

    return tuple(find_joints(model.mechanism, progress=lambda share, what: progress(0.9 * share, what)))
