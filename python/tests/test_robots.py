"""Robots: loading, clearances, claims about joint ranges, paths."""

import types

import clearance as cl
import numpy as np
import pytest

# A post, an arm that turns about z at its top, and a hand that slides along the arm.
URDF = """<robot name="small">
  <link name="base"><collision><geometry><box size="0.2 0.2 2"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.125"/></geometry></collision></link>
  <link name="shown"><visual><geometry><sphere radius="1"/></geometry></visual></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="1.5" effort="1" velocity="1"/></joint>
  <joint name="eye" type="fixed"><parent link="base"/><child link="shown"/></joint>
</robot>"""

SRDF = """<robot name="small">
  <group_state name="out" group="all"><joint name="slide" value="1.25"/></group_state>
  <disable_collisions link1="base" link2="arm" reason="Never"/>
  <disable_collisions link1="arm" link2="hand" reason="Adjacent"/>
</robot>"""


@pytest.fixture
def robot(tmp_path):
    (tmp_path / "small.urdf").write_text(URDF)
    (tmp_path / "small.srdf").write_text(SRDF)
    with pytest.warns(UserWarning, match="visuals only"):
        return cl.Robot(tmp_path / "small.urdf", srdf=tmp_path / "small.srdf")


def test_a_robot_tells_its_joints_links_and_pairs(robot):
    assert robot.joints == ["turn", "slide"] and robot.links == ["base", "arm", "hand", "shown"]
    assert robot.pairs == [("base", "hand")]
    np.testing.assert_array_equal(robot.limits, [[-3, 3], [0, 1.5]])
    np.testing.assert_array_equal(robot.states["out"], [0, 1.25])
    assert repr(robot) == 'Robot("small", 4 links, 2 joints, 1 pairs)'


def test_poses_and_clearances_take_one_configuration_or_many(robot):
    assert robot.poses(robot.home).shape == (4, 7) and robot.poses([[0, 0], [1, 1]]).shape == (2, 4, 7)
    np.testing.assert_allclose(robot.poses([np.pi / 2, 1])[2, :3], [0, 1, 0], atol=1e-15)
    answers = robot.clearance([[0, 1.25], [0, 0.5]], gradient=True)
    np.testing.assert_allclose(answers.distance, [1.025, 0.275])
    assert np.all(answers.lower <= answers.distance) and np.all(answers.distance <= answers.upper)
    assert answers.pair[0] == ("base", "hand") and answers.contact == ["apart", "apart"]
    np.testing.assert_allclose(answers.gradient[0], [0, 1], atol=1e-12)
    assert len(robot.clearance([0, 1])) == 1
    with pytest.raises(ValueError, match=r"q: shape \(2,\) or \(n, 2\) is expected"):
        robot.clearance([0, 0, 0])


def test_a_configuration_is_clear_only_if_it_is_proven(robot):
    assert robot.is_clear([0, 1.25]) is True and robot.is_clear([0, 0]) is False
    assert robot.is_clear([[0, 1.25], [0, 0.5]], below=0.5).tolist() == [True, False]


def test_claims_are_proven_or_refuted_over_the_whole_ranges(robot):
    never, = robot.prove()
    assert (never.a, never.b, never.reason, never.verdict) == ("base", "arm", "Never", "never")
    assert 0 < never.bound <= 0.1
    meets, = robot.prove([("base", "hand")])
    assert meets.verdict == "meets" and robot.clearance(meets.configuration).contact == ["meeting"]
    apart, = robot.prove([("base", "hand")], ranges={"slide": (0.5, 1.5)})
    assert apart.verdict == "never"
    with pytest.raises(ValueError, match="expected a joint of the robot"):
        robot.prove(ranges={"elbow": (0, 1)})
    # An empty list would say that all of them are proven.
    with pytest.raises(ValueError, match='no pair is disabled in an SRDF with the reason "Nevr"'):
        robot.prove("Nevr")


def test_configurations_that_are_far_are_not_measured(robot):
    answers = robot.clearance([[0, 1.25], [0, 0.5]], gradient=True, below=0.5)
    assert answers.distance[0] == np.inf and answers.lower[0] == 0.5 and answers.pair[0] == ("", "")
    assert answers.contact[0] == "apart" and np.isnan(answers.point_a[0]).all() and not answers.regular[0]
    assert answers.distance[1] == robot.clearance([0, 0.5]).distance[0] and answers.pair[1] == ("base", "hand")
    assert np.isinf(robot.clearance([0, 1.25], below=0).distance[0])
    with pytest.raises(ValueError, match="below is -1: it must not be negative"):
        robot.clearance([0, 1], below=-1)


def test_joints_that_follow_stay_within_their_limits_if_that_is_asked_for(tmp_path):
    path = tmp_path / "small.urdf"
    follower = """<link name="twin"/><joint name="second" type="prismatic"><parent link="base"/><child link="twin"/>
      <limit lower="0" upper="1" effort="1" velocity="1"/><mimic joint="slide" multiplier="2" offset="0.5"/></joint>"""
    path.write_text(URDF.replace("</robot>", follower + "</robot>"))
    with pytest.warns(UserWarning, match="joint second: what it follows takes it from 0.5 to 3.5") as told:
        np.testing.assert_array_equal(cl.Robot(path).limits, [[-3, 3], [0, 1.5]])
    assert len(told) == 2
    with pytest.warns(UserWarning, match="visuals only"):
        np.testing.assert_array_equal(cl.Robot(path, mimic_limits=True).limits, [[-3, 3], [0, 0.25]])


