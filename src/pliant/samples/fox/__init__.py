"""The quadruped: a fox."""
