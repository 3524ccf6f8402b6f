"""Assemblies from STEP files: what each two parts are to each other, proven for the surfaces and not for a mesh.

    python -m clearance.step assembly.step --rules RULES.toml --below 0.2mm --report clearances.html

It reads the files with OCCT (`pip install "clearance[step]"`), and asks the command `clearance surfaces` about the
surfaces of the faces. All lengths are in millimetres.
"""

from __future__ import annotations

import argparse
import gc
import html
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

# Asks the command with these words; the answer is its exit code.
Command = Callable[[list[Any]], int]


class StepError(ValueError):
    """A file that is no STEP file, or has no bodies; the sentence says which and why."""


@dataclass(frozen=True)
class Part:
    """A body of an assembly, where it stands."""

    name: str
    shape: Any
    # What the file calls its uncertainty, in millimetres.
    uncertainty: float = 0.0


def read(path: str | Path) -> list[Part]:
    """Reads the bodies of a STEP file, with their names along the assembly tree. Lengths become millimetres.

    A file may name others, beside it; they are read, too. Raises ImportError with the words to install what is missing,
    and StepError for a file that cannot be used.
    """
    try:
        from OCP.IFSelect import IFSelect_ReturnStatus as Status
        from OCP.Interface import Interface_Static
        from OCP.Message import Message
        from OCP.STEPCAFControl import STEPCAFControl_Reader
        from OCP.TCollection import TCollection_ExtendedString
        from OCP.TDataStd import TDataStd_Name
        from OCP.TDF import TDF_Label
        from OCP.TDocStd import TDocStd_Document
        from OCP.TopAbs import TopAbs_ShapeEnum as Kind
        from OCP.TopLoc import TopLoc_Location
        from OCP.XCAFDoc import XCAFDoc_DocumentTool, XCAFDoc_ShapeTool

        from ._step_faces import explore
        from ._step_text import uncertainty
    except ImportError as error:
        raise ImportError(f'STEP is read by OCCT: pip install "clearance[step]" ({error})') from error
    path = Path(path)
    if not path.is_file():
        raise StepError(f"{path}: no such file")
    # The reader prints what it heals; what is wrong is said here.
    Message.DefaultMessenger_s().ChangePrinters().Clear()
    document = TDocStd_Document(TCollection_ExtendedString("clearance"))
    reader = STEPCAFControl_Reader()
    Interface_Static.SetCVal_s("xstep.cascade.unit", "MM")
    reader.SetNameMode(True)
    try:
        is_read = reader.ReadFile(str(path)) == Status.IFSelect_RetDone and reader.Transfer(document)
    except Exception as error:
        raise StepError(f"{path}: cannot be read as STEP: {error}") from error
    if not is_read:
        raise StepError(f"{path}: cannot be read as STEP")
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())
    own = uncertainty(path.read_text(encoding="latin-1"))
    parts: list[Part] = []

    def name_of(label: Any) -> str:
        found = TDataStd_Name()
        text = found.Get().ToExtString() if label.FindAttribute(TDataStd_Name.GetID_s(), found) else ""
        # A name that the reader makes up.
        return "" if text.startswith("=>") else " ".join(text.split())

    def labels(fill: Callable[[Any], Any]) -> list[Any]:
        sequence = _labels()
        fill(sequence)
        return [sequence.Value(i) for i in range(1, sequence.Length() + 1)]

    def walk(label: Any, location: Any, names: list[str]) -> None:
        if XCAFDoc_ShapeTool.IsAssembly_s(label):
            for component in labels(lambda found: XCAFDoc_ShapeTool.GetComponents_s(label, found)):
                referred = TDF_Label()
                XCAFDoc_ShapeTool.GetReferredShape_s(component, referred)
                called = name_of(component) or name_of(referred)
                walk(referred, location.Multiplied(XCAFDoc_ShapeTool.GetLocation_s(component)), [*names, called])
            return
        shape = XCAFDoc_ShapeTool.GetShape_s(label).Moved(location)
        solids = list(explore(shape, Kind.TopAbs_SOLID))
        if not solids and next(explore(shape, Kind.TopAbs_FACE), None) is not None:
            solids = [shape]
        title = "/".join(name for name in names if name) or path.stem
        for number, solid in enumerate(solids, 1):
            parts.append(Part(f"{title}.{number}" if len(solids) > 1 else title, solid, own))

    for root in labels(tool.GetFreeShapes):
        walk(root, TopLoc_Location(), [name_of(root)])
    if not parts:
        raise StepError(f"{path}: has no bodies")
    return parts


