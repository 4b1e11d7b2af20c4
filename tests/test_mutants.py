from __future__ import annotations

import ast

import pytest

pytest.importorskip("igl", reason="libigl, which the benchmarks compare with, is not installed")

from benchmarks.mutants import SOURCE, chosen_tests, defects_of, sample

MODULE = '''
"""Counts."""
LIMIT = 3

@njit(cache=True)
def kernel(x):
    return x + 1

def count(x: tuple[int, 2], *, öl="–") -> int:
    if x < 2 and not öl:
        raise ValueError(f"{x + 1} is too few")
    return x - 1 if öl else -x
'''


@pytest.fixture
def module(tmp_path):
    path = tmp_path / "module.py"
    path.write_text(MODULE, encoding="utf-8")
    return path


def test_each_expression_of_plain_functions_has_one_defect_and_nothing_else_has(module):
    found = {(defect.before, defect.after) for defect in defects_of(module)}
    assert found == {
        ("x < 2 and not öl", "(x < 2 or not öl)"),
        ("x < 2", "(x <= 2)"),
        ("2", "(3)"),
        ("not öl", "(öl)"),
        ("x - 1 if öl else -x", "(-x if öl else x - 1)"),
        ("x - 1", "(x + 1)"),
        ("1", "(2)"),
        ("-x", "(x)"),
    }


def test_a_defect_changes_its_expression_alone_and_the_module_still_parses(module):
    for defect in defects_of(module):
        ast.parse(defect.text())
        wrong, right = (text.splitlines()[defect.line - 1] for text in (defect.text(), MODULE))
        head = right.encode()[: defect.start].decode()
        assert wrong.startswith(head + defect.after)
        assert wrong.removeprefix(head + defect.after) == right.removeprefix(head + defect.before)


def test_a_larger_sample_begins_with_the_smaller_one():
    assert sample(12, 5)[:8] == sample(8, 5)
    assert len({defect.path for defect in sample(12, 5)}) == 12


def test_tests_that_name_a_module_come_before_those_of_its_folder():
    chosen = [path.name for path in chosen_tests(SOURCE / "geometry" / "symmetry.py")]
    assert chosen.index("test_symmetry.py") < chosen.index("test_rotations.py")
