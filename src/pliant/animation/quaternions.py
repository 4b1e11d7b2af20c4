"""Arithmetic of unit quaternions (w, x, y, z), many at a time."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Floats


def product(p: Floats, q: Floats) -> Floats:
    """(…, 4) product p q: the rotation q followed by p."""
    a, u, b, v = p[..., :1], p[..., 1:], q[..., :1], q[..., 1:]
    real = a * b - (u * v).sum(axis=-1, keepdims=True)
    return np.concatenate([real, a * v + b * u + np.cross(u, v)], axis=-1)


def inverse(q: Floats) -> Floats:
    """(…, 4) inverses of unit quaternions."""
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def exp(theta: Floats) -> Floats:
    """(…, 4) quaternions of rotation vectors (…, 3) of any angle."""
    half = 0.5 * np.linalg.norm(theta, axis=-1, keepdims=True)
    return np.concatenate([np.cos(half), 0.5 * np.sinc(half / np.pi) * theta], axis=-1)


def log(q: Floats) -> Floats:
    """(…, 3) rotation vectors of quaternions, of length at most π: the shorter way round."""
    q = np.where(q[..., :1] < 0.0, -q, q)
    sine = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[..., :1])
    return q[..., 1:] * np.where(sine == 0.0, 2.0, angle / np.where(sine == 0.0, 1.0, sine))


def matrix(q: Floats) -> Floats:
    """(…, 3, 3) rotation matrices of quaternions."""
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
