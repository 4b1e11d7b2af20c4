"""A stranger's walk in clean environments: `python -m release.walk [PYTHON…]`.

Each Python gets an environment of its own, with the wheel and its extras, and nothing of this checkout. Pages
are followed there as they stand: commands in a shell, JSON saved under its title, Python from top to bottom.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from release.distributions import ROOT, build

PAGES = (
    "README.md",
    "docs/quickstart.md",
    "docs/tutorial.md",
    "docs/files.md",
    "docs/pictures.md",
    "docs/how-to/*.md",
)
STEP = re.compile(
    r'^```(?P<kind>sh|python|json)(?: title="(?P<file>[^"]+)")?\n(?P<text>.*?)^```', re.DOTALL | re.MULTILINE
)
# Seconds for one command or one page's Python; the first compiles kernels.
PATIENCE = 900
# Letters of an error that are shown.
TOLD = 2_000


@dataclass(frozen=True)
class Environment:
    """A clean environment, by its folder."""

    folder: Path

    @classmethod
    def made(cls, python: str, folder: Path, wheel: Path, extras: str) -> Environment:
        """An environment of a Python, with a wheel and its extras."""
        made = cls(folder)
        uv = [sys.executable, "-m", "uv"]
        if subprocess.run([*uv, "--version"], capture_output=True, check=False).returncode == 0:
            commands = [
                [*uv, "venv", "--quiet", "--python", python, str(folder)],
                [*uv, "pip", "install", "--quiet", "--python", str(made.program("python"))],
            ]
        else:
            commands = [
                [python, "-m", "venv", str(folder)],
                [str(made.program("python")), "-m", "pip", "install", "--quiet"],
            ]
        commands[-1].append(f"{wheel}[{extras}]" if extras else str(wheel))
        for command in commands:
            subprocess.run(command, check=True)
        return made

    def program(self, name: str) -> Path:
        """Where a program of the environment lies."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / name

    def trouble(self, words: list[str], folder: Path) -> str:
        """What a command says that fails; nothing where it succeeds."""
        found = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))
        }
        found["PATH"] = f"{self.program('').absolute()}{os.pathsep}{found['PATH']}"
        done = subprocess.run(
            words, cwd=folder, env=found, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        return (
            ""
            if done.returncode == 0
            else (done.stderr + done.stdout)[-TOLD:] or f"exit code {done.returncode}"
        )

    def stumbles(self, page: Path, folder: Path) -> list[str]:
        """What goes wrong on a page that is followed in a folder."""
        found, code = [], []
        for step in STEP.finditer(page.read_text(encoding="utf-8")):
            if step["kind"] == "python":
                code.append(step["text"])
            elif step["file"]:
                (folder / step["file"]).write_text(step["text"], encoding="utf-8")
            elif step["kind"] == "sh":
                for line in step["text"].splitlines():
                    said = self.trouble(["bash", "-c", line], folder)
                    found += [f"{line}\n{said}"] if said else []
        (folder / "snippets.py").write_text("".join(code), encoding="utf-8")
        said = self.trouble([str(self.program("python").absolute()), "snippets.py"], folder)
        return [*found, f"Python of the page\n{said}"] if said else found


def main() -> int:
    """The exit code: the number of stumbles, at most 99."""
    words = argparse.ArgumentParser(
        prog="python -m release.walk", description="Follow the pages in clean environments."
    )
    words.add_argument(
        "pythons", nargs="*", default=[sys.executable], help="programs or versions; this one by default"
    )
    words.add_argument("--extras", default="all", help="extras of the wheel, with commas; 'all' by default")
    options = words.parse_args()
    pages = sorted({page for pattern in PAGES for page in ROOT.glob(pattern)})
    stumbled = 0
    with tempfile.TemporaryDirectory() as name:
        wheel, _ = build(Path(name) / "dist")
        for place, python in enumerate(options.pythons):
            environment = Environment.made(python, Path(name) / f"environment-{place}", wheel, options.extras)
            for page in pages:
                with tempfile.TemporaryDirectory() as empty:
                    found = environment.stumbles(page, Path(empty))
                stumbled += len(found)
                print(f"{python}  {page.relative_to(ROOT)}: {len(found)} stumbles", flush=True)
                for said in found:
                    print(said, flush=True)
    return min(stumbled, 99)


if __name__ == "__main__":
    sys.exit(main())
