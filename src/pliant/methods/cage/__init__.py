"""Cage IK: pose a cage by pulling on the surface inside it [Savoye2010]."""
