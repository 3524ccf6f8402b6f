"""A batch has the bits of the Rust command: `clearance query` on the same pairs."""

import json
import os
import subprocess

import clearance as cl
import numpy as np
import pytest

NAMES = ("distance", "lower", "upper", "point_a", "point_b", "normal", "iterations")
STATUS = {1: "separated", 0: "touching", -1: "overlapping"}


def answers(lines):
    """The answers of the command to lines of pairs. The step `python` builds it and says where it is."""
    command = os.environ.get("CLEARANCE_COMMAND")
    if not command:
        pytest.skip("CLEARANCE_COMMAND does not name the command")
    ran = subprocess.run([command, "query", "-"], input="\n".join(lines), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in ran.stdout.splitlines()]


def shapes_of_space(random):
    return [
        cl.Cuboid([1, 0.5, 2]), cl.Ball([0, 0, 0.5], 0.5), cl.Capsule([0, 0, 0], [1, 0, 0], 0.25), cl.Cone(1, 0.5),
        cl.Hull(random.normal(size=(20, 3))), cl.Points(random.normal(size=(6, 3))), cl.Cylinder(0.5, 1),
        cl.Ellipsoid([1, 0.5, 0.25]), cl.Cuboid([1, 1, 1]).rounded(0.25), cl.Triangle(random.normal(size=(3, 3))),
        cl.Segment([0, 0, 0], [1, 1, 1]).swept([0, 1, 0]), cl.Point([1, 2, 3]).hull_with(cl.Ball([0, 0, 0], 0.5)),
    ]  # fmt: skip


def shapes_of_the_plane(random):
    return [
        cl.Cuboid([1, 0.5]), cl.Ball([0, 0.5], 0.5), cl.Capsule([0, 0], [1, 0], 0.25), cl.Ellipsoid([1, 0.5]),
        cl.Hull(random.normal(size=(20, 2))), cl.Points(random.normal(size=(6, 2))),
        cl.Triangle(random.normal(size=(3, 2))),
    ]  # fmt: skip


@pytest.mark.parametrize("shapes, turn", [(shapes_of_space, 4), (shapes_of_the_plane, 2)])
def test_a_batch_has_the_bits_of_the_command(shapes, turn):
    random, seen = np.random.default_rng(7), {name: 0 for name in STATUS.values()}
    shapes, size = shapes(random), 3 if turn == 4 else 2
    for _ in range(8):
        poses = random.normal(size=(len(shapes), size + turn))
        poses[:, size:] /= np.linalg.norm(poses[:, size:], axis=1, keepdims=True)
        out = cl.ShapeSet(shapes).signed_distances(poses, columns=(*NAMES, "status"))
        rows = [{"translation": row[:size], "rotation": row[size:]} for row in poses]
        placed = [json.loads(shape.at(**row).to_json()) for shape, row in zip(shapes, rows)]
        pairs = [(i, j) for i in range(len(shapes)) for j in range(i + 1, len(shapes))]
        found = answers([json.dumps({"a": placed[i], "b": placed[j]}) for i, j in pairs])
        assert len(found) == len(pairs)
        for m, answer in enumerate(found):
            assert {name: out[name][m].tolist() for name in NAMES} == {name: answer[name] for name in NAMES}, pairs[m]
            assert STATUS[out["status"][m]] == answer["status"]
            seen[answer["status"]] += 1
    assert min(seen["separated"], seen["overlapping"]) > 20, seen
