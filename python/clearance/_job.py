"""A file of pairs in, a file of answers out: `python -m clearance.tables`.

**Method.** The row groups of the input are asked in batches. The answers to a batch are a part of their own, written
beside the output under another name and then renamed, so that a part is whole or absent. A run that is started again
keeps the parts that are there. At the end the parts become row groups of the output, one after the other; it is
renamed, too, and the parts go. Memory holds one batch at a time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import Shape, __version__, from_json
from .tables import Pairs, Question

# Rows that are asked at a time. Larger: more memory. Smaller: more files, and more calls.
BATCH = 1 << 17


def batches(groups: list[int], batch: int) -> Iterator[tuple[int, int, int]]:
    """The row group, the first row in it, and the number of rows of each batch."""
    for group, rows in enumerate(groups):
        for first in range(0, rows, batch):
            yield group, first, min(batch, rows - first)


def shapes_of(path: Path) -> list[Shape]:
    """The shapes of a file with one in each line, in the form of the pairs file."""
    return [from_json(line) for line in path.read_text().splitlines() if line.strip()]


def run(source: Path, target: Path, pairs: Pairs, job: dict[str, Any], batch: int = BATCH) -> int:
    """Asks all rows. Returns how many parts were there already."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(source)
    groups = [file.metadata.row_group(k).num_rows for k in range(file.num_row_groups)]
    stat = source.stat()
    job = {**job, "batch": batch, "groups": groups, "bytes": stat.st_size, "changed": stat.st_mtime_ns}
    parts, plan = target.with_name(target.name + ".parts"), list(batches(groups, batch))
    parts.mkdir(exist_ok=True)
    begin(parts / "job.json", job)
    kept, group, table = 0, -1, None
    for number, (of_group, first, rows) in enumerate(plan):
        part = parts / f"{number:08}.parquet"
        if part.exists():
            kept += 1
            continue
        if of_group != group:
            group, table = of_group, file.read_row_group(of_group)
        assert table is not None
        asked = table.slice(first, rows)
        answers = pairs(*(asked[name] for name in ("a", "b", "pose_a", "pose_b")))
        columns = {name: asked[name] for name in asked.column_names if name not in ("pose_a", "pose_b")}
        for place, field in enumerate(answers.type):
            columns[field.name] = answers.field(place)
        write(part, lambda path, rows=pa.table(columns): pq.write_table(rows, path))
    write(target, lambda path: join(path, [parts / f"{number:08}.parquet" for number in range(len(plan))]))
    for path in parts.iterdir():
        path.unlink()
    parts.rmdir()
    return kept


def begin(path: Path, job: dict[str, Any]) -> None:
    """Notes what is asked, or finds that the parts are those of the same question."""
    if not path.exists():
        write(path, lambda new: new.write_text(json.dumps(job)))
    elif json.loads(path.read_text()) != json.loads(json.dumps(job)):
        raise ValueError(f"{path.parent} has parts of another job; remove it to begin anew")


def write(path: Path, content: Any) -> None:
    """Writes a file that is whole or absent, also when the machine stops."""
    new = path.with_name(path.name + ".new")
    content(new)
    with open(new, "rb") as file:
        os.fsync(file.fileno())
    new.rename(path)


def join(path: Path, parts: list[Path]) -> None:
    """The parts as row groups of one file."""
    import pyarrow.parquet as pq

    if not parts:
        raise ValueError("the file of pairs has no rows")
    with pq.ParquetWriter(path, pq.read_schema(parts[0])) as writer:
        for part in parts:
            writer.write_table(pq.read_table(part))


def main(arguments: list[str] | None = None) -> int:
    """The command. It ends with 0, or with 1 and a sentence on standard error."""
    parser = argparse.ArgumentParser(prog="python -m clearance.tables", description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("pairs", type=Path, help="Parquet with the columns a, b (indices), pose_a, pose_b (x y z, quaternion xyzw)")
    parser.add_argument("-o", "--output", type=Path, required=True, help="Parquet: all other columns, and the answers")
    parser.add_argument("--shapes", type=Path, required=True, help="the shapes, one in each line, as `Shape.to_json` writes them")
    parser.add_argument("--signed", action="store_true", help="minus the depth for shapes that overlap")
    parser.add_argument("--columns", default="distance,lower,upper,status", help="the columns of the answers")
    parser.add_argument("--batch", type=int, default=BATCH, help="rows that are asked at a time")
    asked = parser.parse_args(arguments)
    try:
        text = asked.shapes.read_text()
        columns: list[str] = asked.columns.split(",")
        question: Question = "signed_distances" if asked.signed else "distances"
        job = {"version": __version__, "shapes": text, "columns": columns, "question": question}
        pairs = Pairs(shapes_of(asked.shapes), question, columns)
        kept = run(asked.pairs, asked.output, pairs, job, max(asked.batch, 1))
    except (OSError, ValueError, KeyError, ImportError) as error:
        print(f"clearance.tables: {error}", file=sys.stderr)
        return 1
    if kept:
        print(f"{kept} parts were there already", file=sys.stderr)
    return 0
