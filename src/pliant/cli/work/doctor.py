"""The environment that Pliant runs in, as lines for people."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

State = Literal["fine", "missing", "slow"]


@dataclass(frozen=True)
class Line:
    """One thing that was looked for.

    name:  a package, extra or program
    state: fine, missing, or slow: there is something else in its place
    words: its version, or what is lost without it and what to do
    """

    name: str
    state: State
    words: str


@dataclass(frozen=True)
class Extra:
    """Optional packages: the modules that are loaded, by their distributions, and what needs them."""

    modules: dict[str, str]
    lost: str


# Extras of the package, as pyproject.toml has them.
EXTRAS = {
    "pictures": Extra(
        {"matplotlib": "matplotlib", "pillow": "PIL", "pyvista": "pyvista", "vtk": "vtkmodules"},
        "no pictures, films or pages",
    ),
    "joints": Extra(
        {"coacd": "coacd", "libigl": "igl", "manifold3d": "manifold3d", "python-fcl": "fcl"},
        "joints are not found in a mechanism; given ones work",
    ),
    "studio": Extra(
        {"starlette": "starlette", "uvicorn": "uvicorn", "websockets": "websockets"},
        "no studio in the browser",
    ),
    "simulate": Extra(
        {"coacd": "coacd", "mujoco": "mujoco", "python-fcl": "fcl"},
        "robots are written, but not tried in MuJoCo",
    ),
    "step": Extra({"cascadio": "cascadio"}, "STEP files are not read"),
    "usd": Extra({"usd-core": "pxr"}, "USD files are neither read nor written"),
    "alembic": Extra({"alembic3d": "alembic3d"}, "Alembic files are neither read nor written"),
    "fbx": Extra({"ufbx": "ufbx"}, "FBX files are not read"),
    "gltf": Extra({"DracoPy": "DracoPy"}, "glTF files that Draco compressed are not read"),
    "cluster": Extra({"distributed": "distributed"}, "batches run on this computer only"),
}
NEEDED = ("numpy", "scipy", "numba", "jaxtyping", "rich", "threadpoolctl", "typer")


def environment() -> list[Line]:
    """Everything that was looked for, in the order in which people need it."""
    return [
        Line("pliant", "fine", version("pliant")),
        Line("python", "fine", f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        Line("cores", "fine", f"{os.cpu_count() or 1}"),
        *(_needed(name) for name in NEEDED),
        _solver(),
        _threads(),
        _cache(),
        *(_extra(name, extra) for name, extra in EXTRAS.items()),
        _ffmpeg(),
    ]


def _needed(name: str) -> Line:
    try:
        return Line(name, "fine", version(name))
    except PackageNotFoundError:
        return Line(name, "missing", "Pliant does not work without it: pip install --force-reinstall pliant")


def _solver() -> Line:
    if find_spec("cholespy") is not None:
        return Line("cholespy", "fine", version("cholespy"))
    return Line(
        "cholespy",
        "slow",
        "SuperLU takes its place: solves of MeshIK and Handle IK take about 7 times as long",
    )


def _threads() -> Line:
    """The threads of compiled kernels; the plain ones bear a single caller."""
    from numba import get_num_threads
    from numba.np.ufunc.parallel import threading_layer

    count = get_num_threads()  # starts the threads, which decides on the layer
    layer = threading_layer()
    if layer != "workqueue":
        return Line("threads", "fine", f"{count} of {layer}; sessions of the studio compute at the same time")
    return Line(
        "threads", "slow", f"{count} of {layer}: sessions of the studio take turns; for more: pip install tbb"
    )


def _cache() -> Line:
    """Whether compiled kernels are kept: in NUMBA_CACHE_DIR, beside the modules or in the home folder."""
    own = Path(__file__).parents[2]
    for folder in (os.environ.get("NUMBA_CACHE_DIR"), own, Path.home() / ".cache"):
        if folder and _writable(Path(folder)):
            return Line("kernels", "fine", f"compiled once and kept in {folder}")
    return Line(
        "kernels",
        "slow",
        "compiled at every start, which takes a minute: set NUMBA_CACHE_DIR to a folder that can be written",
    )


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _extra(name: str, extra: Extra) -> Line:
    absent = [package for package, module in extra.modules.items() if find_spec(module) is None]
    if absent:
        how = f'pip install "pliant[{name}]"'
        return Line(name, "missing", f"{extra.lost} ({', '.join(absent)}): {how}")
    return Line(name, "fine", ", ".join(f"{package} {_version(package)}" for package in extra.modules))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "of unknown version"


def _ffmpeg() -> Line:
    program = shutil.which("ffmpeg")
    if program is None:
        return Line("ffmpeg", "missing", "no .mp4 and .webm films; .gif and .webp work: install ffmpeg")
    return Line("ffmpeg", "fine", program)
