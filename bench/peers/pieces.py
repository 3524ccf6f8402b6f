"""V-HACD and CoACD beside clearance: convex hulls in place of a mesh.

    python3 bench/peers/pieces.py [--only TEXT] [--program FILE]

This script makes a virtual environment in `bench/target/peers`, installs `vhacdx`, `coacd`, `trimesh` and `rtree` there,
and takes links of a robot from the package `robot-properties-fingers`. V-HACD and CoACD split each mesh at their
defaults. The excess of a hull is how far it leaves the solid. Theirs is the greatest of some thousand points of their
hulls, so it is a lower bound. Then `clearance decompose --cover` covers the mesh with that excess as its limit: its
excess is proven, and is an upper bound. Lengths are shares of the mesh's diagonal. Times are those of one run.

V-HACD and CoACD fill the solid, and a cover need only hold its surface. A package that cannot be installed is named, and
left out. `--program` runs a `clearance` that is built already, instead of `cargo run`.
"""

import argparse
import importlib
import json
import os
import pathlib
import subprocess
import sys
import time
import zipfile

BENCH = pathlib.Path(__file__).resolve().parent.parent
HOME = BENCH / "target" / "peers"
PACKAGES = ["numpy", "scipy", "trimesh", "rtree", "vhacdx", "coacd"]
MESHES = "robot_properties_fingers/meshes/"
LINKS = ["SIM__BL-Finger_Base.stl", "SIM__BL-Finger_Intermediate.stl", "pro/prox-sim.stl", "pro/int_sim.stl"]
POINTS_PER_HULL = 200


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
    """The files of the links, from the package."""
    directory = HOME / "fingers"
    if not directory.exists():
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "robot-properties-fingers==2.0.2"]
        subprocess.run([*command, "-d", str(HOME)], check=True)
        wheel = next(HOME.glob("robot_properties_fingers-*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(directory)
    return [directory / MESHES / name for name in LINKS]


def hulls_of_vhacd(vhacdx, mesh):
    faces = mesh.faces.astype("uint32")
    padded = [number for face in faces for number in (3, *face)]
    import numpy

    hulls = vhacdx.compute_vhacd(numpy.asarray(mesh.vertices, float), numpy.asarray(padded, numpy.uint32))
    return [vertices for vertices, _ in hulls]


def hulls_of_coacd(coacd, mesh):
    coacd.set_log_level("error")
    return [vertices for vertices, _ in coacd.run_coacd(coacd.Mesh(mesh.vertices, mesh.faces))]


PEERS = {"vhacdx": ("V-HACD", hulls_of_vhacd), "coacd": ("CoACD", hulls_of_coacd)}


def seen_excess(mesh, hulls):
    """The greatest distance from the solid among random points of the hulls."""
    import numpy
    import trimesh

    random = numpy.random.default_rng(1)
    points = []
    for vertices in hulls:
        vertices = numpy.asarray(vertices)
        points.append(vertices)
        # Two or three corners a point: points of edges, of faces and of the inside.
        chosen = vertices[random.integers(0, len(vertices), (POINTS_PER_HULL, 3))]
        weights = random.dirichlet([0.5, 0.5, 0.5], POINTS_PER_HULL)
        points.append((chosen * weights[:, :, None]).sum(axis=1))
    points = numpy.concatenate(points)
    if mesh.is_watertight:
        points = points[~mesh.contains(points)]
    if len(points) == 0:
        return 0.0
    return float(trimesh.proximity.closest_point(mesh, points)[1].max())


def cover(program, path, limit):
    """The summary of our cover, and its time."""
    out = HOME / "pieces.obj"
    command = [*program, "decompose", str(path), "--unit", "m", "--cover", repr(limit), "-o", str(out)]
    start = time.perf_counter()
    answer = subprocess.run([*command, "--format", "json"], check=True, capture_output=True, text=True)
    return json.loads(answer.stdout), time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only meshes with this text in their name")
    parser.add_argument("--program", help="a built `clearance`")
    arguments = parser.parse_args()
    in_environment()
    import numpy
    import trimesh

    program = [arguments.program] if arguments.program else ["cargo", "run", "--release", "--quiet", "--"]
    print("| mesh | triangles | closed | method | hulls | excess | s |\n|---|---|---|---|---|---|---|")
    for path in links():
        if arguments.only not in path.name:
            continue
        mesh = trimesh.load_mesh(path)
        diagonal = float(numpy.linalg.norm(mesh.extents))
        begin = f"| {path.stem} | {len(mesh.faces)} | {'yes' if mesh.is_watertight else 'no'} |"
        for package, (name, split) in PEERS.items():
            try:
                library = importlib.import_module(package)
            except ImportError:
                print(f"{begin} {name} | not installed | | |")
                continue
            start = time.perf_counter()
            hulls = split(library, mesh)
            seconds = time.perf_counter() - start
            excess = seen_excess(mesh, hulls)
            print(f"{begin} {name} | {len(hulls)} | > {excess / diagonal:.4f} | {seconds:.1f} |")
            ours, seconds = cover(program, path, excess)
            share = ours["excess"] / diagonal
            print(f"{begin} clearance | {ours['pieces']} | < {share:.4f} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main()
