"""What data engines cost beside the call itself: 10⁶ pairs as Arrow columns, through DataFusion and Ray Data.

    RAYON_NUM_THREADS=1 python bench/engines.py [--pairs 1000000] [--engines datafusion,ray]

It needs the wheel as it is shipped, and `pip install pyarrow datafusion "ray[data]"`. Seconds are those of processors, user
and system, so that a machine that others use gives nearly the same; each is the least of three, but for Ray. Ray's are those of
its two workers inside of the function: what its starts, its reading and its writing take is not in them. Every answer is
compared in its bits.
"""

import argparse
import os
import resource
import tempfile
import time

import clearance as cl
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from clearance import tables

ROUNDS = 3
# Rows that an engine hands over at a time. DataFusion's own 8192 cost a quarter of the rate of a table with 81 kinds of pairs.
BATCH = 65_536
SHAPES = [cl.Capsule([0, 0, -0.25], [0, 0, 0.25], 0.125)] * 4 + [
    cl.Hull(np.random.default_rng(seed).normal(size=(32, 3)) * 0.25) for seed in range(3)
] + [cl.Cuboid([0.5, 0.25, 0.125])] * 2  # fmt: skip


def poses(rows, seed=1):
    random = np.random.default_rng(seed)
    found = random.uniform(-2, 2, (rows, 9, 7))
    found[..., 3:] = random.normal(size=(rows, 9, 4))
    found[..., 3:] /= np.linalg.norm(found[..., 3:], axis=-1, keepdims=True)
    return found


def lists(array):
    flat = pa.array(np.ascontiguousarray(array).ravel())
    return pa.FixedSizeListArray.from_arrays(flat, array.shape[1])


def workloads(pairs):
    """Names, tables and functions: a pair a row, and 36 pairs of nine shapes a row."""
    places = poses(max(pairs // 36, 1))
    least = pa.table({"id": np.arange(len(places)), "poses": lists(places.reshape(len(places), -1))})
    rows = poses(pairs // 2 + 1)[: pairs // 2]
    random = np.random.default_rng(2)
    a, b = random.integers(0, len(SHAPES), (2, len(rows)))
    single = pa.table({"id": np.arange(len(rows)), "a": a, "b": b, "pose_a": lists(rows[:, 0]), "pose_b": lists(rows[:, 1])})
    return [
        ("36 pairs a row", least, tables.Configurations(SHAPES), ["poses"], 36 * least.num_rows),
        ("a pair a row", single, tables.Pairs(SHAPES), ["a", "b", "pose_a", "pose_b"], single.num_rows),
    ]


def seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def least_time(run):
    """The least seconds of the processor, and what was answered."""
    found, best = None, float("inf")
    for _ in range(ROUNDS):
        start = seconds()
        found = run()
        best = min(best, seconds() - start)
    return best, found


def through_datafusion(table, asker, names):
    import datafusion

    kind = asker(*(table[name].slice(0, 1) for name in names)).type
    context = datafusion.SessionContext(datafusion.SessionConfig().with_target_partitions(1).with_batch_size(BATCH))
    inputs = [table[name].type for name in names]
    context.register_udf(datafusion.udf(asker.__call__, inputs, kind, "immutable", name="asked"))
    context.from_arrow(table, name="rows")
    asked = f"select id, asked({', '.join(names)}) as answer from rows"
    best, found = least_time(lambda: context.sql(asked).to_arrow_table())
    return best, found.sort_by("id")["answer"]


def through_ray(table, asker, names, folder):
    import ray

    variables = {"RAYON_NUM_THREADS": "1"}
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=1_000_000_000,
             runtime_env={"env_vars": variables})  # fmt: skip
    try:
        source, target = os.path.join(folder, "in.parquet"), os.path.join(folder, "out")
        pq.write_table(table, source, row_group_size=-(-table.num_rows // 8))

        class Asked:
            def __init__(self):
                self.asker = asker

            def __call__(self, batch):
                start = time.process_time()
                answer = self.asker(*(batch[name] for name in names))
                used = np.full(len(batch), (time.process_time() - start) / max(len(batch), 1))
                return pa.table({"id": batch["id"], "answer": answer, "used": used})

        data = ray.data.read_parquet(source, override_num_blocks=8)
        strategy = ray.data.ActorPoolStrategy(size=2)
        data.map_batches(Asked, batch_format="pyarrow", batch_size=BATCH, compute=strategy).write_parquet(target)
    finally:
        ray.shutdown()
    found = pq.read_table(target).sort_by("id")
    return float(np.sum(found["used"].to_numpy())), found["answer"]


def same(found, right):
    found = tables.single(found)
    return len(found) == len(right) and all(
        found.field(place).equals(right.field(place)) for place in range(right.type.num_fields)
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--engines", default="datafusion,ray")
    options = parser.parse_args()
    engines, wrong = options.engines.split(","), 0
    for name, table, asker, names, pairs in workloads(options.pairs):
        call, right = least_time(lambda: asker(*(table[column] for column in names)))
        print(f"{name}: {pairs} pairs, the call alone {pairs / call / 1e6:.2f} M pairs a second of a core")
        if "datafusion" in engines:
            used, found = through_datafusion(table, asker, names)
            wrong += not same(found, right)
            print(f"  DataFusion: {pairs / used / 1e6:.2f} M/s, {call / used:.2f} of the call, same bits: {same(found, right)}")
        if "ray" in engines:
            with tempfile.TemporaryDirectory() as folder:
                inside, found = through_ray(table, asker, names, folder)
            wrong += not same(found, right)
            print(
                f"  Ray: {pairs / inside / 1e6:.2f} M/s inside of the function, {call / inside:.2f} of the call, "
                f"same bits: {same(found, right)}"
            )
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
