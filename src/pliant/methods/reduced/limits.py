"""Limits that the command line names in its help, before anything heavy is loaded."""

# A vertex's normal equations live on the stack of one kernel.
MOST_INFLUENCES = 8
