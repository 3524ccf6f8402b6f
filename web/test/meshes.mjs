// Meshes that the tests make, as text of files.

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
