"""`pliant animate`: a rig plays a track of keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking, usage
from pliant.cli.options import ByOption, Coherence, IntoOption, Json, Quiet

RigFile = Annotated[
    str,
    typer.Argument(metavar="RIG", help="The character: a rig saved as .pliant.", show_default=False),
]
TrackFile = Annotated[
    str,
    typer.Argument(
        metavar="TRACK", help="The keys: a track as .json; --schema prints its form.", show_default=False
    ),
]
Animations = Annotated[
    list[Path],
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the animation goes; repeatable. .glb .gltf .usd .usda .usdc .usdz .abc .pc2 .mdd .npz, a "
        "new folder or 'walk/step_*.ply' for one mesh per frame, .mp4 .webm .gif .webp for a film, .png for "
        "a contact sheet.",
    ),
]
Follow = Annotated[
    str | None,
    typer.Option(
        metavar="SPRINGINESS,DAMPING[,RESPONSE]",
        help="Follow-through of what is not held: swings per second (1 a heavy tail, 8 stiff), how soon they "
        "end (1 no overshoot, 0.3 wobbly), how it sets out (0 eases in, 1 at once).",
        show_default=False,
    ),
]
From = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="MESH",
        help="The character that the track was made for, at rest: its motion is scaled to this one. Give "
        "--match for every vertex held.",
        show_default=False,
    ),
]
Match = Annotated[
    list[str],
    typer.Option(
        metavar="ITEM=VERTEX",
        help="With --from: this rig's vertex for an item of the track, by its name, or for a vertex of the "
        "other character. Repeatable.",
    ),
]
ShotFile = Annotated[
    Path | None,
    typer.Option(
        "--shot",
        metavar="FILE",
        help="Write this as a shot file for 'pliant bake', and bake nothing.",
        show_default=False,
    ),
]


def _print_schema(wanted: bool) -> None:
    if wanted:
        import json

        from pliant.animation.schema import schema

        typer.echo(json.dumps(schema(), indent=2, ensure_ascii=False))
        raise typer.Exit


Schema = Annotated[
    bool,
    typer.Option("--schema", callback=_print_schema, is_eager=True, help="Print the JSON Schema of tracks."),
]


def animate(
    rig: RigFile,
    track: TrackFile,
    output: Animations = [],  # noqa: B006 - typer reads the default and passes a new list
    follow: Follow = None,
    coherence: Coherence = 0.0,
    source: From = None,
    match: Match = [],  # noqa: B006
    into: IntoOption = None,
    by: ByOption = None,
    shot: ShotFile = None,
    schema: Schema = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a track of keyed targets on a rig, and write the animation.

    A rig of learned controls or of joints goes to glTF and USD as a skin, exact at every frame; others go as
    shapes, or as points over time. Frames are written as they are solved: no length needs more memory.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.animation.shot import Shot
        from pliant.cli.output import asset_of
        from pliant.cli.work.animate import animated, check_outputs, follow_through, planned, track_of

        if not output:
            raise usage("The animation would go nowhere; give --output.", "--output")
        check_outputs(output, [rig, track])
        asset = asset_of(into, by, output)
        springs = None if follow is None else follow_through(follow)
        keys = track_of(track, rig, source, match)
        wish = Shot(Path(rig), keys, tuple(output), springs, coherence, into=asset)
        if shot is not None:
            planned(wish, shot, console)
        elif not animated(wish, console):
            raise typer.Exit(Exit.NOT_CONVERGED)
