"""The command line, one file per verb, which holds its options; `work/` holds what it does.

`work/` and what it shares load NumPy; a verb imports them when it runs, so that `pliant --help` is immediate.
Methods bring verbs of their own (see `pliant.method.Verb`).
"""
