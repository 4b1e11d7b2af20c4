"""`pliant handles`: paint rigid handles on a mesh, sculpt poses with them, and make a rig of both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.cli.console import speaking, usage
from pliant.cli.options import AsPrinted, Clip, ClipFrames, Json, Quiet, SaveRig, Up, ViewName

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SOURCE",
        help="A mesh, poses of one mesh (handles are painted on the first), or a rig of handles saved as "
        ".pliant, whose handles and poses are kept.",
        show_default=False,
    ),
]
Sample = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", help="A sample with its own handles: quadruped or humanoid.", show_default=False
    ),
]
Vertices = Annotated[
    int | None,
    typer.Option(
        "--vertices", "-n", metavar="N", min=1, help="About how many, of --sample.", show_default=False
    ),
]
GroupOption = Annotated[
    list[str],
    typer.Option(
        "--group",
        metavar="NAME",
        help="A handle of this group of the mesh. Repeatable; without any other handle, all groups.",
    ),
]
HandleFile = Annotated[
    Path | None,
    typer.Option(
        "--handles",
        metavar="JSON",
        help='Handles as [{"name": "hand", "vertices": [0, 1, 2], "rigidity": 1, "centre": [x, y, z]}, …]; '
        "rigidity (one number, or one for each vertex) and centre may be left out.",
        show_default=False,
    ),
]
BoxOption = Annotated[
    list[str],
    typer.Option("--box", metavar="NAME=x,y,z,x,y,z", help="The vertices between two corners. Repeatable."),
]
BrushOption = Annotated[
    list[str],
    typer.Option(
        "--brush",
        metavar="NAME=VERTEX,RADIUS",
        help="The vertices within a distance of one, along the surface. Repeatable; a name used twice is one "
        "handle.",
    ),
]
CentreOption = Annotated[
    list[str],
    typer.Option(
        "--centre",
        metavar="NAME=x,y,z",
        help="Where a handle turns; by default where it bends against its neighbour. Repeatable.",
    ),
]
Rings = Annotated[
    int,
    typer.Option(
        metavar="N", min=0, help="Soften the borders of handles over N rings: 2 gives rigidities 2/3 and 1/3."
    ),
]
Script = Annotated[
    Path | None,
    typer.Option(
        metavar="JSON",
        help='Poses to sculpt: {"poses": [{"name": "kick", "steps": [{"handles": ["shin", "foot"], '
        '"turn": 60, "axis": "x"}, {"handles": "foot", "move": [0, 0.1, 0]}, {"handles": "foot", '
        '"scale": 1.1}]}]}. Turns are in degrees about the first handle\'s centre; "centre" and "groups" '
        "may be given.",
        show_default=False,
    ),
]
Examples = Annotated[
    bool, typer.Option("--examples", help="Take the other poses of SOURCE over as sculpted ones.")
]
Travel = Annotated[
    bool,
    typer.Option("--travel", help="Add poses that carry the whole mesh along and cost nothing, to walk by."),
]
Refine = Annotated[
    int,
    typer.Option(metavar="N", min=0, help="Rounds of as-rigid-as-possible refinement of the soft parts."),
]
PosesFile = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the rest pose and the sculpted ones go, as examples for other methods: .npz, .glb or a "
        "new folder.",
        show_default=False,
    ),
]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="JSON", help="Also write handles and poses to read and edit."),
]
Picture = Annotated[
    Path | None,
    typer.Option(metavar="PNG", help="Also draw the handles in colours, and the poses, to a .png picture."),
]


def handles(
    source: Files = None,
    sample: Sample = None,
    vertices: Vertices = None,
    group: GroupOption = [],  # noqa: B006 - typer reads the default and passes a new list
    handle_file: HandleFile = None,
    box: BoxOption = [],  # noqa: B006
    brush: BrushOption = [],  # noqa: B006
    centre: CentreOption = [],  # noqa: B006
    rings: Rings = 0,
    script: Script = None,
    examples: Examples = False,
    travel: Travel = False,
    refine: Refine = 0,
    as_printed: AsPrinted = False,
    output: PosesFile = None,
    save: Save = None,
    rig: SaveRig = None,
    picture: Picture = None,
    view: ViewName = "three-quarter",
    up: Up = "y",
    clip: Clip = None,
    clip_frames: ClipFrames = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Paint handles on a mesh, and sculpt poses with them.

    Handles are rigid parts; what lies between follows softly. The rig poses without examples: pliant pose
    rig.pliant …
    """
    with speaking(as_json=json, quiet=quiet) as console:
        from pliant.cli.output import Outputs
        from pliant.cli.picture import draw_rig
        from pliant.methods.handles.cli.paint import Paint
        from pliant.methods.handles.cli.work import (
            Sculpting,
            check,
            ground_of_files,
            ground_of_sample,
            sculptured,
            tell,
            write,
        )

        if (sample is None) == (not source):
            raise usage("Give either files or --sample, and not both.", "SOURCE")
        if vertices is not None and sample is None:
            raise usage("Only a sample is made with a number of vertices; give --sample.", "--vertices")
        outputs, seen = Outputs.of(output=output, picture=picture, rig=rig, save=save), (view, up)
        read = [*(source or []), *(str(path) for path in (script, handle_file) if path is not None)]
        check(outputs, read, seen)
        ground = (
            ground_of_files(source or [], (clip, clip_frames), console)
            if sample is None
            else ground_of_sample(sample, vertices, console)
        )
        made = sculptured(
            ground,
            Paint(group, handle_file, box, brush, centre, rings),
            Sculpting(script, examples, travel),
            console,
            as_printed=as_printed,
            refine=refine,
        )
        write(made, outputs, console)
        draw_rig(made, picture, seen, console)
        tell(made, outputs, console)
