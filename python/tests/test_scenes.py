"""Scenes of bodies with names: the pairs below a limit, the nearest pairs, rules."""

import itertools
import json
import pickle

import clearance as cl
import numpy as np
import pytest

TENT = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
FACES = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
PLACES = {"left": 0, "middle": 3, "right": 4.5}
TENTS = {name: cl.Mesh(TENT, FACES).at(translation=[x, 0, 0]) for name, x in PLACES.items()}


def test_a_distance_of_exactly_the_limit_does_not_break_it():
    scene = cl.Scene(TENTS)
    assert [(found.a, found.b) for found in scene.below(2)] == [("middle", "right")]
    nearer = scene.moved({"middle": [2.5, 0, 0, 0, 0, 0, 1]})
    assert [(found.a, found.b) for found in nearer.below(2)] == [("left", "middle"), ("middle", "right")]
    assert len(scene.below(2)) == 1 and scene.below() == []
    found = scene.minimum()
    assert (found.a, found.b, found.distance, found.relation) == ("middle", "right", 0.5, "apart")
    assert found.proximity.a is scene.bodies["middle"] and found.to_dict()["proximity"]["distance"] == 0.5
    assert repr(found) == 'Finding("middle", "right", distance=0.5, apart)'


def test_rules_by_names_and_groups_skip_pairs_and_give_limits():
    scene = cl.Scene(TENTS, groups={"left": ["robot"], "middle": ["robot"]})
    skip = cl.Rule("robot", "robot", skip=True)
    assert eval(repr(cl.Rule("a", "b", above=2)), vars(cl)) == cl.Rule("a", "b", above=2) != cl.Rule("a", "b")
    assert [(found.a, found.b) for found in scene.nearest(9, rules=[skip])] == [("middle", "right"), ("left", "right")]
    assert scene.pairs_near(9, [skip]) == [("left", "right"), ("middle", "right")]
    wide = cl.Rule("l*", "righ?", below=4)
    assert [found.limit for found in scene.below(rules=[wide])] == [4]
    assert eval(repr(wide), vars(cl)) == wide == pickle.loads(pickle.dumps(wide))
    copy = pickle.loads(pickle.dumps(scene))
    assert copy.groups == scene.groups and repr(copy) == "Scene(3 bodies, dim=3)"


def test_the_nearest_pairs_are_those_of_all_pairs_also_of_scaled_bodies_and_in_the_plane():
    random, overlapping = np.random.default_rng(1), 0
    for ring in ([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]], None):
        bodies = {}
        for index in range(12):
            if ring is None:
                body = cl.Mesh(TENT, FACES).scaled(1 + index / 4).mirrored("x" if index % 2 else "")
                body = body.at(translation=random.normal(size=3) * 4)
            else:
                body = cl.Outline(ring).scaled(-1).at(translation=random.normal(size=2) * 4, rotation=float(index))
            bodies[f"body {index}"] = body
        found = cl.Scene(bodies).nearest(100)
        assert len(found) == 66
        for finding in found:
            a, b = bodies[finding.a], bodies[finding.b]
            overlapping += finding.distance == 0
            assert finding.relation == a.relation(b)
            assert finding.proximity.lower <= a.distance(b).upper and a.distance(b).lower <= finding.proximity.upper
        assert [finding.distance for finding in found] == sorted(finding.distance for finding in found)
        pairs = {(finding.a, finding.b) for finding in found}
        assert pairs == set(itertools.combinations(bodies, 2))
    assert 4 < overlapping < 100, overlapping


def test_wrong_bodies_names_and_limits_are_refused():
    with pytest.raises(TypeError, match="bodies"):
        cl.Scene({"ball": cl.Ball([0, 0, 0], 1)})
    with pytest.raises(ValueError, match="outlines"):
        cl.Scene({"a": TENTS["left"], "b": cl.Outline([[0, 0], [1, 0], [0, 1]])})
    scene = cl.Scene(TENTS)
    for ask in (
        lambda: cl.Scene(TENTS, groups={"nobody": ["robot"]}),
        lambda: scene.moved({"nobody": np.eye(4)}),
        lambda: scene.below(-1),
        lambda: cl.Rule("a", "b", below=float("nan")),
    ):
        with pytest.raises(ValueError):
            ask()
    with pytest.raises(ValueError, match="scales"):
        scene.moved({"left": np.diag([2.0, 2, 2, 1])})
    assert cl.Scene({}).minimum() is None and cl.Scene({}).below(1) == []


