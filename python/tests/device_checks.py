"""Checks of arrays in the memory of a device: pytest python/tests/device_checks.py

With the variable KERNELS_ON_CORES the device is a false one, whose memory is that of the process (`test_devices.py`).
Otherwise it is the first CUDA device, and torch puts arrays there.
"""

import ctypes
import os
import threading

import clearance as cl
import numpy as np
import pytest

IS_FALSE = "KERNELS_ON_CORES" in os.environ
RANDOM = np.random.default_rng(7)
only_false = pytest.mark.skipif(not IS_FALSE, reason="a device cannot be told to fail")
ALL = ("distance", "lower", "upper", "status", "point_a", "point_b", "normal")

SHAPES = [
    cl.Cuboid([0.5, 0.25, 0.125]),
    cl.Capsule([0, 0, -0.25], [0, 0, 0.25], 0.125).at(translation=[0.5, 0, 0], rotation=[0, 0.6, 0, 0.8]),
    cl.Hull(RANDOM.normal(size=(16, 3)) * 0.25),
    cl.Ball([0, 0, 0], 0.25).at(translation=[0, 0, 0.125]),
    cl.Cylinder(0.25, 0.125),
]  # fmt: skip
PAIRS = np.array([[0, 1], [0, 2], [1, 3], [2, 3], [2, 4], [4, 0]])


class Array:
    """An array in the memory of the device, offered by one of the two protocols alone."""

    def __init__(self, array):
        if IS_FALSE:
            self.kept = array if isinstance(array, np.ndarray) else np.asarray(array)
        else:
            import torch

            self.kept = torch.from_numpy(np.ascontiguousarray(array)).cuda()


class ByInterface(Array):
    stream = None

    @property
    def __cuda_array_interface__(self):
        given = dict(self.kept.__array_interface__ if IS_FALSE else self.kept.__cuda_array_interface__)
        given.pop("descr", None)
        return {**given, "stream": self.stream}


class ByDlpack(Array):
    asked_streams = []

    def __dlpack_device__(self):
        return (2, 0)

    def __dlpack__(self, stream=None):
        ByDlpack.asked_streams.append(stream)
        if not IS_FALSE:
            return self.kept.__dlpack__(stream=stream)
        capsule = self.kept.__dlpack__()
        # The type of the device, after the address.
        ctypes.cast(tensor_of(capsule) + 8, ctypes.POINTER(ctypes.c_int32))[0] = 2
        return capsule


def tensor_of(capsule, name=b"dltensor"):
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return pointer(capsule, name)


def taken(array):
    """The numbers of an answer, as another library sees them."""
    assert isinstance(array, cl.DeviceArray)
    if not IS_FALSE:
        import torch

        return torch.from_dlpack(array).cpu().numpy()
    given = array.__cuda_array_interface__
    count = int(np.prod(given["shape"])) * np.dtype(given["typestr"]).itemsize
    return np.frombuffer(ctypes.string_at(given["data"][0], count), given["typestr"]).reshape(given["shape"])


def poses_of(*shape, dtype=np.float64):
    poses = RANDOM.uniform(-1, 1, (*shape, 7))
    poses[..., 3:] = RANDOM.normal(size=(*shape, 4))
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    return poses.astype(dtype)


def assert_same(found, right):
    names = [name for name in right if name != "iterations"]
    assert list(found) == names
    for name in names:
        numbers = taken(found[name])
        assert numbers.dtype == right[name].dtype and numbers.shape == right[name].shape, name
        assert numbers.tobytes() == right[name].tobytes(), name
        assert found[name].get().tobytes() == numbers.tobytes() and found[name].shape == numbers.shape


