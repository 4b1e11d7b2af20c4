"""Tables that print row by row, and are written as Markdown and JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("pliant", "numpy", "scipy", "numba", "cholespy", "libigl")

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

    best: for each row, the keys of the cells to mark
    """

    title: str
    columns: Sequence[Column]
    note: str = ""
    rows: list[Mapping[str, Cell]] = field(default_factory=list)
    best: list[frozenset[str]] = field(default_factory=list)

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
        return f"## {self.title}\n\n{body}\n" + (f"\n{self.note}\n" if self.note else "")


def write(name: str, tables: Sequence[Table], folder: Path) -> Path:
    """Write the tables of one benchmark to folder/name.md and name.json; the path of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    machine = {
        "processor": processor(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        **{package: version(package) for package in PACKAGES},
    }
    facts = ", ".join(f"{key} {value}" for key, value in machine.items())
    text = "\n".join([f"# {name}\n", f"{facts}\n", *(table.markdown() for table in tables)])
    page = folder / f"{name}.md"
    page.write_text(text, encoding="utf-8")
    records = [{"title": t.title, "note": t.note, "rows": t.rows} for t in tables]
    content = json.dumps({"benchmark": name, "machine": machine, "tables": records}, indent=1)
    (folder / f"{name}.json").write_text(content, encoding="utf-8")
    return page


def processor() -> str:
    """The processor's name where the system tells it, else its architecture."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
