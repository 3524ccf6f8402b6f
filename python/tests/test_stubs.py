"""The stubs name what the compiled module has, and nothing else; every public name has a docstring."""

import ast
from pathlib import Path

import clearance as cl
from clearance import _clearance

STUB = ast.parse((Path(cl.__file__).parent / "_clearance.pyi").read_text())
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def members(name):
    """The methods and properties of a class of the stub, with those of its bases."""
    found = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    return found.union(*(members(base.id) for base in CLASSES[name].bases))


def test_the_stubs_have_every_function_and_class():
    functions = {node.name for node in STUB.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"}
    classes = {name for name in CLASSES if not name.startswith("_")}
    assert functions | classes == {name for name in dir(_clearance) if not name.startswith("_")}


def test_the_stubs_have_every_method_and_property():
    for name in CLASSES:
        if not name.startswith("_"):
            public = {member for member in dir(getattr(cl, name)) if not member.startswith("_")}
            stubbed = {member for member in members(name) if not member.startswith("_")}
            assert stubbed == public, name


def test_every_public_name_has_a_docstring():
    for name in dir(cl):
        if not name.startswith("_") and getattr(getattr(cl, name), "__module__", "").startswith("clearance"):
            assert getattr(cl, name).__doc__, name


def test_functions_of_sets_tell_the_arguments_of_the_method():
    for name in ("distances", "signed_distances", "minimum", "gradients", "casts", "impacts", "rays"):
        told = getattr(cl, name).__doc__
        assert f"ShapeSet.{name}" in told and getattr(cl.ShapeSet, name).__doc__ in told
    boxes = [cl.Cuboid([1, 1, 1]), cl.Cuboid([1, 1, 1]).at(translation=[5, 0, 0])]
    assert cl.distances(shapes=boxes, columns=("distance",))["distance"] == 3