def test_half_spaces_stand_beside_the_bodies_of_a_scene():
    ground = cl.HalfSpace([0, 0, 1], 0)
    box = cl.Mesh(*box_of([-1, -1, 0.5], [1, 1, 2]))
    scene = cl.Scene({"box": box, "ground": ground, "wall": cl.HalfSpace([1, 0, 0], 0).at(translation=[-4, 0, 0])})
    assert len(scene) == 3 and scene.dim == 3 and scene.bodies["ground"] == ground
    assert [(f.a, f.b, f.distance, f.relation) for f in scene.below(10)] == [
        ("box", "ground", 0.5, "apart"),
        ("box", "wall", 3, "apart"),
    ]
    down = scene.moved({"box": [0, 0, -0.5, 0, 0, 0, 1]})
    assert [f.relation for f in down.below(rules=[cl.Rule("box", "ground", below=0.1)])] == ["touching"]
    raised = scene.moved({"ground": [0, 0, 1, 0, 0, 0, 1]})
    assert raised.minimum().relation == "crossing" and raised.bodies["ground"] == ground.at(translation=[0, 0, 1])
    assert pickle.loads(pickle.dumps(raised)).minimum().relation == "crossing"
    square = cl.Outline([[0, 0], [1, 0], [1, 1], [0, 1]])
    assert cl.Scene({"square": square, "left": cl.HalfSpace([1, 0], -2)}).minimum().distance == 2
    with pytest.raises(ValueError):
        cl.Scene({"square": square, "ground": ground})


def test_a_finding_has_the_overlap_the_volume_and_the_region_that_the_bodies_have():
    def box(low, high):
        return cl.Mesh(*box_of(low, high))

    scene = cl.Scene(
        {
            "wall": box([0, 0, 0], [4, 0.25, 3]),
            "duct": box([1, -1, 1], [1.5, 1, 1.5]),
            "pipe": box([2, 0.0625, 1], [3, 0.125, 1.0625]),
            "slab": box([0, 0, 3], [4, 0.25, 3.5]),
        }
    )
    found = {(found.a, found.b): found for found in scene.below(0.01)}
    for pair, overlap, volume in ((("wall", "duct"), 0.25, 0.0625), (("wall", "pipe"), 0.0625, 0.0625**2)):
        finding = found[pair]
        assert finding.kind == "hard" and finding.contact is None
        assert finding.overlap_lower <= overlap <= finding.overlap_upper <= 1.1 * finding.overlap_lower
        assert finding.overlap_lower <= finding.overlap <= finding.overlap_upper
        low, high = finding.volume_lower, finding.volume_upper
        assert low <= volume <= high <= 1.0001 * low
        assert scene.bodies[pair[0]].common_volume(scene.bodies[pair[1]], 500) == (low, high)
        told = finding.to_dict()
        assert (told["overlap"], told["volume_lower"], told["volume_upper"]) == (finding.overlap, low, high)
    touching = found["wall", "slab"]
    assert touching.kind == "touch" and touching.contact["kind"] == "face" and abs(touching.contact["area"] - 1) < 1e-9
    assert (touching.overlap, touching.volume_lower, touching.volume_upper) == (None, None, None)
    assert touching.to_dict()["contact"] == touching.contact
    # A scene that moved has other findings, and those of before stay.
    deeper = scene.moved({"slab": [0, 0, -0.25, 0, 0, 0, 1]}).below()
    deeper = {(finding.a, finding.b): finding for finding in deeper}["wall", "slab"]
    assert deeper.volume_lower <= 0.25 <= deeper.volume_upper and touching.volume_lower is None


def test_findings_beside_half_spaces_and_of_open_bodies_have_no_volume():
    ground = cl.HalfSpace([0, 0, 1], 0)
    sheet = cl.Mesh([[0, 0, -1], [4, 0, -1], [0, 4, -1.0]], [[0, 1, 2]])
    box = cl.Mesh(*box_of([0, 0, -2], [1, 1, 2]))
    for finding in cl.Scene({"box": box, "sheet": sheet, "ground": ground}).below():
        is_ground = "ground" in (finding.a, finding.b)
        assert finding.relation in ("crossing", "a_in_b") and finding.volume_lower is None
        # How deep the sheet reaches into the box is told.
        assert (finding.overlap is None) == is_ground and finding.to_dict()["contact"] is None


def test_the_command_and_a_scene_tell_the_same_volume(tmp_path, capfd):
    rows = [box_of([0, 0, 0], [2, 2, 2]), box_of([1, 1, 1], [3, 3, 3])]
    lines = []
    for number, (corners, triangles) in enumerate(rows):
        lines += [f"o box{number}"] + [f"v {x} {y} {z}" for x, y, z in corners]
        lines += ["f " + " ".join(str(8 * number + corner + 1) for corner in triangle) for triangle in triangles]
    (tmp_path / "two.obj").write_text("\n".join(lines) + "\n")
    assert cl.command(["scene", str(tmp_path / "two.obj"), "--below", "0", "--format", "json"]) == 1
    (told,) = json.loads(capfd.readouterr().out)["findings"]
    (found,) = cl.Scene({f"box{number}": cl.Mesh(*row) for number, row in enumerate(rows)}).below()
    for key in ("overlap", "overlap_lower", "overlap_upper", "volume_lower", "volume_upper"):
        assert told[key] == getattr(found, key)


def box_of(low, high):
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return corners, [t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))]