def _labels() -> Any:
    """An empty list of labels: the binding has had two places for it."""
    try:
        from OCP.collections import Sequence_TDF_Label

        return Sequence_TDF_Label()
    except ImportError:
        from OCP.TDF import TDF_LabelSequence

        return TDF_LabelSequence()


def mesh(parts: Iterable[Part], deflection: float, angle: float = 0.5) -> None:
    """Meshes the bodies. The deflection is a wish: the command bounds what the mesher made of it."""
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.BRepTools import BRepTools

    done: list[Any] = []
    for part in parts:
        if any(part.shape.IsPartner(other) for other in done):
            continue
        done.append(part.shape)
        BRepTools.Clean_s(part.shape)
        BRepMesh_IncrementalMesh(part.shape, deflection, False, angle, False)


def lines(parts: Iterable[Part]) -> Iterable[str]:
    """The meshed bodies as `clearance surfaces` reads them, a line each. Parts with one shape are instances of the first."""
    from OCP.TopAbs import TopAbs_ShapeEnum as Kind

    from ._step_faces import explore, face, pose

    written: list[Part] = []
    for part in parts:
        first = next((other for other in written if _is_instance(part, other)), None)
        place = pose(first.shape, part.shape) if first else None
        if first and place:
            yield json.dumps({"name": part.name, "unit": "mm", "of": first.name, "pose": place}, allow_nan=False)
            continue
        written.append(part)
        with _no_collection():
            faces = ", ".join(face(shape) for shape in explore(part.shape, Kind.TopAbs_FACE))
        body = json.dumps({"name": part.name, "unit": "mm", "uncertainty": part.uncertainty}, allow_nan=False)
        yield f'{body[:-1]}, "faces": [{faces}]}}'


@contextmanager
def _no_collection() -> Iterator[None]:
    """Numbers of nodes are many small objects without circles: looking for circles among them takes a third of the time."""
    is_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if is_on:
            gc.enable()


def _is_instance(part: Part, other: Part) -> bool:
    """Whether two parts are one shape at two places, turned alike."""
    is_alike = part.shape.Orientation() == other.shape.Orientation() and part.uncertainty == other.uncertainty
    return is_alike and bool(part.shape.IsPartner(other.shape))


def different(parts: Sequence[Part]) -> list[Part]:
    """The parts with names of their own: the second of a name gets its count."""
    taken: set[str] = set()
    found = []
    for part in parts:
        name, count = part.name, 1
        while name in taken:
            count += 1
            name = f"{part.name} #{count}"
        taken.add(name)
        found.append(replace(part, name=name))
    return found


def ask(
    command: Command, parts: Sequence[Part], folder: Path, deflection: float, words: Sequence[Any]
) -> tuple[int, list[dict[str, Any]]]:
    """Meshes the parts and asks the command. Returns its exit code, and a row for each pair that is told of."""
    mesh(parts, deflection)
    bodies, answers = folder / "bodies.jsonl", folder / "answers.jsonl"
    with bodies.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(line + "\n" for line in lines(parts))
    answers.unlink(missing_ok=True)
    code = command(["surfaces", bodies, "--format", "jsonl", "--output", answers, *words])
    rows = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
    return code, [json.loads(row) for row in rows]


