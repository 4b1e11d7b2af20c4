"""Mechanisms made by code, with the shape of their joints modelled and the true joints recorded."""

from pliant.samples.mechanisms.catalogue import mechanism, mechanism_description, mechanism_names

__all__ = ["mechanism", "mechanism_description", "mechanism_names"]
