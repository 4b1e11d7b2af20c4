"""Bodies as level sets of signed distances, and good triangle meshes of them."""