def test_a_robot_is_checked_with_a_report_and_test_cases(robot, tmp_path):
    rows = robot.check(report=tmp_path / "r.html", junit=tmp_path / "r.xml")
    assert [row["check"] for row in rows[:2]] == ["state home", "state out"]
    assert rows[0]["broken"] and not rows[1]["broken"] and rows[1]["lower"] <= 1.025 <= rows[1]["upper"]
    claim = rows[-1]
    assert (claim["check"], claim["a"], claim["b"], claim["outcome"]) == ("claim Never", "base", "arm", "NEVER")
    assert "<!doctype html>" in (tmp_path / "r.html").read_text()[:100].lower()
    assert (tmp_path / "r.xml").read_text().count("<testcase") == len(rows)
    assert len(robot.check(limits=False)) < len(rows)
    with pytest.raises(OSError):
        robot.check(report=tmp_path / "no" / "r.html", limits=False)


def test_a_proven_srdf_keeps_what_is_not_about_pairs(robot, tmp_path):
    text = robot.proven_srdf()
    assert 'reason="Never"/> <!-- proven' in text and '<group_state name="out"' in text
    (tmp_path / "new.srdf").write_text(text)
    with pytest.warns(UserWarning, match="visuals only"):
        again = cl.Robot(tmp_path / "small.urdf", srdf=tmp_path / "new.srdf")
    assert {claim.verdict for claim in again.prove()} == {"never"}
    with pytest.warns(UserWarning, match="visuals only"):
        lied = tmp_path / "lied.srdf"
        lied.write_text(SRDF.replace('link2="arm" reason', 'link2="hand" reason'))
        lied = cl.Robot(tmp_path / "small.urdf", srdf=lied)
    with pytest.warns(UserWarning, match="enabled now: base and hand"):
        assert "hand" not in [line for line in lied.proven_srdf().splitlines() if "base" in line][0]


def test_macro_files_are_expanded_if_a_package_can(tmp_path):
    path = tmp_path / "small.urdf.xacro"
    head = '<robot name="small" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:arg name="reach" default="1.5"/>'
    text = URDF.replace('<robot name="small">', head).replace('upper="1.5"', 'upper="$(arg reach)"')
    path.write_text(text)
    with pytest.raises(ValueError, match="small.urdf.xacro is a macro file: run  xacro"):
        cl.Robot(path)
    pytest.importorskip("xacro")
    with pytest.warns(UserWarning, match="visuals only"):
        robot = cl.Robot.from_xacro(path, {"reach": 2})
    assert robot.limits[1].tolist() == [0, 2]
    with pytest.raises(ValueError, match="the robot comes from a macro file"):
        robot.prove("all", proof=tmp_path / "p.txt")
    path.write_text(text.replace("$(arg reach)", "$(arg missing)"))
    with pytest.raises(ValueError, match="small.urdf.xacro"):
        cl.Robot.from_xacro(path)


def test_configurations_of_pinocchio_are_those_of_the_names_of_joints(tmp_path):
    path = tmp_path / "small.urdf"
    path.write_text(URDF.replace('name="turn" type="revolute"', 'name="turn" type="continuous"'))
    with pytest.warns(UserWarning, match="visuals only"):
        robot = cl.Robot(path)

    # What a `pinocchio.Model` with a floating base says.
    def joint(idx_q, nq):
        return types.SimpleNamespace(idx_q=idx_q, nq=nq)

    names = ["universe", "root_joint", "slide", "turn"]
    model = types.SimpleNamespace(nq=10, names=names, joints=[joint(0, 0), joint(0, 7), joint(7, 1), joint(8, 2)])
    q = np.array([0, 0, 0, 0, 0, 0, 1, 1.25, np.cos(2), np.sin(2)])
    np.testing.assert_allclose(robot.from_pinocchio(model, q), [2, 1.25])
    assert robot.from_pinocchio(model, [q, q]).shape == (2, 2)
    with pytest.raises(ValueError, match=r"q: shape \(10,\) or \(n, 10\) is expected"):
        robot.from_pinocchio(model, q[:9])
    model.names = ["universe", "root_joint", "slide", "bend"]
    with pytest.raises(ValueError, match="model: it has no joint turn"):
        robot.from_pinocchio(model, q)