def refined(
    command: Command, parts: Sequence[Part], folder: Path, deflections: Sequence[float], words: Sequence[Any]
) -> tuple[int, list[dict[str, Any]], dict[str, float]]:
    """The answers of `ask`; those that nothing decides are asked again with finer meshes of their two bodies alone.

    A pair is asked no more once its limit is decided, once its bounds are as near each other as the finest deflection, or
    once their width is the file's own tolerance. Returns the exit code, the answers, and how fine the mesh of each part
    was that was meshed again.
    """
    code, rows = ask(command, parts, folder, deflections[0], words)
    floor: set[tuple[str, str]] = set()
    finest: dict[str, float] = {}
    for deflection in deflections[1:]:
        waiting = [row for row in rows if row.get("standing") == "undecided" and "b" in row]
        waiting = [row for row in waiting if (row["a"], row["b"]) not in floor]
        if code > 1 or not waiting:
            break
        for count, row in enumerate(waiting, 1):
            pair = (row["a"], row["b"])
            if row["verdict"] == "apart" and row.get("tolerance_share", 0.0) >= AT_FLOOR:
                print(f"clearance: {pair[0]}, {pair[1]}: the width is the file's own tolerance", file=sys.stderr)
                floor.add(pair)
                continue
            # The search has the same width as its aim, so finer meshes would end as this one did.
            if row["verdict"] == "apart" and row["upper"] - row["lower"] <= deflections[-1]:
                print(f"clearance: {pair[0]}, {pair[1]}: the bounds are within {deflections[-1]:g} mm", file=sys.stderr)
                floor.add(pair)
                continue
            print(f"clearance: finer, {deflection:g} mm ({count} of {len(waiting)}): {pair[0]}, {pair[1]}", file=sys.stderr)
            own = [part for part in parts if part.name in pair]
            for part in own:
                finest[part.name] = deflection
            # Rules name parts that are not asked about now; what they say of the pair is known.
            rules = folder / "rules.toml"
            rules.write_text(_rule(row), encoding="utf-8")
            again = [*_without_rules(words), "--below", row["limit"], "--rules", rules]
            found = ask(command, own, folder, deflection, again)[1]
            rows[rows.index(row)] = found[0] if found else {**row, "standing": "clear", "sentence": _clear(row)}
    return code, rows, finest


def proven(
    command: Command, parts: Sequence[Part], proof: Path, deflection: float, finest: dict[str, float], words: Sequence[Any]
) -> tuple[int, list[dict[str, Any]]]:
    """Asks once more, with the finest meshes that were needed, and writes the proof and beside it the bodies it is about."""
    mesh(parts, deflection)
    for fine in sorted(set(finest.values()), reverse=True):
        mesh([part for part in parts if finest.get(part.name) == fine], fine)
    bodies, answers = proof.with_name(proof.name + ".jsonl"), proof.with_name(proof.name + ".answers")
    bodies.write_text("".join(line + "\n" for line in lines(parts)), encoding="utf-8", newline="\n")
    try:
        code = command(["surfaces", bodies, "--format", "jsonl", "--output", answers, "--proof", proof, *words])
        rows = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
    finally:
        answers.unlink(missing_ok=True)
    return code, [json.loads(row) for row in rows]


def _rule(row: dict[str, Any]) -> str:
    """What the rules say of a pair, as a file of rules."""
    said = {key: value for key, value in row.get("rule", {}).items() if value is not None}
    return "[[rule]]\na = '*'\n" + "".join(f"{key} = {float(value)!r}\n" for key, value in said.items())


# The share of a width that is the file's own tolerance, above which finer meshes decide nothing.
AT_FLOOR = 0.9


def _clear(row: dict[str, Any]) -> str:
    return f"{row['a']}, {row['b']}: not below {row['limit']} mm"


def _without_rules(words: Sequence[Any]) -> list[Any]:
    kept: list[Any] = []
    for option, value in zip(words[::2], words[1::2]):
        if option not in ("--rules", "--below"):
            kept += [option, value]
    return kept


COLOURS = {"broken": "#f8d0d0", "undecided": "#f8ecc8", "clear": "#d4ecd4"}


