"""Whole calls from Python with torch tensors, on the first CUDA device: python bench/device.py [MILLIONS]

Each line is the median of seven calls, after one call that is not counted. Every answer is compared with the cores' in its bits.
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import clearance as cl
import numpy as np
import torch

RANDOM = np.random.default_rng(5)
ALL = ("distance", "lower", "upper", "status", "point_a", "point_b", "normal")
JOINTS, LENGTH = 7, 0.3


def seconds(call):
    call()
    times = []
    for _ in range(7):
        torch.cuda.synchronize()
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return sorted(times)[3]


def quaternions(count):
    rows = RANDOM.normal(size=(count, 4))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def pairs_of_boxes(count, resting):
    """Poses (count, 2, 7) of two unit boxes, mixed far, near and overlapping. This share rests on the other, without a gap."""
    poses = np.empty((count, 2, 7))
    poses[:, 0, :3] = RANDOM.uniform(-1, 1, (count, 3))
    reach = RANDOM.choice([8.0, 2.0, 0.5], size=(count, 1), p=[0.4, 0.4, 0.2])
    poses[:, 1, :3] = poses[:, 0, :3] + reach * RANDOM.uniform(-1, 1, (count, 3))
    poses[:, 0, 3:], poses[:, 1, 3:] = quaternions(count), quaternions(count)
    rows = RANDOM.choice(count, int(count * resting), replace=False)
    x, y, z, w = poses[rows, 0, 3:].T
    up = np.stack([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)], axis=1)
    poses[rows, 1, :3], poses[rows, 1, 3:] = poses[rows, 0, :3] + up, poses[rows, 0, 3:]
    return poses


def same(found, right):
    return all(torch.from_dlpack(found[name]).cpu().numpy().tobytes() == right[name].tobytes() for name in right)


def boxes(count):
    shapes = cl.ShapeSet([cl.Cuboid([0.5, 0.5, 0.5]), cl.Cuboid([0.5, 0.5, 0.5])])
    for resting in (0.0, 0.01):
        poses = pairs_of_boxes(count, resting)
        there = torch.from_numpy(poses).cuda()
        for columns in (ALL, ("distance", "lower")):
            device = seconds(lambda: shapes.distances(there, columns=columns))
            right = shapes.distances(poses, columns=columns)
            start = time.perf_counter()
            shapes.distances(poses, columns=columns)
            cores = time.perf_counter() - start
            bits = "the same bits" if same(shapes.distances(there, columns=columns), right) else "OTHER BITS"
            name = f"boxes, {100 * resting:.0f} % at rest, {len(columns)} columns"
            print(f"{name:<44} {count / device / 1e6:9.1f} M/s on the device {count / cores / 1e6:9.1f} M/s on the cores, {bits}")
    one = torch.from_numpy(pairs_of_boxes(1, 0.0)).cuda()
    print(f"a call about one pair takes {1e6 * seconds(lambda: shapes.distances(one)):.0f} us")


def arm(folder):
    geometry = f'<geometry><box size="0.08 0.06 {LENGTH}"/></geometry>'
    element = f'<collision><origin xyz="0 0 {LENGTH / 2}"/>{geometry}</collision>'
    links = "".join(f'<link name="l{n}">{element}</link>' for n in range(JOINTS + 1))
    joints = "".join(
        f'<joint name="j{n}" type="revolute"><parent link="l{n}"/><child link="l{n + 1}"/><origin xyz="0 0 {LENGTH}"/>'
        f'<axis xyz="{n % 2} {1 - n % 2} 0.2"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>'
        for n in range(JOINTS)
    )
    path = Path(folder) / "arm.urdf"
    path.write_text(f'<robot name="arm">{links}{joints}</robot>')
    return cl.Robot(path)


def configurations(count):
    with TemporaryDirectory() as folder:
        robot = arm(folder)
    hulls, links, pairs = robot.hulls()
    shapes, q = cl.ShapeSet(hulls), RANDOM.uniform(-2, 2, (count, JOINTS))
    there, pairs_there = torch.from_numpy(q).cuda(), torch.from_numpy(np.asarray(pairs, dtype=np.int64)).cuda()

    def placed():
        poses = torch.from_dlpack(robot.poses(there))
        return poses if list(links) == list(range(JOINTS + 1)) else poses[:, links].contiguous()

    poses = placed()
    least = lambda: shapes.minimum(placed(), pairs_there, ("pair", "distance", "lower"))  # noqa: E731
    host = lambda: shapes.minimum(robot.poses(q)[:, links], pairs, ("pair", "distance", "lower"))  # noqa: E731
    verdicts = lambda: shapes.overlaps(poses, pairs_there)  # noqa: E731
    bits = "the same bits" if same(least(), host()) else "OTHER BITS"
    start = time.perf_counter()
    host()
    cores = time.perf_counter() - start
    print(f"an arm of {JOINTS} joints, {len(pairs)} pairs a configuration, {count} configurations, {bits}:")
    print(f"    where the links are        {count / seconds(placed) / 1e6:9.2f} M configurations/s")
    print(f"    with the least distance    {count / seconds(least) / 1e6:9.2f} M configurations/s, cores {count / cores / 1e6:.3f}")
    print(f"    verdicts of given poses    {count * len(pairs) / seconds(verdicts) / 1e6:9.1f} M pairs/s")


def main():
    start = time.perf_counter()
    cl.ShapeSet([cl.Ball([0, 0, 0], 1.0)] * 2).distances(torch.tensor([[0, 0, 0, 0, 0, 0, 1.0], [3, 0, 0, 0, 0, 0, 1]]).double().cuda())
    print(f"{torch.cuda.get_device_name()}: the first call takes {time.perf_counter() - start:.2f} s, torch's own start included")
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 4.0
    boxes(int(millions * 1e6))
    configurations(int(millions * 1e5))


if __name__ == "__main__":
    main()
