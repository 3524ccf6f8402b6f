"""Buildings: what is taken from IFC files, and the way to topics. A small module stands for ifcopenshell."""

import importlib.util
import json
import sys
import types
import zipfile

import clearance as cl
import numpy as np
import pytest
from clearance import _ifc_facts, ifc
from clearance._ifc_closed import closed

CUBE = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
FACES = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2],
         [1, 3, 7], [1, 7, 5]]  # fmt: skip

# Each type with the one above.
ABOVE = {
    "IfcWall": "IfcElement", "IfcWindow": "IfcElement", "IfcDuct": "IfcElement", "IfcStair": "IfcElement",
    "IfcFlight": "IfcElement", "IfcOpeningElement": "IfcFeatureElement", "IfcFeatureElement": "IfcElement",
    "IfcVirtualElement": "IfcElement", "IfcElement": "IfcProduct", "IfcSpace": "IfcSpatialElement",
    "IfcSpatialElement": "IfcProduct", "IfcBuildingStorey": "IfcSpatialElement", "IfcGrid": "IfcProduct",
    "IfcAnnotation": "IfcProduct", "IfcProxy": "IfcProduct", "IfcPort": "IfcProduct", "IfcProduct": "IfcRoot",
    "IfcSystem": "IfcRoot", "IfcProject": "IfcRoot", "IfcCircleProfileDef": "IfcRoot",
}  # fmt: skip


class Entity:
    def __init__(self, number, kind, **own):
        self.number, self.kind = number, kind
        self.__dict__.update({"GlobalId": f"{number:022d}", "Name": None, "Representation": None, **own})

    def id(self):
        return self.number

    def is_a(self):
        return self.kind


def lineage(kind):
    while kind:
        yield kind
        kind = ABOVE.get(kind)


class Declaration:
    def __init__(self, kind):
        self.kind = kind

    def as_entity(self):
        return self

    def name(self):
        return self.kind

    def supertype(self):
        return Declaration(ABOVE[self.kind]) if self.kind in ABOVE else None


class Model:
    schema = "IFC4"

    def __init__(self, entities):
        self.entities = entities

    def by_type(self, kind):
        if kind == "IfcRelCoversBldgElements":
            raise RuntimeError("the schema has no such entity")
        return [entity for entity in self.entities if kind in lineage(entity.kind)]

    def traverse(self, shape):
        return shape if isinstance(shape, list) else []


def building(shift):
    """A storey with a wall, its window, a duct in two parts, and a stair of which one flight has no mesh."""
    made = iter(range(1, 100))
    at = lambda low, size: (CUBE * size + np.add(low, [shift, 0, 0]), np.array(FACES))  # noqa: E731
    new = lambda kind, body=None, **own: Entity(  # noqa: E731
        next(made), kind, body=body, Representation=own.pop("shape", True if body or own.pop("shaped", False) else None), **own
    )
    wall = new("IfcWall", at([0, 0, 0], [4, 1, 3]), Name="Outer/wall")
    opening = new("IfcOpeningElement", at([1, 0, 1], 1))
    round_shape = [new("IfcCircleProfileDef")]
    window = new("IfcWindow", at([1, 0, 1], 1), Name="Window")
    duct = new("IfcDuct", at([3, 0.2, 1], [0.5, 4, 0.5]), Name="Supply")
    bend = new("IfcDuct", at([3, 4, 1], [0.5, 0.5, 0.5]), Name="Bend", shape=round_shape)
    stair = new("IfcStair", Name="Stair")
    flight = new("IfcFlight", at([20, 0, 0], 1), Name="Flight 1")
    lost = new("IfcFlight", shaped=True, Name="Flight 2")
    space = new("IfcSpace", at([0, 0, 0], 9))
    storey = new("IfcBuildingStorey", Name="1. Floor")
    ports = [new("IfcPort"), new("IfcPort")]
    rest = [new("IfcGrid", at([0, 0, 0], 9)), new("IfcAnnotation", at([0, 0, 0], 9)), new("IfcProject", GlobalId="P" * 22)]
    rest.append(new("IfcGeometricRepresentationContext", Precision=0.01))
    system = new("IfcSystem", Name="Air")
    relations = [
        new("IfcRelVoidsElement", RelatingBuildingElement=wall, RelatedOpeningElement=opening),
        new("IfcRelFillsElement", RelatingOpeningElement=opening, RelatedBuildingElement=window),
        new("IfcRelAggregates", RelatingObject=stair, RelatedObjects=[flight, lost]),
        new("IfcRelAggregates", RelatingObject=storey, RelatedObjects=[space]),
        new("IfcRelNests", RelatingObject=duct, RelatedObjects=[ports[0]]),
        new("IfcRelConnectsPortToElement", RelatingPort=ports[1], RelatedElement=bend),
        new("IfcRelConnectsPorts", RelatingPort=ports[0], RelatedPort=ports[1]),
        new("IfcRelContainedInSpatialStructure", RelatingStructure=storey, RelatedElements=[wall, stair]),
        new("IfcRelContainedInSpatialStructure", RelatingStructure=space, RelatedElements=[duct]),
        new("IfcRelAssignsToGroup", RelatingGroup=system, RelatedObjects=[duct, bend]),
    ]
    things = [wall, opening, window, duct, bend, stair, flight, lost, space, storey, *ports, *rest, system]
    return Model(things + relations)


