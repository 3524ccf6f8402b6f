"""Bodies of other packages, files, pictures and words. What is not installed is skipped."""

import base64
import json
import zlib

import clearance as cl
import numpy as np
import pytest

CUBE = """v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1
f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"""


def test_a_file_is_a_mesh_an_outline_or_a_shape(tmp_path):
    (tmp_path / "cube.obj").write_text(CUBE)
    (tmp_path / "square.wkt").write_text("POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))")
    (tmp_path / "ball.json").write_text(cl.Ball([0, 0, 5], 1).to_json())
    cube, square, ball = (cl.from_file(tmp_path / name) for name in ("cube.obj", "square.wkt", "ball.json"))
    assert len(cube) == 12 and cube.is_closed and cube.distance(cube.at(translation=[3, 0, 0])).distance == 2
    assert square.contains([1, 1]) and cube.distance(ball).distance == 3
    with pytest.raises(OSError):
        cl.from_file(tmp_path / "nothing.obj")
    (tmp_path / "bad.obj").write_text("v 1 2\n")
    with pytest.raises(ValueError, match=r"bad\.obj"):
        cl.from_file(tmp_path / "bad.obj")


def test_an_outline_falls_into_convex_pieces_and_a_mesh_is_covered_by_hulls(tmp_path):
    ell = cl.Outline([[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]).at(translation=[10, 0])
    pieces = cl.decompose(ell)
    assert len(pieces) == 2 and pieces.contains([10.5, 1.5]) and not pieces.contains([11.5, 1.5])
    assert sum(piece.volume[0] for piece in pieces.shapes) == 3
    (tmp_path / "cube.obj").write_text(CUBE)
    assert len(cl.decompose(cl.from_file(tmp_path / "cube.obj"), 0.01)) == 1
    with pytest.raises(TypeError, match="excess"):
        cl.decompose(cl.from_file(tmp_path / "cube.obj"))


def test_an_answer_explains_itself_and_is_drawn_where_it_is_of_the_plane():
    a, b = cl.Cuboid([1, 1]), cl.Ball([4, 0], 1)
    answer = cl.signed_distance(a, b)
    assert "A and B are 2 apart." in answer.explain() and answer._repr_svg_().startswith("<svg")
    assert "overlap by 0.5" in cl.signed_distance(a, b.at(translation=[-2.5, 0])).explain()
    assert cl.distance(cl.Cuboid([1, 1, 1]), cl.Cuboid([1, 1, 1]))._repr_svg_() is None
    assert cl.trace(cl.Hull(np.eye(3)), cl.Hull(2 + np.eye(3)))[-1].stop is not None


def test_the_address_of_the_page_holds_the_pair():
    a, b = cl.Cuboid([1, 1]), cl.Ball([4, 0], 1)
    address = cl.distance(a, b).to_page("https://example.org/")
    code = address.removeprefix("https://example.org/#1.")
    state = json.loads(zlib.decompress(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), -15))
    assert [cl.from_json(json.dumps(shape["spelling"])) for shape in state["shapes"]] == [a, b]
    mesh = cl.Mesh(np.vstack([np.zeros(3), np.eye(3)]), [[0, 2, 1]])
    with pytest.raises(ValueError, match="convex"):
        mesh.distance(mesh).to_page()


def test_trimesh_meshes_are_taken_as_they_are():
    trimesh = pytest.importorskip("trimesh")
    box = trimesh.creation.box(extents=[2, 2, 2])
    mesh = cl.from_trimesh(box)
    assert len(mesh) == 12 and mesh.distance(cl.Point([3, 0, 0])).distance == 2


def test_shapely_geometries_keep_their_holes_and_distance():
    shapely = pytest.importorskip("shapely")
    ring = shapely.Point(0, 0).buffer(2).difference(shapely.Point(0, 0).buffer(1))
    other = shapely.LineString([(4, -1), (3, 0), (4, 1)])
    answer = cl.distance(cl.from_shapely(ring), cl.from_shapely(other))
    assert answer.lower <= ring.distance(other) <= answer.upper
    assert not cl.from_shapely(ring).contains([0, 0]) and cl.from_shapely(shapely.Point(1, 2)).dim == 2
    with pytest.raises(ValueError, match="empty"):
        cl.from_shapely(shapely.Polygon())


def test_scipy_rotations_are_poses():
    rotation = pytest.importorskip("scipy.spatial.transform").Rotation.from_euler("z", 90, degrees=True)
    box = cl.Cuboid([1, 2, 3])
    assert np.allclose(box.at(rotation).aabb[1], [2, 1, 3]) and box.at(rotation=rotation) == box.at(rotation)


def test_pictures_are_drawn_in_the_plane_and_in_space():
    pytest.importorskip("matplotlib").use("Agg")
    assert len(cl.plot(cl.Cuboid([1, 1]), cl.Ball([4, 0], 1)).patches) == 2
    assert cl.plot(cl.Cuboid([1, 1, 1]), cl.Cone(1, 1).at(translation=[4, 0, 0])).name == "3d"
