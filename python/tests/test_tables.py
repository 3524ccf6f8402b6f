"""Distances in tables: pairs and configurations as Arrow columns, in this process, in data engines and in files."""

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import clearance as cl
import numpy as np
import pytest

pa = pytest.importorskip("pyarrow", reason="tables need pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
from clearance import tables  # noqa: E402

RANDOM = np.random.default_rng(5)
SHAPES = [
    cl.Cuboid([0.5, 0.25, 0.125]),
    cl.Capsule([0, 0, -0.25], [0, 0, 0.25], 0.125),
    cl.Hull(RANDOM.normal(size=(16, 3)) * 0.25),
    cl.Ball([0, 0, 0], 0.25),
]
PAIRS = [[0, 1], [0, 2], [1, 3], [2, 3]]
NAMES = ("distance", "lower", "upper", "status", "normal")


def poses_of(rows, random):
    poses = random.uniform(-1, 1, (rows, 7))
    poses[:, 3:] = random.normal(size=(rows, 4))
    poses[:, 3:] /= np.linalg.norm(poses[:, 3:], axis=1, keepdims=True)
    return poses


def lists(array):
    return pa.FixedSizeListArray.from_arrays(pa.array(np.ascontiguousarray(array, np.float64).ravel()), array.shape[1])


def pairs_table(rows, seed=1):
    random = np.random.default_rng(seed)
    a, b = random.integers(0, len(SHAPES), (2, rows))
    poses = [lists(poses_of(rows, random)) for _ in range(2)]
    return pa.table({"id": np.arange(rows), "a": a, "b": b, "pose_a": poses[0], "pose_b": poses[1]})


def configurations_table(rows, seed=2):
    random = np.random.default_rng(seed)
    poses = np.concatenate([poses_of(rows, random) for _ in SHAPES], axis=1)
    return pa.table({"id": np.arange(rows), "poses": lists(poses)})


def ask(pairs, table):
    return pairs(table["a"], table["b"], table["pose_a"], table["pose_b"])


def bits(array):
    """Every number of a struct array, exactly: equal lists are equal bits."""
    return [tuple(float.hex(x) if isinstance(x, float) else str(x) for x in row.values()) for row in array.to_pylist()]


def least():
    return tables.Configurations(SHAPES, PAIRS)


def test_each_row_has_the_bits_of_its_single_query():
    table = pairs_table(300)
    for question, single in (("distances", cl.distance), ("signed_distances", cl.signed_distance)):
        answers = ask(tables.Pairs(SHAPES, question, NAMES), table)
        assert len(answers) == 300
        for row, found in zip(table.to_pylist(), answers.to_pylist()):
            a, b = (SHAPES[row[k]].at(np.array(row["pose_" + k])) for k in "ab")
            right = single(a, b)
            assert [found[name] for name in ("distance", "lower", "upper")] == [right.distance, right.lower, right.upper]
            assert found["normal"] == right.normal.tolist()
    assert (np.array(answers.field("distance")) < 0).sum() > 20


def test_chunks_slices_and_lists_of_variable_size_do_not_matter():
    table, pairs = pairs_table(200), tables.Pairs(SHAPES)
    right = bits(ask(pairs, table))
    chunked = pa.concat_tables([table.slice(0, 70), table.slice(70, 1), table.slice(71)])
    assert chunked["a"].num_chunks == 3 and bits(ask(pairs, chunked)) == right
    loose = table.set_column(3, "pose_a", table["pose_a"].cast(pa.list_(pa.float64())))
    assert bits(ask(pairs, loose)) == right
    assert bits(ask(pairs, table.slice(50, 20))) == right[50:70]
    assert ask(pairs, table.slice(0, 0)).type == ask(pairs, table).type


def test_columns_with_nulls_or_bad_lengths_are_refused():
    table, pairs = pairs_table(4), tables.Pairs(SHAPES)
    null = pa.array([None, *table["pose_a"].to_pylist()[1:]], pa.list_(pa.float64(), 7))
    with pytest.raises(ValueError, match="null"):
        pairs(table["a"], table["b"], null, table["pose_b"])
    with pytest.raises(ValueError, match="one length"):
        tables.numbers(pa.array([[1.0, 2.0], [3.0], [4.0, 5.0, 6.0]]))
    with pytest.raises(ValueError, match="none of the 4"):
        pairs(pa.array([0, 1, 2, 4]), table["b"], table["pose_a"], table["pose_b"])
    with pytest.raises(ValueError, match="seven for each of 4"):
        least()(table["pose_a"])


def test_configurations_have_the_bits_of_the_set_and_can_be_pickled():
    table = configurations_table(500)
    answers = least()(table["poses"])
    poses = tables.numbers(table["poses"]).reshape(-1, len(SHAPES), 7)
    right = cl.ShapeSet(SHAPES).minimum(poses, PAIRS, columns=("distance", "pair"))
    assert (np.array(answers.field("distance")) == right["distance"]).all()
    assert (np.array(answers.field("pair")) == right["pair"]).all()
    asker = least()
    asker(table["poses"])
    assert bits(pickle.loads(pickle.dumps(asker))(table["poses"])) == bits(answers)


def test_polars_gives_the_bits_of_one_process():
    pl = pytest.importorskip("polars", reason="Polars is not installed")
    table, asker = configurations_table(3000), least()
    frame = pl.from_arrow(table).lazy()
    kind = pl.Series(asker(table["poses"].slice(0, 1))).dtype
    found = frame.select(
        "id",
        pl.col("poses").map_batches(lambda s: pl.Series(asker(s)), return_dtype=kind, is_elementwise=True).alias("least"),
    ).collect(engine="streaming")
    assert bits(found.sort("id")["least"].to_arrow()) == bits(asker(table["poses"]))


def test_duckdb_gives_the_bits_of_one_process(tmp_path):
    duckdb = pytest.importorskip("duckdb", reason="DuckDB is not installed")
    table, asker = configurations_table(3000), least()
    source, width = tmp_path / "in.parquet", 7 * len(SHAPES)
    pq.write_table(table, source)
    connection = duckdb.connect()
    kind = "STRUCT(distance DOUBLE, lower DOUBLE, upper DOUBLE, pair BIGINT)"
    connection.create_function("least", asker.__call__, [f"DOUBLE[{width}]"], kind, type="arrow")
    query = f"select id, least(poses::DOUBLE[{width}]) as least from '{source}' order by id"
    found = connection.sql(query).to_arrow_table()
    assert bits(tables.single(found["least"])) == bits(asker(table["poses"]))


def test_datafusion_gives_the_bits_of_one_process():
    datafusion = pytest.importorskip("datafusion", reason="DataFusion is not installed")
    table, asker = configurations_table(3000), least()
    kind = asker(table["poses"].slice(0, 1)).type
    context = datafusion.SessionContext()
    function = datafusion.udf(asker.__call__, [table["poses"].type], kind, "immutable", name="least")
    context.register_udf(function)
    context.from_arrow(table, name="configurations")
    found = context.sql("select id, least(poses) as least from configurations order by id").to_arrow_table()
    assert bits(tables.single(found["least"])) == bits(asker(table["poses"]))


def test_the_body_for_spark_maps_record_batches():
    """`mapInArrow` gives an iterator of record batches and takes one. Spark itself is not asked."""
    table = pairs_table(1000)

    def body(batches):
        pairs = tables.Pairs(SHAPES)
        for batch in batches:
            answers = ask(pairs, batch)
            yield pa.RecordBatch.from_arrays([batch["id"], *answers.flatten()], ["id", *(f.name for f in answers.type)])

    found = pa.Table.from_batches(body(table.to_batches(max_chunksize=128)))
    right = ask(tables.Pairs(SHAPES), table)
    assert bits(found.drop_columns(["id"]).to_struct_array().combine_chunks()) == bits(right)


COMMAND = [sys.executable, "-m", "clearance.tables"]


def job(folder, rows, batch):
    pq.write_table(pairs_table(rows), folder / "pairs.parquet", row_group_size=rows // 4 + 1)
    (folder / "shapes.jsonl").write_text("".join(shape.to_json() + "\n" for shape in SHAPES))
    files = ["pairs.parquet", "-o", "answers.parquet", "--shapes", "shapes.jsonl", "--batch", str(batch)]
    return [*COMMAND, *files]


def run(command, folder):
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_file_of_pairs_becomes_a_file_of_answers(tmp_path):
    done = run(job(tmp_path, 1000, 100), tmp_path)
    assert done.returncode == 0, done.stderr
    found, source = pq.read_table(tmp_path / "answers.parquet"), pq.read_table(tmp_path / "pairs.parquet")
    assert found.column_names == ["id", "a", "b", "distance", "lower", "upper", "status"]
    assert found["id"].to_pylist() == list(range(1000))
    right = ask(tables.Pairs(SHAPES), source)
    assert bits(found.drop_columns(["id", "a", "b"]).to_struct_array().combine_chunks()) == bits(right)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["answers.parquet", "pairs.parquet", "shapes.jsonl"]


def test_a_job_that_is_killed_goes_on_where_it_was(tmp_path):
    command = job(tmp_path, 40_000, 200)
    running = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    parts = tmp_path / "answers.parquet.parts"
    started = time.monotonic()
    while len(list(parts.glob("*.parquet"))) < 20 and time.monotonic() - started < 120 and running.poll() is None:
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    running.wait()
    there = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet")}
    assert 20 <= len(there) < 204 and not (tmp_path / "answers.parquet").exists(), "it was killed in the middle"
    done = run(command, tmp_path)
    assert done.returncode == 0 and int(done.stderr.split()[0]) == len(there), done.stderr
    found = pq.read_table(tmp_path / "answers.parquet")
    assert found["id"].to_pylist() == list(range(40_000))
    right = ask(tables.Pairs(SHAPES), pq.read_table(tmp_path / "pairs.parquet"))
    assert bits(found.drop_columns(["id", "a", "b"]).to_struct_array().combine_chunks()) == bits(right)


def test_parts_of_another_question_are_not_taken(tmp_path):
    command = job(tmp_path, 100, 10)
    parts = tmp_path / "answers.parquet.parts"
    parts.mkdir()
    (parts / "job.json").write_text('{"version": "other"}')
    done = run(command, tmp_path)
    assert done.returncode == 1 and "another job" in done.stderr
    absent = run([*command[:3], "nothing.parquet", *command[4:]], tmp_path)
    assert absent.returncode == 1 and absent.stderr.startswith("clearance.tables: ")


def workers(session):
    """The processes of this Ray session that map batches: those whose parent names the session in its command."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            name = Path(f"/proc/{pid}/cmdline").read_bytes()
            # The parent is the second number after the name in brackets.
            parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1]
            if name.startswith(b"ray::MapWorker") and session.encode() in Path(f"/proc/{parent}/cmdline").read_bytes():
                found.append(int(pid))
        except OSError:
            continue
    return found


@pytest.mark.cluster
def test_ray_loses_and_doubles_nothing_when_a_worker_is_killed(tmp_path):
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install \"ray[data]\"")
    pytest.importorskip("pandas", reason="Ray Data needs pandas")
    rows, shapes, pairs = 400_000, SHAPES, PAIRS
    table = configurations_table(rows)
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=rows // 40)
    variables = {"RAYON_NUM_THREADS": "1", "PYTHONPATH": os.path.dirname(__file__)}
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=400_000_000,
             runtime_env={"env_vars": variables})
    killed = []
    try:
        session = os.path.basename(ray._private.worker._global_node.get_session_dir_path())

        class Least:
            """An actor: it makes the shapes once. The sleep gives the test time to kill it."""

            def __init__(self):
                self.asker = tables.Configurations(shapes, pairs)

            def __call__(self, batch):
                time.sleep(0.1)
                return pa.table({"id": batch["id"], "least": self.asker(batch["poses"])})

        def kill_one():
            started = time.monotonic()
            while len(workers(session)) < 2 and time.monotonic() - started < 120:
                time.sleep(0.05)
            time.sleep(1.0)
            killed.extend(workers(session)[:1])
            os.kill(killed[0], signal.SIGKILL)

        killer = threading.Thread(target=kill_one)
        killer.start()
        data = ray.data.read_parquet(str(tmp_path / "in.parquet"), override_num_blocks=40)
        strategy = ray.data.ActorPoolStrategy(size=2)
        data.map_batches(Least, batch_format="pyarrow", batch_size=4096, compute=strategy).write_parquet(str(tmp_path / "out"))
        killer.join()
    finally:
        ray.shutdown()
    assert len(killed) == 1
    found = pq.read_table(tmp_path / "out").sort_by("id")
    assert found["id"].to_pylist() == list(range(rows)), "every row is there once"
    right = least()(table["poses"])
    for place, field in enumerate(right.type):
        column = tables.single(found["least"]).field(place)
        assert column.equals(right.field(place)), field.name