def test_configurations_of_pinocchio_place_the_links_where_pinocchio_does(tmp_path):
    pin = pytest.importorskip("pinocchio")
    path = tmp_path / "small.urdf"
    path.write_text(URDF.replace('name="turn" type="revolute"', 'name="turn" type="continuous"'))
    with pytest.warns(UserWarning, match="visuals only"):
        robot = cl.Robot(path)
    model = pin.buildModelFromUrdf(str(path))
    q = np.array([pin.randomConfiguration(model, np.zeros(model.nq), np.ones(model.nq)) for _ in range(20)])
    poses = robot.poses(robot.from_pinocchio(model, q))
    data = model.createData()
    for row, own in zip(q, poses, strict=True):
        pin.framesForwardKinematics(model, data, row)
        for link, pose in zip(robot.links, own, strict=True):
            np.testing.assert_allclose(data.oMf[model.getFrameId(link)].translation, pose[:3], atol=1e-12)


def test_a_path_is_clear_or_stopped_between_its_way_points(robot):
    clear = robot.along([[0, 1], [3, 1.25]])
    assert clear.is_clear and 0 < clear.lower <= clear.distance <= clear.upper
    stopped = robot.along([[0, 1], [0, 0], [0, 1]], times=[0, 1, 2])
    assert not stopped.is_clear and stopped.pair == ("base", "hand")
    # The ball of radius 0.125 meets the post's side at 0.1.
    assert stopped.clear_until <= 0.775 and stopped.stopped_at == pytest.approx(0.775, abs=1e-3)
    # Nearer than 0.05 while the hand is within 0.275.
    (start, end, pair, proven), = stopped.intervals(0.05)
    assert 0.72 < start <= 0.725 and 1.275 <= end < 1.28 and pair == ("base", "hand") and proven
    np.testing.assert_array_equal(stopped.at(0.5), [0, 0.5])


def test_proofs_are_files_that_the_command_accepts_and_refuses_when_changed(robot, tmp_path):
    file = tmp_path / "p.txt"
    claims = robot.prove("all", proof=file)
    assert {claim.verdict for claim in claims} >= {"never", "meets"}
    assert cl.command(["verify", str(file)]) == 0
    text = file.read_text()
    file.write_text(text.replace("never ", "never  ", 1))
    assert cl.command(["verify", str(file)]) == 1
    assert robot.along([[0, 1], [3, 1.25]], proof=file).is_clear
    assert cl.command(["verify", str(file)]) == 0
    box = cl.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    with pytest.raises(ValueError, match="has no file"):
        robot.attach(box, "hand").prove("all", proof=file)


def test_bodies_are_attached_and_stand_around(robot):
    tent = cl.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    room = robot.with_world({"tent": tent.at(translation=[2.75, 0, 0])})
    assert ("hand", "tent") in room.pairs and ("base", "tent") not in room.pairs
    assert room.clearance([0, 1.5]).distance[0] == pytest.approx(1.125)
    scene = cl.Scene({"tent": tent.at(translation=[2.75, 0, 0])})
    assert robot.with_world(scene).clearance([0, 1.5]).distance[0] == room.clearance([0, 1.5]).distance[0]
    held = robot.attach(tent.scaled(0.1), "hand", name="tool", touch=["arm"])
    assert ("base", "tool") in held.pairs and ("arm", "tool") not in held.pairs
    with pytest.raises(ValueError, match="expected a link of the robot"):
        robot.attach(tent, "wrist")


def test_free_ranges_name_what_stops_a_joint(robot):
    ranges = {own["joint"]: own for own in robot.free_ranges()}
    assert ranges["turn"]["lower"]["reaches_limit"] and ranges["turn"]["upper"]["clear"] == 3


def test_a_complaint_names_the_file_the_line_and_what_to_do(tmp_path):
    path = tmp_path / "bad.urdf"
    path.write_text(URDF.replace('xyz="0 0 1"', 'xyz="0 0 0"'))
    with pytest.raises(ValueError, match="bad.urdf: line 6: joint turn: axis: expected a direction, found 0 0 0"):
        cl.Robot(path)
    with pytest.raises(OSError):
        cl.Robot(tmp_path / "gone.urdf")


def test_hulls_are_the_solids_and_hold_the_meshes(robot):
    q = np.random.default_rng(4).uniform([-3, 0], [3, 1.5], (200, 2))

    def least(robot):
        shapes, links, pairs = robot.hulls()
        assert len(shapes) == len(links) and pairs.shape[1] == 2 and len(pairs) > 0
        return cl.ShapeSet(shapes).minimum(robot.poses(q)[:, links], pairs)

    # Of solids alone the least distance is that of the robot: both brackets hold it.
    hulls, own = least(robot), robot.clearance(q)
    assert (hulls["lower"] <= own.upper).all() and (own.lower <= hulls["upper"]).all()
    assert (abs(hulls["distance"] - own.distance) <= own.upper - own.lower).all() and (own.distance > 0.1).any()
    # A surface that is open towards the arm: its hull holds it, and is nearer.
    bent = cl.Mesh([[0, 0.5, 0], [0.5, 0, 0], [0, -0.5, 0], [0.5, 0, 0.1]], [[0, 1, 3], [1, 2, 3]])
    tool = robot.attach(bent, "hand", name="tool")
    hulls, own = least(tool), tool.clearance(q)
    assert (hulls["lower"] <= own.upper).all() and (hulls["upper"] < own.lower - 1e-3).any()