def report(title: str, rows: Sequence[dict[str, Any]]) -> str:
    """A page with a sentence for each pair, coloured by how it stands to its limit."""

    def line(row: dict[str, Any]) -> str:
        standing = row.get("standing", "undecided")
        faces = "; ".join(
            f"{pair['kind']}: faces {pair['face_a']['number']}, {pair['face_b']['number']}, "
            f"gap {pair['lower']:.3g} to {pair['upper']:.3g}"
            for pair in row.get("coincident", [])[:8]
        )
        cells = [standing, row["sentence"], faces]
        text = "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
        return f'<tr style="background:{COLOURS[standing]}">{text}</tr>'

    count = {standing: sum(row.get("standing", "undecided") == standing for row in rows) for standing in COLOURS}
    head = ", ".join(f"{number} {standing}" for standing, number in count.items())
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
        "<style>body{font:15px sans-serif;margin:2em}td,th{padding:.3em .6em;text-align:left;vertical-align:top}"
        f"table{{border-collapse:collapse}}</style><h1>{html.escape(title)}</h1><p>{head}. Lengths are in mm; bounds are "
        "proven for the surfaces of the file.</p><table><tr><th>limit</th><th>pair</th><th>faces that are one surface"
        "</th></tr>" + "\n".join(map(line, rows)) + "</table></html>\n"
    )


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m clearance.step",
        description="What the parts of assemblies are to each other, proven for their surfaces. Lengths are in mm.",
    )
    parser.add_argument("files", nargs="+", metavar="FILE.step")
    parser.add_argument("--below", default="0", help="find all pairs that are closer than this, such as 0.2mm")
    parser.add_argument("--rules", help="limits and pairs to skip, by patterns of names: a TOML file")
    parser.add_argument("--contact", help="what counts as touching beside the file's own tolerances")
    parser.add_argument("--undecided", choices=["fail", "pass"], help="what a pair means of which nothing is proven")
    parser.add_argument("--deflection", type=float, default=0.1, metavar="MM", help="how fine the first mesh is")
    parser.add_argument("--refine", type=float, metavar="MM", help="ask undecided pairs again with meshes as fine as this")
    parser.add_argument("--report", metavar="FILE.html", help="write a page, too")
    parser.add_argument("-o", "--output", metavar="FILE.jsonl", help="write the answers as objects, one a line")
    parser.add_argument("--proof", metavar="FILE", help="write a proof for `clearance verify`, and FILE.jsonl that it is about")
    parser.add_argument("--bodies", metavar="FILE.jsonl", help="write the surfaces for `clearance surfaces`, and ask nothing")
    return parser


def main(words: Sequence[str] | None = None, command: Command | None = None) -> int:
    """The command line. Returns 0 if all is proven well, 1 if a limit is broken or undecided, 2 for bad input."""
    given = _arguments().parse_args(words)
    if not (given.deflection > 0 and (given.refine is None or given.refine > 0)):
        print("clearance: expected a positive length for --deflection and --refine", file=sys.stderr)
        return 2
    passed: list[Any] = ["--below", given.below]
    if given.refine:
        passed += ["--width", f"{given.refine!r}mm"]
    for option in ("rules", "contact", "undecided"):
        if getattr(given, option):
            passed += [f"--{option}", getattr(given, option)]
    try:
        if command is None:
            from . import command as inside

            command = inside
        parts = different([part for path in given.files for part in read(path)])
        if given.bodies:
            mesh(parts, given.deflection)
            Path(given.bodies).write_text("".join(line + "\n" for line in lines(parts)), encoding="utf-8")
            return 0
        deflections = [given.deflection]
        while given.refine and deflections[-1] > given.refine:
            deflections.append(max(deflections[-1] / 4, given.refine))
        with tempfile.TemporaryDirectory(prefix="clearance-") as folder:
            code, rows, finest = refined(command, parts, Path(folder), deflections, passed)
        if given.proof and code <= 1:
            code, rows = proven(command, parts, Path(given.proof), given.deflection, finest, passed)
    except (StepError, ImportError) as error:
        print(f"clearance: {error}", file=sys.stderr)
        return 2
    if code > 1:
        return code
    for row in rows:
        print(row["sentence"])
    standings = [row.get("standing", "undecided") for row in rows]
    broken, undecided = standings.count("broken"), standings.count("undecided")
    print(f"{len(parts)} bodies: {broken} pairs below their limit, {undecided} undecided, {standings.count('clear')} in contact")
    if given.output:
        Path(given.output).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    if given.report:
        Path(given.report).write_text(report(", ".join(map(str, given.files)), rows), encoding="utf-8")
    return int(broken > 0 or (undecided > 0 and given.undecided != "pass"))


if __name__ == "__main__":
    sys.exit(main())
