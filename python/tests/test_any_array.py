"""Any array, list or object is answered, or refused with TypeError or ValueError: nothing else comes out."""

import os

import clearance as cl
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

DTYPES = st.sampled_from([">f8", "<f8", ">f4", "<f4", "f2", "i1", "<i8", ">i4", "u8", "?", "c16", "O", "U3", "M8[s]"])
KINDS = [
    (cl.Points, 1), (cl.Hull, 1), (cl.Cuboid, 1), (cl.Ball, 2), (cl.Capsule, 3), (cl.Segment, 2), (cl.Triangle, 1),
    (cl.Point, 1), (cl.Ellipsoid, 1), (cl.Cylinder, 2), (cl.Cone, 2), (cl.Mesh, 2), (cl.Outline, 1), (cl.Motion, 3),
    (cl.Morph, 3),
]  # fmt: skip
FUZZ = settings(max_examples=100, deadline=None, derandomize=True, database=None)
COUNTS = {"shapes": 0, "refused": 0}


@st.composite
def arrays(draw):
    """Arrays of all kinds, also with other strides, reversed, read-only and empty."""
    dtype, shape = np.dtype(draw(DTYPES)), tuple(draw(st.lists(st.integers(0, 4), max_size=3)))
    if draw(st.booleans()):
        shape = (draw(st.integers(1, 6)), draw(st.sampled_from([2, 3]))) if draw(st.booleans()) else (3,)
    if dtype.kind == "f":
        elements = st.one_of(
            st.floats(-4, 4, width=16), st.sampled_from([0.0, -0.0, np.inf, np.nan]) if draw(st.booleans()) else st.just(1.0)
        )
        array = draw(hnp.arrays(dtype, shape, elements=elements))
    elif dtype.kind == "O":
        array = np.full(shape, draw(st.sampled_from([None, "a", 1.5, 10**400])), dtype=object)
    else:
        array = draw(hnp.arrays(dtype, shape))
    if draw(st.booleans()) and array.ndim:
        array = np.repeat(array, 2, axis=0)[::2]
    if draw(st.booleans()):
        array = array[..., ::-1] if array.ndim else array
    if draw(st.booleans()):
        array = np.asfortranarray(array)
    if draw(st.booleans()):
        array.flags.writeable = False
    return array


anything = st.one_of(arrays(), st.floats(), st.none(), st.text(max_size=3), st.lists(st.floats(), max_size=3), st.integers())


@settings(FUZZ, max_examples=400)
@given(st.sampled_from(KINDS), st.tuples(anything, anything, anything))
def test_constructors_make_a_shape_or_refuse(kind, arguments):
    make, count = kind
    try:
        body = make(*arguments[:count])
    except (TypeError, ValueError) as error:
        COUNTS["refused"] += 1
        assert str(error)
        return
    COUNTS["shapes"] += 1
    repr(body)
    if isinstance(body, cl.Morph):
        assert body.cast(body).outcome == "hit"
    elif not isinstance(body, cl.Motion):
        answer = cl.distance(body, body)
        assert answer.lower <= answer.upper and answer.distance == 0


def test_the_random_constructors_made_shapes_and_were_refused():
    if not COUNTS["shapes"] + COUNTS["refused"]:
        pytest.skip("the test before this one did not run")
    assert min(COUNTS.values()) > 5, COUNTS


@FUZZ
@given(anything, anything, anything)
def test_poses_move_a_shape_or_are_refused(pose, translation, rotation):
    for shape in (cl.Cuboid([1, 1, 1]), cl.Cuboid([1, 1])):
        for arguments in ({"pose": pose}, {"translation": translation, "rotation": rotation}):
            try:
                moved = shape.at(**arguments)
            except (TypeError, ValueError):
                continue
            assert moved.distance(moved).distance == 0


@FUZZ
@given(anything, anything, anything)
def test_batches_answer_or_refuse(poses, pairs, travels):
    shapes = cl.ShapeSet([cl.Cuboid([1, 1, 1]), cl.Ball([0, 0, 0], 1)])
    asked = (shapes.distances, shapes.minimum, lambda *rest: shapes.casts(travels, *rest))
    for ask in (*asked, lambda poses, pairs: shapes.rays(pairs, travels, poses)):
        for arguments in ((poses, pairs), (None, pairs), (poses, None)):
            try:
                columns = ask(*arguments)
            except (TypeError, ValueError):
                continue
            assert (columns["lower"] <= columns["upper"]).all()


@FUZZ
@given(st.text(max_size=30) | st.sampled_from(['{"cuboid": [1, 1, 1]}', '{"ball": {"radius": -1}}', "[]", "{"]))
def test_json_is_a_shape_or_refused(text):
    try:
        cl.from_json(text)
    except ValueError:
        pass


