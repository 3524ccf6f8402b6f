"""mypy in strict mode and pyright pass on the package and on the examples. What is not installed is skipped."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PATHS = ["python/clearance", "python/examples"]


@pytest.mark.parametrize("command", [["mypy", *PATHS], ["pyright", "--pythonpath", sys.executable]], ids=lambda c: c[0])
def test_the_checker_of_types_finds_nothing(command):
    if importlib.util.find_spec(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    found = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr
