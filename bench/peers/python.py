"""The Python package beside Coal, python-fcl, trimesh and shapely, and beside its own Rust crates: a table in Markdown.

    cargo xtask python                                   # the wheel, in target/wheels
    python3 bench/peers/python.py [--wheel FILE]

This script makes a virtual environment in `bench/target/peers-python`, installs the wheel and the other packages there,
builds `bench/peers/batch`, and asks all of them the same questions in one run. A package that cannot be had is named
and left out. Each figure is the median of its rounds, and rounds of the packages take turns. Rows on one core have the
time of the process, so other work on the machine counts less; rows on all cores have the time of a clock on the wall.

A round is long: tens of milliseconds. The first queries of a round find the processor's caches as another package left
them, and the rounds in Rust follow each other. So rounds of a few queries show costs of calls that are none.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = pathlib.Path(__file__).resolve().parent.parent
HOME = BENCH / "target" / "peers-python"
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", BENCH.parent / "target"))
PACKAGES = {"coal": "coal", "fcl": "python-fcl", "trimesh": "trimesh", "shapely": "shapely"}
ROUNDS = 5


def in_environment(wheel):
    """Runs this script again with the environment's Python, after installing and building what it needs."""
    python = HOME / "bin" / "python"
    if pathlib.Path(sys.prefix) == HOME:
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet"]
    subprocess.run([*install, "--force-reinstall", "--no-deps", str(wheel)], check=True)
    for package in ("numpy", "scipy", *PACKAGES.values()):
        subprocess.run([*install, package], check=False)
    build = ["cargo", "build", "--release", "--quiet", "--manifest-path", str(BENCH / "peers" / "batch" / "Cargo.toml")]
    subprocess.run([*build, "--target-dir", str(TARGET)], check=True)
    os.execv(str(python), [str(python), __file__, *sys.argv[1:]])


def is_alone():
    return os.environ.get("RAYON_NUM_THREADS") == "1"


