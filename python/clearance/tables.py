"""Distances of pairs and of configurations that lie in tables: Arrow columns in, a struct array out.

Each class is a function of Arrow columns that data engines call once for each batch of rows. It makes its shapes once,
can be pickled, and keeps nothing of a batch. So the answers have the same bits on any number of workers, and also when
a worker is killed and its rows are asked again. docs/scale.md has one script for each engine.

    python -m clearance.tables PAIRS.parquet -o ANSWERS.parquet --shapes SHAPES.jsonl

asks a whole file, in memory that does not grow with it, and goes on where it was stopped. `pyarrow` is needed for all
of this, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from . import Columns, Robot, Shape, ShapeSet, Solver

if TYPE_CHECKING:
    import numpy.typing as npt

Question = Literal["distances", "signed_distances"]


def numbers(column: Any, width: int | None = None) -> npt.NDArray[np.float64]:
    """The numbers of a column of lists of equal length, one row for each list.

    `column` is a pyarrow array or chunked array, or whatever gives one (`to_arrow`). Nothing is copied if it is one
    chunk of doubles in lists of fixed size. Raises ValueError for a null, and for lists of different lengths.
    """
    array = single(column)
    if array.null_count:
        raise ValueError("a row is null: a list of numbers is expected")
    rows, values = len(array), array.flatten()
    if values.null_count:
        raise ValueError("a number is null")
    if rows and len(values) % rows:
        raise ValueError("the lists of a column must have one length")
    flat = values.to_numpy(zero_copy_only=False).astype(np.float64, copy=False)
    found = len(flat) // rows if rows else (width or 0)
    if not hasattr(array.type, "list_size") and rows:
        # Lists of variable size: their ends tell whether they are equally long.
        lengths = np.diff(array.offsets.to_numpy())
        if (lengths != found).any():
            raise ValueError("the lists of a column must have one length")
    if width is not None and rows and found % width:
        raise ValueError(f"lists of {found} numbers: a multiple of {width} is expected")
    matrix: npt.NDArray[np.float64] = flat.reshape(rows, found)
    return matrix


def single(column: Any) -> Any:
    """A column as one pyarrow array: chunks are joined, and other packages' columns are converted."""
    import pyarrow as pa

    if hasattr(column, "to_arrow"):
        column = column.to_arrow()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks or [pa.array([], column.type)])
    return column if isinstance(column, pa.Array) else pa.array(column)


def struct(columns: dict[str, npt.NDArray[Any]]) -> Any:
    """Columns as an Arrow struct array, one row for each row of the columns."""
    import pyarrow as pa

    return pa.array(Columns(columns))


class Pairs:
    """A pair of shapes in each row: `pairs(a, b, pose_a, pose_b)` gives a struct array with a row for each.

    `a` and `b` are indices of `shapes`, the poses lists of x, y, z and a quaternion xyzw. Rows that ask about the same
    two shapes are asked together, so a table with few kinds of pairs is as fast as a batch.
    """

    def __init__(
        self,
        shapes: Sequence[Shape],
        question: Question = "distances",
        columns: Sequence[str] = ("distance", "lower", "upper", "status"),
        solver: Solver | None = None,
    ) -> None:
        self.shapes, self.question, self.columns, self.solver = list(shapes), question, tuple(columns), solver

    def __call__(self, a: Any, b: Any, pose_a: Any, pose_b: Any) -> Any:
        first, second = (self._indices(column) for column in (a, b))
        poses = np.stack([numbers(pose_a, 7), numbers(pose_b, 7)], axis=1)
        if poses.shape[2] != 7 or len(poses) != len(first) or len(first) != len(second):
            raise ValueError("the columns differ in length, or a pose has not seven numbers")
        kinds, of_row = np.unique(first * len(self.shapes) + second, return_inverse=True)
        order = np.argsort(of_row, kind="stable")
        ends = np.cumsum(np.bincount(of_row, minlength=len(kinds)))
        out: dict[str, npt.NDArray[Any]] = {}
        for kind, rows in zip(kinds, np.split(order, ends[:-1]) if len(kinds) else []):
            pair = ShapeSet([self.shapes[kind // len(self.shapes)], self.shapes[kind % len(self.shapes)]])
            asked = getattr(pair, self.question)(poses[rows], [[0, 1]], columns=self.columns, solver=self.solver)
            for name in self.columns:
                answers = asked[name].reshape(len(rows), *asked[name].shape[2:])
                out.setdefault(name, np.empty((len(first), *answers.shape[1:]), answers.dtype))[rows] = answers
        return struct(out) if out else self._nothing()

    def _indices(self, column: Any) -> npt.NDArray[np.int64]:
        array = single(column)
        if array.null_count:
            raise ValueError("a shape is null: an index is expected")
        indices = np.asarray(array.to_numpy(zero_copy_only=False)).astype(np.int64)
        if len(indices) and not (0 <= indices.min() and indices.max() < len(self.shapes)):
            raise ValueError(f"a shape is none of the {len(self.shapes)}")
        return indices

    def _nothing(self) -> Any:
        one = ShapeSet([self.shapes[0], self.shapes[0]])
        asked = getattr(one, self.question)(None, [[0, 1]], columns=self.columns, solver=self.solver)
        return struct({name: asked[name].reshape(1, *asked[name].shape[1:])[:0] for name in self.columns})


class Configurations:
    """A configuration of all shapes in each row: `configurations(poses)` gives the least distance of each.

    A row of `poses` is a list with seven numbers for each shape, one after the other. `pairs` are those that count;
    without them, all do. The column `pair` is the index of the nearest one among them.
    """

    def __init__(
        self,
        shapes: Sequence[Shape],
        pairs: Sequence[Sequence[int]] | None = None,
        columns: Sequence[str] = ("distance", "lower", "upper", "pair"),
        solver: Solver | None = None,
    ) -> None:
        self.shapes, self.pairs, self.columns, self.solver = list(shapes), pairs, tuple(columns), solver
        self._set: ShapeSet | None = None

    def __call__(self, poses: Any) -> Any:
        if self._set is None:
            self._set = ShapeSet(self.shapes)
        rows = numbers(poses, 7)
        if rows.size and rows.shape[1] != 7 * len(self.shapes):
            raise ValueError(f"{rows.shape[1]} numbers a row: seven for each of {len(self.shapes)} shapes are expected")
        asked = rows.reshape(-1, len(self.shapes), 7)
        return struct(self._set.minimum(asked, self.pairs, columns=self.columns, solver=self.solver))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_set": None}


class RobotConfigurations:
    """Positions of a robot's joints in each row: `robot(joints)` gives the least clearance of each.

    The columns are `distance`, `lower`, `upper`, and the names of the two links, `a` and `b`. The robot is read where
    the rows are asked, from the same files: `RobotConfigurations("arm.urdf", srdf="arm.srdf")`.
    """

    def __init__(self, path: str, **keywords: Any) -> None:
        self.path, self.keywords = path, keywords
        self._robot: Robot | None = None

    def __call__(self, joints: Any) -> Any:
        import pyarrow as pa

        if self._robot is None:
            self._robot = Robot(self.path, **self.keywords)
        answers = self._robot.clearance(numbers(joints))
        links = [pa.array([pair[side] for pair in answers.pair], pa.string()) for side in (0, 1)]
        bounds = [pa.array(np.asarray(column)) for column in (answers.distance, answers.lower, answers.upper)]
        return pa.StructArray.from_arrays([*bounds, *links], names=["distance", "lower", "upper", "a", "b"])

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_robot": None}


if __name__ == "__main__":
    from ._job import main

    raise SystemExit(main())
