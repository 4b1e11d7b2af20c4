"""Primitives fitted to the points of a contact, to check what slippage reads from its normals."""

from __future__ import annotations

import numpy as np

from pliant.arrays import Array, Floats
from pliant.mechanism.mechanism import JointKind, axis_frame
from pliant.methods.joints.contact import Contact
from pliant.methods.joints.slippage import SlidingMotion

# A surface's points lie this close to a primitive, over their mean distance from their middle, where it fits.
CLOSE = 0.03
# Slices of a surface of revolution along its axis, and across.
SLICES = 16


def agreement(contact: Contact, motion: SlidingMotion) -> float:
    """How well the points of a contact lie on the primitive that a motion implies: 0 to 1."""
    if motion.kind is JointKind.BALL:
        miss = _sphere(contact, motion.origin)
    elif motion.kind is JointKind.PLANE:
        miss = _extrusion(contact, motion.axis)
    elif motion.kind is JointKind.PRISMATIC:
        return 1.0
    else:
        miss = _revolution(contact, motion)
    return float(np.exp(-((miss / (CLOSE * contact.radius)) ** 2) / 2))


def _sphere(contact: Contact, centre: Floats) -> float:
    """The spread of the distances from the centre, each side's own radius taken off."""
    return _scatter(
        np.linalg.norm(contact.points - centre, axis=1), contact.second.astype(int), contact.weights
    )


def _extrusion(contact: Contact, axis: Floats) -> float:
    """The spread of the heights over the planes of each side and each way they face."""
    up = (contact.normals @ axis > 0).astype(int)
    height = contact.points @ axis
    # Several flat faces may lie at different heights: those of one slice are compared.
    return _scatter(height, _slice(height, SLICES) * 4 + up * 2 + contact.second, contact.weights)


def _revolution(contact: Contact, motion: SlidingMotion) -> float:
    """The spread of the radii at one height of walls, and of the heights at one radius of flat faces."""
    frame = axis_frame(motion.axis)
    offset = contact.points - motion.origin
    height, radius = offset @ frame[0], np.linalg.norm(offset @ frame[1:].T, axis=1)
    wall = np.abs(contact.normals @ frame[0]) < np.sqrt(0.5)
    value = np.where(wall, radius, height)
    along = np.where(wall, _slice(height, SLICES), _slice(radius, SLICES))
    level = _slice(value, SLICES)
    inward = (np.einsum("ij,ij->i", contact.normals, offset - np.outer(height, frame[0])) > 0).astype(int)
    group = ((along * SLICES + level) * 2 + wall) * 4 + inward * 2 + contact.second
    return _scatter(value, group, contact.weights)


def _slice(values: Floats, count: int) -> Array:
    low, high = values.min(), values.max()
    return np.minimum(((values - low) / max(high - low, 1e-300) * count).astype(int), count - 1)


def _scatter(values: Floats, group: Array, weights: Floats) -> float:
    """The root mean square distance of values from the mean of their group."""
    _, group = np.unique(group, return_inverse=True)
    total = np.bincount(group, weights)
    mean = np.bincount(group, weights * values) / total
    return float(np.sqrt(np.average((values - mean[group]) ** 2, weights=weights)))
