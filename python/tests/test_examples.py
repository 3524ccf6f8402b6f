"""Every example runs. One whose package is not installed is skipped."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
NEEDS = {"assembly": ("trimesh",), "outlines": ("shapely",)}


def test_there_are_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_example_runs(path, capsys):
    for package in NEEDS.get(path.stem, ()):
        pytest.importorskip(package)
    module = runpy.run_path(str(path))
    module["main"](2000) if path.stem == "arm" else module["main"]()
    assert capsys.readouterr().out
