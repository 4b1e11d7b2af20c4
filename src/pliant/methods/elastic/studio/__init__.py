"""Elastic IK in the studio."""
