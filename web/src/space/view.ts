// A picture of space: camera, light, labels; drawn when something changed, not otherwise.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Group,
  type Object3D,
  PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { CSS2DObject, CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";
import { html } from "../dom.ts";

export class SpaceView {
  readonly root: HTMLElement;
  readonly scene = new Scene();
  /** What is drawn anew with every change. */
  readonly marks = new Group();
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 1e6);
  readonly orbit: OrbitControls;
  readonly renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  private readonly labels = new CSS2DRenderer();
  private asked = false;
  private bounds = new Sphere(new Vector3(), 3);
  /** What a mark's size of 1 is in the world: a hundredth of the picture's height. */
  unit = 0.05;

  constructor(label: string) {
    const canvas = this.renderer.domElement;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", label);
    this.labels.domElement.className = "labels";
    this.labels.domElement.setAttribute("aria-hidden", "true");
    const button = (text: string, name: string, act: () => void) => html("button", { type: "button", "aria-label": `${label}: ${name}`, click: act }, text);
    this.root = html(
      "div",
      { class: "picture" },
      canvas,
      this.labels.domElement,
      html(
        "div",
        { class: "zoom" },
        button("↺", "turn left", () => this.swing(-Math.PI / 12)),
        button("↻", "turn right", () => this.swing(Math.PI / 12)),
        button("+", "nearer", () => this.zoom(1 / 1.3)),
        button("−", "farther", () => this.zoom(1.3)),
        button("⤢", "show all", () => this.refit()),
      ),
    );
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera.up.set(0, 0, 1);
    this.camera.position.set(4, -7, 4);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener("change", () => this.ask());
    const sun = new DirectionalLight(0xffffff, 2.6);
    sun.position.set(0.4, 0.6, 1);
    this.camera.add(sun);
    this.scene.add(new AmbientLight(0xffffff, 2.2), this.camera, this.marks);
    new ResizeObserver(() => this.measure()).observe(this.root);
  }

  /** Draws in the next frame. */
  ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.renderer.render(this.scene, this.camera);
      this.labels.render(this.scene, this.camera);
    });
  }

  /** Looks at a ball that holds everything. */
  fit(bounds: Sphere): void {
    this.bounds = bounds.clone();
    this.refit();
  }

  remember(bounds: Sphere): void {
    this.bounds = bounds.clone();
  }

  private refit(): void {
    const { center, radius } = this.bounds;
    const narrow = Math.min(1, this.camera.aspect);
    const distance = (radius * 0.9) / Math.sin((this.camera.fov * Math.PI) / 360) / narrow;
    const from = this.camera.position.clone().sub(this.orbit.target).normalize();
    this.orbit.target.copy(center);
    this.camera.position.copy(center).addScaledVector(from, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 50;
    this.camera.updateProjectionMatrix();
    this.unit = (radius * 2) / 100;
    this.orbit.update();
    this.ask();
  }

  private zoom(factor: number): void {
    this.camera.position.sub(this.orbit.target).multiplyScalar(factor).add(this.orbit.target);
    this.orbit.update();
    this.ask();
  }

  private swing(angle: number): void {
    this.camera.position.sub(this.orbit.target).applyAxisAngle(this.camera.up, angle).add(this.orbit.target);
    this.orbit.update();
    this.ask();
  }

  private measure(): void {
    const { clientWidth, clientHeight } = this.root;
    if (!clientWidth) return;
    this.renderer.setSize(clientWidth, clientHeight);
    this.labels.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.ask();
  }

  /** Takes the last marks away and frees what the graphics card holds of them. */
  clear(group: Group = this.marks): void {
    group.traverse((object) => {
      if (object instanceof CSS2DObject) object.element.remove();
      const { geometry, material } = object as Partial<{ geometry: { dispose(): void }; material: { dispose(): void } }>;
      geometry?.dispose();
      material?.dispose();
    });
    group.clear();
  }

  png(): Promise<Blob> {
    this.renderer.render(this.scene, this.camera);
    const canvas = this.renderer.domElement;
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), "image/png"));
  }
}

/** A label that stands at a point. */
export function label(text: string, at: Vector3, name = ""): Object3D {
  const object = new CSS2DObject(html("span", { class: `label ${name}` }, text));
  object.position.copy(at);
  return object;
}

/** A colour of the theme. */
export function colour(name: string): Color {
  return new Color(getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim());
}

export function vector(point: number[]): Vector3 {
  return new Vector3(point[0], point[1], point[2]);
}
