"""Floor 5: people at a distance. A room sends views only."""
