"""Pictures of cages, and plots of how well they reproduce sequences."""
