"""What a method is and brings: a description that is cheap to read, and names of what is loaded when needed.

A package of a method holds one `METHOD`; `registry.py` lists the packages, and others join by the entry-point
group `pliant.methods`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from pliant.errors import OptionError
from pliant.progress import Progress, silent

if TYPE_CHECKING:
    from pliant.mesh import PoseSet
    from pliant.rig import Rig
    from pliant.words import RigWords


@dataclass(frozen=True)
class Verb:
    """A command of the command line.

    name:     what is typed after `pliant`
    function: "package.module:name" of a function that typer understands, or of a `typer.Typer` of several;
              its docstring is the help
    """

    name: str
    function: str


@dataclass(frozen=True)
class Method:
    """A method of posing. Everything heavy is named as "package.module:name" and loaded when first used.

    name:    in rig files, on the command line and on the wire; a plain lower-case word
    title:   for people, such as "Cage IK"
    summary: what it needs and does, in one sentence
    rig:     the class of its rigs, which takes `options` and `progress` by keyword
    made_of: completes "a rig of …", such as "a cage"
    takes:   what the class takes first: the PoseSet of a file, or the Mesh of its first pose
    refusal: why that is not enough to make a rig, and how else; empty where it is
    options: the dataclass of its options; empty where it has none
    printed: options that follow the paper exactly; empty where there are none
    words:   a RigWords, which tells people about its rigs
    figure:  a function that draws a rig: it takes the rig, a path and, by keyword, a `view` of figures
    studio:  a StudioMethod, its part of the studio
    verbs:   its own commands
    """

    name: str
    title: str
    summary: str
    rig: str
    made_of: str
    takes: Literal["poses", "mesh"] = "poses"
    refusal: str = ""
    options: str = ""
    printed: str = ""
    words: str = "pliant.words:RigWords"
    figure: str = "pliant.cli.picture:draw_examples"
    studio: str = "pliant.studio.session.method:StudioMethod"
    verbs: tuple[Verb, ...] = ()

    def rig_class(self) -> type[Rig]:
        """The class of its rigs."""
        return loaded(self.rig)

    def rig_words(self) -> RigWords:
        """What people are told about its rigs."""
        return loaded(self.words)()

    def rig_of(self, poses: PoseSet, *, as_printed: bool = False, progress: Progress = silent) -> Rig:
        """A rig made from what a file holds, with the method's own options or those of its paper.

        Raises OptionError where that is not enough, or where there is no paper.
        """
        if self.refusal or (as_printed and not self.printed):
            raise OptionError(self.refusal or f"{self.title} has no printed form; leave that out.")
        make: Any = loaded(self.rig)
        options = loaded(self.printed) if as_printed else None
        return make(poses if self.takes == "poses" else poses.mesh, options=options, progress=progress)


def loaded(reference: str) -> Any:
    """The object that "package.module:name" names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
