// Two glTF parts that one drags, with the segment of least distance, its proven bounds, and how the parts lie to each other.

import { load } from "clearance";
import { follow, meshOf } from "clearance/three";
import * as THREE from "three";
import { DragControls } from "three/addons/controls/DragControls.js";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";

const part = async (url, color) => {
  const { scene } = await new GLTFLoader().loadAsync(url.href);
  const mesh = scene.getObjectByProperty("isMesh", true);
  mesh.material = new THREE.MeshStandardMaterial({ color, flatShading: true, transparent: true, opacity: 0.75 });
  return mesh;
};
const [cl, bracket, pin] = await Promise.all([
  load(),
  part(new URL("./bracket.gltf", import.meta.url), 0x7c93ad),
  part(new URL("./pin.gltf", import.meta.url), 0xd9a441),
]);

const scene = new THREE.Scene();
scene.background = new THREE.Color(0xf4f4f2);
scene.add(bracket, pin, new THREE.HemisphereLight(0xffffff, 0x8899aa, 3));
const camera = new THREE.PerspectiveCamera(40, 1, 1, 1000);
camera.position.set(40, -90, 110);
const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);

const segment = new THREE.Line(new THREE.BufferGeometry().setFromPoints([new THREE.Vector3(), new THREE.Vector3()]), new THREE.LineBasicMaterial({ color: 0xb3261e, depthTest: false }));
segment.frustumCulled = false;
scene.add(segment);

scene.updateMatrixWorld();
const [a, b] = [meshOf(cl, bracket.geometry, bracket.matrixWorld), meshOf(cl, pin.geometry, pin.matrixWorld)];
const cache = cl.cache();
const WORDS = { apart: "apart", touching: "touching", crossing: "crossing", a_in_b: "inside", b_in_a: "inside" };

function ask() {
  scene.updateMatrixWorld();
  follow(a, bracket.matrixWorld);
  follow(b, pin.matrixWorld);
  const near = a.body.distance(b.body, { cache });
  const word = WORDS[a.body.relation(b.body).relation];
  segment.geometry.attributes.position.array.set([...near.pointA, ...near.pointB]);
  segment.geometry.attributes.position.needsUpdate = true;
  document.querySelector("#word").textContent = document.querySelector("#word").dataset.word = word;
  document.querySelector("#bracket").textContent = `${near.distance.toFixed(6)} mm, certainly from ${near.lower} to ${near.upper}`;
  renderer.render(scene, camera);
}

const orbit = new OrbitControls(camera, renderer.domElement);
orbit.addEventListener("change", ask);
const drag = new DragControls([bracket, pin], camera, renderer.domElement);
drag.addEventListener("dragstart", () => (orbit.enabled = false));
drag.addEventListener("dragend", () => (orbit.enabled = true));
drag.addEventListener("drag", ask);

const STEPS = { ArrowLeft: [-1, 0, 0], ArrowRight: [1, 0, 0], ArrowDown: [0, -1, 0], ArrowUp: [0, 1, 0], PageDown: [0, 0, -1], PageUp: [0, 0, 1] };
addEventListener("keydown", ({ key }) => {
  if (!STEPS[key]) return;
  pin.position.add(new THREE.Vector3(...STEPS[key]));
  ask();
});
addEventListener("resize", size);
function size() {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  ask();
}
size();
