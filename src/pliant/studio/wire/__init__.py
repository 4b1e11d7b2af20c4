"""What page and server say to each other, and how it is encoded."""
