"""The uncertainty that a STEP file states, in any unit."""

import importlib.util
from pathlib import Path

# Beside the package, so that nothing else of it is needed.
PLACE = Path(__file__).parents[1] / "clearance" / "_step_text.py"
SPEC = importlib.util.spec_from_file_location("step_text", PLACE)
text = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(text)


def stated(units, value="1.E-05"):
    return text.uncertainty(f"#7=UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE({value}),#1,'accuracy','');\n{units}")


def test_units_of_the_metre_have_their_prefix():
    assert stated("#1=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));") == 1e-5
    assert stated("#1 = ( LENGTH_UNIT( ) SI_UNIT( $, .METRE. ) );") == 1e-2


def test_inches_are_converted_with_the_number_of_the_file():
    inch = "#1=(CONVERSION_BASED_UNIT('INCH',#2)LENGTH_UNIT()NAMED_UNIT(#4));"
    metre = "#3=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));"
    for measure in ("LENGTH_MEASURE(25.4)", "25.4"):
        assert stated(f"{inch}\n#2=LENGTH_MEASURE_WITH_UNIT({measure},#3);\n{metre}", "2.") == 50.8


def test_what_is_no_length_or_has_no_unit_is_left_out():
    assert text.uncertainty("ISO-10303-21;") == 0.0
    assert stated("#1=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));") == 0.0
    assert stated("#1=(CONVERSION_BASED_UNIT('LOOP',#1)LENGTH_UNIT());") == 0.0
    assert stated("#1=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));", "-1.") == 0.0
