"""The armature that a file brings: bones fitted to posed meshes, and poses made by turning bones."""
