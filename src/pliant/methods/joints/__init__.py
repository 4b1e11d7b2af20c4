"""Joint IK: components joined by joints that the geometry implies, posed by pulling [Xu2009]."""
