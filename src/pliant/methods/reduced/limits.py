"""Limits that the help of the command line names, in a module that is quick to load."""

# Controls that one vertex may follow; its normal equations lie on the stack of one kernel.
MOST_INFLUENCES = 8
