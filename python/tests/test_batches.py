"""Sets of shapes: every question of a batch against the single queries."""

import os
import signal
import threading
import time

import clearance as cl
import numpy as np
import pytest

SHAPES = [
    cl.Cuboid([1, 1, 1]),
    cl.Ball([0, 0, 0], 0.5),
    cl.Hull(np.eye(3)).at(translation=[1, 0, 0]),
    cl.Capsule([0, 0, 0], [1, 0, 0], 0.25),
]
PAIRS = [(i, j) for i in range(4) for j in range(i + 1, 4)]


def random_poses(count, seed=1):
    random = np.random.default_rng(seed)
    poses = random.normal(size=(count, 4, 7))
    poses[..., :3] *= 2
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    return poses


def placed(poses):
    return [shape.at((row[:3], row[3:])) for shape, row in zip(SHAPES, poses)]


def test_verdicts_and_limits_are_those_of_single_queries():
    poses, limit, seen = random_poses(120), 1.5, [0, 0, 0]
    overlaps = cl.ShapeSet(SHAPES).overlaps(poses)
    within = cl.ShapeSet(SHAPES).within(limit, poses, columns=("distance", "lower", "upper", "normal", "status"))
    assert overlaps.dtype == bool and overlaps.shape == (120, 6)
    for t in range(120):
        bodies = placed(poses[t])
        for m, (i, j) in enumerate(PAIRS):
            assert overlaps[t, m] == cl.overlaps(bodies[i], bodies[j])
            answer = cl.within(bodies[i], bodies[j], limit)
            if answer is None:
                assert within["distance"][t, m] == np.inf and within["lower"][t, m] == limit
                assert np.isnan(within["normal"][t, m]).all()
            else:
                assert within["distance"][t, m] == answer.distance and within["upper"][t, m] == answer.upper
            seen[0] += overlaps[t, m]
            seen[1 + (answer is None)] += 1
    assert min(seen) > 20, seen


def test_placed_shapes_with_the_identity_for_pose_are_the_shapes():
    identity = np.broadcast_to([0.0, 0, 0, 0, 0, 0, 1], (4, 7))
    for poses in random_poses(60, seed=2):
        bodies = placed(poses)
        found = cl.ShapeSet(bodies).distances(identity)["distance"]
        single = [cl.distance(bodies[i], bodies[j]).distance for i, j in PAIRS]
        assert (np.ravel(found) == single).all()


def test_the_minimum_is_the_plain_minimum_in_every_configuration():
    poses = random_poses(3000)
    set_of_shapes = cl.ShapeSet(SHAPES)
    every, least = set_of_shapes.distances(poses), set_of_shapes.minimum(poses)
    assert (least["distance"] == every["distance"].min(axis=1)).all()
    assert (least["pair"] == every["distance"].argmin(axis=1)).all()
    assert set_of_shapes.minimum(poses[0])["distance"] == least["distance"][0]
    far = set_of_shapes.minimum(poses, max_distance=1e-3)
    assert ((far["pair"] == -1) == (least["distance"] > 1e-3)).all() and (far["pair"] == -1).sum() > 100


def test_casts_and_impacts_are_those_of_single_queries():
    hits, random = {"cast": 0, "impact": 0}, np.random.default_rng(4)
    for poses in random_poses(12, seed=3) * [2, 2, 2, 1, 1, 1, 1]:
        motions, bodies = random.normal(size=(4, 9)) * 3, placed(poses)
        motions[:, :3] = -2 * poses[:, :3]
        travels = np.array([2 * (poses[i] - poses[j])[:3] for i, j in PAIRS])
        casts = cl.ShapeSet(SHAPES).casts(travels, poses, columns=("outcome", "fraction", "lower", "upper", "normal"))
        impacts = cl.ShapeSet(SHAPES).impacts(motions, poses)
        moves = [cl.Motion(row[:3], row[3:6], row[6:]) for row in motions]
        for m, (i, j) in enumerate(PAIRS):
            for kind, found, answer in (
                ("cast", casts, cl.cast(bodies[i], bodies[j], travels[m])),
                ("impact", impacts, cl.impact(bodies[i], bodies[j], moves[i], moves[j])),
            ):
                assert ("clear", "hit", "near")[found["outcome"][m]] == answer.outcome
                assert found["fraction"][m] == answer.fraction and found["lower"][m] == answer.lower
                hits[kind] += answer.is_hit
    assert min(hits.values()) > 3, hits


