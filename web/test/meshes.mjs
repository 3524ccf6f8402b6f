// Meshes that the tests make, as files.

import { crc32 } from "node:zlib";

/** A ring about the z axis: `around` × `across` quadrangles as triangles, of the radii 1 and `tube`. */
export function torus(around, across, tube) {
  const points = [];
  const faces = [];
  const vertex = (i, j) => (i % around) * across + (j % across);
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [u, v] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const radius = 1 + tube * Math.cos(v);
      points.push([radius * Math.cos(u), radius * Math.sin(u), tube * Math.sin(v)]);
      faces.push([vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)], [vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)]);
    }
  }
  return { points, faces };
}

/** A box of these half sizes, six faces outward; of fewer the box is open. */
export function box([x, y, z], sides = 6) {
  const points = Array.from({ length: 8 }, (_, place) => [place & 1 ? x : -x, place & 2 ? y : -y, place & 4 ? z : -z]);
  const faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
  return { points, faces: faces.slice(0, sides) };
}

/** The mesh as an OBJ file, its points moved. */
export function obj({ points, faces }, moved = (point) => point) {
  const vertices = points.map((point) => `v ${moved(point).join(" ")}\n`).join("");
  return vertices + faces.map((face) => `f ${face.map((corner) => corner + 1).join(" ")}\n`).join("");
}

/** The corners of the triangles of a mesh: faces of more corners are fans. */
const fans = (faces) => faces.flatMap((face) => face.slice(2).map((corner, place) => [face[0], face[place + 1], corner]));

/** The mesh as an STL file. */
export function stl({ points, faces }) {
  const facets = fans(faces).map((face) => `facet normal 0 0 0\nouter loop\n${face.map((corner) => `vertex ${points[corner].join(" ")}`).join("\n")}\nendloop\nendfacet\n`);
  return `solid part\n${facets.join("")}endsolid part\n`;
}

/** The mesh as an OFF file. */
export function off({ points, faces }) {
  return `OFF\n${points.length} ${faces.length} 0\n${points.map((point) => point.join(" ")).join("\n")}\n${faces.map((face) => `${face.length} ${face.join(" ")}`).join("\n")}\n`;
}

/** The mesh as a PLY file. */
export function ply({ points, faces }) {
  const header = ["ply", "format ascii 1.0", `element vertex ${points.length}`, ...["x", "y", "z"].map((axis) => `property double ${axis}`), `element face ${faces.length}`, "property list uchar int vertex_indices", "end_header"];
  return [...header, ...points.map((point) => point.join(" ")), ...faces.map((face) => `${face.length} ${face.join(" ")}`)].join("\n") + "\n";
}

/** The document and the buffer of a glTF file with one mesh at some places. */
function gltfParts({ points, faces }, places, uri) {
  const triangles = fans(faces).flat();
  const buffer = Buffer.concat([Buffer.from(Float32Array.from(points.flat()).buffer), Buffer.from(Uint32Array.from(triangles).buffer)]);
  const split = 12 * points.length;
  const document = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: places.map((_, place) => place) }],
    nodes: places.map((translation) => ({ mesh: 0, translation })),
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: points.length, type: "VEC3" },
      { bufferView: 1, componentType: 5125, count: triangles.length, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: split },
      { buffer: 0, byteOffset: split, byteLength: buffer.length - split },
    ],
    buffers: [{ byteLength: buffer.length, ...(uri ? { uri } : {}) }],
  };
  return [document, buffer];
}

/** A GLB file with the mesh at some places. */
export function glb(mesh, places = [[0, 0, 0]]) {
  const [document, buffer] = gltfParts(mesh, places);
  const text = Buffer.from(JSON.stringify(document));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, " ")]);
  const chunk = (kind, data) => Buffer.concat([Buffer.from(Uint32Array.of(data.length, kind).buffer), data]);
  const chunks = Buffer.concat([chunk(0x4e4f534a, json), chunk(0x004e4942, buffer)]);
  return Buffer.concat([Buffer.from(Uint32Array.of(0x46546c67, 2, 12 + chunks.length).buffer), chunks]);
}

/** A glTF file and the file with its numbers. */
export function gltf(mesh, name) {
  const [document, buffer] = gltfParts(mesh, [[0, 0, 0]], `parts/${name}`);
  return [JSON.stringify(document), buffer];
}

/** The mesh as a COLLADA file in a unit of so many metres. */
export function dae({ points, faces }, metres) {
  const numbers = points.flat();
  const corners = fans(faces);
  return `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="${metres}"/></asset>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="f" count="${numbers.length}">${numbers.join(" ")}</float_array>
<technique_common><accessor source="#f" count="${points.length}" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="${corners.length}"><input semantic="VERTEX" source="#v" offset="0"/><p>${corners.flat().join(" ")}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="a"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url="#a"/></scene></COLLADA>`;
}

/** The mesh as a 3MF file in millimetres: an archive that is not compressed. */
export function threemf({ points, faces }) {
  const model = `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>${points
    .map(([x, y, z]) => `<vertex x="${x}" y="${y}" z="${z}"/>`)
    .join("")}</vertices><triangles>${fans(faces)
    .map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`)
    .join("")}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`;
  const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
  return zip([["_rels/.rels", relations], ["3D/3dmodel.model", model]]);
}

function zip(files) {
  const [locals, entries] = [[], []];
  let offset = 0;
  for (const [name, text] of files) {
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), common, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}
