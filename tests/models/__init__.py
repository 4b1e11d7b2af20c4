"""Mechanisms for tests and benchmarks of joints, made by code like those of `pliant.samples`."""

from __future__ import annotations

from collections.abc import Callable

from pliant import samples
from pliant.mechanism.mechanism import Mechanism
from tests.models.bee import bee
from tests.models.brush import brush
from tests.models.bunny import bunny
from tests.models.dog import dog
from tests.models.office import office

MODELS: dict[str, Callable[[float], Mechanism]] = {
    "dog": dog,
    "brush": brush,
    "office": office,
    "bee": bee,
    "bunny": bunny,
}


def names() -> tuple[str, ...]:
    """Names of all mechanisms: the samples, then the models of this folder."""
    return (*samples.names("joints"), *MODELS)


def mechanism(name: str, *, resolution: float = 1.0) -> Mechanism:
    """A sample or a model of this folder, with its true joints."""
    return MODELS[name](resolution) if name in MODELS else samples.mechanism(name, resolution=resolution)