def test_contacts_of_a_stack_are_those_of_single_queries():
    boxes = [cl.Cuboid([1, 1, 1]).at(translation=[0, 2 * k, 0]) for k in range(3)]
    found = cl.ShapeSet(boxes).contacts(pairs=[[0, 1], [0, 2], [2, 1]])
    assert [len(manifold) for manifold in found] == [4, 0, 4]
    assert repr(found[0]) == repr(cl.contacts(boxes[0], boxes[1]))


def test_columns_fill_what_is_given_and_refuse_what_does_not_fit():
    set_of_shapes, out = cl.ShapeSet(SHAPES), {"distance": np.empty(6), "normal": np.empty((6, 3))}
    result = set_of_shapes.distances(columns=("distance", "normal"), out=out)
    assert result["distance"] is out["distance"] and result["normal"] is out["normal"]
    with pytest.raises(ValueError, match="shape"):
        set_of_shapes.distances(out={"distance": np.empty(5)})
    with pytest.raises(ValueError, match="no column .depth"):
        set_of_shapes.distances(columns=("depth",))
    with pytest.raises(ValueError, match=r"poses\[1, 2\]: its length is 2.5"):
        poses = random_poses(2)
        poses[1, 2, 3:] *= 2.5
        set_of_shapes.distances(poses)
    assert set_of_shapes.distances(pairs=np.empty((0, 2), int))["distance"].shape == (0,)
    assert set_of_shapes.distances(np.empty((0, 4, 7)))["distance"].shape == (0, 6)


def test_single_precision_columns_have_bounds_outward():
    shapes = [cl.Ball(np.float32([x, 0, 0]), np.float32(0.1)) for x in range(4)]
    single = cl.ShapeSet(shapes).distances()
    double = cl.ShapeSet([cl.Ball([x, 0, 0], float(np.float32(0.1))) for x in range(4)]).distances()
    assert single["distance"].dtype == np.float32
    assert (single["lower"] <= double["lower"]).all() and (single["upper"] >= double["upper"]).all()


def test_progress_is_told_and_its_exception_ends_the_call():
    told = []
    poses = random_poses(20_000)
    cl.ShapeSet(SHAPES).distances(poses, columns=("distance",), progress=lambda done, of: told.append((done, of)))
    assert told[-1] == (120_000, 120_000) and len(told) > 5

    def stop(done, of):
        raise KeyError(done)

    with pytest.raises(KeyError):
        cl.ShapeSet(SHAPES).distances(poses, progress=stop)


def interrupted(call, ticks=20):
    """Sends an interrupt when another thread has run so often within the call. Returns whether the call ended by itself."""
    inside, ended = threading.Event(), []

    def tick():
        inside.wait()
        for _ in range(ticks):
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    # A program in the background of a script ignores interrupts: then Python has no handler of its own.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            inside.set()
            call()
            ended.append(True)
            thread.join()
    finally:
        signal.signal(signal.SIGINT, before)
    return bool(ended)


def slow_clouds(count):
    """Pairs that take a thousand times longer than two boxes, in a row and in configurations: seconds of work."""
    points = np.random.default_rng(1).normal(size=(5000, 3))
    clouds = cl.ShapeSet([cl.Points(points + [9 * k, 0, 0]) for k in range(2)])
    return clouds, np.tile([0, 1], (count, 1)), np.tile([0.0, 0, 0, 0, 0, 0, 1], (count, 2, 1))


