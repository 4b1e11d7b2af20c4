"""One model at work: its rigs, poses, timeline and journal."""
