"""Buildings from IFC files: elements with their meshes, and clashes as BCF topics.

    python -m clearance.ifc A.ifc B.ifc --rules RULES.toml -o clashes.bcf --report clashes.html

It reads the files with ifcopenshell (`pip install clearance[ifc]`), and asks the command `clearance scene` about the
meshes. All lengths are in metres.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import Mesh, Scene, command
from ._ifc_closed import closed
from ._ifc_facts import Facts, is_body
from ._ifc_meshes import MissingReader, Progress, readers

FORMATS = {
    ".bcf": "bcf",
    ".bcfzip": "bcf",
    ".json": "json",
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".xml": "junit",
    ".txt": "table",
}


class IfcError(ValueError):
    """A file that is no IFC, or without a body; the sentence says which and why."""


@dataclass(frozen=True)
class Element:
    """An element of a building. Lengths are in metres, in the coordinates of the world."""

    id: str
    types: tuple[str, ...]
    name: str
    storey: str | None = None
    system: tuple[str, ...] = ()
    properties: dict[str, Any] = field(default_factory=dict)
    host: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    connected: tuple[str, ...] = ()
    vertices: npt.NDArray[np.float64] | None = None
    triangles: npt.NDArray[np.int64] | None = None
    # How far a point of the mesh may be from what was meant: that of the reader, of chords for curves, and of gaps that
    # were closed.
    error: float = 0.0
    # Whether the reader's mesh had corners on the edges of neighbours, or gaps within the precision, and is closed now.
    was_closed: bool = False

    @property
    def has_body(self) -> bool:
        """Whether the reader found a mesh."""
        return self.triangles is not None and len(self.triangles) > 0

    @property
    def title(self) -> str:
        """Its type, its id and its name, as a name of an object."""
        name = "".join("_" if letter == "/" or not letter.isprintable() else letter for letter in self.name)
        return "/".join([self.types[0], self.id, *([" ".join(name.split())] if name.strip() else [])])


@dataclass(frozen=True)
class Model:
    """A file of a building."""

    label: str
    elements: tuple[Element, ...]
    project: str | None
    precision: float
    error: float
    reader: str

    @property
    def bodies(self) -> dict[str, Element]:
        """The elements with a mesh, by names as `clearance scene` has them."""
        found = [element for element in self.elements if element.has_body]
        if len(found) == 1:
            return {f"{self.label}.obj": found[0]}
        names: dict[str, Element] = {}
        for element in found:
            name, count = f"{self.label}.obj:{element.title}", 1
            while name in names:
                count += 1
                name = f"{self.label}.obj:{element.title} #{count}"
            names[name] = element
        return names


def read(path: str | Path, label: str | None = None, reader: str = "ifcopenshell") -> Model:
    """Reads an IFC file.

    `label` is what the file is called in all answers, without it its name; it should stay the same from one state of the
    file to the next. `reader` makes the meshes: "ifcopenshell", or "fast" for ifclite-geom, whose coordinates lie on a
    grid of 2⁻¹⁶ m. The `error` of an element contains that, and how far chords are from curves.

    Raises ImportError with the words to install what is missing, and IfcError for a file that cannot be used.
    """
    path = Path(path)
    label = label or path.name
    mesher = readers(reader)
    try:
        facts = Facts.of_file(path)
    except MissingReader:
        raise
    except FileNotFoundError:
        raise IfcError(f"{path}: no such file") from None
    except Exception as error:
        raise IfcError(f"{path}: cannot be read as IFC: {error}") from error
    # ifcopenshell takes what is there.
    if _is_cut_off(path):
        raise IfcError(f"{path}: the file is cut off: it does not end with END-ISO-10303-21")
    wanted = [product for product in facts.products() if is_body(facts.types(product))]
    with Progress(f"reading {label}") as progress:
        try:
            meshes = mesher.meshes(facts.model, path, [p for p in wanted if p.Representation], progress)
        except Exception as error:
            raise IfcError(f"{path}: the meshes cannot be made: {error}") from error
    elements, precision = [], facts.precision()
    for product in wanted:
        vertices, triangles = meshes.get(product.id(), (None, None))
        off = mesher.error + (mesher.chord if facts.is_curved(product) else 0.0)
        mended = None
        if vertices is not None and triangles is not None:
            # The band of a pair of such elements is no narrower.
            size = float(np.ptp(vertices, axis=0).max())
            mended = closed(vertices, triangles, max(precision, 2.0 * mesher.error, 2.0**-20 * size))
        if mended:
            vertices, triangles, off = mended.vertices, mended.triangles, off + mended.moved
        # A whole without a shape of its own stands in its parts.
        if triangles is None and not product.Representation and facts.has_parts(product):
            continue
        elements.append(
            Element(
                id=product.GlobalId,
                types=facts.types(product),
                name=product.Name or "",
                storey=facts.storey(product),
                system=facts.systems(product),
                properties=facts.properties(product),
                host=facts.hosts(product),
                whole=facts.wholes(product),
                connected=facts.connected(product),
                vertices=vertices,
                triangles=triangles,
                error=off,
                was_closed=mended is not None,
            )
        )
    if not any(element.has_body for element in elements):
        raise IfcError(f"{path}: none of its {len(elements)} elements has a body")
    return Model(label, tuple(elements), facts.project(), precision, mesher.error, mesher.version)


def _is_cut_off(path: Path) -> bool:
    """Whether a file of the STEP format lacks its end."""
    with path.open("rb") as file:
        begins = file.read(256).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"ISO-10303-21")
        file.seek(max(0, path.stat().st_size - 4096))
        return begins and b"END-ISO-10303-21" not in file.read()


def scene(models: Iterable[Model]) -> Scene:
    """The bodies of some models as a `Scene`. Types, storeys and files are groups, which rules may name."""
    bodies, groups = {}, {}
    for model in models:
        for name, element in model.bodies.items():
            assert element.vertices is not None and element.triangles is not None
            bodies[name] = Mesh(element.vertices, element.triangles)
            groups[name] = [model.label, element.name, *element.types, *([element.storey] if element.storey else [])]
    return Scene(bodies, groups=groups)


def write(models: Sequence[Model], folder: str | Path) -> tuple[list[Path], Path]:
    """Writes the models for `clearance scene`: an OBJ file each, and one file of all elements.

    Returns the paths of the OBJ files, and that of the elements.
    """
    folder = Path(folder)
    labels = [model.label for model in models]
    for label in labels:
        if not label or Path(label).name != label:
            raise IfcError(f"the label {label!r} is no name of a file")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise IfcError(f"two files are called {twice}; give one a label: NEW={twice}")
    shapes = []
    elements = folder / "elements.jsonl"
    with elements.open("w", encoding="utf-8", newline="\n") as lines:
        for model in models:
            shapes.append(folder / f"{model.label}.obj")
            _write_obj(model, shapes[-1])
            names = {id(element): name for name, element in model.bodies.items()}
            for element in model.elements:
                name = names.get(id(element), f"{model.label}.obj:{element.title}")
                lines.write(json.dumps(_line(model, element, name), ensure_ascii=False, default=str) + "\n")
    return shapes, elements


def _line(model: Model, element: Element, name: str) -> dict[str, Any]:
    """What the elements file says of an element."""
    optional = {
        "label": element.name,
        "project": model.project,
        "storey": element.storey,
        "system": element.system,
        "properties": element.properties,
        "host": element.host,
        "whole": element.whole,
        "connected": element.connected,
    }
    line: dict[str, Any] = {"name": name, "id": element.id, "file": model.label, "type": element.types}
    line.update({key: value for key, value in optional.items() if value})
    line.update(precision=model.precision, error=element.error)
    return line


def _write_obj(model: Model, path: Path) -> None:
    """The bodies of a model. The text of a float is read as the same float."""
    first = 1
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for name, element in model.bodies.items():
            assert element.vertices is not None and element.triangles is not None
            out.write(f"o {name.split(':', 1)[-1]}\n")
            out.writelines("v %r %r %r\n" % tuple(vertex) for vertex in element.vertices.tolist())
            out.writelines("f %d %d %d\n" % tuple(corners) for corners in (element.triangles + first).tolist())
            first += len(element.vertices)


# Options that `clearance scene` takes as they are.
PASSED = {
    "--rules": "rules by types, storeys, properties and relations: a TOML file",
    "--contact": "what counts as touching where no rule says it: a length, or auto (default)",
    "--below": "find all pairs that are closer than this; without it and without rules those that overlap",
    "--group": "hub, rule or types",
    "--report": "write a page with a table and a view of each finding, too",
    "--pairs-from": "an earlier output (.json, .jsonl, .csv) to compare with",
    "--bcf-from": "an earlier BCF file, of which status and comments are kept",
    "--bcf-version": "2.1 or 3.0",
    "--date": "the date of this state, so that two runs have equal bytes",
    "--author": "who says this in the topics",
    "--project": "the name of the project in the topics",
    "--nearest": "find this many nearest pairs",
    "--threads": "how many threads work",
}


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clearance.ifc",
        description="Which elements of buildings clash: BCF topics, tables or a page. Lengths are in metres.",
    )
    parser.add_argument(
        "files", nargs="+", metavar="[LABEL=]FILE.ifc", help="a label stays the same when the name of the file changes"
    )
    parser.add_argument("-o", "--output", metavar="FILE", help="its ending says how: .bcf .json .jsonl .csv .xml (JUnit) .txt (table)")
    parser.add_argument("--reader", choices=["ifcopenshell", "fast"], default="ifcopenshell", help="what makes the meshes")
    parser.add_argument("--keep", metavar="FOLDER", help="keep the meshes and the elements file there")
    for option, text in PASSED.items():
        parser.add_argument(option, help=text)
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """The command line. Returns the exit code: that of `clearance scene`."""
    given = _arguments().parse_args(words)
    passed = [word for option in PASSED if (value := getattr(given, _name(option))) for word in (option, value)]
    # Faces that are flush in the file are so by its precision and by that of the reader.
    if not given.contact:
        passed += ["--contact", "auto"]
    # Without a limit, what overlaps is asked for.
    if not (given.rules or given.below or given.nearest):
        passed += ["--below", "0"]
    try:
        output = _output(given.output)
        models = []
        for word in given.files:
            label, equals, path = word.partition("=")
            models.append(read(path, label, given.reader) if equals else read(word, None, given.reader))
            _tell_closed(models[-1])
        with tempfile.TemporaryDirectory(prefix="clearance-") as temporary:
            folder = Path(given.keep or temporary)
            folder.mkdir(parents=True, exist_ok=True)
            shapes, elements = write(models, folder)
            return command(["scene", *shapes, "--unit", "m", "--elements", elements, *output, *passed])
    except (IfcError, ImportError) as error:
        print(f"clearance: {error}", file=sys.stderr)
        return 2


def _tell_closed(model: Model) -> None:
    """Says how many meshes were closed."""
    mended = [element for element in model.elements if element.was_closed]
    if mended:
        kinds = ", ".join(sorted({element.types[0] for element in mended}))
        count = f"{len(mended)} of {len(model.elements)} elements"
        print(f"clearance: {model.label}: {count} had corners on edges of neighbours and are closed: {kinds}", file=sys.stderr)


def _name(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")


def _output(path: str | None) -> list[str]:
    if path is None:
        return []
    form = FORMATS.get(Path(path).suffix.lower())
    if form is None:
        raise IfcError(f"{path}: the ending is none of {' '.join(FORMATS)}")
    return ["--format", form, "--output", path]


if __name__ == "__main__":
    sys.exit(main())
