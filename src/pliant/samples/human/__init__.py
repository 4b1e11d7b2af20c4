"""The humanoid: a person in A-pose."""
