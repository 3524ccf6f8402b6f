"""FCL and Coal beside clearance: the distance of meshes.

    python3 bench/peers/meshes.py [--quick] [--links] [--only TEXT] [--rounds N] [--program FILE]

The program `bench` writes its workloads of meshes, with the true distances. This script makes a virtual environment in
`bench/target/peers`, installs `python-fcl`, `coal` and `numpy` there, and answers the same pairs with them. In each
round every library has its turn with every workload, and `clearance` has its turn as a process of its own; the medians
of the rounds are printed, with ratios to `clearance`. All times are those of the thread: what else the machine does is
not counted. A library that cannot be installed is named, and left out.

`--program` runs a `measure` that is built already, instead of `cargo run`.

`--links` also takes links of real robots from the package `example-robot-data` (131 MB, kept in `bench/target/peers`).
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time
import zipfile

BENCH = pathlib.Path(__file__).resolve().parent.parent
HOME = BENCH / "target" / "peers"
PACKAGES = ["numpy", "python-fcl", "coal"]
ROBOTS = "cmeel.prefix/share/example-robot-data/robots/"
# Neighbours in this order are pairs: (file in the package, its name here).
LINKS = [
    ("so_arm_description/meshes/so101/wrist_roll_pitch_so101_v2.stl", "1-so101-wrist"),
    ("so_arm_description/meshes/so101/under_arm_so101_v1.stl", "2-so101-under-arm"),
    ("z1_description/meshes/collision/z1_Link03.STL", "3-z1-link3"),
    ("talos_data/meshes/torso/torso_2.STL", "4-talos-torso"),
    ("ur_description/meshes/ur5/collision/forearm.stl", "5-ur5-forearm"),
]


def in_environment():
    """Runs this script again with the environment's Python, after installing what it needs."""
    python = HOME / "venv" / "bin" / "python"
    if pathlib.Path(sys.prefix) == HOME / "venv":
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME / "venv")], check=True)
    for package in PACKAGES:
        installed = subprocess.run([str(python), "-m", "pip", "install", "--quiet", package], check=False)
        if installed.returncode != 0:
            print(f"{package} cannot be installed here: it is left out.", file=sys.stderr)
    os.execv(str(python), [str(python), __file__, *sys.argv[1:]])


