"""Pictures of poses, drawn without a screen (needs the extra `pictures`)."""

from pliant.figures.colours import colour_map
from pliant.figures.look import Look
from pliant.figures.picture import render, strip
from pliant.figures.shots import Shot
from pliant.figures.views import View

__all__ = ["Look", "Shot", "View", "colour_map", "render", "strip"]
