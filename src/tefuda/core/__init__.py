"""Floor 0: what every card game stands on. Nothing here raises in play, prints, sleeps or reads a clock."""
