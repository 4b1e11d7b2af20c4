from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

from pliant import MeshIK, MeshIKOptions, ReducedIK, ReducedOptions
from pliant.arrays import Array
from pliant.errors import OptionError
from pliant.figures.leaders import Leaders
from pliant.methods.reduced.figures.controls import control_colours
from pliant.progress import silent
from pliant.samples.bar import bar
from pliant.studio.opening.first_handles import first_handles
from pliant.studio.opening.model import Opened
from pliant.studio.opening.source import Source
from pliant.studio.session.desk import Desk
from pliant.studio.session.method import studio_method
from pliant.studio.session.overlay import deformation, followed
from pliant.studio.session.poser import Poser
from pliant.studio.session.session import Session
from pliant.studio.session.shown import Shown, given
from pliant.studio.wire.frames import Reply
from pliant.studio.wire.messages import Document, Solve

POSES = bar()


def poser(rig: MeshIK | ReducedIK) -> Poser:
    model = Opened(Source("sample", "bar"), POSES.mesh, POSES.names, POSES, rig)
    made = studio_method(rig.method).poser(
        Desk(model, {}, lambda: Document(rig.method), (), lambda entry: None)
    )
    made.build({}, silent)
    return made


def shown(rig: MeshIK | ReducedIK, up: float) -> Shown:
    held, free = first_handles(POSES.V, POSES.F)
    handles = (held, replace(free, target=(1.1, up, 0.0)))
    return poser(rig).shown(Document(rig.method, handles), warm=False)


def overlay(kind: str, posed: Shown) -> Reply:
    assert isinstance(posed.rig, MeshIK | ReducedIK)
    found = poser(posed.rig).overlay(kind, posed)
    assert found is not None
    return found


def brightness(rgb: Array) -> Array:
    return rgb.astype(np.float64).sum(axis=1)


def test_controls_are_coloured_as_in_the_figures_and_named_by_what_they_carry() -> None:
    rig = ReducedIK(POSES)
    reply = overlay("controls", shown(rig, 0.3))
    np.testing.assert_array_equal(reply.arrays["rgb"], np.round(255 * control_colours(rig)))
    assert re.fullmatch(r"\d+: \d+%", reply.message.legend[0][1])
    assert len(reply.message.legend) == 12


def test_proxies_move_with_the_pose() -> None:
    rig = ReducedIK(POSES)
    dots = overlay("controls", shown(rig, 0.3)).arrays["dots"]
    proxies = rig.model.proxies
    assert dots.shape == (len(proxies), 3)
    rest = poser(rig).shown(Document("reduced"), warm=False)
    np.testing.assert_allclose(
        overlay("controls", rest).arrays["dots"],
        rig.frame.diagonal * proxies.rest + rig.frame.middle,
        atol=1e-6,
    )
    assert np.abs(dots[:, 1]).max() > 0.2


def test_heat_is_darkest_where_the_residual_is_largest() -> None:
    posed = shown(MeshIK(POSES), -0.5)
    rgb = overlay("residual", posed).arrays["rgb"]
    residuals = posed.pulled.residuals  # pyright: ignore[reportAttributeAccessIssue]
    worst = POSES.F[int(np.argmax(residuals))]
    calmest = POSES.F[int(np.argmin(residuals))]
    assert brightness(rgb)[worst].max() < brightness(rgb)[calmest].min()


def test_the_legend_of_heat_ends_at_a_tenth_or_at_the_worst() -> None:
    near = overlay("residual", shown(MeshIK(POSES), 0.0))
    assert near.message.legend[0] == ("#ddcfc0", "0%")
    assert near.message.legend[-1] == ("#4a1038", "10%")


def test_deformation_is_how_far_the_surface_is_stretched_from_the_first_pose() -> None:
    rig, V = MeshIK(POSES), POSES.V[0].copy()
    middle = V[:, 0].mean()
    right = V[:, 0] > middle
    V[right, 0] = middle + 1.5 * (V[right, 0] - middle)
    reply = deformation(Shown(rig.mesh, rig, given(), np.empty((0, 3)), V))
    whole = [np.flatnonzero((right[POSES.F] == side).all(axis=1)) for side in (False, True)]
    calm, stretched = (np.setdiff1d(POSES.F[own], np.delete(POSES.F, own, axis=0)) for own in whole)
    rgb = reply.arrays["rgb"]
    assert len(np.unique(rgb[calm], axis=0)) == 1
    assert brightness(rgb)[stretched].max() < brightness(rgb)[calm].min()
    assert reply.message.legend[-1][1].endswith("%")


@pytest.mark.parametrize("rig", [MeshIK, ReducedIK])
def test_every_rig_shows_deformation_and_none_of_it_at_rest(rig: type) -> None:
    still = deformation(poser(rig(POSES)).shown(Document("meshik", ()), warm=False))
    assert len(np.unique(still.arrays["rgb"], axis=0)) == 1
    assert deformation(shown(rig(POSES), 0.3)).message.kind == "deformation"


@pytest.mark.parametrize("kind", [MeshIK, ReducedIK])
def test_parts_have_the_colour_of_the_example_that_leads_there(kind: type[MeshIK | ReducedIK]) -> None:
    options = {MeshIK: MeshIKOptions(regions=4), ReducedIK: ReducedOptions(regions=4)}[kind]
    posed = shown(kind(POSES, options=options), -0.6)
    assert posed.rig is not None
    weights = posed.rig.region_shares @ posed.pulled.regional
    reply, leaders = followed(posed), Leaders.of(POSES.mesh, weights)
    np.testing.assert_array_equal(reply.arrays["rgb"], np.round(255 * leaders.colours()))
    np.testing.assert_array_equal(reply.arrays["parts"], posed.rig.region_shares.argmax(axis=1))
    named = {words.split(":")[0] for _, words in reply.message.legend}
    assert named == {POSES.names[i] for i in weights.argmax(axis=1)}


def test_a_rest_pose_follows_the_reference_everywhere_and_one_mix_has_no_parts() -> None:
    local = poser(MeshIK(POSES, options=MeshIKOptions(regions=4)))
    reply = followed(local.shown(Document("meshik"), warm=False))
    assert [words for _, words in reply.message.legend] == [f"{POSES.names[0]}: 100%"]
    with pytest.raises(OptionError, match="one mix of the examples; let parts"):
        followed(shown(MeshIK(POSES), 0.3))


@pytest.mark.parametrize(("kind", "method"), [("controls", "meshik"), ("residual", "reduced")])
def test_what_a_method_does_not_have_is_refused_in_words(session: Session, kind: str, method: str) -> None:
    model = next(session.open(Source("sample", "bar"), silent)).message
    list(session.choose(method, {}, silent))
    list(session.solve(Solve(1, replace(model.document, method=method))))
    with pytest.raises(OptionError, match="choose"):
        list(session.overlay(kind))
    with pytest.raises(OptionError, match="'glitter' is not known"):
        list(session.overlay("glitter"))
