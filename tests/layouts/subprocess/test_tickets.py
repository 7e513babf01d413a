import json
import subprocess
import sys

from facts import FIRST, INVALID


def said(args):
    run = subprocess.run([sys.executable, "tickets.py", json.dumps(args)], capture_output=True, check=True)
    return json.loads(run.stdout)


def test_first_page():
    assert said({}) == FIRST


def test_limit():
    assert said({"limit": 11}) == INVALID
