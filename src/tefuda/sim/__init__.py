"""Floor 2: play-outs and hidden hands, by the thousand."""
