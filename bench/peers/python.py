"""FCL and Coal beside the Python package: one call, a million pairs, an arm, a mesh, and the time of the import.

    cargo xtask python                                   # the wheel, in target/wheels
    python3 bench/peers/python.py [--quick] [--wheel FILE]

This script makes a virtual environment in `bench/target/peers-python`, installs the wheel, `numpy`, `coal` and
`python-fcl` there, and asks all of them for the same pairs in one run. A package that cannot be installed is named, and
left out. Each figure is the median of its rounds; rounds of the packages take turns. Times are wall time.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import time

BENCH = pathlib.Path(__file__).resolve().parent.parent
HOME = BENCH / "target" / "peers-python"
ROUNDS = 5


def in_environment(wheel):
    """Runs this script again with the environment's Python, after installing what it needs."""
    python = HOME / "bin" / "python"
    if pathlib.Path(sys.prefix) == HOME:
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME)], check=True)
    install = [str(python), "-m", "pip", "install", "--quiet"]
    subprocess.run([*install, "--force-reinstall", "--no-deps", str(wheel)], check=True)
    for package in ("numpy", "coal", "python-fcl"):
        if subprocess.run([*install, package], check=False).returncode != 0:
            print(f"{package} cannot be installed here: it is left out.", file=sys.stderr)
    os.execv(str(python), [str(python), __file__, *sys.argv[1:]])


def timed(calls, rounds=ROUNDS):
    """The median seconds of each call of a dict; the calls take turns."""
    seconds = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            start = time.perf_counter()
            call()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


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


def one_call(cl, coal, fcl, times):
    """One call of `distance` of two boxes, microseconds."""
    row = random_poses((1,), 0)[0]
    row[:3] = [5.0, 1.0, 2.0]
    a, b = cl.Cuboid([1, 1, 1]), cl.Cuboid([1, 1, 1]).at((row[:3], row[3:]))
    calls = {"clearance": repeated(lambda: cl.distance(a, b), times)}
    if coal:
        x, y, still, there = coal.Box(2, 2, 2), coal.Box(2, 2, 2), coal.Transform3s(), coal_transform(coal, row)
        request, result = coal.DistanceRequest(), coal.DistanceResult()

        def ask():
            result.clear()
            coal.distance(x, still, y, there, request, result)

        calls["coal"] = repeated(ask, times)
    if fcl:
        p, q = fcl.CollisionObject(fcl.Box(2, 2, 2)), fcl.CollisionObject(fcl.Box(2, 2, 2), fcl_transform(fcl, row))
        fcl_request = fcl.DistanceRequest(enable_nearest_points=True)
        calls["python-fcl"] = repeated(lambda: fcl.distance(p, q, fcl_request, fcl.DistanceResult()), times)
    return {name: seconds / times * 1e6 for name, seconds in timed(calls).items()}


def many_pairs(cl, coal, count, sample):
    """Pairs of boxes, nanoseconds a pair: a batch on this process's cores, and a loop of coal over a sample."""
    import numpy as np

    poses = random_poses((1000,), 6)
    pairs = np.random.default_rng(2).integers(0, 1000, size=(count, 2))
    pairs[:, 1] = (pairs[:, 0] + 1 + pairs[:, 1] % 999) % 1000
    boxes = cl.ShapeSet([cl.Cuboid([0.5, 0.5, 0.5])] * 1000)
    found = {"clearance": lambda: boxes.distances(poses, pairs)}
    seconds = {"clearance": timed(found)["clearance"] / count * 1e9}
    if coal:
        shape, request, result = coal.Box(1, 1, 1), coal.DistanceRequest(), coal.DistanceResult()
        places = [coal_transform(coal, row) for row in poses]

        def loop():
            for i, j in pairs[:sample].tolist():
                result.clear()
                coal.distance(shape, places[i], shape, places[j], request, result)

        seconds["coal"] = timed({"coal": loop}, 3)["coal"] / sample * 1e9
    return seconds


def arm(cl, coal, count, sample):
    """The least distance of 28 pairs of an arm's links, microseconds a configuration."""
    poses = random_poses((count, 8), 1.5)
    pairs = [(i, j) for i in range(8) for j in range(i + 1, 8)]
    links = cl.ShapeSet([cl.Capsule([0, -0.2, 0], [0, 0.2, 0], 0.05)] * 8)
    seconds = {"clearance": timed({"clearance": lambda: links.minimum(poses, pairs)}, 3)["clearance"] / count * 1e6}
    if coal:
        link, request, result = coal.Capsule(0.05, 0.4), coal.DistanceRequest(), coal.DistanceResult()

        def loop():
            for rows in poses[:sample]:
                places = [coal_transform(coal, row) for row in rows]
                least = float("inf")
                for i, j in pairs:
                    result.clear()
                    least = min(least, coal.distance(link, places[i], link, places[j], request, result))

        seconds["coal"] = timed({"coal": loop}, 3)["coal"] / sample * 1e6
    return seconds


def import_time():
    """The import of the package in a new process, without the start of Python and the import of numpy, milliseconds."""
    line = "import numpy, time; s = time.perf_counter(); import clearance; print(time.perf_counter() - s)"
    times = [float(subprocess.run([sys.executable, "-c", line], capture_output=True, check=True).stdout) for _ in range(5)]
    return statistics.median(times) * 1e3


def imported(name):
    try:
        return __import__(name)
    except ImportError:
        print(f"{name} cannot be imported here: it is left out.", file=sys.stderr)
        return None


def show(title, unit, found):
    ours = found["clearance"]
    others = ", ".join(f"{name} {value:.2f} {unit} (x {ours / value:.3f})" for name, value in found.items() if name != "clearance")
    print(f"{title:40} clearance {ours:.2f} {unit}" + (f"; {others}" if others else ""), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a hundredth of the pairs")
    parser.add_argument("--wheel", help="by default the one in target/wheels")
    options = parser.parse_args()
    wheels = sorted((BENCH.parent / "target" / "wheels").glob("clearance-*.whl"))
    wheel = options.wheel or (wheels[-1] if wheels else None)
    if not wheel:
        sys.exit("there is no wheel: run `cargo xtask python` first")
    in_environment(wheel)
    cl, coal, fcl = __import__("clearance"), imported("coal"), imported("fcl")
    share = 100 if options.quick else 1
    print(f"one process; {os.environ.get('RAYON_NUM_THREADS', 'all')} threads; wheel of {os.path.getsize(wheel) / 1e6:.2f} MB")
    show("one call, two boxes", "us", one_call(cl, coal, fcl, 100_000 // share))
    show(f"{1_000_000 // share} pairs of boxes, a pair", "ns", many_pairs(cl, coal, 1_000_000 // share, 20_000 // min(share, 10)))
    show(f"arm, {100_000 // share} configurations, one", "us", arm(cl, coal, 100_000 // share, 1000 // min(share, 10)))
    print(f"{'import, numpy there already':40} clearance {import_time():.1f} ms")


if __name__ == "__main__":
    main()
