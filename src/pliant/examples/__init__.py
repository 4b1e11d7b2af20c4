"""Posing from example meshes: the parts that MeshIK [Sumner2005] and Reduced IK [Der2006] share."""