def timed(calls, rounds=ROUNDS):
    """The median seconds of each call of a dict; the calls take turns."""
    clock = time.process_time if is_alone() else time.perf_counter
    seconds = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            start = clock()
            call()
            seconds[name].append(clock() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


def in_rust(question, *arrays, words=()):
    """Seconds a question of `bench/peers/batch`. Floats and indices travel in files."""
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for index, array in enumerate(arrays):
            paths.append(os.path.join(folder, str(index)))
            np.ascontiguousarray(array, "<f8" if array.dtype.kind == "f" else "<u4").tofile(paths[-1])
        program = TARGET / "release" / "batch"
        ran = subprocess.run([program, question, *paths, *words], capture_output=True, text=True, check=True)
    return float(ran.stdout) / 1e9


def agree(ours, theirs):
    """Ends the run if two packages were not asked the same: their distances differ by more than their tolerances."""
    if not abs(ours - max(theirs, 0.0)) < 1e-4 * max(1.0, ours):
        sys.exit(f"the distances {ours} and {theirs} differ")


def repeated(call, times):
    def many():
        for _ in range(times):
            call()

    return many


def random_poses(shape, spread):
    import numpy as np

    rows = np.random.default_rng(1).normal(size=(*shape, 7))
    rows[..., :3] *= spread
    rows[..., 3:] /= np.linalg.norm(rows[..., 3:], axis=-1, keepdims=True)
    return rows


def coal_transform(coal, row):
    quaternion = coal.Quaternion(*[float(row[k]) for k in (6, 3, 4, 5)])
    return coal.Transform3s(quaternion, row[:3])


def fcl_transform(fcl, row):
    return fcl.Transform(row[[6, 3, 4, 5]], row[:3])


def one_call(cl, peers):
    """One call of `distance` of two boxes."""
    row, times = random_poses((1,), 0)[0], 100_000
    row[:3] = [5.0, 1.0, 2.0]
    a, b = cl.Cuboid([1, 1, 1]), cl.Cuboid([1, 1, 1]).at((row[:3], row[3:]))
    calls = {"clearance": repeated(lambda: cl.distance(a, b), times)}
    if coal := peers.get("coal"):
        x, y, still, there = coal.Box(2, 2, 2), coal.Box(2, 2, 2), coal.Transform3s(), coal_transform(coal, row)
        request, result = coal.DistanceRequest(), coal.DistanceResult()

        def ask():
            result.clear()
            return coal.distance(x, still, y, there, request, result)

        agree(cl.distance(a, b).distance, ask())
        calls["coal"] = repeated(ask, times)
    if fcl := peers.get("fcl"):
        p, q = fcl.CollisionObject(fcl.Box(2, 2, 2)), fcl.CollisionObject(fcl.Box(2, 2, 2), fcl_transform(fcl, row))
        fcl_request = fcl.DistanceRequest(enable_nearest_points=True)
        agree(cl.distance(a, b).distance, fcl.distance(p, q, fcl_request, fcl.DistanceResult()))
        calls["python-fcl"] = repeated(lambda: fcl.distance(p, q, fcl_request, fcl.DistanceResult()), times)
    return {name: seconds / times for name, seconds in timed(calls).items()}


def many_pairs(cl, peers):
    """A million pairs of boxes, seconds a pair: a batch, a loop of coal over a sample, and Rust's batch."""
    import numpy as np

    count, sample, times = 1_000_000, 20_000, 5
    poses = random_poses((1000,), 6)
    pairs = np.random.default_rng(2).integers(0, 1000, size=(count, 2))
    pairs[:, 1] = (pairs[:, 0] + 1 + pairs[:, 1] % 999) % 1000
    boxes = cl.ShapeSet([cl.Cuboid([0.5, 0.5, 0.5])] * 1000)
    # Rust's program asks five times in a row, so its threads are awake. A single call here would wait for them.
    calls, rust = {"clearance": repeated(lambda: boxes.distances(poses, pairs), times)}, []
    calls["rust"] = lambda: rust.append(in_rust("boxes", poses, pairs, words=("0",)))
    if coal := peers.get("coal"):
        shape, request, result = coal.Box(1, 1, 1), coal.DistanceRequest(), coal.DistanceResult()
        places = [coal_transform(coal, row) for row in poses]

        def loop():
            for i, j in pairs[:sample].tolist():
                result.clear()
                least = coal.distance(shape, places[i], shape, places[j], request, result)
            return least

        agree(boxes.distances(poses, pairs[:sample])["distance"][-1], loop())
        calls["coal"] = loop
    seconds = timed(calls)
    found = {"clearance": seconds["clearance"] / (times * count), "Rust": statistics.median(rust)}
    return found | ({"coal": seconds["coal"] / sample} if "coal" in seconds else {})


def arm(cl, peers):
    """The least distance of 28 pairs of an arm's links, seconds a configuration."""
    import numpy as np

    count, sample = 100_000, 1000
    poses = random_poses((count, 8), 1.5)
    pairs = [(i, j) for i in range(8) for j in range(i + 1, 8)]
    links = cl.ShapeSet([cl.Capsule([0, 0, -0.2], [0, 0, 0.2], 0.05)] * 8)
    calls, rust = {"clearance": lambda: links.minimum(poses, pairs)}, []
    calls["rust"] = lambda: rust.append(in_rust("arm", poses, np.array(pairs), words=(str(count),)))
    if coal := peers.get("coal"):
        link, request, result = coal.Capsule(0.05, 0.4), coal.DistanceRequest(), coal.DistanceResult()

        def loop():
            for rows in poses[:sample]:
                places = [coal_transform(coal, row) for row in rows]
                least = float("inf")
                for i, j in pairs:
                    result.clear()
                    least = min(least, coal.distance(link, places[i], link, places[j], request, result))
            return least

        agree(links.minimum(poses[:sample], pairs)["distance"][-1], loop())
        calls["coal"] = loop
    seconds = timed(calls, 3)
    found = {"clearance": seconds["clearance"] / count, "Rust": statistics.median(rust)}
    return found | ({"coal": seconds["coal"] / sample} if "coal" in seconds else {})


def torus(around, across):
    import numpy as np

    turns = [np.arange(count) * (2 * np.pi / count) for count in (around, across)]
    u, v = np.meshgrid(*turns, indexing="ij")
    radius = 1 + 0.25 * np.cos(v)
    vertices = np.stack([radius * np.cos(u), radius * np.sin(u), 0.25 * np.sin(v)], axis=-1).reshape(-1, 3)
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    a, b = i * across + j, (i + 1) % around * across + j
    c, d = (i + 1) % around * across + (j + 1) % across, i * across + (j + 1) % across
    return vertices, np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([a, c, d], -1).reshape(-1, 3)])


