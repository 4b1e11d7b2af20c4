"""Does a queue build up where a thousand questions a second come? Measured at the page's own WebSocket."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.results import Cell, Column, Table

# Questions in a second, and for how many seconds.
EVENTS = 1000
SECONDS = 3
# Milliseconds after which an answer that has not come never will.
PATIENCE = 60_000
COLUMNS = [
    Column("set", "set"),
    Column("method", "method"),
    Column("vertices", "vertices", ","),
    Column("asked", "questions a second", ".0f"),
    Column("answered", "answers a second", ".1f"),
    Column("first", "question to answer, first half ms", ".0f"),
    Column("second", "second half ms", ".0f"),
    Column("last", "last question to its answer ms", ".0f"),
]
NOTE = (
    f"For {SECONDS} s the question of a drag is asked again {EVENTS:,} times a second, the pin a little "
    "farther on a circle each time. Medians. A queue would show as later answers in the second half, and as "
    "a late last one."
)
# A timer that comes late catches up.
ASK = """
([events, seconds]) => new Promise((done) => {
  const began = performance.now(), [socket, text] = window.asked, question = JSON.parse(text);
  question.turn = window.turn;
  const handle = question.changes.handles.new[0], [x, y, z] = handle.target;
  let sent = 0;
  const timer = setInterval(() => {
    const now = Math.min((performance.now() - began) / 1000, seconds);
    for (; sent < now * events; sent += 1) {
      const angle = (2 * Math.PI * sent) / events;
      question.turn += 1;
      handle.target = [x + 0.02 * Math.sin(angle), y + 0.02 * (1 - Math.cos(angle)), z];
      socket.send(JSON.stringify(question));
    }
    if (now < seconds) return;
    clearInterval(timer);
    done(question.turn);
  }, 1);
})
"""


def empty_table() -> Table:
    """The table, without rows."""
    return Table("A thousand questions a second", COLUMNS, note=NOTE)


def flooded(page: Any) -> dict[str, Cell]:
    """A row's figures; the page has just dragged a handle, and watches as in latency.py."""
    page.evaluate("Object.values(window.seen).forEach((list) => { list.length = 0; })")
    last = page.evaluate(ASK, [EVENTS, SECONDS])
    page.wait_for_function(f"window.seen.answers.some(([turn]) => turn === {last})", timeout=PATIENCE)
    seen = page.evaluate("window.seen")
    asked = dict(seen["sent"])
    delays = np.array([at - asked[turn] for turn, at, _ in seen["answers"] if turn in asked])
    half = len(delays) // 2
    return {
        "asked": len(asked) / SECONDS,
        "answered": len(delays) / SECONDS,
        "first": float(np.median(delays[:half])),
        "second": float(np.median(delays[half:])),
        "last": float(delays[-1]),
    }
