"""Bodies of other packages. None of them is imported: what they give is read by its attributes."""

from __future__ import annotations

from typing import Any

from . import _clearance as cl


def from_trimesh(mesh: Any) -> cl.Mesh:
    """A `Mesh` of a `trimesh.Trimesh`, or of anything with `vertices` (n, 3) and `faces` (m, 3).

    A `trimesh.Scene` becomes one mesh. Coordinates are those of the mesh. Raises TypeError for anything else.
    """
    if hasattr(mesh, "geometry") and hasattr(mesh, "to_mesh"):
        mesh = mesh.to_mesh()
    if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
        raise TypeError(f"mesh: vertices and faces are expected, found {type(mesh).__name__}")
    return cl.Mesh(mesh.vertices, mesh.faces)


def from_shapely(geometry: Any) -> cl.Outline | cl.Shape:
    """The body of a shapely geometry.

    Polygons and multi-polygons become an `Outline`, lines an open one; a point becomes a `Point`. z is left out. Raises
    ValueError for an empty geometry and TypeError for other kinds.
    """
    kind = getattr(geometry, "geom_type", type(geometry).__name__)
    if getattr(geometry, "is_empty", False):
        raise ValueError(f"geometry: an empty {kind} has no distance")
    if kind == "Polygon":
        return cl.Outline([_rings(geometry)])
    if kind == "MultiPolygon":
        return cl.Outline([_rings(polygon) for polygon in geometry.geoms])
    if kind == "LinearRing":
        return cl.Outline([[_flat(geometry)[:-1]]])
    if kind == "LineString":
        return cl.Outline.polyline(_flat(geometry))
    if kind == "Point":
        return cl.Point([geometry.x, geometry.y])
    raise TypeError(f"geometry: a polygon, a line or a point is expected, found {kind}")


def _rings(polygon: Any) -> list[Any]:
    return [_flat(ring)[:-1] for ring in (polygon.exterior, *polygon.interiors)]


def _flat(line: Any) -> list[Any]:
    return [point[:2] for point in line.coords]
