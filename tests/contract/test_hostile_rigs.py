"""Damaged rig files with right checksums: a rig that poses, or a RigFileError; no crash, no hang, no NaN.

Every file is opened and pulled in another process, because a wrong index may end the one that reads it.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from benchmarks.__main__ import main
from benchmarks.fuzz import BAD, _files
from benchmarks.fuzz.pool import Reader
from benchmarks.fuzz.rigs import RIGS, RigContent, saved_rigs

from pliant.errors import OptionError, RigFileError
from pliant.methods.cage.options import CageOptions
from pliant.methods.elastic.options import ElasticOptions
from pliant.methods.handles.options import HandleOptions
from pliant.methods.joints.options import JointOptions
from pliant.methods.meshik.options import MeshIKOptions
from pliant.methods.reduced.options import ReducedOptions
from pliant.registry import open_rig
from pliant.rig_file import read_rig_file

# Damages tried on each rig here; `python -m benchmarks fuzz` tries all of them.
TRIED = 45
FINE = ("read", "refused")
OPTIONS = (CageOptions, ElasticOptions, HandleOptions, JointOptions, MeshIKOptions, ReducedOptions)


@pytest.fixture(scope="module")
def rigs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RigContent]:
    return dict(saved_rigs(tmp_path_factory.mktemp("rigs"), RIGS))


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    with Reader() as process:
        yield process


def outcome(reader: Reader, folder: Path, content: bytes) -> str:
    path = folder / "rig.pliant"
    path.write_bytes(content)
    return str(reader.read(path)["outcome"])


@pytest.mark.parametrize("name", RIGS)
def test_the_rigs_are_good_before_they_are_damaged(name, rigs, reader, tmp_path):
    assert outcome(reader, tmp_path, rigs[name].packed()) == "read"


@pytest.mark.parametrize("name", RIGS)
def test_a_damaged_rig_is_refused_or_poses_without_nan(name, rigs, reader, tmp_path):
    damages = list(rigs[name].damaged())
    chosen = np.random.default_rng(len(name)).choice(len(damages), TRIED, replace=False)
    found = {damages[i][0]: outcome(reader, tmp_path, damages[i][1]()) for i in sorted(chosen)}
    assert {what: each for what, each in found.items() if each not in FINE} == {}


INDICES = (
    "influences",
    "proxy_influences",
    "proxy_group",
    "graph_pairs",
    "tie_influences",
    "corners",
    "starts",
)


@pytest.mark.parametrize("array", INDICES)
@pytest.mark.parametrize("value", [-1, -(2**31), 2**31 - 1, 2**40])
def test_a_wrong_index_in_a_reduced_rig_is_refused(array, value, rigs, tmp_path, reader):
    content = rigs["reduced"]
    for wrong in (
        np.full_like(content.arrays[array], value, dtype=np.int64),
        _with_last(content.arrays[array], value),
    ):
        damaged = RigContent(content.header, {**content.arrays, array: wrong})
        assert outcome(reader, tmp_path, damaged.packed()) == "refused"


def _with_last(array, value):
    changed = array.astype(np.int64)
    changed.reshape(-1)[-1] = value
    return changed


@pytest.mark.parametrize(
    ("name", "array"),
    [("reduced", "weights"), ("reduced", "t"), ("cage", "weights"), ("meshik", "poses"), ("joints", "V")],
)
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e300])
def test_numbers_that_are_not_finite_are_refused_when_the_rig_opens(name, array, value, rigs, tmp_path):
    content = rigs[name]
    changed = content.arrays[array].copy()
    changed.reshape(-1)[0] = value
    path = tmp_path / "nan.pliant"
    path.write_bytes(RigContent(content.header, {**content.arrays, array: changed}).packed())
    with pytest.raises(RigFileError):
        open_rig(path)


@pytest.mark.parametrize("options", OPTIONS)
def test_options_of_another_kind_are_refused(options):
    for name, value in (
        ("tolerance", "small"),
        ("tolerance", True),
        ("iterations", 0.5),
        ("iterations", 10**9),
        ("tolerance", 10**400),
    ):
        with pytest.raises(OptionError):
            options(**{name: value})


@pytest.mark.parametrize("options", OPTIONS)
def test_whole_numbers_become_real_where_real_ones_are_meant(options):
    """Kernels would be compiled once more for them: a cage with the tolerance 10 kept its user waiting."""
    assert type(options(tolerance=10).tolerance) is float


def test_a_large_tolerance_returns(rigs, reader, tmp_path):
    for name, content in rigs.items():
        header = json.loads(json.dumps(content.header))
        header["settings"]["options"]["tolerance"] = 10
        assert outcome(reader, tmp_path, RigContent(header, content.arrays).packed()) == "read", name


def bomb(path: Path, entries: dict[str, bytes], packing: int) -> Path:
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


@pytest.fixture(scope="module")
def header(rigs: dict[str, RigContent]) -> bytes:
    return json.dumps(rigs["reduced"].header).encode()


def zeros(count: int) -> bytes:
    head = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % count
    head += b" " * (117 - len(head)) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + bytes(8 * count)


@pytest.mark.parametrize("packing", [zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_an_array_that_unpacks_to_far_more_than_it_takes_is_not_read(packing, header, tmp_path):
    path = bomb(tmp_path / "bomb.pliant", {"rig.json": header, "a.npy": zeros(1 << 24)}, packing)
    assert path.stat().st_size < 1 << 20
    with pytest.raises(RigFileError, match=r"unpacks|packed"):
        read_rig_file(path)


def test_a_header_that_unpacks_to_far_more_than_it_takes_is_not_read(header, tmp_path):
    text = header[:-1] + b', "more": [' + b"[]," * (1 << 22) + b"0]}"
    path = bomb(tmp_path / "bomb.pliant", {"rig.json": text}, zipfile.ZIP_DEFLATED)
    with pytest.raises(RigFileError, match="unpacks"):
        read_rig_file(path)


def test_many_arrays_that_are_too_much_together_are_not_read(header, tmp_path):
    entries = {f"{i}.npy": zeros(1 << 20) for i in range(12)}
    path = bomb(tmp_path / "bomb.pliant", {"rig.json": header, **entries}, zipfile.ZIP_DEFLATED)
    with pytest.raises(RigFileError, match="unpacks"):
        read_rig_file(path)


def test_a_header_that_is_packed_as_no_rig_is_is_not_read(header, tmp_path):
    path = bomb(tmp_path / "packed.pliant", {"rig.json": header}, zipfile.ZIP_LZMA)
    with pytest.raises(RigFileError, match="packed"):
        read_rig_file(path)


def test_the_fuzz_command_counts_every_outcome(tmp_path, capsys):
    assert main(["fuzz", "--files", "12", "--quick", "--results", str(tmp_path)]) == 0
    spoilt, cases = json.loads((tmp_path / "fuzz.json").read_text(encoding="utf-8"))["tables"]
    assert sum(row[key] for row in spoilt["rows"] for key in (*FINE, *BAD)) == 12
    assert sum(row[key] for row in spoilt["rows"] for key in BAD) == len(cases["rows"]) == 0


def test_the_fuzz_begins_at_any_number(tmp_path):
    names = [
        [what for _, what, _ in _files(tmp_path, range(first, first + 6), quick=True)] for first in (0, 3)
    ]
    assert names[0][3:] == names[1][:3]
    assert names[0] != names[1]
