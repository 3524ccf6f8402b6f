"""How far apart are two shapes, and where? Distances and depths with proven bounds."""

from ._clearance import *  # noqa: F403
from ._clearance import ShapeSet
from ._clearance import __version__ as __version__


def distances(shapes, *arguments, **keywords):
    """The method `ShapeSet.distances` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).distances(*arguments, **keywords)


def signed_distances(shapes, *arguments, **keywords):
    """The method `ShapeSet.signed_distances` as a function; `shapes` is a ShapeSet or a list of shapes."""
    return _set(shapes).signed_distances(*arguments, **keywords)


def _set(shapes):
    return shapes if isinstance(shapes, ShapeSet) else ShapeSet(list(shapes))
