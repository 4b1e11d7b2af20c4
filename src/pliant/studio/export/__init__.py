"""Files that the studio hands out: poses, rigs, animations and scripts."""
