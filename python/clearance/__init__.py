"""How far apart are two shapes, and where? Distances and depths with proven bounds."""

from ._clearance import *  # noqa: F403
from ._clearance import __version__ as __version__
