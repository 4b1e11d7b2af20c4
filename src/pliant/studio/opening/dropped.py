"""A file (URDF, MJCF, glTF) that a page sends together with the files it names.

They are put into a folder of their own under the names they had, so that the reader finds them as if they
lay where they came from, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from xml.etree.ElementTree import Element

from pliant.doctor.finding import counted
from pliant.errors import FileFormatError, PliantError, UnsupportedFormatError
from pliant.io import read_mechanism
from pliant.io.files import contents, naming
from pliant.io.linkage.markup import tree_of_xml
from pliant.io.meshes import READABLE
from pliant.mechanism.mechanism import Mechanism

# Files that hold a mechanism and nothing else.
LINKAGES = (".urdf", ".xml")
# A glTF file names others of these kinds; alone they are no model.
COMPANIONS = (".bin", ".png", ".jpg", ".jpeg", ".webp", ".ktx2")
# The folder, in one of the server's own, that stands for the one that files came from.
MODEL = "model"
# Names of missing files that a message tells.
MOST_NAMED = 6

# Where a file is, and the name that the user knows, with the folders that were dropped.
File = tuple[Path, str]


def is_description(name: str | Path) -> bool:
    """Whether a file of that name may describe a mechanism."""
    return PurePosixPath(name).suffix.lower() in LINKAGES


def gathered(files: Sequence[File], folder: Path) -> list[File]:
    """The files that make up a model.

    With a description among them all lie in the folder, under their names, it first; what a glTF file names
    lies beside it there.
    """
    main = _description(files)
    if main is not None:
        moved = _together(files, folder)
        return [moved[main], *moved[:main], *moved[main + 1 :]]
    models = [file for file in files if PurePosixPath(file[1]).suffix.lower() not in COMPANIONS]
    if not models:
        raise UnsupportedFormatError(
            f"{files[0][1]} is no model by itself; drop it together with its glTF file."
        )
    gltf = [file for file in models if PurePosixPath(file[1]).suffix.lower() == ".gltf"]
    if not gltf or len(models) == len(files):
        return models
    return [file for file in _together(files, folder) if file[1] in {name for _, name in models}]


def _together(files: Sequence[File], folder: Path) -> list[File]:
    """The files in a folder, under their names."""
    names = [name for _, name in files]
    repeated = [name for name in names if names.count(name) > 1]
    if repeated:
        raise FileFormatError(f"Two files are called {repeated[0]}; drop the folder that holds them instead.")
    return [(_moved(path, folder / MODEL, name), name) for path, name in files]


def _moved(path: Path, folder: Path, name: str) -> Path:
    place = folder / name
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return path.rename(place)
    except OSError as problem:
        raise FileFormatError(
            f"{name} cannot be kept ({problem.strerror}); give it another name."
        ) from problem


def read_dropped(paths: Sequence[str], names: Sequence[str]) -> Mechanism:
    """The mechanism of a description, which comes first, and the files beside it."""
    try:
        return read_mechanism(paths[0])
    except PliantError as problem:
        missing = [name for name in _named(paths) if _last(name) not in {_last(known) for known in names}]
        if not any(name in str(problem) for name in missing):
            raise
        strange = [name for name in missing if PurePosixPath(name).suffix.lower() not in (*READABLE, ".xml")]
        if any(name in str(problem) for name in strange):
            raise UnsupportedFormatError(
                f"{names[0]} has the mesh {strange[0]}, which Pliant cannot read; convert it to one of "
                f"{', '.join(READABLE)} and name that file."
            ) from problem
        told = [*missing[:MOST_NAMED], *(["…"] if len(missing) > MOST_NAMED else [])]
        raise FileFormatError(
            f"{names[0]} names {counted(len(missing), 'file')} that did not come with it: {', '.join(told)}. "
            "Drop it together with its meshes, or drop the folder that holds them all."
        ) from problem


def _description(files: Sequence[File]) -> int | None:
    """The place of the description that is not a part of another; None where there is none."""
    trees = {i: _tree(path, name) for i, (path, name) in enumerate(files) if is_description(name)}
    if len(files) == 1:
        return next(iter(trees), None)
    included = {_last(name) for tree in trees.values() for name in _references(tree, "include")}
    found = [i for i, tree in trees.items() if _describes(files[i][1], tree)]
    found = [i for i in found if _last(files[i][1]) not in included] or found
    if len(found) > 1:
        raise FileFormatError(
            f"{len(found)} descriptions came together: {', '.join(files[i][1] for i in found[:MOST_NAMED])}. "
            "Drop one of them, with its meshes."
        )
    return found[0] if found else None


def _describes(name: str, tree: Element) -> bool:
    """Other files are called .xml as well: a ROS package has one."""
    return tree.tag == "mujoco" or PurePosixPath(name).suffix.lower() == ".urdf"


def _tree(path: Path, name: str) -> Element:
    with naming(name):
        return tree_of_xml(contents(path))


def _named(paths: Sequence[str]) -> list[str]:
    """The files that the descriptions among some name, each once."""
    trees = [tree_of_xml(contents(path)) for path in paths if is_description(path)]
    names = [name for tree in trees for tag in ("mesh", "include") for name in _references(tree, tag)]
    return list(dict.fromkeys(names))


def _references(tree: Element, tag: str) -> list[str]:
    said = [element.get("filename") or element.get("file") for element in tree.iter(tag)]
    return [name for name in said if name]


def _last(name: str) -> str:
    """The name of a file without its folders."""
    return PurePosixPath(name.replace("\\", "/")).name
