from __future__ import annotations

import pytest

from pliant.studio.messages import FROM_PAGE, FROM_SERVER
from pliant.studio.typescript import TARGET, typescript


def test_the_committed_file_is_what_the_dataclasses_give() -> None:
    if not TARGET.is_file():
        pytest.skip("the front end's sources are not here")
    assert TARGET.read_text(encoding="utf-8") == typescript(), "run: python -m pliant.studio.typescript"


def test_every_message_carries_its_type() -> None:
    text = typescript()
    for kind in (*FROM_PAGE, *FROM_SERVER):
        assert f'export interface {kind.__name__} {{\n  type: "{kind.__name__}";\n' in text


@pytest.mark.parametrize(
    "line",
    [
        'export type Method = "meshik" | "reduced" | "handles" | "joints" | "cage";',
        "  ranges: ([number | null, number | null])[];",
        "  mechanism: MechanismView | null;",
        "  barycentric: [number, number, number];",
        "  group: number | null;",
        "  weights: number[] | null;",
        "  options?: Record<string, unknown>;",
        "  legend: [string, string][];",
        '  kind: "obj" | "ply" | "glb" | "rig" | "script" | "parts" | "urdf" | "cage" | "cages" | "frames";',
        "  over: boolean;",
        "  turn: number | null;",
    ],
)
def test_each_kind_of_field_is_translated(line: str) -> None:
    assert f"\n{line}\n" in typescript()
