"""Shapes, queries at rest and batches."""

import pickle

import clearance as cl
import numpy as np
import pytest

TENT = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])


def test_a_rounded_and_moved_box_has_its_distance_from_points():
    box = cl.Cuboid([1, 1, 1]).rounded(0.1).at(translation=[4, 0, 0], rotation=[0, 0, 0, 1])
    answer = cl.signed_distance(cl.Points(TENT), box)
    assert answer.status == "separated" and answer.lower <= 1.9 <= answer.upper
    assert answer.distance == box.signed_distance(cl.Points(TENT)).distance
    assert pickle.loads(pickle.dumps(box)) == box and pickle.loads(pickle.dumps(answer)) == answer
    assert eval(repr(box), vars(cl)) == box


@pytest.mark.parametrize("matrix, defect", [
    (np.diag([2, 1, 1, 1.0]), "scales"),
    (np.diag([-1, 1, 1, 1.0]), "reflection"),
    (np.array([[1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]), "shears|scales"),
    (np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]]), "projects"),
])
def test_matrices_that_are_not_rigid_are_refused_with_the_defect(matrix, defect):
    with pytest.raises(ValueError, match=defect):
        cl.Points(TENT).at(matrix)


def test_bad_arrays_are_refused_with_index_and_value():
    with pytest.raises(ValueError, match=r"points\[0, 2\] is nan"):
        cl.Points([[0, 0, float("nan")]])
    with pytest.raises(TypeError, match="dtype"):
        cl.Points([["a", "b", "c"]])
    with pytest.raises(ValueError, match="at least one"):
        cl.Points(np.empty((0, 3)))
    with pytest.raises(ValueError, match=r"faces\[0, 1\] is 9"):
        cl.Mesh(TENT, [[0, 9, 1]])


def test_any_layout_and_byte_order_has_the_same_answer():
    other = cl.Ball([5, 0, 0], 1)
    expected = cl.distance(cl.Points(TENT), other)
    for same in (TENT.astype(">f8"), np.asfortranarray(TENT), np.repeat(TENT, 2, axis=0)[::2], TENT.astype(int)):
        assert cl.distance(cl.Points(same), other) == expected


def test_float32_is_answered_in_float32_with_bounds_outward():
    shape = cl.Points(TENT.astype(np.float32))
    answer = cl.distance(shape, shape.at(translation=[3, 0, 0]))
    assert answer.point_a.dtype == np.float32 and answer.lower <= 2 <= answer.upper


def test_a_batch_has_the_bits_of_single_queries_with_and_without_configurations():
    random = np.random.default_rng(1)
    shapes = [cl.Cuboid([1, 1, 1]), cl.Ball([0, 0, 0], 0.5), cl.Hull(TENT).at(translation=[1, 0, 0]), cl.Cone(1, 0.5)]
    poses = random.normal(size=(50, 4, 7))
    poses[..., :3] *= 2
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    names = ("status", "distance", "lower", "upper", "normal", "point_a")
    out = cl.ShapeSet(shapes).signed_distances(poses, columns=names)
    pairs, overlapping = [(i, j) for i in range(4) for j in range(i + 1, 4)], 0
    for t in range(50):
        placed = [shape.at((row[:3], row[3:])) for shape, row in zip(shapes, poses[t])]
        for m, (i, j) in enumerate(pairs):
            answer = cl.signed_distance(placed[i], placed[j])
            assert out["distance"][t, m] == answer.distance and out["lower"][t, m] == answer.lower
            assert (out["normal"][t, m] == answer.normal).all() and (out["point_a"][t, m] == answer.point_a).all()
            overlapping += out["status"][t, m] < 0
    assert overlapping > 10
    single = cl.signed_distances(shapes, poses[0], [[0, 1]], columns=("distance",), out={"distance": np.empty(1)})
    assert single["distance"][0] == out["distance"][0, 0]
    with pytest.raises(ValueError, match=r"pairs\[0, 1\] is 4"):
        cl.ShapeSet(shapes).distances(poses[0], [[0, 4]])


