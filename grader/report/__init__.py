"""A grade in, bytes out: what a person, a test dashboard or a course platform reads."""
