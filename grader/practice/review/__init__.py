"""Review: a flawed hand-in is read from the other chair, and what the reviewer claims of it is run."""
