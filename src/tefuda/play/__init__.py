"""Floor 2: the referee, the record, and the only errors that are raised."""
