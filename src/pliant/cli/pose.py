"""`pliant pose`: pull on points of a mesh, and write the pose that its examples suggest."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import Exit, speaking, usage
from pliant.cli.options import (
    AsPrinted,
    ByOption,
    Clip,
    ClipFrames,
    Coherence,
    DragOption,
    FromBones,
    IntoOption,
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

PinOption = Annotated[
    list[str],
    typer.Option(
        "--pin",
        metavar="VERTEX",
        help="Hold a vertex (or 3,10-12, or landmarks by name) at its reference place. Repeatable. A weight "
        "below 1 yields: 412@0.5; so for --drag and --move.",
    ),
]
MoveOption = Annotated[
    list[str],
    typer.Option(
        "--move", metavar="VERTEX=dx,dy,dz", help="Shift a vertex from its reference place. Repeatable."
    ),
]
SlideOption = Annotated[
    list[str],
    typer.Option(
        "--slide",
        metavar="VERTEX=plane:x,y,z",
        help="Let a held vertex slide on the plane through its target with this normal, or along line:x,y,z. "
        "Repeatable.",
    ),
]
TurnOption = Annotated[
    list[str],
    typer.Option(
        "--turn",
        metavar="VERTEX=x,y,z",
        help="Hold the neighbourhood of a held vertex too, turned by a rotation vector in degrees; 0,0,0 "
        "keeps a foot flat. Repeatable.",
    ),
]
FloorOption = Annotated[
    float | None,
    typer.Option(
        metavar="HEIGHT",
        help="Nothing sinks through a floor at this height along --up.",
        show_default=False,
    ),
]
GripOption = Annotated[
    bool, typer.Option("--floor-grips", help="What stands on the floor keeps its place from frame to frame.")
]
PinsFile = Annotated[
    Path | None,
    typer.Option(
        "--pins",
        metavar="FILE",
        help='Pins and frames as .json, {"pins": [{"vertex": 412}, {"vertex": 7, "drag": [x, y, z]}, '
        '{"triangle": 88, "barycentric": [a, b, c], "move": [[dx, dy, dz], …one for each frame]}]}, '
        "or .csv with the columns frame,vertex,triangle,b0,b1,b2,x,y,z,dx,dy,dz. Further frames start from "
        "the one before.",
        show_default=False,
    ),
]
FreezeOption = Annotated[
    str | None,
    typer.Option(
        metavar="VERTICES",
        help="Vertices that stay where the reference has them: numbers such as 0-99,250, a file of them, "
        "or a group of the mesh. A rig of joints holds whole parts: name one, or vertices of some.",
        show_default=False,
    ),
]
ReachOption = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE",
        help="How far a pull reaches, in sizes of the mesh: 1 is everywhere, 0.1 near it. For elastic.",
        show_default=False,
    ),
]
StiffnessOption = Annotated[
    list[str],
    typer.Option(
        "--stiffness",
        metavar="VERTICES=VALUE",
        help="Make vertices, named as in --freeze, so many times as stiff as the others. Repeatable. For "
        "elastic.",
    ),
]
KeepOption = Annotated[
    Path | None,
    typer.Option(
        "--keep",
        metavar="NPZ",
        help="Also keep the pose as an example in this file, beside those that it has. With three of them, "
        "'pliant pose NPZ' poses by examples. For a single frame.",
        show_default=False,
    ),
]
OtherOption = Annotated[
    Path | None,
    typer.Option(
        "--other",
        metavar="FILE",
        help="Also write another pose that fits the pins as well, where one is found: a limb bent the "
        "other way. For a single frame.",
        show_default=False,
    ),
]


def pose(
    source: Source,
    output: Output = None,
    other: OtherOption = None,
    keep: KeepOption = None,
    into: IntoOption = None,
    by: ByOption = None,
    pin: PinOption = [],  # noqa: B006 - typer reads the default and passes a new list
    drag: DragOption = [],  # noqa: B006
    move: MoveOption = [],  # noqa: B006
    slide: SlideOption = [],  # noqa: B006
    turn: TurnOption = [],  # noqa: B006
    pins: PinsFile = None,
    floor: FloorOption = None,
    floor_grips: GripOption = False,
    freeze: FreezeOption = None,
    reach: ReachOption = None,
    stiffness: StiffnessOption = [],  # noqa: B006
    coherence: Coherence = 0.0,
    method: MethodName = None,
    as_printed: AsPrinted = False,
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    from_bones: FromBones = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    rig: SaveRig = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Pose a mesh by pulling on points of it.

    The example poses show how it moves; the result meets the pins exactly and is otherwise as near to a
    blend of the examples as it can be. A rig of joints moves as its joints let it. Pins may yield, slide and
    turn, and feet stand on a floor, where the rig can.
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs, asset_of, save_rig
        from pliant.cli.pins import Pins, check_landmarks, pins_of_options, read_pins
        from pliant.cli.source import Making, rig_of
        from pliant.cli.work.pose import (
            adjusted,
            draw,
            floor_at,
            keep_pose,
            pose_frames,
            report,
            suffixes_of,
            write,
        )

        outputs = Outputs.of(output=output, other=other, picture=picture, rig=rig)
        more = pins_of_options(pin, drag, move, slide=slide, turn=turn)
        all_pins = (read_pins(pins) if pins else Pins.of([])).and_also(more)
        if not all_pins.pins and (output or picture or keep or json or not rig):
            raise usage("Nothing pulls on the mesh; give --pin, --drag, --move or --pins.", "--drag")
        for option, path in (("--other", other), ("--keep", keep)):
            if path and len(all_pins.frames) > 1:
                raise usage("Of several frames each follows the one before; give a single one.", option)
        if not outputs.files and not json and not keep:
            raise usage("The pose would go nowhere; give --output, --picture or --json.", "--output")
        asset = asset_of(into, by, [] if output is None else [output])
        outputs.check(source, frames=1 if asset else len(all_pins.frames), suffixes=suffixes_of(asset))
        chosen = Making(method, as_printed, (clip, clip_frames), from_bones)
        made = adjusted(rig_of(source, console, chosen), reach, stiffness)
        check_landmarks(all_pins, made.mesh.landmarks)
        save_rig(rig, made, console)
        if not all_pins.pins:
            return
        ground = floor_at(floor, up, grips=floor_grips)
        posed = pose_frames(made, all_pins, freeze, coherence, console, floor=ground)
        write(posed, outputs, console, into=asset)
        keep_pose(posed, keep, console)
        draw(posed, picture, (view, up), console)
        report(posed, outputs, console)
        if not posed.converged:
            raise typer.Exit(Exit.NOT_CONVERGED)
