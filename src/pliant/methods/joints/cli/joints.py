"""`pliant joints`: find the joints of a model of several parts, correct them, and make a rig of both."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import AsPrinted, Json, Quiet, ViewName

File = Annotated[
    str | None,
    typer.Argument(
        metavar="MODEL",
        help="A mesh of several parts (its groups, or its connected pieces); a robot as .urdf or MJCF .xml; "
        "a mechanism saved as .glb or .npz; or a rig of joints saved as .pliant, whose joints are kept.",
        show_default=False,
    ),
]
Sample = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="A mechanism made by code, such as lamp, chair or robot; 'pliant samples' lists them.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Save the rig as .pliant, or write a robot for simulators: MJCF .xml or .urdf, with a folder of "
        "meshes beside it, or USD physics as .usd, .usda or .usdc.",
        show_default=False,
    ),
]
Given = Annotated[
    bool | None,
    typer.Option(
        "--given/--find",
        help="Keep the model's own joints, or find them in its shape. Without either a rig keeps its own, "
        "and those of anything else are found.",
        show_default=False,
    ),
]
Merge = Annotated[
    list[str],
    typer.Option(
        "--merge", metavar="A,B,…", help="Make one part of several, before joints are found. Repeatable."
    ),
]
SoftPart = Annotated[
    list[str],
    typer.Option(
        "--soft", metavar="PART[:CELLS]", help="A part that bends, cut into so many cells. Repeatable."
    ),
]
Join = Annotated[
    list[str],
    typer.Option("--join", metavar="A,B:KIND", help="A joint that no contact tells of. Repeatable."),
]
Kind = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="JOINT:KIND",
        help="Another kind: fixed, revolute, prismatic, cylinder, plane or ball. JOINT is a number of the "
        "table, a name, or its two parts as A,B. Repeatable.",
    ),
]
Ranges = Annotated[
    list[str],
    typer.Option(
        "--range",
        metavar="JOINT:LOW..HIGH",
        help="Other limits, in degrees or the model's unit; an end that is left out has none. Several "
        "motions are parted by commas, in the order of the table. Repeatable.",
    ),
]
Remove = Annotated[list[str], typer.Option("--remove", metavar="JOINT", help="No joint there. Repeatable.")]
Table = Annotated[
    bool,
    typer.Option(
        "--table",
        help="List the joints with their evidence, and what touches without one; done anyway where nothing "
        "is written.",
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG", help="Draw the parts in colours with their joints, numbered as in the table."
    ),
]
Exploded = Annotated[
    Path | None, typer.Option(metavar="PNG", help="Draw the parts moved apart, with their names.")
]
Urdf = Annotated[
    Path | None,
    typer.Option("--urdf", metavar="FILE", help="Export as .urdf, with a folder of meshes beside it."),
]
Gltf = Annotated[
    Path | None, typer.Option("--gltf", metavar="FILE", help="Export as .glb or .gltf, a node for each part.")
]
Density = Annotated[
    list[str],
    typer.Option(
        "--density",
        metavar="[PART:]KG/M3",
        help="Of robots: the density of a part, or of all that have none; 1000 unless told. Repeatable.",
    ),
]
Mass = Annotated[
    list[str], typer.Option("--mass", metavar="PART:KG", help="Of robots: the mass of a part. Repeatable.")
]
Unit = Annotated[
    str,
    typer.Option(metavar="UNIT", help="The model's unit of length: m, cm, mm, in, or so many metres."),
]
CollisionShape = Annotated[
    str,
    typer.Option(
        metavar="SHAPE", help="What collides in robots: convex pieces of every part, hulls, or none."
    ),
]
Simulate = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS",
        help="Run the robot in MuJoCo under its weight, and tell of drift, contacts, exploding parts and "
        "open loops.",
        show_default=False,
    ),
]
Film = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Film the simulation as .mp4, .webm, .gif or .webp.", show_default=False
    ),
]
UpAxis = Annotated[
    str | None,
    typer.Option(
        "--up",
        metavar="AXIS",
        help="The model's vertical axis, y or z; by default z for .urdf, .xml and STEP, else y.",
        show_default=False,
    ),
]


def joints(
    model: File = None,
    sample: Sample = None,
    output: Output = None,
    given: Given = None,
    merge: Merge = [],  # noqa: B006 - typer reads the default and passes a new list
    soft: SoftPart = [],  # noqa: B006
    join: Join = [],  # noqa: B006
    kind: Kind = [],  # noqa: B006
    limits: Ranges = [],  # noqa: B006
    remove: Remove = [],  # noqa: B006
    as_printed: AsPrinted = False,
    table: Table = False,
    picture: Picture = None,
    exploded: Exploded = None,
    urdf: Urdf = None,
    gltf: Gltf = None,
    unit: Unit = "m",
    density: Density = [],  # noqa: B006
    mass: Mass = [],  # noqa: B006
    collision: CollisionShape = "pieces",
    simulate: Simulate = None,
    film: Film = None,
    view: ViewName = "three-quarter",
    up: UpAxis = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find the joints of a model of several parts.

    Where parts touch, the shape of the contact tells how they move against each other: kind, axis and range,
    with how sure that is. The rig is posed by pulling: pliant pose rig.pliant …

    \b
    Examples:
      pliant joints lamp.obj -o lamp.pliant --table --picture lamp.png
      pliant joints --sample chair --set 1:revolute --range "seat,back:-20..30" --soft back:8 -o chair.pliant
      pliant joints arm.urdf --given --exploded arm.png --gltf arm.glb
      pliant joints crane.obj --unit mm --density 2700 -o crane.xml --simulate 5 --film crane.mp4
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.methods.joints.cli.corrections import JointEdits, PartEdits
        from pliant.methods.joints.cli.robots import RobotWork, weights
        from pliant.methods.joints.cli.work import (
            check,
            draw,
            jointed,
            model_of_file,
            model_of_sample,
            tell,
            vertical,
            write,
        )

        if (sample is None) == (model is None):
            raise usage("Give either a file or --sample, and not both.", "MODEL")
        source = [] if model is None else [model]
        outputs = Outputs.of(
            output=output, picture=picture, exploded=exploded, urdf=urdf, gltf=gltf, film=film
        )
        seen = (view, vertical(up, source))
        check(outputs, source, seen)
        robots = RobotWork.of(outputs, (unit, seen[1], collision), density, simulate)
        read = model_of_sample(sample, console) if sample else model_of_file(model or "", console)
        edits = PartEdits(merge, soft), JointEdits(join, kind, limits, remove)
        found = jointed(read, *edits, console, given=given)
        found = replace(found, mechanism=weights(found.mechanism, density, mass))
        write(found, outputs, console, as_printed=as_printed)
        run = robots.done(found.mechanism, outputs, console)
        draw(found, outputs, seen, console)
        tell(found, outputs, console, table=table, run=run)
