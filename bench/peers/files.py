"""What people's programs write, through the command: files that were slow once, with FCL and Shapely beside them.

    python3 bench/peers/files.py [--program FILE] [--rounds N] [--only TEXT]

The script writes its inputs into a folder of its own, so nothing is downloaded for them. Each row is one run of
`clearance distance A B`: processor time of the process in seconds (all threads), and its peak of memory; the median of
the rounds counts. The times hold reading and the search trees. Of a peer the time of the thread counts, in the same
way: reading the file by lines, its own tree, and the question. FCL answers whether surfaces meet, or their distance;
Shapely the distance. Neither proves its answer. `three-mesh-bvh` runs in browsers and has no file of its own: it is in
the comparison of meshes (`bench/src/meshes`), not here.

`--program` is the command to measure, and otherwise `target/release/clearance`.
"""

import argparse
import json
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = pathlib.Path(__file__).resolve().parent.parent
HOME = BENCH / "target" / "peers"
PACKAGES = ["numpy", "python-fcl", "shapely"]


def in_environment():
    """Runs this script again with the environment's Python, after installing what it needs."""
    python = HOME / "venv" / "bin" / "python"
    if pathlib.Path(sys.prefix) == HOME / "venv" or os.environ.get("FILES_HERE"):
        return
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME / "venv")], check=True)
    for package in PACKAGES:
        if subprocess.run([str(python), "-m", "pip", "install", "--quiet", package], check=False).returncode != 0:
            print(f"{package} cannot be installed here: it is left out.", file=sys.stderr)
    os.execv(str(python), [str(python), __file__, *sys.argv[1:]])


def write_obj(path, vertices, triangles):
    with open(path, "w") as out:
        out.writelines(f"v {float(x)!r} {float(y)!r} {float(z)!r}\n" for x, y, z in vertices)
        out.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in triangles)


def cut_octahedron(cuts, radius):
    """Each triangle of an octahedron into four, `cuts` times, on a sphere."""
    vertices = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    triangles = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    for _ in range(cuts):
        middles, smaller = {}, []

        def middle(a, b):
            edge = (min(a, b), max(a, b))
            if edge not in middles:
                point = [(x + y) / 2 for x, y in zip(vertices[a], vertices[b])]
                length = math.sqrt(sum(x * x for x in point))
                middles[edge] = len(vertices)
                vertices.append(tuple(x / length for x in point))
            return middles[edge]

        for a, b, c in triangles:
            x, y, z = middle(a, b), middle(b, c), middle(c, a)
            smaller += [(a, x, z), (x, b, y), (z, y, c), (x, y, z)]
        triangles = smaller
    return [tuple(radius * x for x in vertex) for vertex in vertices], triangles


def plate(steps, height):
    vertices = [(x / steps, y / steps, height) for y in range(steps + 1) for x in range(steps + 1)]
    triangles = []
    for y in range(steps):
        for x in range(steps):
            a, d = y * (steps + 1) + x, (y + 1) * (steps + 1) + x
            triangles += [(a, a + 1, d + 1), (a, d + 1, d)]
    return vertices, triangles


def ring(radius, height, sides):
    angle = 2 * math.pi / sides
    return [(radius * math.cos(angle * i), radius * math.sin(angle * i), height) for i in range(sides)]


def bore(sides):
    vertices = ring(5, -10, sides) + ring(5, 10, sides) + ring(10, -10, sides) + ring(10, 10, sides)
    triangles = []
    for i in range(sides):
        j, (a, b, c, d) = (i + 1) % sides, (0, sides, 2 * sides, 3 * sides)
        quads = [(c + i, c + j, d + j, d + i), (a + j, a + i, b + i, b + j), (b + i, d + i, d + j, b + j), (a + i, a + j, c + j, c + i)]
        triangles += [t for p, q, r, s in quads for t in ((p, q, r), (p, r, s))]
    return vertices, triangles


def pin(sides):
    vertices = ring(5, -50, sides) + ring(5, 50, sides) + [(0, 0, -50), (0, 0, 50)]
    triangles = []
    for i in range(sides):
        j = (i + 1) % sides
        triangles += [(i, j, sides + j), (i, sides + j, sides + i), (j, i, 2 * sides), (sides + i, sides + j, 2 * sides + 1)]
    return vertices, triangles


def capped(cuts, far, is_mirrored):
    """A sphere in single precision, `far` up, so that its top is flat; or its mirror image on that top."""
    import struct

    single = lambda x: struct.unpack("f", struct.pack("f", x))[0]
    vertices, triangles = cut_octahedron(cuts, 1)
    vertices = [(single(x), single(y), single(z + far)) for x, y, z in vertices]
    top = max(z for _, _, z in vertices)
    if is_mirrored:
        return [(x, y, 2 * top - z) for x, y, z in vertices], [(a, c, b) for a, b, c in triangles]
    return vertices, triangles


