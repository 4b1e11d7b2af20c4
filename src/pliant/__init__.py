"""Pose a mesh by pulling on it: no skeleton, no skinning by hand."""
