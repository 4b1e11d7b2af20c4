"""Handle IK in the studio: its messages, poses and scripts."""