class Iterator:
    def __init__(self, settings, model, threads, include):
        self.left = [entity for entity in include if entity.body]

    def initialize(self):
        return bool(self.left)

    def get(self):
        vertices, faces = self.left[0].body
        geometry = types.SimpleNamespace(verts=vertices.ravel().tolist(), faces=faces.ravel().tolist())
        return types.SimpleNamespace(id=self.left[0].number, geometry=geometry)

    def next(self):
        self.left.pop(0)
        return bool(self.left)


@pytest.fixture
def fake(monkeypatch):
    """ifcopenshell as this module has it. The shift of a building is the text of its file."""

    def opened(path):
        text = open(path).read()
        if text == "broken":
            raise ValueError("unexpected end of file")
        return building(float(text))

    def module(name, **own):
        made = types.ModuleType(name)
        made.__dict__.update(own)
        monkeypatch.setitem(sys.modules, name, made)

    module("ifcopenshell", open=opened, version="0.0", __path__=[])
    schema = types.SimpleNamespace(declaration_by_name=Declaration)
    module("ifcopenshell.ifcopenshell_wrapper", schema_by_name=lambda name: schema)
    settings = lambda: types.SimpleNamespace(set=lambda name, value: None)  # noqa: E731
    module("ifcopenshell.geom", settings=settings, iterator=Iterator)
    module("ifcopenshell.util", __path__=[])
    psets = lambda product: {"Pset_Duct": {"id": 7, "IsInsulated": True}} if product.kind == "IfcDuct" else {}  # noqa: E731
    module("ifcopenshell.util.element", get_psets=psets)
    module("ifcopenshell.util.unit", calculate_unit_scale=lambda model: 0.001)


@pytest.fixture
def files(tmp_path, fake):
    for name, shift in (("a.ifc", "0"), ("b.ifc", "2.5")):
        (tmp_path / name).write_text(shift)
    return tmp_path


def test_supertypes_decide_what_is_a_body():
    for kind in ABOVE:
        bodies = {"IfcWall", "IfcWindow", "IfcDuct", "IfcStair", "IfcFlight", "IfcElement", "IfcProxy"}
        assert _ifc_facts.is_body(lineage(kind)) == (kind in bodies), kind


def test_relations_places_properties_and_precision_are_those_of_the_file(files):
    model = ifc.read(files / "a.ifc")
    of = {element.name: element for element in model.elements}
    assert list(of) == ["Outer/wall", "Window", "Supply", "Bend", "Flight 1", "Flight 2"]
    assert (model.label, model.precision, model.error, model.project) == ("a.ifc", 0.01 * 0.001, 0, "P" * 22)
    assert of["Window"].host == (of["Outer/wall"].id,) and of["Outer/wall"].host == ()
    assert of["Supply"].connected == (of["Bend"].id,) and of["Bend"].connected == (of["Supply"].id,)
    assert of["Flight 1"].whole == of["Flight 2"].whole != ()
    assert {element.storey for element in model.elements} == {"1. Floor", None}
    assert of["Supply"].storey == of["Flight 1"].storey == "1. Floor" and of["Bend"].storey is None
    assert of["Supply"].system == ("Air",) and of["Supply"].properties == {"Pset_Duct": {"IsInsulated": True}}
    assert {name: element.error for name, element in of.items() if element.error} == {"Bend": 0.001}
    assert not of["Flight 2"].has_body and of["Supply"].types == ("IfcDuct", "IfcElement", "IfcProduct", "IfcRoot")
    names = list(model.bodies)
    assert names[0] == f"a.ifc.obj:IfcWall/{of['Outer/wall'].id}/Outer_wall" and len(names) == 5