@pytest.mark.parametrize("offered", [ByInterface, ByDlpack])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [(), (1,), (50,)])
def test_answers_on_the_device_have_the_bits_of_answers_on_the_host(offered, dtype, shape):
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(*shape, len(SHAPES), dtype=dtype)
    there = offered(poses)
    for pairs, listed in ((PAIRS, offered(PAIRS)), (PAIRS, PAIRS), (PAIRS, offered(PAIRS.astype(np.int32))), (None, None)):
        for ask in (shapes.distances, shapes.signed_distances):
            assert_same(ask(there, listed, ALL), ask(poses, pairs, ALL))
        assert_same(shapes.within(0.25, there, listed, ALL), shapes.within(0.25, poses, pairs, ALL))
        for limit in (np.inf, 0.05):
            found = shapes.minimum(there, listed, ("pair", *ALL), limit)
            assert_same(found, shapes.minimum(poses, pairs, ("pair", *ALL), limit))
        verdicts = shapes.overlaps(there, listed)
        assert taken(verdicts).tobytes() == shapes.overlaps(poses, pairs).tobytes() and verdicts.dtype == np.bool_
    assert_same(shapes.distances(there), shapes.distances(poses))
    assert_same(shapes.minimum(there), shapes.minimum(poses))
    assert_same(cl.signed_distances(SHAPES, there), cl.signed_distances(SHAPES, poses))


def test_sets_of_single_precision_give_single_precision_with_bounds_outward():
    shapes = cl.ShapeSet([cl.Cuboid(np.array([0.5, 0.25, 0.1], np.float32)), cl.Ball(np.zeros(3, np.float32), np.float32(0.2))])
    poses = poses_of(100, 2)
    right = shapes.signed_distances(poses, columns=ALL)
    assert right["lower"].dtype == np.float32
    assert_same(shapes.signed_distances(ByDlpack(poses), columns=ALL), right)


def test_rows_at_rest_are_open_and_answered_on_the_cores():
    shapes, poses = cl.ShapeSet([cl.Cuboid([0.5, 0.5, 0.5])] * 2), poses_of(64, 2)
    right, up = poses[:, 0].copy(), np.array([0, 0, 1.0])
    x, y, z, w = right[:, 3:].T
    up = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    right[:, :3] += up
    poses[:, 1] = right
    found = shapes.signed_distances(ByInterface(poses), columns=ALL)
    assert_same(found, shapes.signed_distances(poses, columns=ALL))
    assert abs(taken(found["distance"])).max() < 1e-12


def test_nothing_is_asked_of_no_configurations_and_no_pairs():
    shapes = cl.ShapeSet(SHAPES)
    none = np.empty((0, 2), np.int64)
    for poses, pairs in ((poses_of(0, 5), PAIRS), (poses_of(3, 5), none)):
        assert_same(shapes.distances(ByInterface(poses), pairs, ALL), shapes.distances(poses, pairs, ALL))
        assert_same(shapes.minimum(ByInterface(poses), pairs), shapes.minimum(poses, pairs))


def refused(error, match, ask):
    with pytest.raises(error, match=match):
        ask()


def test_what_is_wrong_is_told_with_its_name_and_place():
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(10, 5)
    for place, value in ((0, np.nan), (5, np.inf), (4, 9.0)):
        bad = poses.copy()
        bad[7, 3, place] = value
        refused(ValueError, r"poses\[7, 3\]: a number is not finite, or the length", lambda: shapes.distances(ByDlpack(bad)))
        refused(ValueError, r"poses\[3\]", lambda: shapes.minimum(ByInterface(bad[7].copy())))
    there = ByDlpack(poses)
    for body in (5, -1, 2**40):
        pairs = np.array([[0, 1], [body, 2]])
        refused(ValueError, r"pairs\[1\]: indices from 0 to 4", lambda: shapes.distances(there, ByInterface(pairs)))
        refused(ValueError, r"pairs\[1, 0\] is", lambda: shapes.distances(there, pairs))
    refused(ValueError, "shape .* expected on a device", lambda: shapes.distances(ByDlpack(np.zeros((10, 5, 4, 4)))))
    refused(ValueError, r"pairs: shape \(n, 2\)", lambda: shapes.distances(there, ByDlpack(np.zeros((3, 3), int))))
    refused(TypeError, "float64 or float32", lambda: shapes.distances(ByDlpack(np.zeros((10, 5, 7), np.int64))))
    refused(TypeError, "int64 or int32", lambda: shapes.distances(there, ByDlpack(np.zeros((3, 2)))))
    refused(ValueError, "out: arrays on a device", lambda: shapes.distances(there, out={}))
    refused(ValueError, "iterations", lambda: shapes.distances(there, columns=("iterations",)))
    refused(ValueError, 'no column "depth"', lambda: shapes.distances(there, columns=("depth",)))
    refused(ValueError, "solver: ", lambda: shapes.distances(there, solver=cl.Solver(tolerance=1e-3)))
    flat = cl.ShapeSet([cl.Ball([0, 0], 1)] * 2)
    refused(ValueError, "plane", lambda: flat.distances(ByDlpack(np.zeros((2, 7)))))
    refused(ValueError, "pairs: .*memory of a device.*host first", lambda: shapes.distances(poses, ByDlpack(PAIRS)))
    assert_same(shapes.distances(there), shapes.distances(poses))


