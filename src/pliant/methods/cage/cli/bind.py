"""`pliant cage bind`: a mesh and its cage become a rig."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import AsPrinted, Json, Quiet, RigOutput, Up, ViewName
from pliant.methods.cage.cli.options import CageVertices, Coordinates, Table

MeshFile = Annotated[str, typer.Argument(metavar="MESH", help="The mesh to be posed.", show_default=False)]
CageFile = Annotated[
    str | None,
    typer.Argument(
        metavar="CAGE",
        help="Its cage, from any mesh file; without one, a cage is made.",
        show_default=False,
    ),
]
Grow = Annotated[
    bool,
    typer.Option("--grow", help="Move the cage's faces outward, just far enough, if the mesh sticks out."),
]
Regularity = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="What shape the cage keeps: turning (the default: its faces may turn) or linear (the paper's, "
        "which large turns shear).",
        show_default=False,
    ),
]
AnchorKind = Annotated[
    str | None,
    typer.Option(
        "--anchors",
        metavar="KIND",
        help="exact (the default: held points are where they are pulled) or soft (the paper's).",
        show_default=False,
    ),
]
Alpha = Annotated[
    float | None,
    typer.Option(
        metavar="A",
        help="How much the cage's shape counts, against soft anchors and in recovery; 1 by default.",
        show_default=False,
    ),
]
Beta = Annotated[
    float | None,
    typer.Option(
        metavar="B",
        help="How much each soft anchor, or vertex in recovery, counts; 1 by default.",
        show_default=False,
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option(
        metavar="PNG", help="Also draw the mesh in its cage, and a weight as colours.", show_default=False
    ),
]
Weight = Annotated[
    int | None,
    typer.Option(
        metavar="K",
        min=0,
        help="The cage vertex whose weight is drawn; by default the one that moves most.",
        show_default=False,
    ),
]


def bind(
    mesh: MeshFile,
    cage: CageFile = None,
    output: RigOutput = None,
    coordinates: Coordinates = None,
    grow: Grow = False,
    vertices: CageVertices = None,
    regularity: Regularity = None,
    anchors: AnchorKind = None,
    alpha: Alpha = None,
    beta: Beta = None,
    as_printed: AsPrinted = False,
    table: Table = False,
    picture: Picture = None,
    weight: Weight = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Bind a mesh to a cage.

    How every vertex follows those of the cage is found and checked. The rig is posed by pulling on the mesh
    or the cage: pliant cage pose rig.pliant …
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.methods.cage.cli.work.bind import bound, check, chosen_options, draw, tell, write
        from pliant.methods.cage.options import PRINTED, CageOptions

        if cage is not None and vertices is not None:
            raise usage("A cage that is given has its vertices already; leave one of them out.", "--vertices")
        if grow and cage is None:
            raise usage("A cage that is made encloses the mesh; give one to grow.", "--grow")
        if weight is not None and picture is None:
            raise usage("Only a picture shows a weight; give --picture too.", "--weight")
        outputs, seen = Outputs.of(output=output, picture=picture), (view, up)
        check(outputs, [mesh] if cage is None else [mesh, cage], seen)
        given = {"coordinates": coordinates, "regularity": regularity, "anchors": anchors}
        base = PRINTED if as_printed else CageOptions()
        options = chosen_options({**given, "alpha": alpha, "beta": beta}, base)
        found = bound(mesh, vertices if cage is None else cage, options, console, grow=grow)
        write(found, outputs, console)
        draw(found, weight, outputs, seen, console)
        tell(found, outputs, console, table=table)
