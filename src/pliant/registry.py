"""The only list of the methods, and how a rig file finds its own."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from pliant.errors import OptionError, PliantError, RigFileError
from pliant.method import Method

if TYPE_CHECKING:
    from pliant.rig import Rig

# Packages with a METHOD each, in the order in which people see them; the first is the usual one.
PACKAGES = (
    "pliant.methods.meshik",
    "pliant.methods.reduced",
    "pliant.methods.handles",
    "pliant.methods.joints",
    "pliant.methods.cage",
    "pliant.methods.elastic",
)
# What a method raises for settings and arrays of another kind than it wrote, where no check of ours names it.
DAMAGE = (ArithmeticError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)
# Letters of such an error that a message tells.
MOST_WORDS = 200
# Installed packages of others add theirs here: name = "package:METHOD".
ENTRY_POINTS = "pliant.methods"


@cache
def methods() -> dict[str, Method]:
    """All methods by their names: ours first, then those of installed packages.

    Raises OptionError where a package brings something else, or a name that is taken.
    """
    found = {method.name: method for method in (import_module(package).METHOD for package in PACKAGES)}
    for point in entry_points(group=ENTRY_POINTS):
        try:
            method = point.load()
        except (ImportError, AttributeError) as problem:
            raise OptionError(
                f"The method '{point.name}' of '{point.value}' cannot be loaded ({problem}); "
                "repair or uninstall its package."
            ) from problem
        if not isinstance(method, Method) or method.name in found:
            raise OptionError(
                f"The package '{point.value}' joins the group '{ENTRY_POINTS}' with {method!r}; a Method "
                f"with a name other than {', '.join(found)} is needed. Correct or uninstall it."
            )
        found[method.name] = method
    return found


def method_named(name: str) -> Method:
    """The method of this name; raises OptionError, which lists the names, where there is none."""
    if name not in methods():
        raise OptionError(f"There is no method '{name}'; choose one of {', '.join(methods())}.")
    return methods()[name]


def usual_method() -> Method:
    """The method where nobody chose one."""
    return next(iter(methods().values()))


def open_rig(path: str | Path) -> Rig:
    """The rig that `rig.save` wrote; raises RigFileError for a file that is damaged or from elsewhere."""
    # Loads NumPy, which the list of methods does without.
    from pliant.rig_file import read_rig_file

    file = read_rig_file(path)
    if file.method not in methods():
        raise RigFileError(
            f"'{path}' was made by the method '{file.method}'; this Pliant knows {', '.join(methods())}. "
            "Update Pliant."
        )
    try:
        return methods()[file.method].rig_class().of_file(file.settings, file.arrays)
    except PliantError as problem:
        raise RigFileError(f"'{path}' holds a rig that cannot be used: {problem}") from problem
    except DAMAGE as problem:
        words = repr(problem)[:MOST_WORDS]
        raise RigFileError(f"'{path}' is damaged ({words}); save the rig again.") from problem
