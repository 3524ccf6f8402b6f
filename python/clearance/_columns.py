"""The answers of a batch: columns by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt


class Columns(dict[str, "npt.NDArray[Any]"]):
    """A dict of NumPy columns that Arrow packages take, too: `pyarrow.array(columns)` is a struct array of them.

    There it has one row for each pair, configuration by configuration; vectors are lists of fixed size. Arrow looks at
    the numbers of the arrays without a copy, so they must not be changed afterwards.
    """

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The columns as an Arrow struct array: capsules of its schema and of its numbers."""
        from . import _clearance

        schema, array = _clearance._arrow_columns(self)
        return schema, array
