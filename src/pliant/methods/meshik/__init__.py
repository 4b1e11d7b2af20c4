"""MeshIK [Sumner2005]: posing from examples."""
