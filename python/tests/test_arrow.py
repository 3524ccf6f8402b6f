"""Arrow arrays in and out through the C data interface: with this package alone, and with pyarrow where it is there."""

import gc

import clearance as cl
import numpy as np
import pytest

BALLS = cl.ShapeSet([cl.Ball([3 * x, 0, x], 1) for x in range(5)])
NAMES = ("distance", "lower", "upper", "status", "iterations", "point_a", "normal")


def test_columns_go_out_and_come_back_to_the_bit_without_another_package():
    poses = np.tile([0.0, 0, 0, 0, 0, 0, 1], (3, 5, 1))
    out = BALLS.distances(poses, columns=("point_a",))
    cloud = cl.Points(out)
    assert (cloud.vertices == out["point_a"].reshape(-1, 3)).all()
    flat = cl.ShapeSet([cl.Ball([x, 0], 0.25) for x in range(4)]).distances(columns=("lower", "upper"))
    assert (cl.Points(flat).vertices == np.stack([flat["lower"], flat["upper"]], axis=-1)).all()
    del out, flat
    gc.collect()
    assert cloud.vertices.shape == (30, 3)


def test_what_was_not_taken_from_a_capsule_is_released_with_it():
    out = BALLS.distances(columns=("distance", "normal"))
    capsules = [out.__arrow_c_array__() for _ in range(100)]
    del capsules, out
    gc.collect()
    assert BALLS.distances()["distance"].shape == (10,)


def test_columns_of_no_batch_are_refused():
    out = BALLS.distances()
    out["names"] = np.array(["a"] * 10)
    with pytest.raises(TypeError, match="names"):
        out.__arrow_c_array__()
    out["names"] = np.zeros(3)
    with pytest.raises(ValueError, match="names: 3 rows"):
        out.__arrow_c_array__()


def test_pyarrow_takes_the_columns_and_keeps_their_numbers():
    pa = pytest.importorskip("pyarrow")
    out = BALLS.distances(columns=NAMES)
    copy = {name: out[name].copy() for name in NAMES}
    batch = pa.RecordBatch.from_struct_array(pa.array(out))
    del out
    gc.collect()
    batch.validate(full=True)
    assert batch.num_rows == 10 and batch.schema.names == list(NAMES)
    for name in NAMES:
        assert np.array(batch[name].to_pylist(), copy[name].dtype).tolist() == copy[name].tolist()
    slopes = BALLS.gradients(columns=("regular", "gradient_b"))
    batch = pa.RecordBatch.from_struct_array(pa.array(slopes))
    assert batch["regular"].to_pylist() == slopes["regular"].tolist()
    assert batch["gradient_b"].type == pa.list_(pa.float64(), 6)


def test_pyarrow_arrays_are_points_poses_and_pairs():
    pa = pytest.importorskip("pyarrow")
    random = np.random.default_rng(1)

    def rows(array, type, size):
        return pa.FixedSizeListArray.from_arrays(pa.array(array.ravel(), type), size)

    points = random.normal(size=(9, 3)).astype(np.float32)
    cloud = cl.Points(rows(points, pa.float32(), 3).slice(2, 5))
    assert (cloud.vertices == points[2:7]).all() and cloud.dtype == np.float32
    batch = pa.record_batch([pa.array(points[:, axis]) for axis in range(3)], names=["x", "y", "z"])
    assert cl.Points(batch) == cl.Points(points)
    poses, pairs = np.tile([0.0, 0, 0, 0, 0, 0, 1], (5, 1)), np.array([[0, 1], [2, 4]])
    poses[:, 1] = random.normal(size=5)
    found = BALLS.distances(rows(poses, pa.float64(), 7), rows(pairs, pa.uint8(), 2))
    assert (found["distance"] == BALLS.distances(poses, pairs)["distance"]).all()
    assert cl.Cuboid(pa.array([1, 2, 3])) == cl.Cuboid([1, 2, 3])
    with pytest.raises(ValueError, match="at least one"):
        cl.Points(rows(points[:0], pa.float32(), 3))
    with pytest.raises(ValueError, match=r"half_extents\[1\] is null"):
        cl.Cuboid(pa.array([1.0, None, 3.0]))
    for wrong in (pa.array(["a", "b", "c"]), pa.array([[1.0], [2.0], [3.0]]), pa.array([True, False, True])):
        with pytest.raises(TypeError, match="half_extents"):
            cl.Cuboid(wrong)
