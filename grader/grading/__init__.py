"""From failures to findings, and from findings to a grade."""
