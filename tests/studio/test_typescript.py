from __future__ import annotations

import pytest
from web.scripts.messages import files

from pliant.studio.wire.messages import FROM_PAGE, FROM_SERVER
from pliant.studio.wire.method_wire import method_wires


def test_the_committed_files_are_what_the_dataclasses_give() -> None:
    for path, text in files().items():
        assert path.read_text(encoding="utf-8") == text, "run: python web/scripts/messages.py"


def test_every_message_carries_its_type() -> None:
    text = "".join(files().values())
    own = [kind for wire in method_wires().values() for kind in (*wire.from_page, *wire.from_server)]
    for kind in (*FROM_PAGE, *FROM_SERVER, *own):
        assert f'export interface {kind.__name__} {{\n  type: "{kind.__name__}";\n' in text


@pytest.mark.parametrize(
    "line",
    [
        "  slices: Slices;",
        "  view: Views[keyof Views] | null;",
        "    cage: CageSlice;",
        "    MakeCage: MakeCage;",
        "  ranges: ([number | null, number | null])[];",
        "  barycentric: [number, number, number];",
        "  group: number | null;",
        "  weights: number[] | null;",
        "  options?: Record<string, unknown>;",
        "  legend: [string, string][];",
        '  kind: "number" | "whole" | "truth" | "choice";',
        "  over: boolean;",
        "  turn: number | null;",
    ],
)
def test_each_kind_of_field_is_translated(line: str) -> None:
    assert f"\n{line}\n" in "".join(files().values())
