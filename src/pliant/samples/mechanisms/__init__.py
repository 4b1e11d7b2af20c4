"""Mechanisms made by code: the shape of each joint is modelled, and the true joint is recorded."""
