"""What is asked of a hand-in, and how its replies are judged."""