@only_false
def test_arrays_with_gaps_or_on_another_device_are_refused():
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(10, 5)
    gaps = np.repeat(poses, 2, axis=0)[::2]
    for offered in (ByDlpack, ByInterface):
        refused(ValueError, "in C order", lambda: shapes.distances(offered(gaps)))
        refused(ValueError, "in C order", lambda: shapes.distances(offered(np.asfortranarray(poses))))

    class Elsewhere:
        __cuda_array_interface__ = {"shape": (5, 7), "typestr": "<f8", "data": (64, False), "version": 3}

    refused(ValueError, "device 1, and the kernels run on device 0", lambda: shapes.distances(Elsewhere()))


@only_false
def test_kernels_run_on_the_stream_of_the_arrays():
    driver, shapes, poses = ctypes.CDLL("libcuda.so.1"), cl.ShapeSet(SHAPES), poses_of(4, 5)
    driver.false_driver_stream.restype = ctypes.c_uint64
    given = ByInterface(poses)
    for stream, expected in ((None, 1), (2, 2), (77, 77)):
        given.stream = stream
        shapes.distances(given)
        assert driver.false_driver_stream() == expected
    ByDlpack.asked_streams.clear()
    shapes.distances(ByDlpack(poses), ByDlpack(PAIRS))
    assert ByDlpack.asked_streams == [1, 1] and driver.false_driver_stream() == 1


@only_false
def test_shapes_are_uploaded_once_and_all_other_memory_is_given_back():
    driver = ctypes.CDLL("libcuda.so.1")
    driver.false_driver_living.restype = ctypes.c_long
    shapes, poses = cl.ShapeSet(SHAPES), ByDlpack(poses_of(4, 5))
    before = driver.false_driver_living()
    shapes.distances(poses)
    kept = driver.false_driver_living()
    assert kept > before
    for _ in range(3):
        answers = shapes.distances(poses, columns=ALL)
        assert driver.false_driver_living() == kept + len(ALL)
        capsule, untaken = answers["normal"].__dlpack__(stream=1), answers["normal"].__dlpack__()
        del answers
        assert driver.false_driver_living() == kept + 1, "the capsules hold their column"
        take(capsule)
        del untaken
        assert driver.false_driver_living() == kept
    del shapes
    assert driver.false_driver_living() == before


def take(capsule):
    """Takes a capsule as the other libraries do: a new name, the struct, its deleter."""
    managed = tensor_of(capsule)
    renamed = ctypes.pythonapi.PyCapsule_SetName
    renamed.argtypes = [ctypes.py_object, ctypes.c_char_p]
    assert renamed(capsule, b"used_dltensor") == 0
    fields = (ctypes.c_int64 * 9).from_address(managed)
    device, axes, dtype = fields[1], fields[2] & 0xFFFFFFFF, fields[2] >> 32
    assert device == 2 and axes == 3 and dtype == 2 | 64 << 8 | 1 << 16, fields[:]
    assert list((ctypes.c_int64 * 3).from_address(fields[3])) == [4, 10, 3] and fields[4] == fields[5] == 0
    numbers = np.frombuffer(ctypes.string_at(fields[0], 4 * 10 * 3 * 8))
    assert np.allclose(np.linalg.norm(numbers.reshape(-1, 3), axis=1), 1)
    ctypes.CFUNCTYPE(None, ctypes.c_void_p)(fields[8 - 1])(managed)


@only_false
def test_a_driver_that_fails_is_an_error_and_the_next_call_is_answered():
    driver = ctypes.CDLL("libcuda.so.1")
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(4, 5)
    names, told = [b"cuMemAlloc_v2", b"cuLaunchKernel", b"cuMemcpyDtoHAsync_v2"], {2: MemoryError, 700: RuntimeError}
    for name in names:
        for after in range(4):
            for code, error in told.items():
                driver.false_driver_fails(name, after, code)
                try:
                    refused(error, "device", lambda: shapes.distances(ByDlpack(poses)))
                finally:
                    driver.false_driver_fails(b"", 0, 0)
                assert_same(shapes.distances(ByDlpack(poses)), shapes.distances(poses))


