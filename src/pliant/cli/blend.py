"""`pliant blend`: mix example poses by weights, without any pins."""

from __future__ import annotations

from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import (
    AsPrinted,
    Clip,
    ClipFrames,
    Json,
    MethodName,
    Output,
    Picture,
    Quiet,
    SaveRig,
    Source,
    Up,
    ViewName,
)

WeightOption = Annotated[
    list[str],
    typer.Option(
        "--weights",
        "-w",
        metavar="W,W,…",
        help="One number for each pose, or NAME=W,… for some, by name or number, the others being 0. "
        "Repeat it for a sequence.",
        show_default=False,
    ),
]
FrameCount = Annotated[
    int | None,
    typer.Option(
        "--frames",
        metavar="N",
        min=2,
        help="A morph of N frames through the weights given.",
        show_default=False,
    ),
]


def blend(
    source: Source,
    weights: WeightOption,
    output: Output = None,
    frames: FrameCount = None,
    method: MethodName = None,
    as_printed: AsPrinted = False,
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    rig: SaveRig = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Blend example poses by weights.

    Parts turn and stretch from pose to pose; they do not shrink on the way as vertices on straight lines do.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs, save_rig, write_frames
        from pliant.cli.source import Making, check_mixes, rig_of
        from pliant.cli.work.blend import blended, checked_count, draw, report, weight_rows

        outputs = Outputs.of(output=output, picture=picture, rig=rig)
        if not outputs.files:
            raise usage("The blend would go nowhere; give --output or --picture.", "--output")
        outputs.check(source, frames=checked_count(weights, frames))
        made = rig_of(source, console, Making(method, as_printed, (clip, clip_frames)))
        check_mixes(made)
        save_rig(rig, made, console)
        rows = weight_rows(weights, frames, made.names)
        result = blended(made, rows, console)
        if output is not None:
            write_frames(output, made.mesh, result.V, result.names, console)
        draw(result, picture, (view, up), console)
        report(result, outputs, console)
