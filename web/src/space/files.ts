// OBJ and STL files: their points only, since the shape meant is the hull.

import { Group, Mesh } from "three";
import { OBJLoader } from "three/addons/loaders/OBJLoader.js";
import { STLLoader } from "three/addons/loaders/STLLoader.js";
import type { Shape } from "../scene.ts";

/** More points than this make a page that no longer follows a hand. */
const MOST = 20_000;

/** The shape of a file, or the reason why not. */
export async function read(file: File): Promise<Shape> {
  const kind = file.name.toLowerCase().split(".").at(-1);
  const group = new Group();
  if (kind === "obj") group.add(new OBJLoader().parse(await file.text()));
  else if (kind === "stl") group.add(new Mesh(new STLLoader().parse(await file.arrayBuffer())));
  else throw new Error(`${file.name}: OBJ or STL wanted`);
  const distinct = new Map<string, number[]>();
  group.traverse((object) => {
    const position = (object as Partial<Mesh>).geometry?.getAttribute("position");
    for (let place = 0; position && place < position.count; place++) {
      const point = [position.getX(place), position.getY(place), position.getZ(place)];
      distinct.set(point.join(), point);
    }
  });
  if (distinct.size === 0) throw new Error(`${file.name}: no vertices found`);
  if (distinct.size > MOST) throw new Error(`${file.name}: ${distinct.size} vertices, and the page takes ${MOST} at most; the command takes any number`);
  return { name: file.name, spelling: { points: [...distinct.values()] } };
}
