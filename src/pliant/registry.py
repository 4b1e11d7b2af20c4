"""The only file that lists the methods."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from pliant.core.rig import Rig
from pliant.core.rig_file import read_rig_file
from pliant.errors import PliantError, RigFileError

# The name in rig files and on the command line, and where the class is; imported when it is first needed.
METHODS = {
    "meshik": ("pliant.methods.meshik.rig", "MeshIK"),
    "reduced": ("pliant.methods.reduced.rig", "ReducedIK"),
    "handles": ("pliant.methods.handles.rig", "HandleIK"),
    "joints": ("pliant.methods.joints.rig", "JointIK"),
    "cage": ("pliant.methods.cage.rig", "CageIK"),
}


def rig_class(method: str) -> type[Rig]:
    """The class of a method by its name in rig files."""
    module, name = METHODS[method]
    return getattr(import_module(module), name)


def open_rig(path: str | Path) -> Rig:
    """The rig that `rig.save` wrote."""
    file = read_rig_file(path)
    if file.method not in METHODS:
        raise RigFileError(
            f"'{path}' was made by the method '{file.method}'; this Pliant knows {', '.join(METHODS)}. "
            "Update Pliant."
        )
    try:
        return rig_class(file.method).of_file(file.settings, file.arrays)
    except (KeyError, TypeError, ValueError, IndexError) as problem:
        raise RigFileError(f"'{path}' is damaged ({problem!r}); save the rig again.") from problem
    except PliantError as problem:
        raise RigFileError(f"'{path}' holds a rig that cannot be used: {problem}") from problem
