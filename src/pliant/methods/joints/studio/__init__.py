"""Joint IK in the studio: its messages, poses, edits and scripts."""
