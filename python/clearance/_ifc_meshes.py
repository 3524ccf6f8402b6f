"""Meshes of IFC elements, by one of two readers, which are optional packages."""

from __future__ import annotations

import importlib
import math
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

Meshes = dict[int, tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]]

# The step of the grid on which ifclite-geom puts its vertices, in metres.
FAST_GRID = 2.0**-16


# How far chords may be from the curves that they stand for, in metres: what ifcopenshell is asked for, and what
# ifclite-geom was measured to do.
CHORD = 0.001
FAST_CHORD = 0.016


class MissingReader(ImportError):
    """A package that reads IFC is not there; the sentence says what to install."""


def ifcopenshell(part: str = "") -> ModuleType:
    """The package ifcopenshell, or one of its modules."""
    return _module("ifcopenshell", part)


def _module(package: str, part: str = "") -> ModuleType:
    try:
        return importlib.import_module(f"{package}.{part}" if part else package)
    except ImportError as error:
        name = package.replace("_", "-")
        raise MissingReader(f"reading IFC needs {name}: pip install clearance[ifc] ({error})") from error


class Reader(Protocol):
    """What makes meshes: in metres, in the coordinates of the world, by the step numbers of products."""

    error: float
    chord: float
    version: str

    def meshes(self, model: Any, path: Path, products: Sequence[Any], progress: Progress) -> Meshes: ...


class OpenShell:
    """ifcopenshell: floats of 64 bits."""

    error = 0.0
    chord = CHORD

    def __init__(self) -> None:
        self.version = f"ifcopenshell {getattr(ifcopenshell(), 'version', 'of unknown version')}"

    def meshes(self, model: Any, path: Path, products: Sequence[Any], progress: Progress) -> Meshes:
        found: Meshes = {}
        if not products:
            return found
        geom = ifcopenshell("geom")
        settings = geom.settings()
        settings.set("use-world-coords", True)
        settings.set("weld-vertices", True)
        settings.set("no-normals", True)
        settings.set("mesher-linear-deflection", CHORD)
        iterator = geom.iterator(settings, model, os.cpu_count() or 1, include=list(products))
        if not iterator.initialize():
            return found
        while True:
            shape = iterator.get()
            vertices = np.array(shape.geometry.verts, dtype=np.float64).reshape(-1, 3)
            triangles = np.array(shape.geometry.faces, dtype=np.int64).reshape(-1, 3)
            if len(triangles) and np.isfinite(vertices).all():
                found[shape.id] = (vertices, triangles)
            progress.shows(len(found), len(products))
            if not iterator.next():
                return found


class Fast:
    """ifclite-geom: vertices on a grid, some ten times faster."""

    error = math.sqrt(3.0) * FAST_GRID / 2.0
    chord = FAST_CHORD

    def __init__(self) -> None:
        self._module = _module("ifclite_geom")
        try:
            from importlib.metadata import version

            self.version = f"ifclite-geom {version('ifclite-geom')}"
        except ImportError:
            self.version = "ifclite-geom"

    def meshes(self, model: Any, path: Path, products: Sequence[Any], progress: Progress) -> Meshes:
        wanted = {product.id() for product in products}
        data = self._module.geometry_data_buffers(path.read_bytes())
        found: Meshes = {}
        for step, element in data["elements"].items():
            vertices = np.frombuffer(element["vertices"], "<f8").reshape(-1, 3).astype(np.float64)
            triangles = np.frombuffer(element["faces"], "<u4").reshape(-1, 3).astype(np.int64)
            if int(step) in wanted and len(triangles) and np.isfinite(vertices).all():
                found[int(step)] = (vertices, triangles)
        progress.shows(len(found), len(products))
        return found


def readers(name: str) -> Reader:
    """The reader of this name."""
    if name == "ifcopenshell":
        return OpenShell()
    if name == "fast":
        return Fast()
    raise ValueError(f"reader is {name!r}: ifcopenshell or fast is expected")


class Progress:
    """A bar on standard error, if that is a terminal."""

    def __init__(self, what: str) -> None:
        self.what, self.is_shown, self.last = what, sys.stderr.isatty(), 0.0

    def __enter__(self) -> Progress:
        if self.is_shown:
            sys.stderr.write(f"\r{self.what} ...")
            sys.stderr.flush()
        return self

    def shows(self, done: int, of: int) -> None:
        """So many of all. It draws ten times a second at most."""
        now = time.monotonic()
        if not self.is_shown or now - self.last < 0.1:
            return
        self.last = now
        filled = 30 * done // max(of, 1)
        sys.stderr.write(f"\r{self.what} [{'#' * filled}{' ' * (30 - filled)}] {done} of {of}")
        sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
