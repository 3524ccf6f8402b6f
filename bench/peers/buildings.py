"""Large scenes of buildings for `clearance scene`: OBJ and elements files.

    python bench/peers/buildings.py copies KEPT.obj KEPT.jsonl COUNT OUT.obj OUT.jsonl
    python bench/peers/buildings.py bolts COUNT OUT.obj OUT.jsonl

`copies` writes so many elements: a building (as `python -m clearance.ifc --keep` leaves it) again and again on a grid whose steps are
a little shorter than the building, so that neighbours run into each other. Each row is moved and lifted by another length. So no two
neighbours meet alike.

`bolts` writes stacks of two plates and a bolt of twelve sides. The plates touch, and the bolt reaches 0.5 mm into the rims of
their holes, as bolts are modelled.
"""

import json
import math
import sys


def bodies_of(path):
    """The objects of an OBJ file: name, vertices, triangles."""
    points, bodies = [], []
    with open(path) as text:
        for line in text:
            kind, _, rest = line.rstrip("\n").partition(" ")
            if kind == "o":
                bodies.append((rest, []))
            elif kind == "v":
                points.append(tuple(map(float, rest.split())))
            elif kind == "f":
                bodies[-1][1].append([int(corner) - 1 for corner in rest.split()])
    for name, triangles in bodies:
        used = sorted({corner for triangle in triangles for corner in triangle})
        place = {corner: index for index, corner in enumerate(used)}
        yield name, [points[corner] for corner in used], [[place[c] for c in t] for t in triangles]


def write(bodies, obj, jsonl):
    first = 1
    with open(obj, "w") as shapes, open(jsonl, "w") as elements:
        for name, points, triangles, facts in bodies:
            shapes.write(f"o {name}\n")
            shapes.writelines("v %r %r %r\n" % tuple(p) for p in points)
            shapes.writelines("f %d %d %d\n" % tuple(corner + first for corner in t) for t in triangles)
            elements.write(json.dumps({"name": f"{obj.rsplit('/', 1)[-1]}:{name}", **facts}) + "\n")
            first += len(points)


def copies(building, facts, count):
    bodies = list(bodies_of(building))
    with open(facts) as lines:
        rows = (json.loads(line) for line in lines)
        known = {row["name"].split(":", 1)[1]: {k: row[k] for k in ("precision", "error") if k in row} for row in rows}
    ends = [[choose(p[axis] for _, points, _ in bodies for p in points) for axis in range(2)] for choose in (min, max)]
    width, depth = (0.98 * (ends[1][axis] - ends[0][axis]) for axis in range(2))
    side = math.ceil(math.sqrt(count / len(bodies)))
    for number in range(count):
        copy, own = divmod(number, len(bodies))
        row, column = divmod(copy, side)
        name, points, triangles = bodies[own]
        move = (column * width + 0.3701 * row, row * depth + 0.2303 * column, 0.1307 * ((row + 2 * column) % 5))
        moved = [tuple(x + d for x, d in zip(p, move)) for p in points]
        yield f"{copy}/{name}", moved, triangles, known.get(name, {})


def prism(ring, low, high):
    """A prism over a polygon that is seen counter-clockwise from above, around its middle."""
    count = len(ring)
    middle = [sum(p[axis] for p in ring) / count for axis in range(2)]
    points = [(x, y, z) for z in (low, high) for x, y in ring] + [(*middle, low), (*middle, high)]
    triangles = []
    for a in range(count):
        b = (a + 1) % count
        triangles += [[a, b, b + count], [a, b + count, a + count]]
        triangles += [[b, a, 2 * count], [a + count, b + count, 2 * count + 1]]
    return points, triangles


def plate(hole, rim, low, high):
    """A plate with a hole: both rings have as many corners."""
    count = len(hole)
    points = [(x, y, z) for z in (low, high) for ring in (hole, rim) for x, y in ring]
    triangles = []
    for a in range(count):
        b = (a + 1) % count
        inner, outer, top = (a, b), (a + count, b + count), 2 * count
        # Down, up, away from the hole, and into it.
        quads = [(inner[1], outer[1], outer[0], inner[0]), tuple(c + top for c in (inner[0], outer[0], outer[1], inner[1]))]
        quads += [(outer[0], outer[1], outer[1] + top, outer[0] + top), (inner[1], inner[0], inner[0] + top, inner[1] + top)]
        triangles += [[q[k] for k in corners] for q in quads for corners in ((0, 1, 2), (0, 2, 3))]
    return points, triangles


def circle(middle, radius, count=12):
    steps = [2 * math.pi * k / count for k in range(count)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in steps]


def bolts(count):
    side = math.ceil(math.sqrt(count / 3))
    for number in range(count):
        column, part = divmod(number, 3)
        middle = (0.3 * (column % side), 0.3 * (column // side))
        facts = {"precision": 1e-5}
        if part < 2:
            low = 0.02 * part
            yield (f"plate {number}", *plate(circle(middle, 0.0105), circle(middle, 0.05), low, low + 0.02), facts)
        else:
            yield (f"bolt {number}", *prism(circle(middle, 0.011), -0.01, 0.05), facts)


def main(kind, *rest):
    if kind == "copies":
        building, facts, count, obj, jsonl = rest
        write(copies(building, facts, int(count)), obj, jsonl)
    else:
        count, obj, jsonl = rest
        write(bolts(int(count)), obj, jsonl)


if __name__ == "__main__":
    main(*sys.argv[1:])
