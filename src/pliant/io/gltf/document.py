"""The JSON and the buffers of a glTF file, from a .glb, or a .gltf with data URIs or files beside it."""

from __future__ import annotations

import base64
import binascii
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from pliant.arrays import Array
from pliant.errors import FileFormatError, UnsupportedFormatError
from pliant.io.files import FileBytes, contents
from pliant.io.gltf.compression import decoded_accessors, decoded_views, is_placeholder
from pliant.io.gltf.json_object import JsonObject

_MAGIC = b"glTF"
_JSON, _BIN = b"JSON", b"BIN\0"
_HEADER, _CHUNK_HEADER = 12, 8

# Extensions that repeat the geometry, which are not read.
_UNREADABLE = {"EXT_mesh_gpu_instancing"}


@dataclass(frozen=True)
class GltfDocument:
    """A glTF file.

    root:    its JSON
    buffers: the bytes of each buffer
    folder:  where its images lie
    views:   the bytes of buffer views that are compressed, by their numbers
    arrays:  (count, width) the entries of accessors that are compressed, by their numbers
    """

    root: JsonObject
    buffers: tuple[bytes | FileBytes, ...]
    folder: Path
    views: Mapping[int, bytes] = field(default_factory=dict)
    arrays: Mapping[int, Array] = field(default_factory=dict)


def document_of_gltf(data: bytes | FileBytes, folder: Path) -> GltfDocument:
    """The document in a .glb or .gltf, whose other files are searched in a folder.

    data: all bytes, or FileBytes, which leave the arrays of a .glb in the file until they are needed
    Raises FileFormatError for a damaged file, and UnsupportedFormatError for other versions and extensions.
    """
    text, blob = _chunks(data) if data[:4] == _MAGIC else (data[:], None)
    try:
        fields = json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise FileFormatError(
            f"The JSON of this glTF file cannot be read ({error}); export it again."
        ) from error
    if not isinstance(fields, dict):
        raise FileFormatError("The JSON of this glTF file is not an object; export it again.")
    root = JsonObject(fields, "gltf")
    _check_version(root)
    buffers = _buffers(root, blob, folder)
    return GltfDocument(root, buffers, folder, decoded_views(root, buffers), decoded_accessors(root, buffers))


def _chunks(data: bytes | FileBytes) -> tuple[bytes, bytes | FileBytes | None]:
    """The JSON and the binary chunk of a .glb, None if it has none."""
    if len(data) < _HEADER:
        raise FileFormatError(
            f"The file has {len(data)} bytes, less than the header of a .glb; it was cut off."
        )
    version, length = struct.unpack("<II", data[4:_HEADER])
    if version != 2:
        raise UnsupportedFormatError(f"This .glb has version {version}; version 2 is needed.")
    if length > len(data):
        raise FileFormatError(
            f"{length} bytes are announced and {len(data)} are there; the file was cut off."
        )
    chunks: dict[bytes, bytes | FileBytes] = {}
    here = _HEADER
    while here + _CHUNK_HEADER <= length:
        size, kind = struct.unpack("<I4s", data[here : here + _CHUNK_HEADER])
        here += _CHUNK_HEADER
        if here + size > length:
            raise FileFormatError(f"The chunk at byte {here} announces {size} bytes, more than there are.")
        inside = data[here : here + size] if isinstance(data, bytes) else data.stretch(here, here + size)
        chunks.setdefault(kind, inside)
        here += size
    if _JSON not in chunks:
        raise FileFormatError("This .glb has no JSON chunk; export it again.")
    return chunks[_JSON][:], chunks.get(_BIN)


def _check_version(root: JsonObject) -> None:
    version = root.item("asset").text("version") or "none"
    if version.partition(".")[0] != "2":
        raise UnsupportedFormatError(f"This glTF file has the version '{version[:20]}'; 2.0 is needed.")
    required = root.fields.get("extensionsRequired")
    named = required if isinstance(required, list) else []
    hidden = _UNREADABLE.intersection(name for name in named if isinstance(name, str))
    if hidden:
        raise UnsupportedFormatError(f"The file needs {', '.join(sorted(hidden))}; export it without.")


def _buffers(root: JsonObject, blob: bytes | FileBytes | None, folder: Path) -> tuple[bytes | FileBytes, ...]:
    # By address, so that a buffer that is named often is read once.
    known: dict[str | None, bytes | FileBytes] = {}
    buffers = []
    for buffer in root.items("buffers"):
        if is_placeholder(buffer):
            buffers.append(b"")
            continue
        uri = buffer.text("uri")
        if uri not in known:
            known[uri] = _fetched(uri, blob, folder)
        if len(known[uri]) < buffer.whole("byteLength"):
            raise FileFormatError(
                f"{buffer.place} announces {buffer.whole('byteLength')} bytes and has {len(known[uri])}; "
                "it was cut off."
            )
        buffers.append(known[uri])
    return tuple(buffers)


def _fetched(uri: str | None, blob: bytes | FileBytes | None, folder: Path) -> bytes | FileBytes:
    if uri is None:
        return b"" if blob is None else blob
    if uri.startswith("data:"):
        return data_of_uri(uri, "A buffer")
    path = Path(unquote(uri))
    if "://" in uri or path.is_absolute() or ".." in path.parts:
        # A file from elsewhere must not make us read other files of this computer, or from the web.
        raise FileFormatError(
            f"The buffer '{uri[:60]}' is outside the file's own folder; put it beside the file."
        )
    return contents(folder / path)


def data_of_uri(uri: str, what: str) -> bytes:
    """The bytes in a data URI; `what` names their owner for errors."""
    head, _, body = uri.partition(",")
    if not head.endswith(";base64"):
        return unquote_to_bytes(body)
    try:
        return base64.b64decode(body)
    except (binascii.Error, ValueError) as error:
        raise FileFormatError(f"{what}'s base64 text cannot be read ({error}); export it again.") from error