@pytest.mark.parametrize("layout", [np.asfortranarray, lambda a: a[::-1][::-1], lambda a: np.repeat(a, 3, 1)[:, ::3]])
@pytest.mark.parametrize("dtype", ["<f8", ">f8", "<f4", ">f4", "f2", "<i4", ">i8", "u1"])
def test_every_layout_and_byte_order_is_read_to_the_bit_and_not_changed(layout, dtype):
    points = np.array([[0, 0, 0], [3, 0, 1], [0, 2, 5], [1, 1, 4]])
    array = layout(points.astype(dtype))
    before = array.copy()
    array.flags.writeable = False
    shape = cl.Points(array)
    assert (shape.vertices == points).all() and (array == before).all()
    assert shape.dtype == (np.float32 if np.dtype(dtype).kind == "f" and np.dtype(dtype).itemsize < 8 else np.float64)


def test_arrays_that_are_not_aligned_are_read():
    def shifted(array):
        return np.frombuffer(b"x" + array.tobytes(), np.uint8)[1:].view(array.dtype).reshape(array.shape)

    points, box = np.eye(3), cl.Cuboid([1, 1, 1])
    assert not shifted(points).flags.aligned
    assert cl.Points(shifted(points)) == cl.Points(points) and box.at(shifted(np.eye(4))) == box.at(np.eye(4))
    poses, pairs = np.array([[0, 0, 0, 0, 0, 0, 1.0], [5, 0, 0, 0, 0, 0, 1]]), np.array([[0, 1]])
    assert cl.ShapeSet([box, box]).distances(shifted(poses), shifted(pairs))["distance"] == 3


def test_masked_values_are_refused():
    points = np.ma.array(np.eye(3), mask=[[0, 0, 0], [0, 0, 0], [0, 0, 1]])
    with pytest.raises(ValueError, match="points: some values are masked"):
        cl.Points(points)
    with pytest.raises(ValueError, match="pairs: some values are masked"):
        cl.ShapeSet([cl.Point([0, 0])] * 2).distances(pairs=np.ma.array([[0, 1]], mask=[[0, 1]]))
    assert cl.Points(np.ma.array(np.eye(3))) == cl.Points(np.eye(3))


class Tensor:
    """An array that offers DLPack alone, on a device of this type."""

    def __init__(self, array, kind=1):
        self.array, self.kind = array, kind

    def __dlpack__(self, stream=None, **keywords):
        return self.array.__dlpack__(**keywords)

    def __dlpack_device__(self):
        return (self.kind, 0)


def test_an_array_that_offers_dlpack_alone_is_taken_and_answers_are_offered():
    poses = np.array([[0, 0, 0, 0, 0, 0, 1], [4, 0, 0, 0, 0, 0, 1]], dtype=float)
    shapes = cl.ShapeSet([cl.Ball([0, 0, 0], 1), cl.Ball([0, 0, 0], 1)])
    out = shapes.distances(Tensor(poses), Tensor(np.array([[0, 1]])))
    assert np.array_equal(out["distance"], shapes.distances(poses, [[0, 1]])["distance"])
    assert np.array_equal(np.from_dlpack(out["distance"]), out["distance"])


class OnDevice:
    __cuda_array_interface__ = {"shape": (1, 7), "typestr": "<f8", "data": (4096, False), "version": 3}


def test_an_array_on_a_device_is_refused_with_what_to_do_where_host_arrays_alone_are_taken():
    shapes = cl.ShapeSet([cl.Ball([0, 0, 0], 1)])
    for array in (Tensor(np.zeros((1, 7)), kind=2), OnDevice()):
        for name, ask in (("pairs", lambda: shapes.distances(None, array)), ("poses", lambda: shapes.gradients(array))):
            with pytest.raises(ValueError, match=name + r": .*memory of a device.*host first"):
                ask()


@pytest.mark.skipif(os.path.exists("/dev/nvidia0"), reason="a device is there")
def test_poses_on_a_device_are_refused_where_no_driver_is_with_the_reason():
    shapes = cl.ShapeSet([cl.Ball([0, 0, 0], 1)])
    for poses in (Tensor(np.zeros((1, 7)), kind=2), OnDevice()):
        for ask in (shapes.distances, shapes.minimum, shapes.overlaps, lambda poses: shapes.within(1.0, poses)):
            with pytest.raises(ValueError, match=r"poses: .*memory of a device.*no CUDA driver.*host first"):
                ask(poses)


def test_a_dlpack_array_that_numpy_cannot_take_is_refused_with_its_name():
    class Foreign(Tensor):
        def __dlpack__(self, **keywords):
            raise BufferError("this layout is not offered")

    with pytest.raises(ValueError, match="poses: no array of numbers: this layout is not offered"):
        cl.ShapeSet([cl.Ball([0, 0, 0], 1)]).distances(Foreign(np.zeros((1, 7))))
