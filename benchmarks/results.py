"""Tables that print row by row, and are written as Markdown and JSON."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

# Tables of whole runs are committed; those of quick ones are not.
RESULTS = Path(__file__).parent / "results"
QUICK_RESULTS = RESULTS / "quick"
PACKAGES = ("pliant", "numpy", "scipy", "numba", "cholespy", "libigl")
# What JSON holds of a table's rows: cells, keys of marked ones, day and commit; lists of one length.
PARTS = ("rows", "best", "measured")

Cell = str | int | float | None


@dataclass(frozen=True)
class Column:
    """A column: the key of its cells, its heading, and how numbers are written."""

    key: str
    heading: str
    format: str = ""

    def text(self, cell: Cell) -> str:
        """The cell as it is printed; nothing measured is a dash."""
        return "–" if cell is None else format(cell, self.format if not isinstance(cell, str) else "")


@dataclass
class Table:
    """Rows are printed as they are added, so that a long run shows how far it is.

    best:     for each row, the keys of the cells to mark
    measured: for each row, the day and the commit; known when the table is written
    """

    title: str
    columns: Sequence[Column]
    note: str = ""
    rows: list[Mapping[str, Cell]] = field(default_factory=list)
    best: list[frozenset[str]] = field(default_factory=list)
    measured: list[Mapping[str, str]] = field(default_factory=list)

    def add(self, row: Mapping[str, Cell], best: Sequence[str] = ()) -> None:
        """One more row; the cells of the keys `best` are marked."""
        if not self.rows:
            print(f"\n{self.title}\n{self._line([c.heading for c in self.columns])}")
        self.rows.append(dict(row))
        self.best.append(frozenset(best))
        texts = [c.text(row.get(c.key)) + ("*" if c.key in best else "") for c in self.columns]
        print(self._line(texts), flush=True)

    def _line(self, texts: Sequence[str]) -> str:
        first, *others = zip(self.columns, texts, strict=True)
        width = max([22, *(len(c.text(row.get(c.key))) for row in self.rows for c in self.columns[:1])])
        cells = [f"{text:>{max(len(column.heading), 8)}}" for column, text in others]
        return "  ".join([f"{first[1]:<{width}}", *cells])

    def markdown(self) -> str:
        """The table as Markdown; marked cells are bold."""
        lines = [[c.heading for c in self.columns], ["---"] + ["---:"] * (len(self.columns) - 1)]
        for row, best in zip(self.rows, self.best, strict=True):
            texts = ((c.key, c.text(row.get(c.key))) for c in self.columns)
            lines.append([f"**{text}**" if key in best else text for key, text in texts])
        body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
        dates = sorted({f"{m['date']} ({m['commit']})" for m in self.measured})
        notes = [self.note, f"Measured {', '.join(dates)}." if dates else ""]
        return f"## {self.title}\n\n{body}\n" + "".join(f"\n{note}\n" for note in notes if note)

    def record(self) -> dict[str, Any]:
        """The table as it is written to JSON."""
        best = [sorted(keys) for keys in self.best]
        rows = dict(zip(PARTS, (self.rows, best, self.measured), strict=True))
        return {"title": self.title, "note": self.note, **rows}


def write(name: str, tables: Sequence[Table], folder: Path, *, part: bool = False) -> Path:
    """Write the tables of one benchmark to folder/name.md and name.json; the path of the first.

    part: only some sets were measured. Rows of the others stay, each with the day and the commit of its own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    page, record = folder / f"{name}.md", folder / f"{name}.json"
    before = _tables(record) if part else {}
    measured = {"date": date.today().isoformat(), "commit": commit()}
    for table in tables:
        table.measured = [measured] * len(table.rows)
        _keep_others(table, before.get(table.title))
    machine = {
        "processor": processor(),
        "cores": os.cpu_count(),
        **_load(),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }
    facts = ", ".join(f"{key} {value}" for key, value in machine.items())
    text = "\n".join([f"# {name}\n", f"{facts}\n", *(table.markdown() for table in tables)])
    page.write_text(text, encoding="utf-8")
    content = {"benchmark": name, "machine": machine, "tables": [table.record() for table in tables]}
    record.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return page


def _tables(record: Path) -> dict[str, dict[str, Any]]:
    """The tables that a file holds, by title; none where there is no file."""
    if not record.exists():
        return {}
    return {table["title"]: table for table in json.loads(record.read_text(encoding="utf-8"))["tables"]}


def _keep_others(table: Table, before: Mapping[str, Any] | None) -> None:
    """Rows of an earlier run stay where this one did not measure what their first column names."""
    key = table.columns[0].key
    mine = {row[key] for row in table.rows}
    order = list(dict.fromkeys(row[key] for row in [*(before["rows"] if before else []), *table.rows]))
    rows = list(zip(table.rows, table.best, table.measured, strict=True))
    for row, best, measured in zip(*(before[part] for part in PARTS), strict=True) if before else ():
        if row[key] not in mine:
            rows.append((row, frozenset(best), measured))
    rows.sort(key=lambda parts: order.index(parts[0][key]))
    table.rows, table.best, table.measured = ([parts[i] for parts in rows] for i in range(3))


def commit() -> str:
    """The commit that is checked out, with a plus where files differ from it; a dash outside a repository."""
    try:
        found = _git("rev-parse", "--short=10", "HEAD").strip()
        return found + ("+" if _git("status", "--porcelain", "--untracked-files=no", "src") else "")
    except (OSError, subprocess.CalledProcessError):
        return "–"


def _git(*words: str) -> str:
    folder = Path(__file__).parent.parent
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def _load() -> dict[str, float]:
    """How many processes ran in the last quarter of an hour, on average, where the system tells it."""
    return {"load": round(os.getloadavg()[2], 1)} if hasattr(os, "getloadavg") else {}


def processor() -> str:
    """The processor's name where the system tells it, else its architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
