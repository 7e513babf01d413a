"""What was handed in: taking it in, finding its entry, and running it."""