def squares(count):
    corners = lambda x, y: [[[x, y], [x + 6, y], [x + 6, y + 6], [x, y + 6], [x, y]]]
    polygons = [corners(i % 200 * 10, i // 200 * 10) for i in range(count)]
    return json.dumps({"type": "MultiPolygon", "coordinates": polygons})


def circles(count):
    each = "".join(f'<circle cx="{i % 20 * 10}" cy="{i // 20 * 10}" r="3"/>' for i in range(count))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{each}</svg>'


AWAY = "POLYGON((0 5000,10 5000,10 5010,0 5000))"


def inputs(folder):
    """The rows: a name, the words after `clearance distance`, and the question that peers get."""

    def mesh(name, parts):
        write_obj(folder / name, *parts)
        return name

    def text(name, content):
        (folder / name).write_text(content)
        return name

    rows = []

    def row(name, arguments, question):
        rows.append((name, arguments, question))

    row("40,000 squares, one polygon", [text("squares.geojson", squares(40000)), AWAY], "shapely")
    row("800 circles, one polygon", [text("circles.svg", circles(800)), AWAY], "circles")
    for cuts, count in ((5, "8,192"), (6, "32,768")):
        pair = [mesh(f"small{cuts}.obj", cut_octahedron(cuts, 1)), mesh(f"large{cuts}.obj", cut_octahedron(cuts, 1.01))]
        row(f"depth of two spheres around one centre, {count} triangles", ["--inside", "depth", *pair], None)
    for sides in (1024, 8192):
        pair = [mesh(f"pin{sides}.obj", pin(sides)), mesh(f"bore{sides}.obj", bore(sides))]
        row(f"pin in a bore of its diameter, {sides} sides", pair, "meet")
    pair = [mesh("plate.obj", plate(399, 0)), mesh("above.obj", plate(399, 0.01))]
    row("two parallel plates, 318,402 triangles each", pair, "distance")
    for far, where in ((0, "at the origin"), (1e5, "100,000 radii away")):
        pair = [mesh(f"below{far:.0f}.obj", capped(7, far, False)), mesh(f"top{far:.0f}.obj", capped(7, far, True))]
        row(f"two spheres of 131,072 triangles that touch, {where}", pair, "meet")
    return rows


# A process of its own: the peak of a child begins with that of its parent.
LAUNCHER = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
"""


def measured(program, arguments, folder):
    """Processor time in seconds and the peak of memory in MB of one run."""
    command = [sys.executable, "-c", LAUNCHER, program, "distance", *arguments]
    told = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    if told[0] != "0":
        raise SystemExit(f"{arguments}: exit status {told[0]}")
    return float(told[1]), float(told[2])


def read_obj(path):
    import numpy

    vertices, triangles = [], []
    for line in open(path):
        if line.startswith("v "):
            vertices.append([float(x) for x in line[2:].split()])
        elif line.startswith("f "):
            triangles.append([int(x) - 1 for x in line[2:].split()])
    return numpy.array(vertices), numpy.array(triangles)


def by_fcl(arguments, folder, question):
    import fcl

    objects = []
    for name in arguments[-2:]:
        vertices, triangles = read_obj(folder / name)
        model = fcl.BVHModel()
        model.beginModel(len(vertices), len(triangles))
        model.addSubModel(vertices, triangles)
        model.endModel()
        objects.append(fcl.CollisionObject(model))
    start = time.thread_time()
    if question == "meet":
        fcl.collide(*objects, fcl.CollisionRequest(), fcl.CollisionResult())
    else:
        fcl.distance(*objects, fcl.DistanceRequest(), fcl.DistanceResult())
    return time.thread_time() - start


def by_shapely(arguments, folder, question):
    import shapely
    from shapely.geometry import Point, shape

    other = shapely.from_wkt(arguments[-1])
    if question == "circles":
        centers = re.findall(r'cx="(\d+)" cy="(\d+)"', (folder / arguments[0]).read_text())
        own = shapely.union_all([Point(float(x), float(y)).buffer(3) for x, y in centers])
    else:
        own = shape(json.loads((folder / arguments[0]).read_text()))
    start = time.thread_time()
    own.distance(other)
    return time.thread_time() - start


def by_peer(arguments, folder, question):
    """The time with reading, and that of the question alone. `None` where there is no peer."""
    if question is None:
        return None
    start = time.thread_time()
    try:
        alone = (by_fcl if question in ("meet", "distance") else by_shapely)(arguments, folder, question)
    except ImportError:
        return None
    return time.thread_time() - start, alone


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(BENCH.parent / "target" / "release" / "clearance"))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    in_environment()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        print("| input | `clearance`, s | MB | peer | s | of it the question, s |\n|---|---:|---:|---|---:|---:|")
        for title, arguments, question in (row for row in inputs(folder) if options.only in row[0]):
            runs = [measured(os.path.abspath(options.program), arguments, folder) for _ in range(options.rounds)]
            seconds, megabytes = (statistics.median(run[place] for run in runs) for place in (0, 1))
            peer = by_peer(arguments, folder, question)
            who = {"meet": "FCL", "distance": "FCL", None: ""}.get(question, "Shapely")
            told = f"{who} | {peer[0]:.2f} | {peer[1]:.4f}" if peer else "| |"
            print(f"| {title} | {seconds:.2f} | {megabytes:.0f} | {told} |", flush=True)


if __name__ == "__main__":
    main()