def test_an_interrupt_ends_a_call_in_its_midst_and_other_threads_run_meanwhile():
    clouds, pairs, poses = slow_clouds(100_000)
    # Other threads do not run before the end of a call that keeps the interpreter, so its interrupt comes too late.
    assert not interrupted(lambda: clouds.distances(pairs=pairs))
    assert not interrupted(lambda: clouds.signed_distances(poses))


def test_a_call_looks_for_an_interrupt_after_a_few_of_its_slow_pairs():
    clouds, pairs, poses = slow_clouds(400)
    for call, given in ((clouds.distances, {"pairs": pairs}), (clouds.signed_distances, {"poses": poses})):
        told = []
        call(**given, progress=lambda done, of: told.append(done))
        # The first look is after 16 pairs at most, and a block is at most eight times as large as the one before.
        blocks = np.diff([0, *told])
        assert told[-1] == 400 and blocks[0] <= 16 and (blocks[1:] <= 8 * blocks[:-1]).all(), blocks


def test_out_is_filled_whatever_its_layout_and_whatever_it_shares_memory_with():
    poses = random_poses(1)[0]
    shapes, names = cl.ShapeSet(SHAPES), ("distance", "normal", "status")
    expected = shapes.distances(poses, columns=names)
    unaligned = np.frombuffer(bytearray(6 * 8 + 1), np.uint8)[1:].view(np.float64)
    for out in (
        {"distance": np.empty(12)[::2], "normal": np.empty((6, 3), order="F"), "status": np.empty(12, np.int8)[6:]},
        {"distance": unaligned, "normal": np.empty((6, 6))[:, ::-2], "status": np.empty(6, np.int8)[::-1]},
    ):
        found = shapes.distances(poses, columns=names, out=out)
        assert all(found[name] is out[name] and (out[name] == expected[name]).all() for name in names)
    shared = poses.copy()
    assert (shapes.distances(shared, out={"distance": shared.reshape(-1)[:6]})["distance"] == expected["distance"]).all()
    twice = np.empty(6)
    shapes.distances(poses, columns=("distance", "lower"), out={"distance": twice, "lower": twice})
    assert (twice == shapes.distances(poses)["lower"]).all()


def test_the_minimum_of_many_pairs_is_the_plain_one():
    random = np.random.default_rng(7)
    boxes = cl.ShapeSet([cl.Cuboid([0.1, 0.1, 0.1]).at(translation=random.normal(size=3) * 9) for _ in range(200)])
    all_pairs, ties = boxes.distances()["distance"], np.repeat([[3, 5]], 9000, axis=0)
    least = boxes.minimum()
    assert len(all_pairs) == 19_900 and least["pair"] == all_pairs.argmin() and least["distance"] == all_pairs.min()
    assert boxes.minimum(pairs=ties)["pair"] == 0 and boxes.minimum(pairs=ties, max_distance=0)["pair"] == -1


def test_pairs_of_every_whole_type_are_read_and_checked():
    shapes, rows = cl.ShapeSet([cl.Ball([k * k, 0, 0], 0.5) for k in range(4)]), np.tile(PAIRS, (1000, 1))
    expected = shapes.distances(pairs=rows)["distance"]
    for dtype in ("i1", "u2", "<i4", ">i8", "u8"):
        for pairs in (rows.astype(dtype), np.asfortranarray(rows.astype(dtype)), rows.astype(dtype)[::-1][::-1]):
            assert (shapes.distances(pairs=pairs)["distance"] == expected).all()
    rows[-1, 1] = 4
    with pytest.raises(ValueError, match=r"pairs\[5999, 1\] is 4: an index from 0 to 3 is expected"):
        shapes.distances(pairs=rows)
    with pytest.raises(ValueError, match=r"pairs\[0, 1\] is 18446744073709551615"):
        shapes.distances(pairs=np.array([[0, 2**64 - 1]], np.uint64))


def test_names_of_columns_are_a_list():
    with pytest.raises(TypeError, match="a list of names is expected.*found str"):
        cl.ShapeSet(SHAPES).distances(columns="distance")
    assert list(cl.ShapeSet(SHAPES).distances(columns=iter(["lower"]))) == ["lower"]
