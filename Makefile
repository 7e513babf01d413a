# Two commands: `make demo` shows a graded hand-in, `make test` runs every test. Both install into .venv first.
PYTHON ?= python3
BIN := .venv/bin
SAMPLE := sample_submission/search_tickets/python

.PHONY: demo test check bench clean

.venv/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; name one with: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: .venv/installed
	$(BIN)/takehome grade $(SAMPLE) --exit-zero

test: .venv/installed check
	$(BIN)/python -m pytest -q -n auto --dist loadfile

check: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]'
	$(BIN)/python tests/benchmarks/bench.py

clean:
	rm -rf .venv
