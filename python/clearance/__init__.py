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

import typing as _typing
from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec

from ._clearance import *  # noqa: F403
from ._clearance import Shape as Shape
from ._clearance import ShapeSet as ShapeSet
from ._clearance import __version__ as __version__
from ._columns import Columns as Columns
from ._convert import from_shapely as from_shapely
from ._convert import from_trimesh as from_trimesh
from ._seeing import plot as plot

_Rest = ParamSpec("_Rest")


def _of_shapes(
    method: Callable[Concatenate[ShapeSet, _Rest], Columns],
) -> Callable[Concatenate[ShapeSet | Sequence[Shape], _Rest], Columns]:
    """A method of ShapeSet as a function, whose first argument is a ShapeSet or a list of shapes."""

    def function(shapes: ShapeSet | Sequence[Shape], *arguments: _Rest.args, **keywords: _Rest.kwargs) -> Columns:
        asked = shapes if isinstance(shapes, ShapeSet) else ShapeSet(list(shapes))
        return method(asked, *arguments, **keywords)

    name = method.__name__
    function.__name__ = function.__qualname__ = name
    about = f"The method `ShapeSet.{name}` as a function; `shapes` is a ShapeSet or a list of shapes."
    function.__doc__ = f"{about}\n\n{method.__doc__}"
    # Types know the first argument by its place alone.
    return _typing.cast("Callable[Concatenate[ShapeSet | Sequence[Shape], _Rest], Columns]", function)


distances = _of_shapes(ShapeSet.distances)
signed_distances = _of_shapes(ShapeSet.signed_distances)
minimum = _of_shapes(ShapeSet.minimum)
gradients = _of_shapes(ShapeSet.gradients)
casts = _of_shapes(ShapeSet.casts)
impacts = _of_shapes(ShapeSet.impacts)
rays = _of_shapes(ShapeSet.rays)
