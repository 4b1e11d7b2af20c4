"""The bit streams of EXT_meshopt_compression and KHR_meshopt_compression, decoded from their specification.

Kernels return how many bytes they read, or DAMAGED if the stream ends early or names what is not there.
"""

from __future__ import annotations

import numpy as np
from numba import njit

DAMAGED = -1
# Elements are stored in groups of so many, and blocks hold at most so many elements and bytes.
GROUP, MOST_ELEMENTS, MOST_BYTES = 16, 256, 8192
# The entries of the queues of recent edges and vertices.
_RECENT = 16
# The most bytes of a number of 32 bits in steps of seven.
_MOST_DIGITS = 5
# How changes of channels are stored: by bytes, by pairs of bytes, or as the bits that differ in four bytes.
_BYTES, _PAIRS, _BITS = 0, 1, 2


@njit(cache=True)
def attributes(data, end, version, modes, last, out):
    """Decode elements into out (count, stride) uint8.

    data:  (…,) uint8 after the header byte; end is where the tail begins
    modes: (stride / 4,) how changes are stored in every four bytes
    last:  (stride,) the element before the first, overwritten
    """
    here = 0
    count, stride = out.shape
    most = min((MOST_BYTES // stride) & ~(GROUP - 1), MOST_ELEMENTS)
    changes = np.zeros((stride, MOST_ELEMENTS), np.uint8)
    for begin in range(0, count, most):
        size = min(most, count - begin)
        control = here
        if version == 1:
            here += stride // 4
            if here > end:
                return DAMAGED
        for k in range(stride):
            mode = (data[control + k // 4] >> (2 * (k % 4))) & 3 if version == 1 else -1
            here = _column(data, here, end, mode, changes[k, :size])
            if here < 0:
                return DAMAGED
        for channel in range(stride // 4):
            _add_changes(changes, channel, modes[channel], last, out[begin : begin + size])
    return here


@njit(cache=True)
def _column(data, here, end, mode, found):
    """Decode the changes of one byte of all elements of a block; mode -1 is that of version 0."""
    size = len(found)
    if mode == 2:
        found[:] = 0
        return here
    if mode == 3:
        # As they are, without the rest of the last group.
        if here + size > end:
            return DAMAGED
        found[:] = data[here : here + size]
        return here + size
    groups = (size + GROUP - 1) // GROUP
    header = here
    here += (groups + 3) // 4
    if here > end:
        return DAMAGED
    for g in range(groups):
        code = (data[header + g // 4] >> (2 * (g % 4))) & 3
        # Bits of a change: 0, 2, 4, 8 in version 0; 0, 1, 2, 4 or 1, 2, 4, 8 in version 1.
        bits = (1 << code) if mode == 1 or (mode == -1 and code > 0) else (1 << code) >> 1
        here = _group(data, here, end, bits, found[g * GROUP : (g + 1) * GROUP])
        if here < 0:
            return DAMAGED
    return here


@njit(cache=True)
def _group(data, here, end, bits, found):
    """Decode 16 changes of so many bits each; those with all bits set follow as whole bytes."""
    after = here + GROUP * bits // 8
    if after > end:
        return DAMAGED
    for i in range(GROUP):
        change = np.uint8(0)
        if bits == 8:
            change = data[here + i]
        elif bits > 0:
            per_byte = 8 // bits
            # Single bits begin at the lowest, others at the highest.
            shift = i % per_byte if bits == 1 else 8 - bits - bits * (i % per_byte)
            change = np.uint8((data[here + i // per_byte] >> shift) & ((1 << bits) - 1))
            if change == (1 << bits) - 1:
                if after >= end:
                    return DAMAGED
                change = data[after]
                after += 1
        # The rest of the last group is stored and ignored.
        if i < len(found):
            found[i] = change
    return after


@njit(cache=True)
def _add_changes(changes, channel, mode, last, out):
    """Add up the changes of four bytes of a block, from the element before it; last becomes its last one."""
    first = 4 * channel
    kind, turn = mode & 15, mode >> 4
    for i in range(len(out)):
        if kind == _BYTES:
            for k in range(first, first + 4):
                v = changes[k, i]
                step = (v >> 1) ^ (0xFF if v & 1 else 0)
                last[k] = (last[k] + step) & 0xFF
        elif kind == _PAIRS:
            for k in range(first, first + 4, 2):
                v = np.int64(changes[k, i]) | np.int64(changes[k + 1, i]) << 8
                step = (v >> 1) ^ (0xFFFF if v & 1 else 0)
                sum_ = (np.int64(last[k]) | np.int64(last[k + 1]) << 8) + step
                last[k], last[k + 1] = sum_ & 0xFF, (sum_ >> 8) & 0xFF
        else:
            v = np.int64(0)
            for k in range(4):
                v |= np.int64(changes[first + k, i]) << (8 * k)
            # Turned back by as many bits as it was turned.
            v = ((v >> turn) | (v << (32 - turn))) & 0xFFFFFFFF
            for k in range(4):
                last[first + k] ^= (v >> (8 * k)) & 0xFF
        out[i, first : first + 4] = last[first : first + 4]


@njit(cache=True)
def _number(data, here, end):
    """A number in steps of seven bits, and where it ends."""
    value = np.int64(0)
    for i in range(_MOST_DIGITS):
        if here >= end:
            return value, DAMAGED
        byte = np.int64(data[here])
        here += 1
        value |= (byte & 127) << (7 * i)
        if byte < 128:
            return value & 0xFFFFFFFF, here
    return value, DAMAGED


@njit(cache=True)
def _signed(v):
    """A difference whose lowest bit is its sign."""
    return -(v >> 1) - 1 if v & 1 else v >> 1


@njit(cache=True)
def indices(data, end, out):
    """Decode indices into out (count,); each is a difference from one of two before it."""
    last = np.zeros(2, np.int64)
    here = 0
    for i in range(len(out)):
        v, here = _number(data, here, end)
        if here < 0:
            return DAMAGED
        which = v & 1
        last[which] = (last[which] + _signed(v >> 1)) & 0xFFFFFFFF
        out[i] = last[which]
    return here


@njit(cache=True)
def triangles(codes, data, end, table, out):
    """Decode triangles into out (m, 3): a byte of codes for each, and more of data where that is not enough.

    table: (16,) pairs of recent vertices for frequent codes
    """
    edges = np.full((_RECENT, 2), -1, np.int64)
    recent = np.full(_RECENT, -1, np.int64)
    # State: the next new vertex, the last explicit one, and how many edges and vertices came so far.
    state = np.zeros(4, np.int64)
    here = 0
    for t in range(len(out)):
        code = np.int64(codes[t])
        if code < 0xF0:
            here = _beside_an_edge(code, data, here, end, (edges, recent, state), out[t])
        else:
            here = _alone(code, data, here, end, (table, edges, recent, state), out[t])
        if here < 0 or out[t].min() < 0:
            return DAMAGED
    return here


@njit(cache=True)
def _beside_an_edge(code, data, here, end, memory, out):
    """A triangle at a recent edge; its third vertex is new, recent, beside the last explicit one, or told."""
    edges, recent, state = memory
    e = (state[2] - 1 - (code >> 4)) % _RECENT
    a, b, third = edges[e, 0], edges[e, 1], code & 15
    if third == 0:
        c = state[0]
        state[0] = (c + 1) & 0xFFFFFFFF
    elif third < 13:
        c = recent[(state[3] - 1 - third) % _RECENT]
    elif third < 15:
        c = (state[1] + (1 if third == 14 else -1)) & 0xFFFFFFFF
        state[1] = c
    else:
        c, here = _explicit(data, here, end, state)
    _push_edge(edges, state, c, b)
    _push_edge(edges, state, a, c)
    if third == 0 or third >= 13:
        _push(recent, state, c)
    out[0], out[1], out[2] = a, b, c
    return here


@njit(cache=True)
def _alone(code, data, here, end, memory, out):
    """A triangle at no recent edge; each vertex is new, recent or explicit."""
    table, edges, recent, state = memory
    pair = table[code & 15]
    if code >= 0xFE:
        if here >= end:
            return DAMAGED
        pair = data[here]
        here += 1
        if pair == 0:
            state[0] = 0
    how = (15 if code == 0xFF else 0, np.int64(pair) >> 4, np.int64(pair) & 15)
    for k in range(3):
        if how[k] == 0:
            out[k] = state[0]
            state[0] = (state[0] + 1) & 0xFFFFFFFF
        elif how[k] < 15:
            # Recent vertices are those before this triangle.
            out[k] = recent[(state[3] - how[k]) % _RECENT]
        else:
            out[k], here = _explicit(data, here, end, state)
    _push_edge(edges, state, out[1], out[0])
    _push_edge(edges, state, out[2], out[1])
    _push_edge(edges, state, out[0], out[2])
    for k in range(3):
        if how[k] == 0 or how[k] == 15:
            _push(recent, state, out[k])
    return here


@njit(cache=True)
def _explicit(data, here, end, state):
    v, here = _number(data, here, end) if here >= 0 else (np.int64(0), DAMAGED)
    state[1] = (state[1] + _signed(v)) & 0xFFFFFFFF
    return state[1], here


@njit(cache=True)
def _push_edge(edges, state, a, b):
    e = state[2] % _RECENT
    edges[e, 0], edges[e, 1] = a, b
    state[2] += 1


@njit(cache=True)
def _push(recent, state, v):
    recent[state[3] % _RECENT] = v
    state[3] += 1
