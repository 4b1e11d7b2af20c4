"""Cage IK in the studio: its messages, poses, journal entries and scripts."""