def test_meshes_and_outlines_have_their_distance_and_relation():
    mesh = cl.Mesh(TENT, FACES)
    assert cl.distance(mesh, mesh.at(translation=[5, 0, 0])).distance == 4
    assert mesh.distance(cl.Ball([3, 0, 0], 1)).distance == 1
    square = cl.Outline([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert square.distance(square.at(translation=[3, 0])).distance == 2
    assert square.contains([0.5, 0.5]) and not square.contains([2, 0.5])
    with pytest.raises(ValueError, match="space"):
        cl.distance(mesh, square)


def test_scaled_and_mirrored_bodies_are_those_with_such_vertices():
    mesh = cl.Mesh(TENT, FACES).at(translation=[1, 2, 3], rotation=[0, 0, 1, 0])
    small = mesh.scaled(0.5).mirrored("x")
    assert small.factors.tolist() == [-0.5, 0.5, 0.5]
    written = cl.Mesh(TENT * [-0.5, 0.5, 0.5], FACES[:, ::-1]).at(translation=[1, 2, 3], rotation=[0, 0, 1, 0])
    other = cl.Ball([5, 5, 5], 1)
    assert (small.vertices == written.vertices).all()
    assert small.distance(other).distance == written.distance(other).distance
    for point in ([1.05, 1.95, 3.05], [0.9, 1.9, 3.1], [4, 4, 4]):
        assert small.contains(point) == written.contains(point)
    assert small.relation(mesh) == written.relation(mesh)
    assert len(small.decompose(0.01)) == 1 and small.decompose(0.01).shapes[0].volume[0] > 0
    copy = pickle.loads(pickle.dumps(small))
    assert repr(copy) == repr(small) and (copy.vertices == small.vertices).all()
    hook = cl.Outline([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]])
    assert hook.scaled(2).mirrored("y").contains([3, -1]) and not hook.contains([3, -1])
    assert sum(piece.volume[0] for piece in hook.scaled(2).mirrored("y").decompose().shapes) == 12
    for wrong in (0, float("nan"), 1e308):
        with pytest.raises(ValueError, match="factor"):
            mesh.scaled(100).scaled(wrong)
    with pytest.raises(ValueError, match="axes"):
        hook.mirrored("z")


def test_open_lines_keep_their_ends_in_a_pickle():
    line = cl.Outline.polyline([[0, 0], [2, 0], [2, 2]]).at(translation=[1, 0]).scaled(2)
    copy = pickle.loads(pickle.dumps(line))
    assert not copy.is_closed and repr(copy) == repr(line)
    assert copy.polygons[0][0].tolist() == [[1, 0], [5, 0], [5, 4]]
    assert copy.distance(cl.Point([5, 6])).distance == line.distance(cl.Point([5, 6])).distance == 2
    dot = cl.Outline.polyline([[1, 1]])
    assert pickle.loads(pickle.dumps(dot)).polygons[0][0].tolist() == [[1, 1]]


def test_the_number_of_iterations_of_a_solver_is_checked():
    for wrong in (-1, 2**32):
        with pytest.raises(ValueError, match=f"max_iterations is {wrong}"):
            cl.Solver(max_iterations=wrong)


def test_a_point_far_away_is_not_in_a_mesh():
    mesh = cl.Mesh(TENT, FACES)
    for far in (1e17, 1e100, 1e308):
        assert not mesh.contains([far, far, far]) and not mesh.contains([0.1, -far, far])


def test_a_half_space_is_the_ground_for_shapes_and_batches():
    ground = cl.HalfSpace([0, 0, 1], 0)
    assert repr(ground) == "HalfSpace([0, 0, 1], 0)" and isinstance(ground, cl.Shape)
    ball = cl.Ball([3, 4, 2], 0.5)
    answer = cl.signed_distance(ground, ball)
    assert answer.status == "separated" and answer.distance == 1.5
    assert cl.signed_distance(cl.HalfSpace([-1, 0], -2), cl.Point([0, 7])).distance == 2
    assert pickle.loads(pickle.dumps(ground)) == ground
    shapes = cl.ShapeSet([ground, ball, cl.Cuboid([1, 1, 1]).at(translation=[0, 0, 1])])
    distances = shapes.distances(pairs=[[0, 1], [0, 2]])
    assert list(distances["distance"]) == [1.5, 0]
    with pytest.raises(ValueError, match="normal is zero"):
        cl.HalfSpace([0, 0, 0], 1)


def test_meshes_outlines_and_compounds_stand_beside_a_half_space_at_rest_and_in_motion():
    random = np.random.default_rng(3)
    mesh, ground = cl.Mesh(TENT, FACES), cl.HalfSpace([0, 0.6, 0.8], 0.25)
    compound = cl.Compound([cl.Ball([0, 0, 1], 0.5), cl.Cuboid([1, 1, 1]).at(translation=[3, 0, 4])])
    met = 0
    for round in range(30):
        height = 20 * random.random() - 3
        far = np.array([0, 0.6, 0.8]) * height + np.array([1, 0, 0]) * 40 * random.normal()
        body = mesh.at(translation=far)
        right = cl.signed_distance(cl.Points(TENT).at(translation=far), ground).distance
        found = body.distance(ground)
        assert abs(found.distance - max(right, 0)) < 1e-12
        assert cl.distance(ground, body).distance == found.distance and body.overlaps(ground) == (right <= 0)
        assert (body.within(ground, 5) is not None) == (found.distance <= 5)
        assert len(cl.pairs_within(body, ground, np.inf)) == len(FACES)
        hit = cl.cast(ground, body, -2 * right * np.array([0, 0.6, 0.8]))
        assert hit.outcome == "hit" and (right < 0 or abs(hit.fraction - 0.5) < 1e-9)
        aside = cl.least_clearance(body, ground, motion_a=cl.Motion(travel=[1, 0, 0]))
        assert abs(aside.distance - max(right, 0)) < 1e-9
        met += right < 0
    assert 2 < met < 28
    level = cl.HalfSpace([0, 0, 1], 0)
    assert compound.distance(level).distance == 0.5 and compound.distance(level).leaf_a == 0
    left = cl.HalfSpace([1, 0], -2)
    assert cl.Outline([[0, 0], [1, 0], [0, 1]]).distance(left).distance == 2
    for refused in (lambda: cl.overlap(mesh, level), lambda: cl.Compound([level])):
        with pytest.raises(ValueError, match="half-space"):
            refused()
    with pytest.raises(ValueError, match="space"):
        mesh.distance(left)


def test_points_of_a_scan_answer_one_by_one():
    points = np.random.default_rng(4).normal(size=(500, 3))
    scan, ball = cl.Mesh.cloud(points), cl.Ball([4, 1, 0], 0.5)
    right = np.linalg.norm(points - [4, 1, 0], axis=1)
    answer = scan.distance(ball)
    assert abs(answer.distance - (right.min() - 0.5)) < 1e-12 and answer.leaf_a == right.argmin()
    other = cl.Mesh.cloud(points[:200] + [7, 0, 0])
    nearest = min((np.linalg.norm(points - q, axis=1).min(), k) for k, q in enumerate(points[:200] + [7, 0, 0]))
    answer = scan.distance(other)
    assert abs(answer.distance - nearest[0]) < 1e-12 and answer.leaf_b == nearest[1]
    # A point among the points is in their hull, and not at one of them.
    assert cl.Points(points).contains([0, 0, 0]) and scan.distance(cl.Point([0, 0, 0])).distance > 0
    flat = cl.Outline.cloud(points[:, :2])
    assert len(flat) == len(scan) == 500
    assert flat.closest_point([9, 9]).distance == pytest.approx(np.linalg.norm(points[:, :2] - 9, axis=1).min(), abs=1e-12)
    for wrong, of in ((points[:, :2], cl.Mesh), (points, cl.Outline), (np.empty((0, 3)), cl.Mesh)):
        with pytest.raises(ValueError):
            of.cloud(wrong)


def test_nothing_is_within_a_negative_distance():
    bodies = [cl.Ball([0, 0, 0], 1), cl.Cuboid([1, 1, 1]), cl.Ellipsoid([1, 2, 3]), cl.Mesh(TENT, FACES), cl.Compound([cl.Ball([0, 0, 0], 1)])]
    for a in bodies:
        for b in bodies:
            assert cl.within(a, b, 100) is not None
            assert cl.within(a, b, -0.25) is None and cl.within(a, b, -np.inf) is None
