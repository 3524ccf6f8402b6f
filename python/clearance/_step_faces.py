"""Faces of OCCT as data: surfaces, nodes with parameters, triangles, edges with their curves and tolerances.

Nothing here proves anything. The command checks each face, and bounds how far its triangles are from the surface.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from OCP.BRep import BRep_Tool
from OCP.BRepAdaptor import BRepAdaptor_Curve2d, BRepAdaptor_Surface
from OCP.Geom2dConvert import Geom2dConvert
from OCP.GeomAbs import GeomAbs_CurveType as CurveType
from OCP.GeomAbs import GeomAbs_SurfaceType as SurfaceType
from OCP.GeomConvert import GeomConvert
from OCP.TopAbs import TopAbs_ShapeEnum as Kind
from OCP.TopAbs import TopAbs_Orientation as Orientation
from OCP.TopExp import TopExp_Explorer
from OCP.TopLoc import TopLoc_Location
from OCP.TopoDS import TopoDS

Data = dict[str, Any]


def explore(shape: Any, kind: Any) -> Iterator[Any]:
    """The parts of a shape of a kind."""
    explorer = TopExp_Explorer(shape, kind)
    while explorer.More():
        yield explorer.Current()
        explorer.Next()


# The binding has had two names for it.
_CASTS = {name: getattr(TopoDS, f"{name}_s", None) or getattr(TopoDS, name) for name in ("Face", "Edge", "Vertex")}


def _cast(name: str, shape: Any) -> Any:
    """A shape as a face, an edge or a vertex."""
    return _CASTS[name](shape)


def _triple(it: Any) -> list[float]:
    return [it.X(), it.Y(), it.Z()]


def _pair(it: Any) -> list[float]:
    return [it.X(), it.Y()]


def _frame(axes: Any) -> Data:
    """An origin and three axes. A frame may be left-handed."""
    return {
        "origin": _triple(axes.Location()),
        "axes": [_triple(axes.XDirection()), _triple(axes.YDirection()), _triple(axes.Direction())],
    }


def _knots(knots: Iterator[tuple[float, int]]) -> list[float]:
    return [knot for knot, times in knots for _ in range(times)]


def _spline(curve: Any, point: Any) -> Data:
    """A B-spline curve, not periodic."""
    if curve.IsPeriodic():
        curve.SetNotPeriodic()
    count = curve.NbPoles()
    data: Data = {
        "degree": curve.Degree(),
        "knots": _knots((curve.Knot(i), curve.Multiplicity(i)) for i in range(1, curve.NbKnots() + 1)),
        "points": [point(curve.Pole(i)) for i in range(1, count + 1)],
    }
    if curve.IsRational():
        data["weights"] = [curve.Weight(i) for i in range(1, count + 1)]
    return data


def _curve(curve: Any) -> Data | None:
    """A curve in space that a surface is swept from."""
    kind = curve.GetType()
    if kind == CurveType.GeomAbs_Line:
        line = curve.Line()
        return {"line": {"origin": _triple(line.Location()), "direction": _triple(line.Direction())}}
    if kind == CurveType.GeomAbs_Circle:
        circle = curve.Circle()
        return {"ellipse": {"frame": _plane_axes(circle.Position()), "radii": [circle.Radius()] * 2}}
    if kind == CurveType.GeomAbs_Ellipse:
        ellipse = curve.Ellipse()
        radii = [ellipse.MajorRadius(), ellipse.MinorRadius()]
        return {"ellipse": {"frame": _plane_axes(ellipse.Position()), "radii": radii}}
    if kind == CurveType.GeomAbs_BSplineCurve:
        return {"spline": _spline(curve.BSpline(), _triple)}
    return None


def _plane_axes(axes: Any) -> Data:
    return _frame(axes)


def _from(value: float, period: float, low: float) -> float:
    """The value that is low or the next above it, whole periods aside."""
    return low + (value - low) % period


def _unrolled(surface: Any, box: list[list[float]]) -> Any:
    """A periodic B-spline whose domain begins where the face does."""
    for insert, origin, index, unroll, knots, knot, is_periodic, period, low in (
        (surface.InsertUKnot, surface.SetUOrigin, 0, surface.SetUNotPeriodic, surface.NbUKnots, surface.UKnot,
         surface.IsUPeriodic, surface.UPeriod, box[0][0]),
        (surface.InsertVKnot, surface.SetVOrigin, 1, surface.SetVNotPeriodic, surface.NbVKnots, surface.VKnot,
         surface.IsVPeriodic, surface.VPeriod, box[1][0]),
    ):
        if not is_periodic():
            continue
        turn = period()
        first = knot(1)
        start = _from(low, turn, first)
        near = min(range(1, knots() + 1), key=lambda i: abs(knot(i) - start))
        if abs(knot(near) - start) > 1e-9 * turn:
            insert(start, 1, 0.0, False)
            near = min(range(1, knots() + 1), key=lambda i: abs(knot(i) - start))
        if near < knots():
            origin(near)
        unroll()
    return surface


def _net(surface: Any, box: list[list[float]]) -> tuple[Data, list[float]]:
    """A B-spline surface, and what parameters of the face are shifted by."""
    surface = _unrolled(surface, box)
    rows, columns = surface.NbUPoles(), surface.NbVPoles()
    places = [(i, j) for i in range(1, rows + 1) for j in range(1, columns + 1)]
    knots = [
        _knots((surface.UKnot(i), surface.UMultiplicity(i)) for i in range(1, surface.NbUKnots() + 1)),
        _knots((surface.VKnot(i), surface.VMultiplicity(i)) for i in range(1, surface.NbVKnots() + 1)),
    ]
    data: Data = {
        "degrees": [surface.UDegree(), surface.VDegree()],
        "knots": knots,
        "points": [_triple(surface.Pole(i, j)) for i, j in places],
    }
    if surface.IsURational() or surface.IsVRational():
        data["weights"] = [surface.Weight(i, j) for i, j in places]
    # The origin is a whole number of periods from where the face begins.
    shift = []
    for side in (0, 1):
        first, last = knots[side][0], knots[side][-1]
        middle = 0.5 * (box[side][0] + box[side][1])
        turn = last - first
        shift.append(-turn * math.floor((middle - first) / turn) if not first <= middle <= last else 0.0)
    return {"spline": data}, shift


def _surface(adaptor: Any, box: list[list[float]]) -> tuple[Data | None, list[float]]:
    """The surface of a face, and what its parameters are shifted by."""
    kind, still = adaptor.GetType(), [0.0, 0.0]
    if kind == SurfaceType.GeomAbs_Plane:
        return {"plane": _frame(adaptor.Plane().Position())}, still
    if kind == SurfaceType.GeomAbs_Cylinder:
        it = adaptor.Cylinder()
        return {"cylinder": {"frame": _frame(it.Position()), "radius": it.Radius()}}, still
    if kind == SurfaceType.GeomAbs_Cone:
        it = adaptor.Cone()
        slope = [math.sin(it.SemiAngle()), math.cos(it.SemiAngle())]
        return {"cone": {"frame": _frame(it.Position()), "radius": it.RefRadius(), "slope": slope}}, still
    if kind == SurfaceType.GeomAbs_Sphere:
        it = adaptor.Sphere()
        return {"sphere": {"frame": _frame(it.Position()), "radius": it.Radius()}}, still
    if kind == SurfaceType.GeomAbs_Torus:
        it = adaptor.Torus()
        return {"torus": {"frame": _frame(it.Position()), "major": it.MajorRadius(), "minor": it.MinorRadius()}}, still
    if kind == SurfaceType.GeomAbs_SurfaceOfExtrusion:
        curve = _curve(adaptor.BasisCurve())
        return (curve and {"extrusion": {"curve": curve, "direction": _triple(adaptor.Direction())}}), still
    if kind == SurfaceType.GeomAbs_SurfaceOfRevolution:
        curve, axis = _curve(adaptor.BasisCurve()), adaptor.AxeOfRevolution()
        return (curve and {"revolution": {"curve": curve, "frame": _axis_frame(axis)}}), still
    if kind == SurfaceType.GeomAbs_BSplineSurface:
        return _net(adaptor.BSpline(), box)
    if kind == SurfaceType.GeomAbs_BezierSurface:
        return _net(GeomConvert.SurfaceToBSplineSurface_s(adaptor.Bezier()), box)
    return None, still


def _axis_frame(axis: Any) -> Data:
    """A frame whose z axis is an axis."""
    z = _triple(axis.Direction())
    other = [1.0, 0.0, 0.0] if abs(z[0]) < 0.6 else [0.0, 1.0, 0.0]
    share = sum(a * b for a, b in zip(other, z))
    x = [a - share * b for a, b in zip(other, z)]
    length = math.sqrt(sum(a * a for a in x))
    x = [a / length for a in x]
    y = [z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]]
    return {"origin": _triple(axis.Location()), "axes": [x, y, z]}


def _plane_curve(adaptor: Any) -> Data | None:
    """The curve of an edge in the parameters of its face."""
    kind = adaptor.GetType()
    if kind == CurveType.GeomAbs_Line:
        line = adaptor.Line()
        return {"line": {"origin": _pair(line.Location()), "direction": _pair(line.Direction())}}
    if kind in (CurveType.GeomAbs_Circle, CurveType.GeomAbs_Ellipse):
        is_circle = kind == CurveType.GeomAbs_Circle
        it = adaptor.Circle() if is_circle else adaptor.Ellipse()
        axes = it.Axis()
        radii = [it.Radius()] * 2 if is_circle else [it.MajorRadius(), it.MinorRadius()]
        x, y = axes.XDirection(), axes.YDirection()
        vectors = [[radii[0] * x.X(), radii[0] * x.Y()], [radii[1] * y.X(), radii[1] * y.Y()]]
        return {"ellipse": {"middle": _pair(it.Location()), "axes": vectors}}
    if kind == CurveType.GeomAbs_BSplineCurve:
        return {"spline": _spline(adaptor.BSpline(), _pair)}
    if kind == CurveType.GeomAbs_BezierCurve:
        return {"spline": _spline(Geom2dConvert.CurveToBSplineCurve_s(adaptor.Bezier()), _pair)}
    return None


def _moved(curve: Data | None, shift: list[float]) -> Data | None:
    """A curve in the parameters, shifted by whole periods."""
    if curve is None or shift == [0.0, 0.0]:
        return curve

    def move(point: list[float]) -> list[float]:
        return [point[0] + shift[0], point[1] + shift[1]]

    (kind, it), = curve.items()
    if kind == "line":
        return {kind: {**it, "origin": move(it["origin"])}}
    if kind == "ellipse":
        return {kind: {**it, "middle": move(it["middle"])}}
    return {kind: {**it, "points": [move(point) for point in it["points"]]}}


def _off(curve: Any, polygon: Any, parameters: list[tuple[float, float]]) -> float:
    """How far a curve is from the first and the last node of a polygon."""
    return sum(
        math.dist(_pair(curve.Value(polygon.Parameter(i))), parameters[polygon.Node(i) - 1])
        for i in (1, polygon.NbNodes())
    )


def pose(first: Any, second: Any) -> Data | None:
    """Where a shape goes to become its instance: an origin and axes. None for a place that scales."""
    way = second.Location().Multiplied(first.Location().Inverted()).Transformation()
    if abs(abs(way.ScaleFactor()) - 1.0) > 1e-12:
        return None
    axes = [[way.Value(row, column) for row in (1, 2, 3)] for column in (1, 2, 3)]
    return {"origin": [way.Value(row, 4) for row in (1, 2, 3)], "axes": axes}


def _polygon(edge: Any, face: Any, curve: Any, mesh: Any, location: Any, parameters: list[tuple[float, float]]) -> Any:
    """The nodes along an edge of a face. None if it has none."""
    if not BRep_Tool.IsClosed_s(edge, face):
        return BRep_Tool.PolygonOnTriangulation_s(edge, mesh, location)
    # A seam has two curves and two polygons, and the binding pairs them by orientations that differ.
    both = [BRep_Tool.PolygonOnTriangulation_s(_cast("Edge", it), mesh, location) for it in (edge, edge.Reversed())]
    return min((it for it in both if it is not None), key=lambda it: _off(curve, it, parameters), default=None)


def _edge(part: Any, face: Any, mesh: Any, location: Any, parameters: list[tuple[float, float]], shift: list[float]) -> Data:
    """An edge of a face: its curve in the parameters, its tolerance, and the nodes along it."""
    edge = _cast("Edge", part)
    curve = BRepAdaptor_Curve2d(edge, face)
    polygon = _polygon(edge, face, curve, mesh, location, parameters)
    if polygon is None:
        return {"tolerance": 0.0, "curve": None, "nodes": [], "at": []}
    ends = [BRep_Tool.Tolerance_s(_cast("Vertex", vertex)) for vertex in explore(edge, Kind.TopAbs_VERTEX)]
    steps = range(1, polygon.NbNodes() + 1)
    return {
        "tolerance": max([BRep_Tool.Tolerance_s(edge), *ends]),
        "curve": _moved(_plane_curve(curve), shift),
        "nodes": [node - 1 for node in map(polygon.Node, steps)],
        "at": list(map(polygon.Parameter, steps)),
    }


def _text(data: Any) -> str:
    return json.dumps(data, allow_nan=False)


def face(shape: Any) -> str:
    """A face that is meshed, as a JSON object. Without a mesh it has no triangles, and the command says so.

    Nodes and triangles are most of it, and are written as they come.
    """
    own = _cast("Face", shape)
    is_turned = own.Orientation() == Orientation.TopAbs_REVERSED
    forward = _cast("Face", own.Oriented(Orientation.TopAbs_FORWARD))
    adaptor = BRepAdaptor_Surface(forward)
    kind = str(adaptor.GetType()).split("_")[-1].removesuffix(">")
    location = TopLoc_Location()
    mesh = BRep_Tool.Triangulation_s(forward, location)
    if mesh is None or mesh.NbTriangles() == 0:
        surface = _surface(adaptor, [[0.0, 1.0], [0.0, 1.0]])[0]
        return _text({"kind": kind, "surface": surface, "nodes": [], "triangles": [], "edges": []})
    place = location.Transformation()
    steps = range(1, mesh.NbNodes() + 1)
    parameters = [node.Coord() for node in map(mesh.UVNode, steps)]
    box = [[min(values), max(values)] for values in zip(*parameters)]
    surface, (du, dv) = _surface(adaptor, box)
    if location.IsIdentity():
        corners = [node.Coord() for node in map(mesh.Node, steps)]
    else:
        corners = [node.Transformed(place).Coord() for node in map(mesh.Node, steps)]
    numbers = [(u + du, v + dv, x, y, z) for (u, v), (x, y, z) in zip(parameters, corners)]
    nodes = ", ".join(["[%r, %r, %r, %r, %r]" % each for each in numbers])
    if "n" in nodes:
        raise ValueError("a node of the mesh is not finite")
    corner = [triangle.Get() for triangle in map(mesh.Triangle, range(1, mesh.NbTriangles() + 1))]
    triangles = ", ".join(
        [f"[{a - 1}, {c - 1}, {b - 1}]" for a, b, c in corner]
        if is_turned
        else [f"[{a - 1}, {b - 1}, {c - 1}]" for a, b, c in corner]
    )
    edges = [_edge(part, forward, mesh, location, parameters, [du, dv]) for part in explore(forward, Kind.TopAbs_EDGE)]
    return (
        f'{{"kind": {_text(kind)}, "surface": {_text(surface)}, "nodes": [{nodes}], "triangles": [{triangles}], '
        f'"edges": {_text(edges)}}}'
    )
