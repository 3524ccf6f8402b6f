"""Gradients in an optimisation: an arm reaches for a goal and keeps its links away from an obstacle.

The chain rule through the joints: a joint that turns about the point c moves every link behind it by a turn about c. So
its slope is the last number of `gradient` with that centre.
"""

import clearance as cl
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
LINK = cl.Capsule([0, 0], [1, 0], 0.1)
OBSTACLE = cl.Ball([1.2, 0.9], 0.3)
GOAL = np.array([1.9, 1.7])


def joints(angles: Floats) -> tuple[Floats, Floats]:
    """The places of the joints and of the tip, shape (n + 1, 2), and the directions of the links."""
    turns = np.cumsum(angles)
    steps = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return np.vstack([[0, 0], np.cumsum(steps, axis=0)]), turns


def clearance(angles: Floats) -> tuple[float, Floats]:
    """The least distance of the links from the obstacle, and its slope for each joint."""
    places, turns = joints(angles)
    links = [LINK.at(translation=place, rotation=turn) for place, turn in zip(places, turns)]
    nearest = min(range(len(links)), key=lambda k: cl.signed_distance(OBSTACLE, links[k]).distance)
    slopes = np.zeros(len(angles))
    for joint in range(nearest + 1):
        slopes[joint] = cl.gradient(OBSTACLE, links[nearest], center_b=places[joint]).b[2]
    return cl.signed_distance(OBSTACLE, links[nearest]).distance, slopes


def main() -> None:
    angles, margin = np.array([1.9, -0.3, -0.2]), 0.1
    for _ in range(600):
        places, _turns = joints(angles)
        error = places[-1] - GOAL
        pull = np.array([error @ [-(places[-1] - c)[1], (places[-1] - c)[0]] for c in places[:-1]])
        distance, slopes = clearance(angles)
        push = slopes * max(0.0, margin - distance) * 40
        angles = angles - 0.05 * (pull - push)
    distance, slopes = clearance(angles)
    step = 1e-6
    differences = [(clearance(angles + step * e)[0] - clearance(angles - step * e)[0]) / (2 * step) for e in np.eye(3)]
    print(f"clearance {distance:.3f}, slopes {np.round(slopes, 4)}, by differences {np.round(differences, 4)}")
    assert np.allclose(slopes, differences, atol=1e-5) and distance > 0


if __name__ == "__main__":
    main()
