"""Things that move: casts, impacts and their steps, paths, points on lines of their own, rays against a set."""

import json
import pickle

import clearance as cl
import numpy as np
import pytest

WALL = cl.Cuboid([0.125, 4, 4])


def test_the_proven_intervals_of_a_clear_motion_cover_it():
    blade = cl.Cuboid([1, 0.25]).at(translation=[-1.25, 0])
    wall, spin = cl.Cuboid([0.125, 4]), cl.Motion(turn=3.0, center=[-1.25, 0])
    steps = wall.impact_trace(blade, motion_b=spin)
    intervals = [step for step in steps if isinstance(step, cl.ProvenInterval)]
    assert cl.impact(wall, blade, motion_b=spin).outcome == "clear"
    assert intervals[0].start == 0 and intervals[-1].end == 1
    assert all(first.end == second.start for first, second in zip(intervals, intervals[1:]))
    assert all(min(interval.separations) > 0 and len(interval.direction) == 2 for interval in intervals)
    looks = [step for step in steps if isinstance(step, cl.Look)]
    assert looks and all(look.proximity.distance > 0 for look in looks)
    assert "ProvenInterval(" in repr(steps) and steps[0].to_dict()


def test_the_clearance_along_a_path_is_that_around_the_corner():
    table, cup = cl.Cuboid([2, 1]), cl.Ball([0, 0], 0.25).at(translation=[-3, 2])
    path = [cl.Motion(travel=[6, 0]), cl.Motion(travel=[0, -4])]
    least = table.clearance_along(cup, path)
    assert least.lower <= 0.75 <= least.upper and 0 <= least.fraction <= 2
    assert cl.clearance_along(table, cup, []).distance == cl.distance(table, cup).distance
    with pytest.raises(TypeError, match=r"path\[1\]"):
        cl.clearance_along(table, cup, [path[0], "home"])
    with pytest.raises(ValueError, match="dimensions"):
        cl.clearance_along(table, cup, [cl.Motion(travel=[1, 0, 0])])


def test_a_point_falls_through_a_triangle_of_cloth_that_rises():
    cloth = cl.Morph([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 0, 1], [4, 0, 0], [0, 4, 0]])
    point = cl.Morph([[1, 1, 1]], [[1, 1, -1]])
    found = cloth.cast(point)
    assert found.outcome == "hit" and found.lower <= 0.4 <= found.upper and found.upper - found.lower < 1e-13
    thick = cl.cast_morphs(cl.Morph(cloth.start, cloth.end, radius=0.25), point)
    assert thick.is_hit and thick.fraction < found.fraction
    assert cl.cast_morphs(cloth, cl.Morph([[9, 9, 1]])).outcome == "clear"
    assert pickle.loads(pickle.dumps(cloth)) == cloth and repr(cloth) == "Morph(3 points, dim=3)"
    with pytest.raises(ValueError, match="shape"):
        cl.Morph([[0, 0, 0]], [[0, 0, 0], [1, 1, 1]])


def test_rays_hit_the_first_shape_that_single_casts_meet():
    random, hits = np.random.default_rng(1), 0
    shapes = [cl.Ball([0, 0, 0], 1), cl.Cuboid([1, 1, 1]), cl.Cone(1, 1), cl.Hull(random.normal(size=(12, 3)))]
    poses = random.normal(size=(5, 4, 7)) * [2, 2, 2, 1, 1, 1, 1]
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    origins, ends = random.normal(size=(2, 40, 3)) * [[[8]], [[2]]]
    names = ("shape", "outcome", "fraction", "lower", "upper", "normal")
    out = cl.rays(shapes, origins, ends - origins, poses, columns=names)
    assert out["shape"].shape == (5, 40) and out["shape"].dtype == np.int64
    for t in range(5):
        placed = [shape.at((row[:3], row[3:])) for shape, row in zip(shapes, poses[t])]
        for k, (origin, end) in enumerate(zip(origins, ends)):
            casts = [shape.cast_ray(origin, end - origin) for shape in placed]
            first = min(range(4), key=lambda i: casts[i].lower if casts[i].is_hit else 2.0)
            if not casts[first].is_hit:
                assert out["shape"][t, k] == -1 and out["fraction"][t, k] == 1 and np.isnan(out["normal"][t, k]).all()
                continue
            hits += 1
            assert out["shape"][t, k] == first and out["fraction"][t, k] == casts[first].fraction
            assert out["lower"][t, k] == casts[first].lower and out["upper"][t, k] == casts[first].upper
    assert 20 < hits < 180, hits
    with pytest.raises(ValueError, match="travels"):
        cl.ShapeSet(shapes).rays(origins, ends[:3])


def test_the_first_hit_and_all_hits_of_a_moving_ball():
    walls = cl.ShapeSet([WALL.at(translation=[x, 0, 0]) for x in (9, 5, 7)])
    ball = cl.Ball([0, 0, 0], 0.875)
    first = walls.first_hit(ball, [8, 0, 0])
    assert first is not None and (first.shape, first.cast.fraction) == (1, 0.5)
    assert [hit.shape for hit in walls.hits(ball, [7, 0, 0])] == [1, 2]
    assert walls.first_hit(ball, [0, 0, 3]) is None and walls.hits(ball, [0, 0, 3]) == []
    moved = np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 1))
    moved[1, 0] = 100
    assert [hit.shape for hit in walls.hits(ball, [7, 0, 0], moved)] == [2]
    assert first.to_dict()["cast"]["outcome"] == "hit" and repr(first).startswith("Hit(shape=1")
    with pytest.raises(ValueError, match="plane"):
        walls.first_hit(cl.Ball([0, 0], 1), [1, 0])


def test_a_crossing_is_a_dict_of_plain_numbers():
    ball = cl.Ball([0, 0], 1)
    found = cl.crossing(ball, ball.at(translation=[4, 0]), [-1, 0]).to_dict()
    assert found["entry"][0] == 2 and found["exit"][0] == 6 and json.loads(json.dumps(found))["normal_in"] == [1, 0]
    assert found["leaves_in"] is None


def test_a_crossing_of_a_compound_is_from_its_first_leaf_to_its_last():
    posts = cl.Compound([cl.Ball([x, 0, 0], 1) for x in (-4, 4)])
    ball = cl.Ball([0, 0, 0], 0.5)
    found = posts.crossing(ball, [1, 0, 0])
    assert found is not None and (found.leaves_in, found.leaves_out) == ((0, 0), (1, 0))
    assert found.entry[0] == pytest.approx(-5.5, abs=1e-14) and found.exit[0] == pytest.approx(5.5, abs=1e-14)
    back = cl.crossing(ball, posts, [-1, 0, 0])
    assert back is not None and (back.entry, back.leaves_out) == (found.entry, (0, 1))
    assert np.array_equal(back.normal_in, -found.normal_in)
    assert cl.crossing(posts, ball, [0, 1, 0]) is None
    with pytest.raises(ValueError, match="direction"):
        cl.crossing(posts, ball, [0, 1])
