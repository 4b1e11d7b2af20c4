"""MeshIK in the studio: what is told about its rigs, and where a pose misses the blend."""
