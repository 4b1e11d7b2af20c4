"""What URDF and MJCF files share: links in a tree, their shapes and motions, and the mechanism they are."""