def with_corners_on_edges(vertices, faces, count, random, gap=0.0):
    """Some triangles cut at a point of an edge, which is `gap` aside, and their neighbours not."""
    vertices, faces = vertices.tolist(), faces.tolist()
    for _ in range(count):
        place, side = random.integers(len(faces)), random.integers(3)
        a, b, c = np.roll(faces[place], -side)
        share = random.uniform(0.2, 0.8)
        aside = gap * random.uniform(-1, 1, 3)
        vertices.append(((1 - share) * np.array(vertices[a]) + share * np.array(vertices[b]) + aside).tolist())
        faces[place] = [a, len(vertices) - 1, c]
        faces.append([len(vertices) - 1, b, c])
    return np.array(vertices), np.array(faces)


def test_meshes_with_corners_on_edges_of_neighbours_are_closed_and_their_volume_stays():
    random, opened, cut = np.random.default_rng(5), 0, 0
    big = cl.Mesh(CUBE * 4 - 1, FACES)
    for count in (0, 1, 2, 4, 8) * 8:
        for gap in (0.0, 1e-6):
            vertices, faces = with_corners_on_edges(CUBE, np.array(FACES), count, random, gap)
            mesh = cl.Mesh(vertices, faces)
            found = closed(vertices, faces, 1e-5)
            if mesh.is_closed:
                assert found is None
                continue
            opened += 1
            assert found is not None and found.moved <= 1e-5, (count, gap)
            mended = cl.Mesh(found.vertices, found.triangles)
            low, high = mended.common_volume(big)
            assert mended.is_closed and low - 1e-5 <= 1 <= high + 1e-5 and high - low < 1e-4, (count, gap, low, high)
            cut += gap > 0 and found.moved > 0
            # A band that is narrower than the gap closes none.
            assert gap == 0 or closed(vertices, faces, 1e-10) is None
    assert opened > 40 and cut > 10, (opened, cut)
    # What lacks a face stays open.
    assert closed(CUBE, np.array(FACES[1:]), 1e-5) is None


def test_a_body_with_corners_on_edges_has_an_inside_and_is_told(files, monkeypatch, capfd):
    monkeypatch.chdir(files)
    made = building(0)
    wall = made.entities[0]
    wall.body = with_corners_on_edges(*wall.body, 4, np.random.default_rng(2))
    assert not cl.Mesh(*wall.body).is_closed
    monkeypatch.setattr(sys.modules["ifcopenshell"], "open", lambda path: made)
    element = ifc.read("a.ifc").elements[0]
    assert element.was_closed and element.error < 1e-15 and cl.Mesh(element.vertices, element.triangles).is_closed
    # The window is in the wall. If that counted as its surface, there would be nothing in it.
    assert ifc.main(["a.ifc", "-o", "out.json"]) == 1
    assert "a.ifc: 1 of 6 elements had corners on edges of neighbours and are closed: IfcWall" in capfd.readouterr().err
    findings = json.loads((files / "out.json").read_text())["findings"]
    (window,) = [found for found in findings if {found["type_a"], found["type_b"]} == {"IfcWall", "IfcWindow"}]
    assert window["kind"] == "hard" and "open" not in window and window["volume_lower"] > 0


def test_an_ending_that_says_no_format_is_refused(files, monkeypatch, capfd):
    monkeypatch.chdir(files)
    assert ifc.main(["a.ifc", "-o", "clashes.bfc"]) == 2
    assert "clashes.bfc: the ending is none of .bcf" in capfd.readouterr().err and not (files / "clashes.bfc").exists()


def test_a_scene_of_models_has_types_as_groups(files):
    scene = ifc.scene([ifc.read(files / "a.ifc"), ifc.read(files / "b.ifc", label="B")])
    assert len(scene) == 10
    found = scene.below(0, rules=[cl.Rule("IfcDuct", "IfcWall"), cl.Rule("*", "*", skip=True)])
    assert [finding.relation for finding in found] == ["crossing"] * 3


