"""Arrays of the packages that people use, on a real device: pytest python/tests/device_libraries.py

torch, CuPy, JAX and Warp give poses that lie on the first CUDA device, and take the answers as arrays of their own. What is not
installed is skipped. `device_checks.py` has the checks of every question; bench/DEVICE.md says how both are run.
"""

import os

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import clearance as cl
import numpy as np
import pytest

RANDOM = np.random.default_rng(11)
SHAPES = [
    cl.Cuboid([0.5, 0.25, 0.125]),
    cl.Capsule([0, 0, -0.25], [0, 0, 0.25], 0.125),
    cl.Hull(RANDOM.normal(size=(16, 3)) * 0.25),
    cl.Ball([0, 0, 0], 0.25),
]
COLUMNS = ("distance", "lower", "upper", "status", "point_a", "point_b", "normal")


def poses_of(count):
    poses = RANDOM.uniform(-1, 1, (count, len(SHAPES), 7))
    poses[..., 3:] = RANDOM.normal(size=(count, len(SHAPES), 4))
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=-1, keepdims=True)
    return poses


class Torch:
    def __init__(self):
        self.package = pytest.importorskip("torch")
        if not self.package.cuda.is_available():
            pytest.skip("torch finds no device")

    def there(self, numbers):
        return self.package.from_numpy(numbers).cuda()

    def taken(self, column):
        own = self.package.from_dlpack(column)
        assert own.is_cuda
        return own.cpu().numpy()


class Cupy:
    def __init__(self):
        self.package = pytest.importorskip("cupy")

    def there(self, numbers):
        return self.package.asarray(numbers)

    def taken(self, column):
        own, same = self.package.from_dlpack(column), self.package.asarray(column)
        assert own.data.ptr == same.data.ptr, "neither is a copy"
        return self.package.asnumpy(own)


class Jax:
    def __init__(self):
        self.package = pytest.importorskip("jax")
        self.package.config.update("jax_enable_x64", True)

    def there(self, numbers):
        return self.package.device_put(numbers, self.package.devices("cuda")[0])

    def taken(self, column):
        own = self.package.dlpack.from_dlpack(column)
        assert own.devices() == {self.package.devices("cuda")[0]}
        return np.asarray(own)


class Warp:
    def __init__(self):
        self.package = pytest.importorskip("warp")

    def there(self, numbers):
        return self.package.array(numbers, device="cuda:0")

    def taken(self, column):
        return self.package.from_dlpack(column).numpy()


@pytest.fixture(params=[Torch, Cupy, Jax, Warp], ids=lambda package: package.__name__.lower())
def package(request):
    return request.param()


def assert_same(found, right, package):
    for name in right:
        numbers = package.taken(found[name])
        assert numbers.dtype == right[name].dtype and numbers.tobytes() == right[name].tobytes(), name


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_arrays_of_a_package_go_in_and_come_out_with_the_bits_of_the_host(package, dtype):
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(2000).astype(dtype)
    there = package.there(poses)
    assert_same(shapes.distances(there, columns=COLUMNS), shapes.distances(poses, columns=COLUMNS), package)
    assert_same(shapes.signed_distances(there, columns=COLUMNS), shapes.signed_distances(poses, columns=COLUMNS), package)
    assert_same(shapes.within(0.1, there, columns=COLUMNS), shapes.within(0.1, poses, columns=COLUMNS), package)
    assert_same(shapes.minimum(there), shapes.minimum(poses), package)
    verdicts = package.taken(shapes.overlaps(there))
    assert verdicts.tobytes() == shapes.overlaps(poses).tobytes() and 0 < verdicts.mean() < 1


def test_kernels_run_after_what_the_stream_of_torch_still_computes():
    torch = Torch().package
    shapes, poses = cl.ShapeSet(SHAPES), poses_of(50_000)
    right = shapes.distances(poses)["distance"]
    there = torch.from_numpy(poses).cuda()
    for _ in range(20):
        with torch.cuda.stream(torch.cuda.Stream()):
            # Much work first, so that a kernel that did not wait would read the zeros.
            late = torch.zeros_like(there)
            work = torch.rand(2048, 2048, device="cuda")
            for _ in range(20):
                work = work @ work
            late += there + 0 * work.nan_to_num(0, 0, 0)[0, 0].double()
            found = torch.from_dlpack(shapes.distances(late)["distance"]).cpu().numpy()
        assert found.tobytes() == right.tobytes()
