"""Benchmarks of Pliant: `python -m benchmarks [names…]`; see README.md."""
