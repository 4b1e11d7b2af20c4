"""The studio: pose anything in the browser."""
