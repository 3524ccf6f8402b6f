"""What OCCT does not hand on of a STEP file: the uncertainty that the file states for its lengths."""

from __future__ import annotations

import re

# An instance: #12 = ...; strings hold no semicolon in the entities that are looked at.
INSTANCE = re.compile(r"#(\d+)\s*=\s*([^;]*(?:SI_UNIT|CONVERSION_BASED_UNIT|MEASURE_WITH_UNIT)[^;]*);", re.DOTALL)
# Some writers leave the type of the number out.
MEASURE = re.compile(r"(?:LENGTH_MEASURE|LENGTH_MEASURE_WITH_UNIT)\s*\(\s*([-+.\dEe]+)\s*\)?\s*,\s*#(\d+)", re.DOTALL)
METRE = re.compile(r"SI_UNIT\s*\(\s*(\$|\.\w+\.)\s*,\s*\.METRE\.\s*\)", re.DOTALL)
CONVERTED = re.compile(r"CONVERSION_BASED_UNIT\s*\(\s*'[^']*'\s*,\s*#(\d+)\s*\)", re.DOTALL)

# Millimetres in a metre with a prefix.
PREFIXES = {"$": 1e3, ".KILO.": 1e6, ".DECI.": 1e2, ".CENTI.": 1e1, ".MILLI.": 1.0, ".MICRO.": 1e-3, ".NANO.": 1e-6}


def uncertainty(text: str) -> float:
    """The largest uncertainty of lengths that a STEP file states, in millimetres; 0 if it states none.

    It is a permission: surfaces that are so near may count as touching. What is no length, or has a unit that is not
    known, is left out.
    """
    instances = {int(number): body for number, body in INSTANCE.findall(text)}
    found = [0.0]
    for body in instances.values():
        if "UNCERTAINTY_MEASURE_WITH_UNIT" not in body:
            continue
        for value, unit in MEASURE.findall(body):
            length = float(value) * _millimetres(instances, int(unit))
            if 0.0 < length < float("inf"):
                found.append(length)
    return max(found)


def _millimetres(instances: dict[int, str], unit: int, depth: int = 0) -> float:
    """The length of a unit in millimetres; 0 if it is not known."""
    body = instances.get(unit, "")
    if metre := METRE.search(body):
        return PREFIXES.get(metre[1], 0.0)
    if (converted := CONVERTED.search(body)) and depth < 4:
        if measure := MEASURE.search(instances.get(int(converted[1]), "")):
            return float(measure[1]) * _millimetres(instances, int(measure[2]), depth + 1)
    return 0.0
