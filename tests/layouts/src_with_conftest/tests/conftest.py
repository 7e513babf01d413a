import sys
from pathlib import Path

TOP = Path(__file__).parent.parent
sys.path[:0] = [str(TOP), str(TOP / "src")]