def links():
    """The directory of the robots' links, or None where the package cannot be had."""
    directory = HOME / "links"
    if len(list(directory.glob("*.stl"))) == len(LINKS):
        return directory
    wheels = HOME / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "example-robot-data", "-d", str(wheels)]
    if subprocess.run(command, check=False).returncode != 0:
        print("example-robot-data cannot be had here: no links of robots.", file=sys.stderr)
        return None
    directory.mkdir(parents=True, exist_ok=True)
    wheel = next(wheels.glob("example_robot_data*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        for file, name in LINKS:
            (directory / f"{name}.stl").write_bytes(archive.read(ROBOTS + file))
    return directory


def measure(arguments, *more):
    """Runs the bench with the options of this script, and returns its output."""
    command = ["cargo", "run", "--quiet", "--release", "--manifest-path", str(BENCH / "Cargo.toml"), "--"]
    if arguments.program:
        command = [arguments.program]
    if arguments.quick:
        command.append("--quick")
    if arguments.parts:
        command += ["--parts", str(arguments.parts)]
    done = subprocess.run([*command, *more], check=True, capture_output=True, text=True)
    return done.stdout


def read_obj(path):
    import numpy

    vertices, triangles = [], []
    for line in path.read_text().splitlines():
        kind, *numbers = line.split()
        (vertices if kind == "v" else triangles).append(numbers)
    return numpy.array(vertices, dtype=float), numpy.array(triangles, dtype=int) - 1


def matrix(rotation):
    """The matrix of a quaternion x, y, z, w."""
    import numpy

    x, y, z, w = rotation
    return numpy.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


class Fcl:
    """`fcl.distance` of two `BVHModel`s (OBBRSS, its default), with the nearest points."""

    name = "fcl"

    def __init__(self):
        import fcl

        self.fcl = fcl

    def build(self, vertices, triangles):
        model = self.fcl.BVHModel()
        model.beginModel(len(vertices), len(triangles))
        model.addSubModel(vertices, triangles)
        model.endModel()
        return model

    def pose(self, pose):
        return self.fcl.Transform(matrix(pose["rotation"]), pose["translation"])

    def prepared(self, parts, poses):
        # Objects are made beforehand: their boxes are no part of a query.
        pairs = [[self.fcl.CollisionObject(part, pose) for part, pose in zip(parts, pair)] for pair in poses]
        request = self.fcl.DistanceRequest(enable_nearest_points=True)
        return [(pair, request, self.fcl.DistanceResult) for pair in pairs]

    def distance(self, query):
        pair, request, result = query
        return self.fcl.distance(pair[0], pair[1], request, result())


class Coal:
    """`coal.distance` of two `BVHModelOBBRSS`, with the nearest points."""

    name = "coal"

    def __init__(self):
        import coal

        self.coal = coal

    def build(self, vertices, triangles):
        model = self.coal.BVHModelOBBRSS()
        model.beginModel(len(triangles), len(vertices))
        model.addVertices(vertices)
        for triangle in triangles:
            model.addTriangle(*(vertices[corner] for corner in triangle))
        model.endModel()
        return model

    def pose(self, pose):
        import numpy

        return self.coal.Transform3s(matrix(pose["rotation"]), numpy.array(pose["translation"]))

    def prepared(self, parts, poses):
        request = self.coal.DistanceRequest(True)
        return [(parts, pair, request) for pair in poses]

    def distance(self, query):
        (a, b), (pose_a, pose_b), request = query
        return self.coal.distance(a, pose_a, b, pose_b, request, self.coal.DistanceResult())


def peers():
    found = []
    for peer in (Fcl, Coal):
        try:
            found.append(peer())
        except ImportError as error:
            print(f"{peer.name} is left out: {error}", file=sys.stderr)
    return found


def workloads(directory):
    for path in sorted(directory.glob("*.meshes.jsonl")):
        head, *pairs = [json.loads(line) for line in path.read_text().splitlines()]
        yield head, pairs


def timed(peer, queries):
    """Microseconds a query, and the answers. The pass before it is not timed."""
    for query in queries:
        peer.distance(query)
    start = time.thread_time()
    answers = [peer.distance(query) for query in queries]
    return (time.thread_time() - start) * 1e6 / len(queries), answers


def timed_build(peer, data):
    """Milliseconds to build both parts, and the parts."""
    start = time.thread_time()
    parts = [peer.build(*part) for part in data]
    return (time.thread_time() - start) * 1e3, parts


def ours(arguments, head):
    """Microseconds a query of clearance, cold and, for motions, from the end of the pair's last query."""
    output = measure(arguments, "--format", "json", "--only", f"{head['workload']} {head['class']} clearance")
    rows = [json.loads(line) for line in output.splitlines()]
    # The text is also the beginning of other names: `gap 0.1` of `gap 0.10`.
    rows = [row for row in rows if (row["workload"], row["class"]) == (head["workload"], head["class"])]
    return {(row["engine"], row["output"]): row["ns"] / 1e3 for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer placings, and no parts of 83,000 triangles")
    parser.add_argument("--links", action="store_true", help="links of real robots, too")
    parser.add_argument("--only", default="", help="only workloads with this in their names")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--program", help="the program `measure`, built already")
    arguments = parser.parse_args()
    in_environment()
    HOME.mkdir(parents=True, exist_ok=True)
    arguments.parts = links() if arguments.links else None
    directory = HOME / "workloads"
    for old in directory.glob("*"):
        old.unlink()
    measure(arguments, "--only", "meshes" if arguments.only == "" else arguments.only, "--emit", str(directory))
    found = peers()
    print("microseconds a query (ratio: clearance / peer); build in milliseconds for both parts")
    for head, pairs in workloads(directory):
        if arguments.only not in f"{head['workload']} {head['class']}":
            continue
        compare(arguments, directory, found, head, pairs)


def compare(arguments, directory, found, head, pairs):
    """Prints the lines of one workload."""
    data = [read_obj(directory / head[side]) for side in ("a", "b")]
    prepared = {}
    for peer in found:
        _, parts = timed_build(peer, data)
        poses = [[peer.pose(pair[side]) for side in ("pose_a", "pose_b")] for pair in pairs]
        prepared[peer.name] = peer.prepared(parts, poses)
    times, builds = ({peer.name: [] for peer in found} for _ in range(2))
    own = []
    worst = dict.fromkeys(times, 0.0)
    for _ in range(arguments.rounds):
        for peer in found:
            microseconds, answers = timed(peer, prepared[peer.name])
            times[peer.name].append(microseconds)
            builds[peer.name].append(timed_build(peer, data)[0])
            errors = (abs(answer - pair["distance"]) / pair["distance"] for answer, pair in zip(answers, pairs))
            worst[peer.name] = max(worst[peer.name], *errors)
        own.append(ours(arguments, head))
    median = {key: statistics.median(round[key] for round in own) for key in own[0]}
    cold = median["clearance", "distance"]
    warm = median.get(("clearance warm", "distance"))
    below = median["clearance", "below 0.9 d"]
    print(f"\n{head['workload']}, {head['class']}, {len(pairs)} pairs")
    moving = "" if warm is None else f", warm {warm:.1f}"
    build = median.get(("clearance", "build"))
    built = "" if build is None else f", build {build / 1e3:.1f} ms"
    print(f"  clearance {cold:.1f}{moving}, below 0.9 d {below:.1f}{built}")
    for peer in found:
        theirs = statistics.median(times[peer.name])
        ratio = f"{cold / theirs:.3f}" + ("" if warm is None else f", warm {warm / theirs:.3f}")
        print(f"  {peer.name:5} {theirs:.1f} (ratio {ratio}), build {statistics.median(builds[peer.name]):.1f} ms, worst error {worst[peer.name]:.1e}")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