def test_topics_of_two_files_with_equal_ids_say_what_overlaps(files, capfd):
    rules = files / "rules.toml"
    rules.write_text("[[rule]]\na = '*'\nrelated = 'host|connected|whole'\nskip = true\n\n"
                     "[[rule]]\nname = 'ducts in walls'\na = { type = 'IfcDuct' }\nb = { type = 'IfcWall' }\n\n"
                     "[[rule]]\na = '*'\nskip = true\n")  # fmt: skip
    words = [str(files / "a.ifc"), str(files / "b.ifc"), "--rules", str(rules), "--date", "2026-11-30"]
    out = files / "clashes.bcf"
    assert ifc.main([*words, "-o", str(out), "--report", str(files / "page.html")]) == 1
    told = capfd.readouterr().err
    assert "2 of 12 elements have no body (IfcFlight Flight 2, IfcFlight Flight 2)" in told
    assert "names 2 elements: a.ifc, b.ifc" in told
    first = out.read_bytes()
    with zipfile.ZipFile(out) as archive:
        markups = [archive.read(name).decode() for name in archive.namelist() if name.endswith("markup.bcf")]
    assert len(markups) == 2 and "<Title>IfcDuct Supply: 2 findings</Title>" in markups[0]
    assert "Rule: ducts in walls" in markups[0] and f'IfcProject="{"P" * 22}"' in markups[0]
    assert ifc.main([*words, "-o", str(out), "--keep", str(files / "kept")]) == 1 and out.read_bytes() == first
    lines = [json.loads(line) for line in (files / "kept" / "elements.jsonl").read_text().splitlines()]
    assert len(lines) == 12 and lines[0]["precision"] == 0.01 * 0.001 and "ducts in walls" in (files / "page.html").read_text()
    assert ifc.main([*words, "-o", str(files / "found.json")]) == 1
    findings = json.loads((files / "found.json").read_text())["findings"]
    assert [(finding["file_a"], finding["file_b"]) for finding in findings] == [
        ("a.ifc", "a.ifc"), ("a.ifc", "b.ifc"), ("b.ifc", "b.ifc")
    ]  # fmt: skip


def test_what_cannot_be_read_is_a_sentence_and_no_half_of_a_file(files, capfd):
    (files / "broken.ifc").write_text("broken")
    out = files / "none.bcf"
    for word, said in (
        ("broken.ifc", "broken.ifc: cannot be read as IFC: unexpected end of file"),
        ("missing.ifc", "missing.ifc: no such file"),
    ):
        assert ifc.main([str(files / "a.ifc"), str(files / word), "-o", str(out)]) == 2
        assert said in capfd.readouterr().err and not out.exists()
    assert ifc.main([str(files / "a.ifc"), str(files / "a.ifc")]) == 2
    assert "two files are called a.ifc; give one a label" in capfd.readouterr().err
    again = f"Again={files / 'a.ifc'}"
    assert ifc.main([str(files / "a.ifc"), again, "-o", str(files / "twice.json")]) == 1


@pytest.mark.parametrize("share", [0.02, 0.4, 0.8, 0.99])
def test_a_file_that_is_cut_off_is_a_sentence_and_no_half_of_a_file(share, tmp_path, capfd):
    if importlib.util.find_spec("ifcopenshell") is None:
        pytest.skip("ifcopenshell is not installed: pip install clearance[ifc]")
    path, out = tmp_path / "cut.ifc", tmp_path / "cut.bcf"
    path.write_text(SPF[: int(share * len(SPF))])
    assert ifc.main([str(path), "-o", str(out)]) == 2
    said = capfd.readouterr().err.strip().splitlines()
    assert said[-1].startswith("clearance: ") and "cut.ifc" in said[-1] and not out.exists()


