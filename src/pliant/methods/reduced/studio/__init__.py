"""Reduced IK in the studio: what is told about its rigs, and what their controls carry."""
