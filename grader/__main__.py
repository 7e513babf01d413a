"""`python -m grader` is `takehome`."""

from grader.cli import main

main()
