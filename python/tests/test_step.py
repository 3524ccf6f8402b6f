"""Assemblies from STEP: parts that OCCT makes, written and read again."""

import json
from pathlib import Path

import pytest

pytest.importorskip("OCP.STEPCAFControl", reason="OCCT is not installed")

from clearance import step
from OCP.BRepAlgoAPI import BRepAlgoAPI_Cut
from OCP.BRepBuilderAPI import BRepBuilderAPI_Transform
from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder, BRepPrimAPI_MakeSphere
from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt, gp_Trsf
from OCP.Interface import Interface_Static
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


def test_several_files_are_one_assembly_and_inches_become_millimetres(tmp_path):
    pin = written(tmp_path / "pin.step", [cylinder(5, -10, 10)])
    Interface_Static.SetCVal_s("write.step.unit", "INCH")
    try:
        inches = written(tmp_path / "plate.step", [plate(5.01)])
    finally:
        Interface_Static.SetCVal_s("write.step.unit", "MM")
    assert "'INCH'" in inches.read_text() and "'INCH'" not in pin.read_text()
    out = tmp_path / "answers.jsonl"
    assert step.main([str(pin), str(inches), "--below", "0.02", "-o", str(out)]) == 1
    row = json.loads(out.read_text())
    assert (row["unit"], row["standing"]) == ("mm", "broken")
    # The file rounds inches to some twelve digits.
    assert row["lower"] <= 0.01 - 1e-9 <= row["upper"] < 0.02
    # A gap of 0.01 mm holds 0.0003 in, which is 0.00762 mm.
    assert step.main([str(pin), str(inches), "--below", "0.0003in"]) == 0


def test_a_mirrored_part_touches_as_the_part_itself(tmp_path):
    bent = BRepAlgoAPI_Cut(plate(5), BRepPrimAPI_MakeBox(gp_Pnt(6, 6, -5), gp_Pnt(30, 30, 5)).Shape()).Shape()
    mirror = gp_Trsf()
    mirror.SetMirror(gp_Ax2(gp_Pnt(0, 0, 0), gp_Dir(1, 0, 0)))
    mirrored = BRepBuilderAPI_Transform(bent, mirror, True).Shape()
    for part in (bent, mirrored):
        code, rows = answered(tmp_path, [cylinder(5, -10, 10), part])
        assert (code, [row["verdict"] for row in rows]) == (0, ["touching"])


def test_a_broken_file_is_told_in_one_sentence(tmp_path, capsys):
    whole = written(tmp_path / "whole.step", [plate(5)]).read_bytes()
    broken = [b"", b"solid cube\nendsolid\n", bytes(range(256)) * 8, whole[: len(whole) // 3], whole[: len(whole) // 2]]
    broken.append(whole.replace(b"CARTESIAN_POINT", b"CARTESIAN_PINT"))
    path = tmp_path / "broken.step"
    for content in broken:
        path.write_bytes(content)
        code = step.main([str(path)])
        said = [line for line in capsys.readouterr().err.splitlines() if line]
        assert code == 2 and len(said) == 1 and said[0].startswith(f"clearance: {path}"), (content[:20], code, said)
    assert step.main([str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_refining_decides_what_is_nearly_at_its_limit(tmp_path, capsys):
    ball = BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 15.3), 10).Shape()
    other = BRepPrimAPI_MakeSphere(gp_Pnt(0, 0, 0), 5).Shape()
    # The gap is 0.3; limits that are 0.0002 beside it.
    for below, code in (("0.2998", 0), ("0.3002", 1)):
        found, rows = answered(tmp_path, [ball, other], "--below", below, "--deflection", "0.5", "--refine", "0.0001")
        assert found == code and all(row["standing"] != "undecided" for row in rows), rows


def test_a_pair_whose_bounds_are_as_near_as_was_asked_is_not_meshed_again(tmp_path, capsys):
    # Balls with their middles 5.3 apart, and a limit that no finer bounds would decide within what is asked.
    asked: list[str] = []

    def command(words):
        words = [str(word) for word in words]
        asked.append(words[words.index("--below") + 1])
        row = {"a": "x", "b": "y", "verdict": "apart", "standing": "undecided", "limit": 0.3, "sentence": "x, y"}
        bounds = {"lower": 0.2999, "upper": 0.3001, "tolerance_share": 0.1}
        Path(words[words.index("--output") + 1]).write_text(json.dumps({**row, **bounds}) + "\n", encoding="utf-8")
        return 1

    words = ["--below", "0.3"]
    code, rows, finest = step.refined(command, [], tmp_path, [0.1, 0.025, 0.001], words)
    assert (code, len(rows), finest, asked) == (1, 1, {}, ["0.3"])
    assert "the bounds are within 0.001 mm" in capsys.readouterr().err
    # With a smaller width as the aim the two bodies are asked about again.
    step.refined(command, [], tmp_path, [0.1, 0.025, 0.0001], words)
    assert len(asked) == 4


def test_a_press_fit_is_allowed_by_shaft_in_bore(tmp_path):
    rules = tmp_path / "rules.toml"
    parts = [cylinder(2.04, -1, 1), plate(2)]
    assert answered(tmp_path, parts)[0] == 1
    rules.write_text("[[rule]]\na = '*'\npress = '0.4mm'\n")
    code, rows = answered(tmp_path, parts, "--rules", str(rules))
    assert (code, rows[0]["standing"], rows[0]["overlap_at_most"]) == (0, "clear", 0.4)


def test_a_proof_is_accepted_and_a_changed_one_is_refused(tmp_path):
    command = pytest.importorskip("clearance").command
    proof = tmp_path / "fit.txt"
    far = BRepPrimAPI_MakeBox(gp_Pnt(21, -20, -4), gp_Pnt(30, 20, 4)).Shape()
    code, rows = answered(tmp_path, [cylinder(5, -10, 10), plate(5), far], "--proof", str(proof), "--below", "0.5")
    assert (code, [row["verdict"] for row in rows]) == (1, ["touching"])
    lines = proof.read_text().splitlines()
    assert lines[1].startswith("trust file") and lines[2].startswith("trust contact")
    assert command(["verify", proof]) == 0
    proof.write_text(proof.read_text().replace("rest 0.5", "rest 1.5"))
    assert command(["verify", proof]) == 1