def meshes(cl, peers):
    """Two tori of 5,184 triangles a few tenths apart, seconds a query with its answer."""
    import numpy as np

    vertices, faces = torus(72, 36)
    rows = random_poses((200,), 0)
    rows[:, :3] = 2.8 * rows[:, 3:6] / np.linalg.norm(rows[:, 3:6], axis=1, keepdims=True)
    mesh = cl.Mesh(vertices, faces)
    placed = [mesh.at(row) for row in rows]
    calls, rust = {"clearance": lambda: [cl.distance(mesh, other) for other in placed]}, []
    calls["rust"] = lambda: rust.append(in_rust("meshes", vertices, faces, rows))

    if coal := peers.get("coal"):
        model, rest = coal.BVHModelOBBRSS(), coal.Transform3s()
        model.beginModel(len(faces), len(vertices))
        for face in faces:
            model.addTriangle(*vertices[face])
        model.endModel()
        places = [coal_transform(coal, row) for row in rows]
        request, result = coal.DistanceRequest(), coal.DistanceResult()

        def ask_coal():
            for place in places:
                result.clear()
                last = coal.distance(model, rest, model, place, request, result)
            return last

        agree(cl.distance(mesh, placed[-1]).distance, ask_coal())
        calls["coal"] = ask_coal
    if fcl := peers.get("fcl"):
        fcl_model = fcl.BVHModel()
        fcl_model.beginModel(len(faces), len(vertices))
        fcl_model.addSubModel(vertices, faces)
        fcl_model.endModel()
        first = fcl.CollisionObject(fcl_model)
        others = [fcl.CollisionObject(fcl_model, fcl_transform(fcl, row)) for row in rows]
        fcl_request = fcl.DistanceRequest(enable_nearest_points=True)
        calls["python-fcl"] = lambda: [
            fcl.distance(first, other, fcl_request, fcl.DistanceResult()) for other in others
        ]
    if peers.get("trimesh") and peers.get("fcl"):
        still, moving = (peers["trimesh"].collision.CollisionManager() for _ in range(2))
        for manager in (still, moving):
            manager.add_object("torus", peers["trimesh"].Trimesh(vertices, faces, process=False))
        matrices = [other.pose for other in placed]

        def ask_trimesh():
            for matrix in matrices:
                moving.set_transform("torus", matrix)
                last, _ = still.min_distance_other(moving, return_data=True)
            return last

        agree(cl.distance(mesh, placed[-1]).distance, ask_trimesh())
        calls["trimesh"] = ask_trimesh
    found = {name: seconds / len(rows) for name, seconds in timed(calls, 3).items()}
    return {name: time for name, time in found.items() if name != "rust"} | {"Rust": statistics.median(rust)}


def outlines(cl, peers):
    """Two rings of 2,000 edges, seconds a query."""
    import numpy as np

    random = np.random.default_rng(1)
    angles = np.arange(2000) * (2 * np.pi / 2000)
    ring = (1 + 0.1 * random.random(2000))[:, None] * np.stack([np.cos(angles), np.sin(angles)], -1)
    first, second = cl.Outline(ring), cl.Outline(ring + [2.5, 0.25])
    times = 1000
    calls = {"clearance": repeated(lambda: cl.distance(first, second), times)}
    if shapely := peers.get("shapely"):
        a, b = shapely.Polygon(ring), shapely.Polygon(ring + [2.5, 0.25])
        agree(cl.distance(first, second).distance, a.distance(b))
        calls["shapely"] = repeated(lambda: a.distance(b), times)
    return {name: seconds / times for name, seconds in timed(calls, 3).items()}


