"""How far apart are parts on a sheet? Outlines with holes from shapely, with bounds. Needs shapely."""

import clearance as cl
import shapely
from shapely import affinity


def main() -> None:
    washer = shapely.Point(0, 0).buffer(10, quad_segs=64).difference(shapely.Point(0, 0).buffer(5, quad_segs=64))
    bracket = shapely.Polygon([(0, 0), (30, 0), (30, 8), (8, 8), (8, 30), (0, 30)])
    sheet = [washer, affinity.translate(bracket, 12, -4), affinity.translate(shapely.Point(0, 0).buffer(4), 0.5, 0)]
    bodies = [cl.from_shapely(part) for part in sheet]
    for i, a in enumerate(bodies):
        for j, b in enumerate(bodies[:i]):
            answer = cl.distance(a, b)
            print(f"{j} and {i}: {answer.distance:.6f} mm, proven within {answer.error:.1e} mm")
            assert abs(sheet[i].distance(sheet[j]) - answer.distance) < 1e-9
    outline = bodies[1]
    assert isinstance(outline, cl.Outline)
    print(f"the bracket is {len(cl.decompose(outline))} convex pieces")


if __name__ == "__main__":
    main()
