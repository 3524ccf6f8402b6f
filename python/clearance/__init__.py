"""How far apart are two shapes, and where? Distances and depths with proven bounds.

>>> import clearance as cl
>>> a = cl.Points([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
>>> b = cl.Cuboid([1, 1, 1]).rounded(0.25).at(translation=[4, 0, 0])
>>> answer = cl.signed_distance(a, b)
>>> answer.status, answer.distance
('separated', 1.75)
>>> answer.lower <= 1.75 <= answer.upper
True

Lengths are in one unit, which you choose, and angles in radians. Points of answers are in the world's frame. Arrays may
have any dtype of numbers, layout and byte order; they are never changed. Shapes never change and can be pickled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._clearance import *  # noqa: F403
from ._clearance import Shape as Shape
from ._clearance import ShapeSet as ShapeSet
from ._clearance import __version__ as __version__
from ._columns import Columns as Columns
from ._convert import from_shapely as from_shapely
from ._convert import from_trimesh as from_trimesh
from ._seeing import plot as plot


def distances(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.distances` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).distances(*arguments, **keywords)


def signed_distances(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.signed_distances` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).signed_distances(*arguments, **keywords)


def minimum(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.minimum` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).minimum(*arguments, **keywords)


def gradients(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.gradients` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).gradients(*arguments, **keywords)


def casts(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.casts` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).casts(*arguments, **keywords)


def impacts(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.impacts` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).impacts(*arguments, **keywords)


def rays(shapes: ShapeSet | Sequence[Shape], *arguments: Any, **keywords: Any) -> Columns:
    """The method `ShapeSet.rays` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).rays(*arguments, **keywords)


def _set(shapes: ShapeSet | Sequence[Shape]) -> ShapeSet:
    return shapes if isinstance(shapes, ShapeSet) else ShapeSet(list(shapes))
