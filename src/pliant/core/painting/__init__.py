"""What a painting tool asks of a surface: discs, falloff, screen selections, regions and symmetry."""
