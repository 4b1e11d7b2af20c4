"""What the rest of a document costs a drag: reading one message of the page, whole or as what changed."""

from __future__ import annotations

import time

import numpy as np

from benchmarks.results import Column, Table
from pliant.methods.cage.studio.wire import CageSlice, FrameEdit
from pliant.studio.wire.codec import parsed, plain, text_of
from pliant.studio.wire.messages import Document, Handle
from pliant.studio.wire.method_wire import Slices
from pliant.studio.wire.timeline import Key, Row, Timeline

HANDLES = tuple(Handle(i, i, (1.0, 0.0, 0.0), (0.1, 0.2, 0.3 * i)) for i in range(8))
KEYS = tuple(Key(frame, (0.1, 0.2, 0.3)) for frame in range(30))
ROWS = tuple(Row(f"row {i}", (i,), KEYS) for i in range(20))
# A cage of 300 vertices: three numbers each.
CAGE = (0.1234567,) * 900
EDITS = tuple(FrameEdit(i, CAGE, 4.0) for i in range(48))
DOCUMENTS = {
    "empty": Document("meshik", HANDLES),
    "600 keys": Document("meshik", HANDLES, timeline=Timeline(rows=ROWS)),
    "cage with 48 edits": Document("cage", HANDLES, slices=Slices(cage=CageSlice(at=CAGE, edits=EDITS))),
}
READINGS = 200
COLUMNS = [
    Column("document", "document"),
    Column("whole_letters", "whole: letters", ","),
    Column("whole", "whole: ms", ".3f"),
    Column("changes_letters", "what changed: letters", ","),
    Column("changes", "what changed: ms", ".3f"),
]


def documents(*, quick: bool = False) -> Table:
    """One row for each document: a drag moves one of its handles."""
    table = Table("A document on the wire", COLUMNS, note="Medians; the page sends what changed.")
    moved = {"handles": {"was": [0, 1, 2, -1, 4, 5, 6, 7], "new": [plain(HANDLES[3])]}}
    for name, document in DOCUMENTS.items():
        texts = {
            "whole": text_of({"type": "Solve", "turn": 1, "document": plain(document)}),
            "changes": text_of({"type": "Solve", "turn": 1, "changes": moved}),
        }
        facts = {"document": name} | {f"{way}_letters": len(text) for way, text in texts.items()}
        count = 5 if quick else READINGS
        table.add(facts | {way: _milliseconds(text, document, count) for way, text in texts.items()})
    return table


def _milliseconds(text: str, before: Document, count: int) -> float:
    """The median time to read a message."""
    seconds = []
    for _ in range(count):
        began = time.perf_counter()
        parsed(text, before)
        seconds.append(time.perf_counter() - began)
    return 1e3 * float(np.median(seconds))
