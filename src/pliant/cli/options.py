"""Arguments and options that several verbs share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pliant.registry import methods, usual_method

Source = Annotated[
    list[str],
    typer.Argument(
        metavar="SOURCE",
        help="Poses of one mesh, the first being the reference: a file with several (.npz, .glb, .gltf, "
        ".vrm), a folder, a pattern in quotes such as 'lion/*.obj' (in natural order), or several files; "
        "or a rig saved as .pliant.",
        show_default=False,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where the result goes: .obj .ply .off .stl .glb .npz; several frames go to .npz, .glb or a new "
        "folder. An existing file is replaced, as by cp; a file that is read is never replaced.",
        show_default=False,
    ),
]
IntoOption = Annotated[
    Path | None,
    typer.Option(
        "--into",
        metavar="ASSET",
        help="The .glb, .gltf or USD file that the mesh came from: an output of its kind is a copy of it "
        "with one animation more, and everything else as it was.",
        show_default=False,
    ),
]
ByOption = Annotated[
    str | None,
    typer.Option(
        "--by",
        metavar="WAY",
        help="With --into: bones fits the file's own armature (the default where it has a skin), shapes adds "
        "blend shapes, both adds shapes for what its bones cannot show.",
        show_default=False,
    ),
]
Clip = Annotated[
    list[str] | None,
    typer.Option(
        "--clip",
        metavar="NAME",
        help="An animation of a glTF or FBX file to read, by name or number, as 'pliant info' lists them. "
        "Repeatable; all by default.",
        show_default=False,
    ),
]
FromBones = Annotated[
    int | None,
    typer.Option(
        "--from-bones",
        metavar="N",
        min=1,
        help="Make N poses by turning the bones of a rigged glTF file as a body can, in place of its "
        "animations; 60 are a good number.",
        show_default=False,
    ),
]
ClipFrames = Annotated[
    str | None,
    typer.Option(
        metavar="N", help="Frames to read of each glTF animation: a number, or 'keys' for its own key times."
    ),
]
_OTHERS = [each.name for each in methods().values() if not each.refusal and each is not usual_method()]
MethodName = Annotated[
    str | None,
    typer.Option(
        "--method",
        metavar="NAME",
        help=f"How to make the rig: {usual_method().name} (the default) or {', '.join(_OTHERS)}. A saved rig "
        "knows its own.",
        show_default=False,
    ),
]
AsPrinted = Annotated[
    bool, typer.Option("--as-printed", help="The method exactly as its paper prints it, to compare.")
]
Picture = Annotated[
    Path | None,
    typer.Option(metavar="PNG", help="Also draw the result to a .png picture.", show_default=False),
]
ViewName = Annotated[
    str,
    typer.Option(
        "--view",
        metavar="NAME",
        help="front, three-quarter, side, back, top, or x,y,z toward the camera; for --picture.",
    ),
]
Up = Annotated[
    str, typer.Option(metavar="AXIS", help="The model's vertical axis, y or z, for pictures and floors.")
]
SaveRig = Annotated[
    Path | None,
    typer.Option(
        "--rig", metavar="FILE", help="Also save the rig, as .pliant, for later.", show_default=False
    ),
]
RigOutput = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", help="Where the rig goes: a .pliant file.", show_default=False
    ),
]
DragOption = Annotated[
    list[str], typer.Option("--drag", metavar="VERTEX=x,y,z", help="Take a vertex to a place. Repeatable.")
]
Coherence = Annotated[
    float,
    typer.Option(metavar="P", min=0.0, help="Keep the blend of each frame near that of the one before."),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else there.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No messages on stderr except errors.")]
