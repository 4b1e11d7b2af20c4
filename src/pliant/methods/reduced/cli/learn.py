"""`pliant learn`: from poses of one mesh, a rig of a few controls that poses it at any resolution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import (
    AsPrinted,
    Clip,
    ClipFrames,
    FromBones,
    Json,
    Quiet,
    RigOutput,
    Up,
    ViewName,
)
from pliant.methods.reduced.limits import MOST_INFLUENCES

Poses = Annotated[
    list[str],
    typer.Argument(
        metavar="POSES",
        help="Poses of one mesh, the first being the reference: a file with several (.npz, .glb, .gltf), "
        "a folder, a pattern in quotes such as 'lion/*.obj' (in natural order), or several files.",
        show_default=False,
    ),
]
Controls = Annotated[
    int | None,
    typer.Option(
        "--controls",
        metavar="N",
        min=1,
        help="How many controls; by default as many as the movement asks for.",
        show_default=False,
    ),
]
Influences = Annotated[
    int | None,
    typer.Option(
        "--influences",
        metavar="N",
        min=1,
        max=MOST_INFLUENCES,
        help=f"How many controls a vertex may follow, 1 to {MOST_INFLUENCES}; 4 by default.",
        show_default=False,
    ),
]
Rigid = Annotated[
    bool, typer.Option("--rigid", help="Controls that only turn and shift, for engines that want bones.")
]
Mirror = Annotated[
    bool,
    typer.Option(
        "--mirror",
        help="Also learn from the poses' mirror images, where these help to find poses that are left out; "
        "the reference must be symmetric.",
    ),
]
Local = Annotated[
    bool,
    typer.Option(
        "--local", help="Let each part follow examples of its own: a leg one pose, the tail another."
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="HTML",
        help="Also write a page with pictures of what was learned, one .html file.",
        show_default=False,
    ),
]

Picture = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG",
        help="Also draw the controls in colours and the proxies as dots to a .png picture.",
        show_default=False,
    ),
]


def learn(
    source: Poses,
    output: RigOutput = None,
    controls: Controls = None,
    influences: Influences = None,
    rigid: Rigid = False,
    mirror: Mirror = False,
    local: Local = False,
    as_printed: AsPrinted = False,
    report: ReportFile = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    from_bones: FromBones = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn a rig of a few controls from poses.

    Posing it takes the same time however fine the mesh is: pliant pose lion.pliant …
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs, save_rig
        from pliant.cli.picture import draw_rig
        from pliant.methods.reduced.cli import work

        outputs, seen = Outputs.of(output=output, report=report, picture=picture), (view, up)
        if not outputs.files and not json:
            raise usage("The rig would go nowhere; give --output, --report or --picture.", "--output")
        work.check(outputs, source, seen)
        if mirror and as_printed:
            raise usage("The printed method knows no mirror images; leave out --mirror.", "--mirror")
        if local and as_printed:
            raise usage("The printed method mixes poses as a whole; leave out --local.", "--local")
        options = work.chosen_options(controls, influences, rigid=rigid, as_printed=as_printed)
        options = work.local_options(options) if local else options
        learned = work.learned_with_images if mirror else work.learned
        lesson = learned(source, options, work.reader(source, (clip, clip_frames), from_bones), console)
        save_rig(output, lesson.rig, console)
        draw_rig(lesson.rig, picture, seen, console)
        work.tell_story(lesson, outputs, seen, console)
        work.summarise(lesson, outputs, console)
