"""Does the assembly fit? Meshes of trimesh, each pair with its clearance, its relation and the place.

Needs trimesh. A real assembly is read with `trimesh.load(...)` or with `clearance.from_file(...)`.
"""

from itertools import combinations

import clearance as cl
import numpy as np
import trimesh


def main() -> None:
    plate = trimesh.creation.box(extents=[80, 60, 5])
    ring = trimesh.creation.annulus(r_min=6.2, r_max=9, height=12)
    pin = trimesh.creation.cylinder(radius=6, height=30, sections=64)
    parts = {
        "plate": cl.from_trimesh(plate).at(translation=[0, 0, -8.6]),
        "ring": cl.from_trimesh(ring),
        "pin": cl.from_trimesh(pin).at(translation=[0, 0, 9.2]),
    }
    for (name_a, a), (name_b, b) in combinations(parts.items(), 2):
        answer, relation = cl.distance(a, b), cl.relation(a, b)
        verdict = "too near" if answer.lower < 0.1 else "fits"
        where = np.round(answer.point_a, 2)
        print(f"{name_a:6} {name_b:6} {answer.distance:.4f} mm ({relation}) at {where}: {verdict}")
    insertion = cl.cast(parts["ring"], parts["pin"].at(translation=[0, 0, 40]), [0, 0, -40])
    print(f"the pin goes in: {insertion.outcome}")


if __name__ == "__main__":
    main()
