"""Gradients against differences, of pairs and in batches, and along the joints of an arm."""

import clearance as cl
import numpy as np

EXACT = cl.Solver(precision="exact")


def test_a_gradient_is_the_difference_of_distances_where_it_is_regular():
    random, counts = np.random.default_rng(1), [0, 0]
    for _ in range(40):
        a, b = (cl.Hull(random.normal(size=(12, 3)) + [x, 0, 0]) for x in (0, random.uniform(1, 6)))
        center = random.normal(size=3)
        found = cl.gradient(a, b, center, center, solver=EXACT)
        if not found.regular or found.witness_margin < 1e-2 or found.facet_margin < 1e-3:
            continue
        counts[found.proximity.distance < 0] += 1
        step, slopes = 1e-5, []
        for axis in np.eye(3):
            ends = [cl.signed_distance(a, b.at(translation=axis * s), EXACT).distance for s in (step, -step)]
            slopes.append((ends[0] - ends[1]) / (2 * step))
        for axis in np.eye(3):
            ends = []
            for s in (step, -step):
                quaternion = [*axis * np.sin(s / 2), np.cos(s / 2)]
                turned = b.at(translation=-center).at(rotation=quaternion).at(translation=center)
                ends.append(cl.signed_distance(a, turned, EXACT).distance)
            slopes.append((ends[0] - ends[1]) / (2 * step))
        assert np.allclose(found.b, slopes, atol=1e-4) and np.allclose(found.a[:3], -found.b[:3])
    assert min(counts) > 5, counts


def test_columns_of_gradients_are_those_of_single_queries():
    shapes = [cl.Cuboid([1, 1, 1]), cl.Ball([0, 0, 0], 0.5), cl.Capsule([0, 0, 0], [1, 0, 0], 0.25)]
    random = np.random.default_rng(2)
    poses = random.normal(size=(30, 3, 7)) * [2, 2, 2, 1, 1, 1, 1]
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    pairs = [(0, 1), (0, 2), (1, 2)]
    out = cl.ShapeSet(shapes).gradients(poses, pairs)
    for t in range(30):
        placed = [shape.at((row[:3], row[3:])) for shape, row in zip(shapes, poses[t])]
        for m, (i, j) in enumerate(pairs):
            found = cl.gradient(placed[i], placed[j])
            assert (out["gradient_a"][t, m] == found.a).all() and (out["gradient_b"][t, m] == found.b).all()
            assert out["regular"][t, m] == found.regular
    assert out["regular"].dtype == bool and out["regular"].sum() > 30
    flat = cl.ShapeSet([cl.Cuboid([1, 1]), cl.Ball([3, 0], 1)]).gradients(centers=[[0, 0], [3, 1]])
    assert flat["gradient_b"].tolist() == [[1, 0, 1]] and flat["gradient_b"].shape == (1, 3)


def test_faces_that_are_parallel_are_not_regular():
    box = cl.Cuboid([1, 1, 1])
    assert not box.gradient(box.at(translation=[3, 0, 0])).regular