def import_time(_cl, _peers):
    """The import of the package in a new process, without the start of Python and the import of numpy."""
    line = "import numpy, time; s = time.process_time(); import clearance; print(time.process_time() - s)"
    ran = [subprocess.run([sys.executable, "-c", line], capture_output=True, check=True) for _ in range(ROUNDS)]
    return {"clearance": statistics.median(float(one.stdout) for one in ran)}


# Each row: what is asked, on one core or on all, its unit, and what the package aims at.
ROWS = {
    "two boxes, one call": (one_call, True, 1e6, "µs", "1.0 µs, 0.5 of coal and of python-fcl"),
    "a million pairs of boxes, one core": (many_pairs, True, 1e9, "ns a pair", "0.05 of coal, 1.1 of Rust"),
    "a million pairs of boxes, all cores": (many_pairs, False, 1e9, "ns a pair", "0.05 of coal, 1.1 of Rust"),
    "28 pairs of an arm's links, one core": (arm, True, 1e6, "µs a configuration", "0.05 of coal"),
    "28 pairs of an arm's links, all cores": (arm, False, 1e6, "µs a configuration", "0.05 of coal"),
    "two tori of 5,184 triangles": (meshes, True, 1e6, "µs", "2 µs more than Rust"),
    "two rings of 2,000 edges": (outlines, True, 1e6, "µs", ""),
    "import, numpy there already": (import_time, True, 1e3, "ms", "50 ms"),
}


def imported():
    """The other packages that are here, by their modules."""
    found = {}
    for module, package in PACKAGES.items():
        try:
            found[module] = __import__(module)
            if module == "trimesh":
                __import__("trimesh.collision")
        except ImportError:
            print(f"{package} cannot be had here: it is left out.", file=sys.stderr)
    return found


def in_process(name):
    """A row, in a process of its own with its number of threads."""
    variables = {key: value for key, value in os.environ.items() if key != "RAYON_NUM_THREADS"}
    if ROWS[name][1]:
        variables["RAYON_NUM_THREADS"] = "1"
    words = [sys.executable, __file__, "--row", name]
    ran = subprocess.run(words, env=variables, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ran.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", help="by default the one in target/wheels")
    parser.add_argument("--row", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.row:
        peers = imported()
        print(json.dumps(ROWS[options.row][0](__import__("clearance"), peers)))
        return
    wheels = sorted((TARGET / "wheels").glob("clearance-*.whl"))
    wheel = options.wheel or (wheels[-1] if wheels else None)
    if not wheel:
        sys.exit("there is no wheel: run `cargo xtask python` first")
    in_environment(wheel)
    names = ("Rust", "coal", "python-fcl", "trimesh", "shapely")
    print(f"Wheel: {os.path.getsize(wheel) / 1e6:.2f} MB. Python {sys.version.split()[0]}, {os.cpu_count()} cores.\n")
    print("| question | unit | `clearance` | " + " | ".join(f"of {name}" for name in names) + " | aim |")
    print("|---" * (len(names) + 4) + "|")
    for name, (_, _, scale, unit, aim) in ROWS.items():
        found = in_process(name)
        ours = found["clearance"]
        ratios = [f"{ours / found[peer]:.3f}" if peer in found else "" for peer in names]
        print(f"| {name} | {unit} | {ours * scale:.3g} | " + " | ".join(ratios) + f" | {aim} |", flush=True)
        if name.startswith("two tori"):
            more = (ours - found["Rust"]) * scale
            print(f"| the same, more than Rust | {unit} | {more:.3g} |" + " |" * 6, flush=True)


if __name__ == "__main__":
    main()
