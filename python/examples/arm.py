"""The least clearance of an arm's links over 100,000 configurations, in one call.

Eight links turn about joints; pairs of neighbours are left out. Each configuration is a row of joint angles.
"""

import clearance as cl
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
LENGTH, LINKS = 0.4, 8


def poses(angles: Floats) -> Floats:
    """The poses (T, 8, 7) of the links: each turns about z or x, and stands on the end of the one before."""
    count = len(angles)
    place: Floats = np.zeros((count, 3))
    turn: Floats = np.tile([0.0, 0.0, 0.0, 1.0], (count, 1))
    rows = np.empty((count, LINKS, 7))
    for link in range(LINKS):
        half = angles[:, link] / 2
        own = np.zeros((count, 4))
        own[:, 2 if link % 2 else 0], own[:, 3] = np.sin(half), np.cos(half)
        turn = product(turn, own)
        rows[:, link, :3], rows[:, link, 3:] = place, turn
        place = place + rotated(turn, np.array([0.0, LENGTH, 0.0]))
    return rows


def product(p: Floats, q: Floats) -> Floats:
    """The product of quaternions xyzw."""
    u, v, s, t = p[:, :3], q[:, :3], p[:, 3:], q[:, 3:]
    return np.hstack([s * v + t * u + np.cross(u, v), s * t - (u * v).sum(axis=1, keepdims=True)])


def rotated(q: Floats, vector: Floats) -> Floats:
    twice = 2 * np.cross(q[:, :3], vector)
    return np.asarray(vector + q[:, 3:] * twice + np.cross(q[:, :3], twice))


def main(count: int = 100_000) -> None:
    links = cl.ShapeSet([cl.Capsule([0, 0.05, 0], [0, LENGTH - 0.05, 0], 0.04) for _ in range(LINKS)])
    pairs = [(i, j) for i in range(LINKS) for j in range(i + 2, LINKS)]
    angles = np.random.default_rng(1).uniform(-2.0, 2.0, size=(count, LINKS))
    least = links.minimum(poses(angles), pairs)
    worst = int(least["distance"].argmin())
    free = float((least["lower"] > 0.05).mean())
    print(f"{count} configurations of {len(pairs)} pairs: {100 * free:.1f} % keep 50 mm")
    print(f"the least clearance is {least['distance'][worst]:.4f} m, between the links {pairs[least['pair'][worst]]}")


if __name__ == "__main__":
    main()
