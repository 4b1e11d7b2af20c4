"""What the site builder does to pages: formulas as MathML, docstrings as Markdown."""
