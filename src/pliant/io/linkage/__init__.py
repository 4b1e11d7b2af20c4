"""The common part of URDF and MJCF: links in a tree, their shapes and motions, and their mechanism."""
