"""Floor 5: our games as the environments of other programs, one foreign framework a file. Each file needs the extra of its name."""
