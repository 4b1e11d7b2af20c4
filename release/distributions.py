"""The wheel and the source archive, built from the files that git knows, and checks of what they hold."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Everything that is installed lies here.
PACKAGE = "src/pliant/"
# Runs in the copy, where the build leaves its traces.
BACKEND = "import sys, setuptools.build_meta as b; to = sys.argv[1]; b.build_wheel(to); b.build_sdist(to)"


def tracked(folder: str = "") -> list[str]:
    """The files that git knows, below a folder."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", folder or "."], cwd=ROOT, capture_output=True, check=True
    )
    return [name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


def build(target: Path) -> tuple[Path, Path]:
    """The wheel and the source archive, written to a folder; nothing is fetched, the checkout stays clean."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for file in tracked():
            if file.startswith((PACKAGE, "README", "LICENSE", "pyproject", "CITATION", "CHANGELOG")):
                (copy / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, copy / file)
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        command = [sys.executable, "-c", BACKEND, str(target.absolute())]
        subprocess.run(command, cwd=copy, env=environment, check=True, capture_output=True)
    (wheel,), (source,) = target.glob("*.whl"), target.glob("*.tar.gz")
    return wheel, source


def troubles(wheel: Path, source: Path) -> list[str]:
    """Sentences about what the archives lack, or hold too much; none for good ones."""
    wanted = {name.removeprefix("src/") for name in tracked(PACKAGE)}
    with zipfile.ZipFile(wheel) as archive:
        inside = {name for name in archive.namelist() if ".dist-info/" not in name}
        told = {
            Path(name).name: archive.read(name).decode()
            for name in archive.namelist()
            if ".dist-info/" in name
        }
    with tarfile.open(source) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    found = [f"The wheel lacks {name}." for name in sorted(wanted - inside)]
    found += [f"The wheel holds {name}, which git does not know." for name in sorted(inside - wanted)]
    found += [f"The source archive lacks {name}." for name in sorted(set(tracked(PACKAGE)) - packed)]
    if "pliant = pliant.cli.app:main" not in told.get("entry_points.txt", ""):
        found.append("The wheel has no command 'pliant'.")
    if "Provides-Extra: all" not in told.get("METADATA", ""):
        found.append("The wheel has no extra 'all'.")
    return found + _versions(told.get("METADATA", ""))


def _versions(metadata: str) -> list[str]:
    """Whether all places that name the version name the same."""
    version = next((line[9:] for line in metadata.splitlines() if line.startswith("Version: ")), "")
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    return (
        [] if f"\nversion: {version}\n" in cited else [f"CITATION.cff does not name the version {version}."]
    )
