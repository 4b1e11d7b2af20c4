"""Do the tests notice when the code is wrong? Small defects are put in, one at a time, and the tests run.

A defect is another comparison, sign or operator, a number one larger, or a choice turned round. The tests are
those that name the module, then the others of its folder.
"""

from __future__ import annotations

import ast
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.results import Column, Table

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "pliant"
TESTS = ROOT / "tests"
COUNT = 60
# Processor seconds for the tests of one defect; what takes longer is a loop without end, or has many tests.
BUDGET = 420
# Parts of the library, drawn from in equal shares; the last is what the others stand on.
PARTS = ("methods", "io", "studio", "")
# Drawn from no part: pages and pictures, which are looked at, and words.
LEFT_OUT = ("cli", "figures", "samples", "doctor")
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
COLUMNS = [
    Column("place", "place"),
    Column("defect", "defect"),
    Column("files", "test files", ","),
    Column("fate", "fate"),
]
NOTE = (
    f"Killed: a test failed. Undecided: the tests took more than {BUDGET} processor seconds. Compiled "
    "kernels are left out, for others keep what they compiled of them; so are tests in Chromium."
)


@dataclass(frozen=True)
class Defect:
    """A part of a line, and what stands there instead."""

    path: Path
    line: int
    start: int
    end: int
    before: str
    after: str

    def text(self) -> str:
        """The module with the defect; columns count bytes, as the parser's do."""
        lines = self.path.read_bytes().splitlines(keepends=True)
        line = lines[self.line - 1]
        lines[self.line - 1] = line[: self.start] + self.after.encode() + line[self.end :]
        return b"".join(lines).decode()


def tables(*, quick: bool = False, files: int | None = None, first: int = 0) -> list[Table]:
    """One row per defect; `files` is how many, `first` the seed that draws them."""
    table = Table("Defects put in", COLUMNS, note=NOTE)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "pliant"
        shutil.copytree(SOURCE, copy)
        for defect in sample(4 if quick else files or COUNT, first):
            place = defect.path.relative_to(SOURCE)
            tests = chosen_tests(defect.path)
            fate = fate_of(defect, copy, tests)
            table.add(
                {
                    "place": f"{place.as_posix()}:{defect.line}",
                    "defect": f"`{defect.before}` → `{defect.after}`",
                    "files": len(tests),
                    "fate": fate,
                }
            )
    return [table]


def sample(count: int, seed: int) -> list[Defect]:
    """Defects of all parts in turn, at most one of a module."""
    rng = random.Random(seed)
    found: list[Defect] = []
    shuffled = {part: rng.sample(modules, len(modules)) for part, modules in _modules().items()}
    while len(found) < count and any(shuffled.values()):
        for modules in shuffled.values():
            while modules:
                if defects := list(defects_of(modules.pop())):
                    found.append(rng.choice(defects))
                    break
    return found[:count]


def _modules() -> dict[str, list[Path]]:
    parts: dict[str, list[Path]] = {part: [] for part in PARTS}
    for path in sorted(SOURCE.rglob("*.py")):
        top = path.relative_to(SOURCE).parts[0]
        if top not in LEFT_OUT and "cli" not in path.parts:
            parts[top if top in parts else ""].append(path)
    return parts


def defects_of(path: Path) -> Iterator[Defect]:
    """Every defect that the functions of a module can have."""
    source = path.read_bytes()
    lines = source.splitlines()
    for node in _bodies(ast.parse(source)):
        after = _wrong(node)
        if after is None or node.lineno != node.end_lineno:
            continue
        before = lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode()
        yield Defect(path, node.lineno, node.col_offset, node.end_col_offset or 0, before, after)


def _bodies(node: ast.AST, inside: bool = False) -> Iterator[ast.expr]:
    """Expressions of functions that Python runs; not annotations, words of errors or compiled kernels."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        if any("jit" in ast.unparse(decorator) for decorator in node.decorator_list):
            return
        children, inside = node.body, True
    elif isinstance(node, ast.Raise | ast.JoinedStr):
        return
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value else []
    else:
        children = list(ast.iter_child_nodes(node))
    if inside and isinstance(node, ast.expr):
        yield node
    for child in children:
        yield from _bodies(child, inside)


def _wrong(node: ast.expr) -> str | None:
    """What stands in the place of an expression; none where nothing simple is wrong."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in SWAPS:
            wrong = ast.Compare(node.left, [SWAPS[type(operator)]()], node.comparators)
        case ast.BinOp(op=operator) if type(operator) in SWAPS:
            wrong = ast.BinOp(node.left, SWAPS[type(operator)](), node.right)
        case ast.BoolOp(op=operator):
            wrong = ast.BoolOp(SWAPS[type(operator)](), node.values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            wrong = operand
        case ast.Constant(value=bool(value)):
            wrong = ast.Constant(not value)
        case ast.Constant(value=int(value)):
            wrong = ast.Constant(value + 1)
        case ast.IfExp():
            wrong = ast.IfExp(node.test, node.orelse, node.body)
        case _:
            return None
    return f"({ast.unparse(wrong)})"


def chosen_tests(path: Path) -> list[Path]:
    """Test files that name a module, or its folder's where none does; then the others of that folder."""
    module = path.relative_to(SOURCE).with_suffix("")
    dotted = ".".join(("pliant", *module.parts)).removesuffix(".__init__")
    everything = [test for test in sorted(TESTS.rglob("test_*.py")) if "e2e" not in test.parts]
    naming = [test for test in everything if dotted in test.read_text(encoding="utf-8")]
    folder = TESTS / (module.parent if len(module.parts) > 1 else "contract")
    while not folder.is_dir():
        folder = folder.parent
    around = [test for test in everything if test.is_relative_to(folder) and folder != TESTS]
    return list(dict.fromkeys([*naming, *around]))


def fate_of(defect: Defect, copy: Path, tests: list[Path]) -> str:
    """What becomes of a defect in a copy of the library, which is as before afterwards."""
    if not tests:
        return "no tests"
    target = copy / defect.path.relative_to(SOURCE)
    target.write_text(defect.text(), encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *map(str, tests)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(copy.parent), "NUMBA_NUM_THREADS": "1"},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (BUDGET, BUDGET + 5)),
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        shutil.copy2(defect.path, target)
    if done.returncode < 0:
        return "undecided"
    return "survived" if done.returncode == 0 else "killed"
