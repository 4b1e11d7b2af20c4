"""Outside the methods nobody asks of which class a rig, a grip or a pose is, nor what it happens to have."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pliant
import pliant.methods
from pliant.pose import Pulled
from pliant.rig import Grip, Rig

SOURCE = Path(pliant.__file__).parent
# Functions that look into an object instead of asking it.
REFLECTION = {"hasattr", "getattr", "signature"}
# What differs from machine to machine may be looked into.
PLATFORM = {"os", "errno", "error"}


def test_no_question_about_a_class_is_left_outside_the_methods() -> None:
    names = classes_of_the_contract()
    assert {"CageIK", "MeshIKGrip", "JointPose", "Rig", "Pose"} <= names
    assert [question for file in general_files() for question in questions(file, names)] == []


def test_a_question_would_be_found(tmp_path: Path) -> None:
    path = tmp_path / "asks.py"
    path.write_text(
        "if isinstance(rig, JointIK | CageIK) or isinstance(x, (int, methods.MeshIK)): hasattr(rig, 'skin')\n"
        "getattr(pose, 'gaps', None)\nsignature(rig.grab)\ntype(rig) is CageIK\n"
    )
    assert len(list(questions(path, classes_of_the_contract()))) == 6


def test_registry_and_public_names_are_the_only_lists_of_methods() -> None:
    folders = [path.name for path in (SOURCE / "methods").iterdir() if (path / "rig.py").exists()]
    assert len(folders) >= 5
    naming = {
        file.relative_to(SOURCE).as_posix()
        for file in general_files()
        if any(f"pliant.methods.{folder}" in file.read_text() for folder in folders)
    }
    assert naming == {"__init__.py", "registry.py"}


def classes_of_the_contract() -> set[str]:
    """Names of all rigs, grips, poses and what they are made from."""
    for module in walk_packages(pliant.methods.__path__, "pliant.methods."):
        if module.name.endswith((".rig", ".grip")):
            import_module(module.name)
    found, waiting = set(), [Rig, Grip, Pulled]
    while waiting:
        kind = waiting.pop()
        if not inspect.getmodule(kind).__name__.startswith("tests"):
            found.add(kind.__name__)
        waiting.extend(kind.__subclasses__())
    return found


def general_files() -> list[Path]:
    """All of the package but the methods."""
    return [path for path in SOURCE.rglob("*.py") if "methods" not in path.relative_to(SOURCE).parts]


def questions(path: Path, names: set[str]) -> Iterator[str]:
    """Every question of a file about a class of the contract, with its line."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            asked = node.func.id
            if asked == "isinstance" and mentioned(node.args[1]) & names:
                yield f"{path.name}:{node.lineno} isinstance"
            if asked in REFLECTION and not harmless(node):
                yield f"{path.name}:{node.lineno} {asked}"
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Call):
            of_type = isinstance(node.left.func, ast.Name) and node.left.func.id == "type"
            if of_type and any(mentioned(side) & names for side in node.comparators):
                yield f"{path.name}:{node.lineno} type"


def harmless(node: ast.Call) -> bool:
    """Whether a reflection looks into the platform, a module just imported, or fields that are listed."""
    loaded = isinstance(node.args[0], ast.Call)
    listed = len(node.args) == 2 and not isinstance(node.args[1], ast.Constant)
    return loaded or listed or mentioned(node.args[0]) <= PLATFORM


def mentioned(node: ast.AST) -> set[str]:
    """All names in an expression."""
    names = {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}
    return names | {inner.attr for inner in ast.walk(node) if isinstance(inner, ast.Attribute)}
