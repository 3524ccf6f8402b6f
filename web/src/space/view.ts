// A picture of space: camera, light, labels; drawn when something changed, not otherwise.

import {
  AmbientLight,
  Color,
  DirectionalLight,
  Frustum,
  Group,
  Matrix4,
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
  /** Whether the person moved the camera since it last showed all. */
  private moved = false;
  /** Whether the person moved it: then a link keeps where it looks. */
  get isChosen(): boolean {
    return this.moved;
  }
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
    this.orbit.addEventListener("start", () => (this.moved = true));
    // One finger up and down scrolls the page; sideways it turns the picture, and two fingers do all the rest.
    canvas.style.touchAction = "pan-y";
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
      for (const one of this.stale.splice(0)) one.dispose();
    });
  }

  /** Looks at a ball that holds everything. */
  fit(bounds: Sphere): void {
    this.bounds = bounds.clone();
    this.refit();
  }

  /** Looks at a ball across a direction. What stands before the ball is cut off. */
  look(bounds: Sphere, across: Vector3): void {
    const from = this.camera.position.clone().sub(this.orbit.target);
    const beside = from.clone().projectOnPlane(across);
    this.camera.position.copy(this.orbit.target).add(beside.lengthSq() > 1e-4 * from.lengthSq() ? beside : from);
    this.fit(bounds);
    this.moved = true;
    this.camera.near = Math.max(this.camera.near, this.camera.position.distanceTo(bounds.center) - bounds.radius);
    this.camera.updateProjectionMatrix();
  }

  /** Where the camera is, and what it looks at, in the world. */
  get view(): number[] {
    return [...world(this.camera.position), ...world(this.orbit.target)];
  }

  set view(numbers: number[]) {
    const [from, to] = [numbers.slice(0, 3), numbers.slice(3)];
    // A link may hold anything.
    if (to.length < 3 || from.every((value, axis) => value === to[axis])) return;
    this.moved = true;
    this.camera.position.copy(vector(from));
    this.orbit.target.copy(vector(to));
    this.orbit.update();
    this.ask();
  }

  remember(bounds: Sphere): void {
    this.bounds = bounds.clone();
  }

  /** As `remember`, but the camera follows what leaves the picture, unless the person chose where it looks. */
  follow(bounds: Sphere): void {
    this.remember(bounds);
    this.camera.updateMatrixWorld();
    const view = new Frustum().setFromProjectionMatrix(new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse));
    const lost = view.planes.some((plane) => plane.distanceToPoint(bounds.center) < bounds.radius * 0.7);
    if (lost && !this.moved) this.refit();
  }

  private refit(): void {
    this.moved = false;
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
    this.moved = true;
    this.camera.position.sub(this.orbit.target).multiplyScalar(factor).add(this.orbit.target);
    this.orbit.update();
    this.ask();
  }

  private swing(angle: number): void {
    this.moved = true;
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
    // What was fitted into another shape of picture would be cut off.
    if (!this.moved) this.refit();
    this.ask();
  }

  /** Shows these marks in place of the last ones; there may be none. */
  show(marks: Object3D[]): void {
    this.clear();
    for (const mark of marks) this.marks.add(mark);
  }

  /** What is drawn no more. It is freed after the next drawing: a program of the card that this uses again is not built anew. */
  private readonly stale: { dispose(): void }[] = [];

  /** Takes the last marks away and frees what the graphics card holds of them. */
  clear(group: Group = this.marks): void {
    group.traverse((object) => {
      if (object instanceof CSS2DObject) object.element.remove();
      const { geometry, material } = object as Partial<{ geometry: { dispose(): void }; material: { dispose(): void } }>;
      for (const one of [geometry, material]) if (one) this.stale.push(one);
    });
    group.clear();
  }

  /** The picture with its labels on the paper of the theme, so wide whatever the window. */
  async png(width = 1600): Promise<Blob> {
    const { clientWidth, clientHeight } = this.root;
    const [ratio, height] = [this.renderer.getPixelRatio(), Math.round((width * clientHeight) / clientWidth)];
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d")!;
    context.fillStyle = getComputedStyle(this.root).backgroundColor;
    context.fillRect(0, 0, width, height);
    try {
      this.renderer.setPixelRatio(1);
      this.renderer.setSize(width, height, false);
      this.renderer.render(this.scene, this.camera);
      context.drawImage(this.renderer.domElement, 0, 0);
    } finally {
      this.renderer.setPixelRatio(ratio);
      this.renderer.setSize(clientWidth, clientHeight);
      this.ask();
    }
    this.write(context, width / clientWidth);
    return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), "image/png"));
  }

  /** The labels, where they stand on the page, so many times as large. */
  private write(context: CanvasRenderingContext2D, times: number): void {
    const box = this.root.getBoundingClientRect();
    const paper = getComputedStyle(this.root).backgroundColor;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    for (const element of this.labels.domElement.querySelectorAll<HTMLElement>(".label")) {
      if (element.style.display === "none") continue;
      const [style, at] = [getComputedStyle(element), element.getBoundingClientRect()];
      const [x, y] = [(at.left + at.width / 2 - box.left) * times, (at.top + at.height / 2 - box.top) * times];
      context.font = `${style.fontStyle} ${style.fontWeight} ${parseFloat(style.fontSize) * times}px ${style.fontFamily}`;
      context.strokeStyle = paper;
      context.lineWidth = 4 * times;
      context.strokeText(element.textContent, x, y);
      context.fillStyle = style.color;
      context.fillText(element.textContent, x, y);
    }
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

/** What lengths are multiplied by before they are drawn: graphics cards know numbers between 1e-38 and 1e38 only. */
let scale = 1;

/** Chooses the power of two at which a scene of this size is drawn; whether it is another one than before. */
export function drawAt(size: number): boolean {
  const common = size > 1e-4 && size < 1e4;
  const next = common || !(size > 0) || !Number.isFinite(size) ? 1 : 2 ** Math.max(-1020, Math.min(1020, -Math.floor(Math.log2(size))));
  const changed = next !== scale;
  scale = next;
  return changed;
}

/** A point of the world where it is drawn. */
export function vector(point: number[]): Vector3 {
  return new Vector3(point[0]! * scale, point[1]! * scale, point[2]! * scale);
}

/** The point of the world that is drawn there. */
export function world(at: Vector3): number[] {
  return at.toArray().map((value) => value / scale);
}

/** The unit vector along a direction of any length. */
export function direction(way: number[]): Vector3 {
  const largest = Math.max(...way.map(Math.abs)) || 1;
  return new Vector3(way[0]! / largest, way[1]! / largest, way[2]! / largest).normalize();
}
