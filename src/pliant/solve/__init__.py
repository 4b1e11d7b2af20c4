"""Solvers: the Gauss–Newton loop, factored Laplacians, and the threads that they use."""