def test_curves_add_how_far_their_chords_are_off(tmp_path):
    if importlib.util.find_spec("ifcopenshell") is None:
        pytest.skip("ifcopenshell is not installed: pip install clearance[ifc]")
    path = tmp_path / "round.ifc"
    path.write_text(SPF.replace("IFCRECTANGLEPROFILEDEF(.AREA.,$,#9,400.,2000.)", "IFCCIRCLEPROFILEDEF(.AREA.,$,#9,500.)"))
    wall, duct = ifc.read(path).elements
    assert (wall.error, duct.error) == (0, 0.001)
    # Chords lie inside of the circle, and no farther than that.
    rim = duct.vertices[duct.vertices[:, 2] == duct.vertices[:, 2].min()][:, :2]
    rim = rim[np.argsort(np.arctan2(rim[:, 1], rim[:, 0]))]
    middles = np.linalg.norm(0.5 * (rim + np.roll(rim, 1, axis=0)), axis=1)
    assert (np.abs(np.linalg.norm(rim, axis=1) - 0.5) < 1e-9).all() and (0.5 - middles).max() <= 0.001


def test_without_a_reader_a_sentence_says_what_to_install(tmp_path, monkeypatch, capfd):
    (tmp_path / "a.ifc").write_text("0")
    monkeypatch.setitem(sys.modules, "ifcopenshell", None)
    assert ifc.main([str(tmp_path / "a.ifc")]) == 2
    assert "reading IFC needs ifcopenshell: pip install clearance[ifc]" in capfd.readouterr().err
    with pytest.raises(ValueError, match="ifcopenshell or fast"):
        ifc.read(tmp_path / "a.ifc", reader="slow")


SPF = """ISO-10303-21;
HEADER;FILE_DESCRIPTION((''),'2;1');FILE_NAME('','',(''),(''),'','','');FILE_SCHEMA(('IFC4'));ENDSEC;
DATA;
#1=IFCPROJECT('0000000000000000000001',$,$,$,$,$,$,(#5),#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);
#4=IFCCARTESIANPOINT((0.,0.,0.));
#5=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,0.01,#6,$);
#6=IFCAXIS2PLACEMENT3D(#4,$,$);
#7=IFCDIRECTION((0.,0.,1.));
#8=IFCRECTANGLEPROFILEDEF(.AREA.,$,#9,4000.,200.);
#9=IFCAXIS2PLACEMENT2D(#10,$);
#10=IFCCARTESIANPOINT((0.,0.));
#11=IFCEXTRUDEDAREASOLID(#8,#6,#7,3000.);
#12=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#11));
#13=IFCPRODUCTDEFINITIONSHAPE($,$,(#12));
#14=IFCLOCALPLACEMENT($,#6);
#15=IFCWALL('0000000000000000000015',$,'Wall',$,$,#14,#13,$,$);
#16=IFCRECTANGLEPROFILEDEF(.AREA.,$,#9,400.,2000.);
#17=IFCEXTRUDEDAREASOLID(#16,#6,#7,400.);
#18=IFCSHAPEREPRESENTATION(#5,'Body','SweptSolid',(#17));
#19=IFCPRODUCTDEFINITIONSHAPE($,$,(#18));
#20=IFCCARTESIANPOINT((0.,0.,1000.));
#21=IFCAXIS2PLACEMENT3D(#20,$,$);
#22=IFCLOCALPLACEMENT($,#21);
#23=IFCDUCTSEGMENT('0000000000000000000023',$,'Duct',$,$,#22,#19,$,$);
ENDSEC;
END-ISO-10303-21;
"""


@pytest.mark.parametrize("reader, package", [("ifcopenshell", "ifcopenshell"), ("fast", "ifclite_geom")])
def test_a_real_reader_reads_a_duct_through_a_wall(reader, package, tmp_path):
    for name in ("ifcopenshell", package):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"{name} is not installed: pip install clearance[ifc]")
    path = tmp_path / "two.ifc"
    path.write_text(SPF)
    model = ifc.read(path, reader=reader)
    wall, duct = model.elements
    assert (wall.types[:2], duct.name, model.project) == (("IfcWall", "IfcBuildingElement"), "Duct", "0" * 21 + "1")
    assert model.precision == pytest.approx(1e-5) and (model.error > 0) == (reader == "fast")
    assert np.ptp(wall.vertices, axis=0) == pytest.approx([4, 0.2, 3], abs=1e-4)
    assert ifc.main([str(path), "--reader", reader, "-o", str(tmp_path / "two.bcf"), "--date", "2026-11-30"]) == 1
    with zipfile.ZipFile(tmp_path / "two.bcf") as archive:
        assert sum(name.endswith("markup.bcf") for name in archive.namelist()) == 1
