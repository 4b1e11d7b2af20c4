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
    Method,
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
    method: Method = None,
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
        from pliant.cli.blending import blended, checked_count, draw, report, weight_rows
        from pliant.cli.output import Outputs, save_rig, write_frames
        from pliant.cli.source import example_names, rig_of, with_examples

        outputs = Outputs(output, picture, rig)
        if not outputs.named:
            raise usage("The blend would go nowhere; give --output or --picture.", "--output")
        outputs.check(source, frames=checked_count(weights, frames))
        clips = (clip, clip_frames)
        made = with_examples(rig_of(source, console, method=method, as_printed=as_printed, clip=clips))
        save_rig(rig, made, console)
        rows = weight_rows(weights, frames, example_names(made))
        result = blended(made, rows, console)
        if output is not None:
            write_frames(output, made.mesh, result.V, result.names, console)
        draw(result, picture, (view, up), console)
        report(result, outputs, console)