def test_a_column_refuses_to_be_copied_unseen_and_says_what_it_is():
    answers = cl.ShapeSet(SHAPES).distances(ByDlpack(poses_of(4, 5)), columns=("distance",))
    column = answers["distance"]
    assert column.__dlpack_device__() == (2, 0) and len(column) == 4 and column.dtype == np.float64
    assert repr(column) == "DeviceArray(shape=(4, 10), dtype=\"<f8\")"
    for keywords in ({"dl_device": (1, 0)}, {"copy": True}):
        refused(BufferError, r"get\(\) copies", lambda: column.__dlpack__(**keywords))


JOINTS = [("base", "upper", "revolute"), ("upper", "fore", "continuous"), ("fore", "hand", "prismatic"), ("hand", "tip", "fixed")]


@pytest.fixture
def arm(tmp_path):
    links = ["base", *(child for _, child, _ in JOINTS)]
    limit = '<limit lower="-3" upper="3" effort="1" velocity="1"/>'
    texts = [f'<link name="{name}"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>' for name in links]
    texts += [
        f'<joint name="{child}_joint" type="{kind}"><parent link="{parent}"/><child link="{child}"/>'
        f'<origin xyz="0.5 0.1 0.2" rpy="0.3 -0.2 0.7"/><axis xyz="0.3 0.9 0.1"/>{limit}</joint>'
        for parent, child, kind in JOINTS
    ]
    path = tmp_path / "arm.urdf"
    path.write_text(f'<robot name="arm">{"".join(texts)}</robot>')
    return cl.Robot(path)


@pytest.mark.parametrize("offered", [ByInterface, ByDlpack])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("shape", [(), (0,), (1,), (300,)])
def test_links_of_a_robot_stand_where_the_host_says(arm, offered, dtype, shape):
    q = RANDOM.uniform(-3, 3, (*shape, 3)).astype(dtype)
    found = arm.poses(offered(q))
    assert isinstance(found, cl.DeviceArray) and taken(found).shape == (*shape, 5, 7)
    assert taken(found).tobytes() == arm.poses(q).tobytes()


def test_configurations_become_least_distances_without_the_host(arm):
    # Numbers of its own: that some configurations meet and some do not must not depend on which tests ran before.
    q, (hulls, links, pairs) = np.random.default_rng(3).uniform(-3, 3, (2000, 3)), arm.hulls()
    shapes = cl.ShapeSet(hulls)
    poses = taken(arm.poses(ByDlpack(q)))[:, links]
    found = shapes.minimum(ByDlpack(np.ascontiguousarray(poses)), ByInterface(pairs), ("pair", *ALL))
    assert_same(found, shapes.minimum(arm.poses(q)[:, links], pairs, ("pair", *ALL)))
    distance, own = taken(found["distance"]), arm.clearance(q)
    assert (taken(found["lower"]) <= own.upper).all() and (own.lower <= taken(found["upper"])).all()
    assert (distance == 0).any() and (distance > 0).any()


def test_rows_that_are_no_configurations_are_told(arm):
    q = RANDOM.uniform(-3, 3, (20, 3))
    q[11, 1] = np.nan
    refused(ValueError, r"q\[11\]: a number is not finite", lambda: arm.poses(ByDlpack(q)))
    refused(ValueError, r"q: a number is not finite", lambda: arm.poses(ByDlpack(q[11].copy())))
    refused(ValueError, r"q: shape \(3,\) or \(n, 3\)", lambda: arm.poses(ByDlpack(np.zeros((4, 2)))))
    refused(TypeError, "q: float64 or float32", lambda: arm.poses(ByDlpack(np.zeros((4, 3), np.int32))))
    refused(ValueError, "q: .*memory of a device.*host first", lambda: arm.clearance(ByDlpack(q)))


def test_threads_may_ask_one_set_at_once():
    shapes, poses = cl.ShapeSet(SHAPES), [poses_of(200, 5) for _ in range(4)]
    right, found = [shapes.distances(own, PAIRS) for own in poses], {}

    def ask(number):
        found[number] = shapes.distances(ByDlpack(poses[number]), PAIRS)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for number in range(4):
        assert_same(found[number], right[number])
