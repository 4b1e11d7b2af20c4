"""Streams of meshopt compression, written from the specification and independent of the code under test."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pytest

from tests.io.gltf_validator import MODULES

DECODER = MODULES / "three" / "examples" / "jsm" / "libs" / "meshopt_decoder.module.js"
SCRIPT = """
import fs from "fs";
const { MeshoptDecoder } = await import(process.argv[2]);
await MeshoptDecoder.ready;
const found = JSON.parse(fs.readFileSync(process.argv[3])).map((each) => {
  const target = new Uint8Array(each.count * each.stride);
  const source = new Uint8Array(Buffer.from(each.data, "base64"));
  try {
    MeshoptDecoder.decodeGltfBuffer(target, each.count, each.stride, source, each.mode, each.filter);
  } catch { return null; }
  return Buffer.from(target).toString("base64");
});
console.log(JSON.stringify(found));
"""


@dataclass(frozen=True)
class Stream:
    """A compressed buffer view."""

    data: bytes
    count: int
    stride: int
    mode: str
    filter: str = "NONE"

    def fields(self) -> dict[str, object]:
        return {"count": self.count, "byteStride": self.stride, "mode": self.mode, "filter": self.filter}


def attribute_stream(chance: np.random.Generator, stride: int, count: int, version: int) -> Stream:
    """Random bits in every kind of block."""
    out = bytearray([0xA0 + version])
    most = min((8192 // stride) & ~15, 256)
    for begin in range(0, count, most):
        size = min(most, count - begin)
        modes = chance.integers(0, 4, stride).tolist() if version else [-1] * stride
        if version:
            out += packed(modes)
        for mode in modes:
            out += _column(chance, mode, size)
    tail = letters(chance, stride)
    if version:
        tail += bytes(int(chance.choice([0, 1, 2 + 16 * chance.integers(16)])) for _ in range(stride // 4))
    out += bytes(max((24 if version else 32) - len(tail), 0)) + tail
    return Stream(bytes(out), count, stride, "ATTRIBUTES")


def _column(chance: np.random.Generator, mode: int, size: int) -> bytes:
    if mode == 2:
        return b""
    if mode == 3:
        return letters(chance, size)
    codes = chance.integers(0, 4, -(-size // 16)).tolist()
    out = packed(codes)
    for code in codes:
        bits = {-1: (0, 2, 4, 8), 0: (0, 1, 2, 4), 1: (1, 2, 4, 8)}[mode][code]
        body = letters(chance, 2 * bits)
        out += body
        if bits in (1, 2, 4):
            values = [(byte >> shift) & ((1 << bits) - 1) for byte in body for shift in range(0, 8, bits)]
            out += letters(chance, values.count((1 << bits) - 1))
    return out


def plain_stream(values: np.ndarray, filter: str = "NONE") -> Stream:
    """Elements (count, stride) uint8 as they are: whole bytes, version 0."""
    count, stride = values.shape
    out = bytearray([0xA0])
    most = min((8192 // stride) & ~15, 256)
    last = np.zeros(stride, dtype=np.uint8)
    for begin in range(0, count, most):
        block = values[begin : begin + most]
        changes = np.diff(np.vstack([last, block]), axis=0).astype(np.int8).astype(np.int64)
        folded = np.where(changes < 0, -2 * changes - 1, 2 * changes).astype(np.uint8)
        groups = -(-len(block) // 16)
        for column in np.pad(folded, ((0, 16 * groups - len(block)), (0, 0))).T:
            out += packed([3] * groups) + column.tobytes()
        last = block[-1]
    return Stream(bytes(out) + bytes(max(32, stride)), count, stride, "ATTRIBUTES", filter)


def triangle_stream(chance: np.random.Generator, m: int) -> Stream:
    """Random codes among those that are possible after the triangles before them."""
    table = bytes(int(chance.integers(3)) << 4 | int(chance.integers(3)) for _ in range(14)) + bytes(2)
    codes, data = bytearray([0xFE]), bytearray([0])
    for _ in range(m - 1):
        code = int(chance.choice([chance.integers(3) << 4 | chance.integers(16), 0xF0 + chance.integers(16)]))
        # Three vertices and edges are always there to be named.
        code = code & 0xF2 if code < 0xF0 and 2 < code & 15 < 13 else code
        codes.append(code)
        if code < 0xF0 and code & 15 == 15:
            data += number(int(chance.integers(1 << 20)))
        if code >= 0xFE:
            pair = int(chance.choice([0, 1, 2, 15])) << 4 | int(chance.choice([0, 1, 2, 15]))
            data.append(pair)
            told = (code == 0xFF) + (pair >> 4 == 15) + (pair & 15 == 15)
            data += b"".join(number(int(chance.integers(1 << 20))) for _ in range(told))
    whole = bytes([0xE1]) + bytes(codes) + bytes(data) + table
    return Stream(whole, 3 * m, int(chance.choice([2, 4])), "TRIANGLES")


def index_stream(chance: np.random.Generator, count: int) -> Stream:
    numbers = b"".join(number(int(chance.integers(1 << int(chance.integers(1, 32))))) for _ in range(count))
    return Stream(bytes([0xD1]) + numbers + bytes(4), count, 4, "INDICES")


def number(value: int) -> bytes:
    digits = [value & 127]
    while value := value >> 7:
        digits.append(value & 127)
    return bytes([*(digit | 128 for digit in digits[:-1]), digits[-1]])


def packed(codes: list[int]) -> bytes:
    """Two bits each, the first lowest."""
    fours = [codes[i : i + 4] for i in range(0, len(codes), 4)]
    return bytes(sum(code << (2 * k) for k, code in enumerate(four)) for four in fours)


def letters(chance: np.random.Generator, count: int) -> bytes:
    return chance.integers(0, 256, count, dtype=np.uint8).tobytes()


def decoded_by_three(streams: list[Stream], folder: Path) -> list[bytes | None]:
    """What the decoder of three.js makes of them; None for those that it refuses."""
    node = shutil.which("node")
    if node is None or not DECODER.is_file():
        pytest.skip(f"node or three.js, looked for in {MODULES}, is not installed")
    (folder / "decode.mjs").write_text(SCRIPT)
    told = [{**asdict(each), "data": base64.b64encode(each.data).decode()} for each in streams]
    (folder / "streams.json").write_text(json.dumps(told))
    words = [node, str(folder / "decode.mjs"), str(DECODER), str(folder / "streams.json")]
    run = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    return [None if each is None else base64.b64decode(each) for each in json.loads(run.stdout)]
