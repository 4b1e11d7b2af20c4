"""`pliant learn`: from poses of one mesh, a rig of a few controls that poses it at any resolution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import AsPrinted, Clip, ClipFrames, Json, Quiet, Up, ViewName
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
RigFile = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where the rig goes: a .pliant file.", show_default=False
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
    output: RigFile = None,
    controls: Controls = None,
    influences: Influences = None,
    rigid: Rigid = False,
    as_printed: AsPrinted = False,
    report: ReportFile = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn a rig of a few controls from poses.

    Posing it takes the same time however fine the mesh is: pliant pose lion.pliant …
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.learning import Places, chosen_options, draw, learned, summarise, tell_story, write

        places = Places(output, report, picture)
        if not places.named and not json:
            raise usage("The rig would go nowhere; give --output, --report or --picture.", "--output")
        places.check(source, (view, up))
        options = chosen_options(controls, influences, rigid=rigid, as_printed=as_printed)
        lesson = learned(source, options, (clip, clip_frames), console)
        write(lesson, places, console)
        draw(lesson, places, (view, up), console)
        tell_story(lesson, places, (view, up), console)
        summarise(lesson, places, console)
