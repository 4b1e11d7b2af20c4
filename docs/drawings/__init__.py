"""The pictures of the documentation, one module for each subject."""
