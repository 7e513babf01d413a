"""Practice: what a candidate does around the grader, each step kept as an event."""
