"""Reduced IK: controls learned from examples, posed at a cost that no mesh size changes [Der2006]."""
