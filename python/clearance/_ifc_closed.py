"""Meshes that are closed but for corners on the edges of neighbours, or for gaps no wider than a band."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


class Closed(NamedTuple):
    """A mesh that is closed, and how far a point was moved for it, at most."""

    vertices: Points
    triangles: Indices
    moved: float


def closed(vertices: Points, triangles: Indices, band: float) -> Closed | None:
    """The mesh with open edges cut at the corners that lie on them, up to `band`, and with corners of open edges that are no
    farther apart as one. None if it is closed as it is, or if that does not close it.
    """
    # 1. Equal corners are one, as for the command.
    points, numbers = np.unique(vertices, axis=0, return_inverse=True)
    faces = _proper(numbers.reshape(-1)[triangles])
    rim = np.unique(_open_edges(faces))
    if not len(rim):
        return None
    # 2. Near corners of open edges become the first of them.
    moved, first = 0.0, np.arange(len(points))
    kept: list[int] = []
    for corner in rim.tolist():
        away = np.linalg.norm(points[kept] - points[corner], axis=1)
        if len(away) and away.min() <= band:
            first[corner] = kept[int(away.argmin())]
            moved = max(moved, float(away.min()))
        else:
            kept.append(corner)
    faces = _proper(first[faces])
    # 3. What lies on an open edge, in the order along it.
    edges = _open_edges(faces)
    rim = np.unique(edges)
    between: dict[tuple[int, int], list[int]] = {}
    for start, end in edges.tolist():
        way = points[end] - points[start]
        length = float(np.linalg.norm(way))
        along = (points[rim] - points[start]) @ way / length
        off = np.linalg.norm(points[rim] - points[start] - np.outer(along / length, way), axis=1)
        is_on = (off <= band) & (along > 0) & (along < length) & (rim != start) & (rim != end)
        if is_on.any():
            moved = max(moved, float(off[is_on].max()))
            between[start, end] = rim[is_on][np.argsort(along[is_on], kind="stable")].tolist()
    # 4. Triangles are cut there.
    faces = _cut(faces, between)
    return None if len(_open_edges(faces)) else Closed(points, faces, moved)


def _proper(faces: Indices) -> Indices:
    """The triangles of three different corners."""
    a, b, c = faces.T
    kept: Indices = faces[(a != b) & (b != c) & (c != a)]
    return kept


def _open_edges(faces: Indices) -> Indices:
    """The edges with an odd number of triangles, the lesser corner first."""
    edges = np.sort(np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]]), axis=1)
    found, counts = np.unique(edges, axis=0, return_counts=True)
    left: Indices = found[counts % 2 == 1]
    return left


def _cut(faces: Indices, between: dict[tuple[int, int], list[int]]) -> Indices:
    """The triangles, cut at the corners on their edges."""
    on = between | {(end, start): corners[::-1] for (start, end), corners in between.items()}
    waiting = [((a, b, c), (on.get((a, b), []), on.get((b, c), []), on.get((c, a), []))) for a, b, c in faces.tolist()]
    cut = []
    while waiting:
        corners, lists = waiting.pop()
        side = next((side for side in range(3) if lists[side]), None)
        if side is None:
            cut.append(corners)
            continue
        p, q, r = (corners[(side + step) % 3] for step in range(3))
        (m, *rest), of_q, of_r = (lists[(side + step) % 3] for step in range(3))
        waiting += [((p, m, r), ([], [], of_r)), ((m, q, r), (rest, of_q, []))]
    return _proper(np.array(cut, dtype=np.int64).reshape(-1, 3))
