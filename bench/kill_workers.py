"""10⁸ pairs through Ray Data while its workers are killed: nothing is lost or doubled, and all bits are those of one process.

    python bench/kill_workers.py [--pairs 100000000] [--kills 3]

It needs the wheel as it is shipped and `pip install pyarrow pandas "ray[data]"`. The table has 36 pairs of nine shapes a row, and
14 bytes a pair; it is written to a temporary folder, as are the answers. Two workers answer it. Five seconds after both are there,
one of them is killed (SIGKILL), and so on.
"""

import argparse
import os
import signal
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from clearance import tables
from engines import SHAPES, lists, poses

ROWS = 40_000


def part(number, rows):
    places = poses(rows, number).reshape(rows, -1)
    return pa.table({"id": np.arange(number * ROWS, number * ROWS + rows), "poses": lists(places)})


class Least:
    def __init__(self):
        self.least = tables.Configurations(SHAPES)

    def __call__(self, batch):
        return pa.table({"id": batch["id"], "least": self.least(batch["poses"])})


def workers(session):
    """The processes of this run of Ray that map batches: those whose parent names the session in its command."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            # The parent is the second number after the name in brackets.
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            command = Path(f"/proc/{parent}/cmdline").read_bytes()
            if (folder / "cmdline").read_bytes().startswith(b"ray::MapWorker") and session.encode() in command:
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def killer(session, kills, killed):
    """Kills a worker five seconds after both are there, and again."""
    for _ in range(kills):
        while len(workers(session)) < 2:
            time.sleep(0.1)
        time.sleep(5)
        alive = workers(session)
        if alive:
            os.kill(alive[0], signal.SIGKILL)
            killed.append(alive[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=float, default=1e8)
    parser.add_argument("--kills", type=int, default=3)
    asked = parser.parse_args()
    parts = max(int(asked.pairs) // 36 // ROWS, 1)
    import ray

    with tempfile.TemporaryDirectory() as folder:
        given, written = Path(folder) / "in", Path(folder) / "out"
        given.mkdir()
        for number in range(parts):
            pq.write_table(part(number, ROWS), given / f"{number:05}.parquet", compression=None)
        print(f"{parts * ROWS} rows, {36 * parts * ROWS} pairs in {parts} files", flush=True)
        variables = {"RAYON_NUM_THREADS": "1", "PYTHONPATH": os.path.dirname(os.path.abspath(__file__))}
        ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=1_000_000_000,
                 runtime_env={"env_vars": variables})  # fmt: skip
        session, killed, start = os.path.basename(ray._private.worker._global_node.get_session_dir_path()), [], time.monotonic()
        thread = threading.Thread(target=killer, args=(session, asked.kills, killed), daemon=True)
        thread.start()
        data = ray.data.read_parquet(str(given), override_num_blocks=parts)
        strategy = ray.data.ActorPoolStrategy(size=2)
        data.map_batches(Least, batch_format="pyarrow", batch_size=8192, compute=strategy).write_parquet(str(written))
        print(f"Ray: {time.monotonic() - start:.0f} s, workers killed: {len(killed)}", flush=True)
        ray.shutdown()
        start, least, seen, other = time.monotonic(), tables.Configurations(SHAPES), np.zeros(parts * ROWS, np.int8), 0
        for file in sorted(written.rglob("*.parquet")):
            found = pq.read_table(file)
            ids = found["id"].to_numpy()
            np.add.at(seen, ids, 1)
            for number in np.unique(ids // ROWS):
                chosen = found.filter(pa.array(ids // ROWS == number)).sort_by("id")
                rows = pa.array(chosen["id"].to_numpy() - number * ROWS)
                right = least(part(int(number), ROWS)["poses"].take(rows))
                column = tables.single(chosen["least"])
                other += sum(not column.field(k).equals(right.field(k)) for k in range(len(right.type)))
        print(f"compared in {time.monotonic() - start:.0f} s: {(seen == 0).sum()} rows lost, {(seen > 1).sum()} doubled, "
              f"{other} columns with other bits")  # fmt: skip


if __name__ == "__main__":
    main()
