"""Pictures of answers, and the address of the page that shows how they are found."""

from __future__ import annotations

import base64
import json
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clearance as cl

if TYPE_CHECKING:
    import numpy.typing as npt

    Array = npt.NDArray[Any]

BLUE, ORANGE, BLACK = "#0072b2", "#d55e00", "#222222"


def outline(body: Any, count: int = 96) -> list[Array]:
    """The rings of a body of the plane: exact where it has corners alone, otherwise `count` points of it."""
    if isinstance(body, cl.Outline):
        return [ring for polygon in body.polygons for ring in polygon]
    if isinstance(body, cl.Compound):
        placed = [shape.at(body.pose) for shape in body.shapes]
        return [ring for shape in placed for ring in outline(shape, count)]
    corners = body.vertices
    if corners is not None and not body.radius:
        corners = np.asarray(cl.Hull(corners).vertices)
        around = corners - corners.mean(axis=0)
        return [corners[np.argsort(np.arctan2(around[:, 1], around[:, 0]))]]
    angles = np.arange(count) * (2 * np.pi / count)
    return [np.array([body.support([np.cos(angle), np.sin(angle)]) for angle in angles])]


def svg(answer: cl.Proximity) -> str | None:
    """The pair of an answer of the plane, with the witness points and the normal."""
    if answer.a is None or answer.b is None or len(answer.normal) != 2:
        return None
    rings = [(outline(body), color) for body, color in ((answer.a, BLUE), (answer.b, ORANGE))]
    points = np.array([answer.point_a, answer.point_b])
    every = np.concatenate([ring for body, _ in rings for ring in body] + [points])
    least, greatest = every.min(axis=0), every.max(axis=0)
    size = max(float((greatest - least).max()), 1e-300)
    scale, margin = 320 / size, 12

    def spot(point: Array) -> str:
        return f"{(point[0] - least[0]) * scale + margin:.2f},{(greatest[1] - point[1]) * scale + margin:.2f}"

    width, height = (greatest - least) * scale + 2 * margin
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" role="img">']
    parts.append(f"<title>{answer.status}, distance {answer.distance:g}</title>")
    for body, color in rings:
        path = " ".join("M" + " L".join(spot(point) for point in ring) + "Z" for ring in body)
        parts.append(f'<path d="{path}" fill="{color}" fill-opacity="0.2" fill-rule="evenodd" stroke="{color}"/>')
    start, end = (spot(point).split(",") for point in points)
    parts.append(f'<path d="M{",".join(start)} L{",".join(end)}" stroke="{BLACK}"/>')
    parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{BLACK}"/>' for x, y in (start, end)]
    return "".join(parts) + "</svg>"


def page(answer: cl.Proximity, base: str) -> str:
    """The address of the page with the pair of an answer."""
    shapes = []
    for name, body in (("A", answer.a), ("B", answer.b)):
        if not isinstance(body, cl.Shape):
            raise ValueError(f"{name} is no convex shape: an address holds two convex shapes")
        shapes.append({"name": name, "spelling": json.loads(body.to_json())})
    state = {"dim": len(answer.normal), "numbers": "f64", "shapes": shapes, "pair": [0, 1]}
    text = json.dumps({**state, "step": None, "scene": None, "changed": True}, separators=(",", ":"))
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    code = packed.compress(text.encode()) + packed.flush()
    return f"{base}#1.{base64.urlsafe_b64encode(code).decode().rstrip('=')}"


def plot(a: Any, b: Any, answer: cl.Proximity | None = None, *, ax: Any = None) -> Any:
    """Draws two bodies with matplotlib and returns the axes: in the plane, or in space with `projection="3d"`.

    `answer` adds the witness points; by default the distance is asked. Raises ImportError without matplotlib.
    """
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plot needs matplotlib: pip install clearance[plot]") from error
    answer = cl.distance(a, b) if answer is None else answer
    flat = len(answer.normal) == 2
    if ax is None:
        ax = plt.figure().add_subplot() if flat else plt.figure().add_subplot(projection="3d")
    for body, color in ((a, BLUE), (b, ORANGE)):
        if flat:
            for ring in outline(body):
                ax.fill(*ring.T, facecolor=color + "33", edgecolor=color)
        else:
            for vertices, faces in surfaces(body):
                ax.plot_trisurf(*vertices.T, triangles=faces, color=color, alpha=0.4)
    points = np.array([answer.point_a, answer.point_b])
    ax.plot(*points.T, color=BLACK, marker="o", markersize=4)
    ax.set_aspect("equal")
    return ax


def surfaces(body: Any) -> list[tuple[Array, Array]]:
    """Triangles of a body of space. Curved shapes are drawn from their farthest points along a grid of directions."""
    if isinstance(body, cl.Mesh):
        return [(body.vertices, body.faces)]
    if isinstance(body, cl.Compound):
        return [part for shape in body.shapes for part in surfaces(shape.at(body.pose))]
    points = body.vertices
    if points is None or body.radius:
        turns, heights = np.meshgrid(np.arange(24) * (np.pi / 12), np.arcsin(np.linspace(-1, 1, 13)))
        directions = np.stack([np.cos(heights) * np.cos(turns), np.cos(heights) * np.sin(turns), np.sin(heights)], -1)
        points = np.array([body.support(direction) for direction in directions.reshape(-1, 3)])
    hull = cl.Hull(points)
    fans = [(face[0], face[k], face[k + 1]) for face in hull.faces for k in range(1, len(face) - 1)]
    return [(hull.vertices, np.array(fans))] if fans else []
