"""Topics are what the format asks for: the package `bcf-client` reads them, and a person's words in it come back."""

import json
import uuid

import pytest
from clearance.ifc import command

bcfxml = pytest.importorskip("bcf.bcfxml", reason="bcf-client is not installed: pip install bcf-client")

VERSIONS = pytest.mark.parametrize("version", ["2.1", "3.0"])
# A name that XML cannot hold as it is, GlobalIds, and an id that names nothing.
NAMES = ["wall & <door>", "duct", "pipe"]
IDS = ["2O2Fr$t4X7Zf8NOew3FNr2", "0H$cHw7zL0ovJIEEEqj3zm", " "]
COMPONENTS = [*IDS[:2], "a.obj:pipe"]
CORNERS = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
FACES = [(1, 3, 4, 2), (5, 6, 8, 7), (1, 2, 6, 5), (3, 7, 8, 4), (1, 5, 7, 3), (2, 4, 8, 6)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A wall of 4 m, and a duct and a pipe that reach into it; the duct and the pipe are apart."""
    lows, sizes = ([0, 0, 0], [1, 1, 1], [1, 3, 1]), ([4, 4, 4], [6, 1, 1], [6, 0.5, 0.5])
    lines, objects = [], []
    for number, (name, low, size) in enumerate(zip(NAMES, lows, sizes)):
        lines.append(f"o {name}")
        lines += ["v " + " ".join(str(a + b * c) for a, b, c in zip(low, size, corner)) for corner in CORNERS]
        lines += ["f " + " ".join(str(8 * number + corner) for corner in face) for face in FACES]
        known = {"name": f"a.obj:{name}", "id": IDS[number], "label": name, "file": "a.ifc", "type": ["IfcWall"]}
        objects.append({**known, "project": "P" * 22})
    (tmp_path / "a.obj").write_text("\n".join(lines))
    (tmp_path / "elements.jsonl").write_text("\n".join(map(json.dumps, objects)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(version, output, date, *more):
    words = ["scene", "a.obj", "--unit", "m", "--elements", "elements.jsonl", "--below", "0", "--format", "bcf"]
    assert command([*words, "--bcf-version", version, "--date", date, "-o", output, *more]) == 1
    return open(output, "rb").read()


def names(component):
    return component.ifc_guid or component.authoring_tool_id


@VERSIONS
def test_topics_are_read_by_another_package_and_two_runs_have_equal_bytes(version, folder):
    first = written(version, "one.bcf", "2026-11-30")
    assert written(version, "two.bcf", "2026-11-30", "--threads", "1") == first
    with bcfxml.load("one.bcf") as file:
        assert file.version.version_id == version and uuid.UUID(file.project.project_id).version == 5
        [(guid, topic)] = file.topics.items()
        assert uuid.UUID(guid).version == 5 and topic.topic.guid == guid
        assert topic.topic.title == "IfcWall wall & <door>: 2 findings" and topic.topic.topic_status == "Open"
        assert (topic.topic.creation_date.to_datetime().date().isoformat(), topic.comments) == ("2026-11-30", [])
        header = topic.header.file if version == "2.1" else topic.header.files.file
        assert [(one.filename, one.ifc_project) for one in header] == [("a.ifc", "P" * 22)]
        [view] = topic.viewpoints.values()
        assert view.snapshot.startswith(b"\x89PNG\r\n\x1a\n")
        info = view.visualization_info
        assert sorted(map(names, info.components.selection.component)) == sorted(COMPONENTS)
        colors = info.components.coloring.color
        parts = [color.component if version == "2.1" else color.components.component for color in colors]
        assert sorted(sorted(map(names, part)) for part in parts) == [sorted(COMPONENTS[1:]), COMPONENTS[:1]]
        assert len({color.color for color in colors}) == 2
        # The camera is in metres of the model, and looks at the wall.
        camera = info.perspective_camera
        eye, way = ([getattr(at, axis) for axis in "xyz"] for at in (camera.camera_view_point, camera.camera_direction))
        middle = sum((2 - x) * along for x, along in zip(eye, way))
        assert middle > 0 and all(-4 < x + middle * along < 8 for x, along in zip(eye, way))


@VERSIONS
def test_a_topic_that_another_package_closed_is_opened_again_with_all_that_was_said(version, folder):
    written(version, "one.bcf", "2026-11-30")
    with bcfxml.load("one.bcf") as file:
        [(guid, topic)] = file.topics.items()
        topic.topic.topic_status, topic.topic.priority, topic.topic.assigned_to = "Closed", "High", "who@example.com"
        comment = comment_class(version)
        said = comment(date=topic.topic.creation_date, author="a.person@example.com", comment="Fixed <on> site & seen.",
                       guid=str(uuid.uuid5(uuid.NAMESPACE_URL, "a comment")))  # fmt: skip
        say(topic, said, version)
        file.save("closed.bcf")
    written(version, "again.bcf", "2026-12-07", "--bcf-from", "closed.bcf")
    with bcfxml.load("again.bcf") as file:
        [(again, topic)] = file.topics.items()
        assert again == guid
        own = topic.topic
        assert (own.topic_status, own.priority, own.assigned_to) == ("Open", "High", "who@example.com")
        days = [date.to_datetime().date().isoformat() for date in (own.creation_date, own.modified_date)]
        assert days == ["2026-11-30", "2026-12-07"]
        assert [one.comment for one in topic.comments] == [
            "Fixed <on> site & seen.", "Reopened: the topic was Closed, and it still has 2 findings."
        ]  # fmt: skip


def comment_class(version):
    if version == "2.1":
        from bcf.v2.model import Comment
    else:
        from bcf.v3.model import Comment
    return Comment


def say(topic, comment, version):
    if version == "2.1":
        topic.comments.append(comment)
        return
    from bcf.v3.model import TopicComments

    topic.topic.comments = TopicComments(comment=[comment])
