"""Assemblies from STEP: parts that OCCT makes, written and read again."""

import json

import pytest

pytest.importorskip("OCP.STEPCAFControl", reason="OCCT is not installed")

from clearance import step
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer


def cylinder(radius, low, high):
    return BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(0, 0, low), gp_Dir(0, 0, 1)), radius, high - low).Shape()


def plate(bore):
    block = BRepPrimAPI_MakeBox(gp_Pnt(-20, -20, -4), gp_Pnt(20, 20, 4)).Shape()
    return BRepAlgoAPI_Cut(block, cylinder(bore, -10, 10)).Shape()


def written(path, shapes):
    writer = STEPControl_Writer()
    for shape in shapes:
        writer.Transfer(shape, STEPControl_StepModelType.STEPControl_AsIs)
    writer.Write(str(path))
    return path


def answered(tmp_path, shapes, *words):
    path, out = written(tmp_path / "parts.step", shapes), tmp_path / "answers.jsonl"
    code = step.main([str(path), "-o", str(out), *words])
    return code, [json.loads(line) for line in out.read_text().splitlines()]


def test_a_pin_in_a_bore_of_its_own_radius_touches(tmp_path):
    code, rows = answered(tmp_path, [cylinder(5, -10, 10), plate(5)])
    assert (code, [row["verdict"] for row in rows]) == (0, ["touching"])
    assert rows[0]["standing"] == "clear"
    # t and four tolerances of edges.
    assert 0 < rows[0]["within"] <= 1e-6
    assert rows[0]["coincident"][0]["kind"] == "cylinders"
    assert rows[0]["coincident"][0]["radius"] == 5.0


@pytest.mark.parametrize(("bore", "is_apart"), [(5.01, True), (4.99, False)])
def test_play_and_interference_are_told(tmp_path, bore, is_apart):
    report = tmp_path / "report.html"
    found, rows = answered(tmp_path, [cylinder(5, -10, 10), plate(bore)], "--below", "0.02", "--report", str(report))
    assert (found, rows[0]["standing"]) == (1, "broken")
    if is_apart:
        # The upper bound decides; the search ends there.
        assert rows[0]["lower"] <= 0.01 <= rows[0]["upper"] < 0.02
    else:
        assert rows[0]["verdict"] == "crossing"
        assert 0.0099 < rows[0]["by"] <= 0.01
    assert rows[0]["sentence"].split(":")[0] in report.read_text(encoding="utf-8")


def test_parts_far_apart_pass_without_a_word(tmp_path):
    code, rows = answered(tmp_path, [cylinder(5, -10, 10), plate(9)], "--below", "1")
    assert (code, rows) == (0, [])


def test_what_is_no_step_file_is_said(tmp_path, capsys):
    path = tmp_path / "broken.step"
    path.write_text("ISO-10303-21;\nHEADER;\n")
    assert step.main([str(path)]) == 2
    assert step.main([str(tmp_path / "missing.step")]) == 2
    said = capsys.readouterr().err
    assert "broken.step: cannot be read as STEP" in said and "missing.step: no such file" in said
