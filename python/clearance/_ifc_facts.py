"""What an IFC file says of its elements beside their shapes: types, places, properties and relations.

The relations are read once, from the side of the relationships, so the time does not grow with elements times
relations. Entities that a schema does not have are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ._ifc_meshes import ifcopenshell


def is_body(types: Iterable[str]) -> bool:
    """Whether something of these types (its own and all above) is a body that may clash.

    Elements are, and proxies. Openings and all else that adds to or subtracts from another element are not, and neither
    are virtual elements. Spaces, storeys, grids and annotations are no elements.
    """
    known = set(types)
    return bool(known & {"IfcElement", "IfcProxy"}) and not known & {"IfcFeatureElement", "IfcVirtualElement"}


# What readers replace by chords.
CURVED = {
    "IfcCircle", "IfcEllipse", "IfcClothoid", "IfcCircleProfileDef", "IfcCircleHollowProfileDef", "IfcEllipseProfileDef",
    "IfcRoundedRectangleProfileDef", "IfcSweptDiskSolid", "IfcSweptDiskSolidPolygonal", "IfcRevolvedAreaSolid",
    "IfcRevolvedAreaSolidTapered", "IfcSphere", "IfcRightCircularCone", "IfcRightCircularCylinder", "IfcCylindricalSurface",
    "IfcSphericalSurface", "IfcToroidalSurface", "IfcSurfaceOfRevolution", "IfcBSplineCurveWithKnots",
    "IfcRationalBSplineCurveWithKnots", "IfcBSplineSurfaceWithKnots", "IfcRationalBSplineSurfaceWithKnots",
    "IfcBezierCurve", "IfcRationalBezierCurve",
}  # fmt: skip

# Lengths of profiles that round their corners.
RADII = ("FilletRadius", "EdgeRadius", "InternalFilletRadius", "ExternalFilletRadius", "FlangeEdgeRadius", "WebEdgeRadius")


def _is_curve(entity: Any) -> bool:
    if entity.is_a() in CURVED:
        return True
    if entity.is_a() == "IfcIndexedPolyCurve":
        return any(segment.is_a() == "IfcArcIndex" for segment in entity.Segments or ())
    return any((getattr(entity, radius, None) or 0) > 0 for radius in RADII)


class Facts:
    """The relations of a file. Products are those of ifcopenshell."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self._schema: Any = ifcopenshell("ifcopenshell_wrapper").schema_by_name(
            getattr(model, "schema_identifier", None) or model.schema
        )
        self._types: dict[str, tuple[str, ...]] = {}
        # By step numbers: of those, some.
        self._hosts: dict[int, list[Any]] = defaultdict(list)
        self._wholes: dict[int, list[Any]] = defaultdict(list)
        self._parts: set[int] = set()
        self._connected: dict[int, list[Any]] = defaultdict(list)
        self._containers: dict[int, Any] = {}
        self._systems: dict[int, list[str]] = defaultdict(list)
        self._openings: dict[int, list[Any]] = defaultdict(list)
        self._relate()

    @classmethod
    def of_file(cls, path: Path) -> Facts:
        opened = ifcopenshell().open
        if not path.is_file():
            raise FileNotFoundError(path)
        return cls(opened(str(path)))

    def _all(self, entity: str) -> list[Any]:
        try:
            return list(self.model.by_type(entity))
        except RuntimeError:
            # The schema has no such entity.
            return []

    def _relate(self) -> None:
        openings = {}
        for relation in self._all("IfcRelVoidsElement"):
            openings[relation.RelatedOpeningElement.id()] = relation.RelatingBuildingElement
            self._openings[relation.RelatingBuildingElement.id()].append(relation.RelatedOpeningElement)
        for relation in self._all("IfcRelFillsElement"):
            host = openings.get(relation.RelatingOpeningElement.id())
            if host is not None:
                self._hosts[relation.RelatedBuildingElement.id()].append(host)
        for relation in self._all("IfcRelCoversBldgElements"):
            for covering in relation.RelatedCoverings:
                self._hosts[covering.id()].append(relation.RelatingBuildingElement)
        ports = {}
        for relation in self._all("IfcRelConnectsPortToElement"):
            ports[relation.RelatingPort.id()] = relation.RelatedElement
        for relation in [*self._all("IfcRelAggregates"), *self._all("IfcRelNests")]:
            for part in relation.RelatedObjects:
                if "IfcPort" in self.types(part):
                    ports[part.id()] = relation.RelatingObject
                else:
                    self._wholes[part.id()].append(relation.RelatingObject)
                    self._parts.add(relation.RelatingObject.id())
        for relation in self._all("IfcRelConnectsElements"):
            joined = [relation.RelatingElement, relation.RelatedElement]
            self._join([*joined, *(getattr(relation, "RealizingElements", None) or ())])
        for relation in self._all("IfcRelConnectsPorts"):
            self._join([ports.get(relation.RelatingPort.id()), ports.get(relation.RelatedPort.id())])
        for relation in self._all("IfcRelContainedInSpatialStructure"):
            for product in relation.RelatedElements:
                self._containers[product.id()] = relation.RelatingStructure
        for relation in self._all("IfcRelAssignsToGroup"):
            if "IfcSystem" in self.types(relation.RelatingGroup) and relation.RelatingGroup.Name:
                for member in relation.RelatedObjects:
                    self._systems[member.id()].append(relation.RelatingGroup.Name)

    def _join(self, elements: list[Any]) -> None:
        known = [element for element in elements if element is not None]
        for one in known:
            self._connected[one.id()].extend(other for other in known if other.id() != one.id())

    def types(self, product: Any) -> tuple[str, ...]:
        """The type and all above, up to the root of the schema."""
        own = product.is_a()
        if own not in self._types:
            names, declaration = [], self._schema.declaration_by_name(own).as_entity()
            while declaration:
                names.append(declaration.name())
                declaration = declaration.supertype()
            self._types[own] = tuple(names)
        return self._types[own]

    def products(self) -> list[Any]:
        """All that may have a shape, in the order of their step numbers."""
        return sorted(self._all("IfcProduct"), key=lambda product: int(product.id()))

    def has_parts(self, product: Any) -> bool:
        """Whether other elements are its parts."""
        return product.id() in self._parts

    def hosts(self, product: Any) -> tuple[str, ...]:
        """The elements into or onto which it is built."""
        return _ids(self._hosts.get(product.id(), ()))

    def wholes(self, product: Any) -> tuple[str, ...]:
        """The elements of which it is a part, through all levels."""
        found: list[Any] = []
        waiting, seen = list(self._wholes.get(product.id(), ())), {product.id()}
        while waiting:
            whole = waiting.pop(0)
            if whole.id() not in seen and "IfcElement" in self.types(whole):
                seen.add(whole.id())
                found.append(whole)
                waiting.extend(self._wholes.get(whole.id(), ()))
        return _ids(found)

    def connected(self, product: Any) -> tuple[str, ...]:
        """The elements to which it is joined, also by ports."""
        return _ids(self._connected.get(product.id(), ()))

    def systems(self, product: Any) -> tuple[str, ...]:
        """The names of its systems."""
        return tuple(self._systems.get(product.id(), ()))

    def storey(self, product: Any) -> str | None:
        """The name of its storey, or of what else holds it, such as a part of a bridge."""
        at, seen = product, set()
        while at.id() not in seen:
            seen.add(at.id())
            container = self._containers.get(at.id())
            if container is not None:
                return self._storey_of(container)
            wholes = self._wholes.get(at.id())
            if not wholes:
                return None
            at = wholes[0]
            # Some files put elements into a storey as its parts.
            if "IfcElement" not in self.types(at):
                return self._storey_of(at)
        return None

    def _storey_of(self, container: Any) -> str | None:
        at, seen = container, set()
        while at.id() not in seen and "IfcBuildingStorey" not in self.types(at):
            seen.add(at.id())
            wholes = self._wholes.get(at.id())
            if not wholes:
                return container.Name or None
            at = wholes[0]
        return at.Name or None

    def properties(self, product: Any) -> dict[str, Any]:
        """The values of its sets of properties and quantities, also those of its type."""
        found = {}
        for name, values in ifcopenshell("util.element").get_psets(product).items():
            found[name] = {key: _plain(value) for key, value in values.items() if key != "id" and value is not None}
        return found

    def is_curved(self, product: Any) -> bool:
        """Whether its shape, or that of an opening in it, has curves, which readers replace by chords."""
        shapes = [shape.Representation for shape in (product, *self._openings[product.id()]) if shape.Representation]
        return any(_is_curve(entity) for shape in shapes for entity in self.model.traverse(shape))

    def precision(self) -> float:
        """The greatest distance in metres at which two points are one, as the file says. 0 if it does not."""
        contexts = self._all("IfcGeometricRepresentationContext")
        # Those of parts take it from the whole.
        given = [getattr(context, "Precision", None) for context in contexts if "Sub" not in context.is_a()]
        precisions = [float(value) for value in given if value is not None and 0 < float(value) < float("inf")]
        unit = float(ifcopenshell("util.unit").calculate_unit_scale(self.model))
        return max(precisions, default=0.0) * unit

    def project(self) -> str | None:
        """The GlobalId of the project."""
        projects = self._all("IfcProject")
        return projects[0].GlobalId if projects else None


def _ids(elements: Iterable[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(element.GlobalId for element in elements))


def _plain(value: Any) -> Any:
    """What JSON can hold of a value."""
    if isinstance(value, float) and not (-float("inf") < value < float("inf")):
        return None
    if isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items() if key != "id"}
    return str(value)
