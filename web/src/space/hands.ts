// How a person moves the bodies of a picture of space: a gizmo, a press on a body, and a button for each with keys.

import { Box3, type Group, type Mesh, Plane, Quaternion, Raycaster, Vector2, Vector3 } from "three";
import { TransformControls } from "three/addons/controls/TransformControls.js";
import { html } from "../dom.ts";
import { follow } from "../plane/drag.ts";
import type { Point } from "../engine.ts";
import { moved, pose, type Shape, spun, type State, tidy, withPose } from "../scene.ts";
import type { Store } from "../store.ts";
import { number } from "../words.ts";
import { type SpaceView, vector, world } from "./view.ts";

const TURN = Math.PI / 24;

/** A press that moves less than this only picks, in pixels. */
const SLACK = 4;

export class Hands {
  /** A button for each body. */
  readonly list = html("div", { class: "bar bodies", role: "group", "aria-label": "Shapes in the picture" });
  /** Whether the gizmo turns or moves. */
  readonly mode = html("button", { type: "button", id: "mode", "aria-pressed": "false" }, "Rotate");
  private readonly gizmo: TransformControls;
  private dragging = false;

  /**
   * `bodies`: a group for each shape, at its pose; the first child of each is what a press hits. `more`: keys of the
   * picture's own. `middle`: the point of a shape's own frame that its group stands at, and that it is turned about.
   */
  constructor(
    private readonly store: Store,
    private readonly view: SpaceView,
    private readonly bodies: Group,
    private readonly more: (place: number) => Record<string, () => void> = () => ({}),
    private readonly middle: (shape: Shape) => Point = () => [0, 0, 0],
  ) {
    const canvas = view.renderer.domElement;
    this.gizmo = new TransformControls(view.camera, canvas);
    this.gizmo.setSpace("local");
    this.gizmo.setSize(0.75);
    this.gizmo.addEventListener("dragging-changed", ({ value }) => {
      view.orbit.enabled = !value;
      this.dragging = Boolean(value);
      if (value) store.remember();
    });
    this.gizmo.addEventListener("objectChange", () => this.gripped());
    this.gizmo.addEventListener("change", () => view.ask());
    view.scene.add(this.gizmo.getHelper());
    this.mode.addEventListener("click", () => this.switchMode());
    canvas.addEventListener("pointerdown", (event) => this.pick(event));
    // A finger on the gizmo or on a body drags that, not the page.
    canvas.addEventListener("touchstart", (event) => (this.gizmo.axis || this.isOnBody(event)) && event.preventDefault(), { passive: false });
    canvas.style.touchAction = "pan-y";
  }

  /** Whether a body is being dragged. */
  get isDragging(): boolean {
    return this.dragging;
  }

  /** Puts the groups where the shapes are, but for the one in the hand, which is there already. */
  place(state: State): void {
    state.shapes.forEach((shape, place) => {
      const group = this.bodies.children[place];
      if (!group || (this.dragging && place === this.store.selected)) return;
      const { translation, rotation } = pose(shape, 3);
      group.quaternion.set(rotation[0]!, rotation[1]!, rotation[2]!, rotation[3]!).normalize();
      group.position.copy(vector(this.middle(shape))).applyQuaternion(group.quaternion).add(vector(translation));
    });
    const chosen = this.bodies.children[this.store.selected];
    if (chosen && this.gizmo.object !== chosen) this.gizmo.attach(chosen);
  }

  /** Lets go of what will be drawn anew. */
  release(): void {
    this.gizmo.detach();
  }

  /** One button a shape: the way to pick and move it without a mouse. */
  draw(state: State): void {
    while (this.list.children.length > state.shapes.length) this.list.lastElementChild!.remove();
    state.shapes.forEach((shape, place) => {
      let button = this.list.children[place] as HTMLButtonElement | undefined;
      if (!button) {
        button = html("button", { type: "button" });
        button.addEventListener("click", () => this.store.pick(place));
        button.addEventListener("focus", () => this.store.pick(place));
        button.addEventListener("keydown", (event) => this.key(place, event));
        this.list.append(button);
      }
      const role = roleOf(state, place);
      button.className = `body-button of-${role.toLowerCase() || "none"}`;
      button.textContent = `${role ? `${role}: ` : ""}${shape.name}`;
      button.setAttribute("aria-pressed", String(this.store.selected === place));
      button.title = `At ${pose(shape, 3).translation.map(number).join(", ")}. Arrows, Page Up and Page Down move, Q, E, W, S, Z, X turn.`;
    });
  }

  private isOnBody({ touches }: TouchEvent): boolean {
    return touches.length === 1 && this.under(touches[0] as unknown as PointerEvent) !== undefined;
  }

  private gripped(): void {
    const object = this.gizmo.object;
    if (!object) return;
    const middle = vector(this.middle(this.store.state.shapes[this.store.selected]!)).applyQuaternion(object.quaternion);
    const translation = world(object.position.clone().sub(middle)).map(tidy);
    const rotation = object.quaternion.toArray();
    this.store.edit(this.store.selected, (shape) => withPose(shape, { translation, rotation }));
  }

  private switchMode(): void {
    const rotate = this.gizmo.mode !== "rotate";
    this.gizmo.setMode(rotate ? "rotate" : "translate");
    this.mode.setAttribute("aria-pressed", String(rotate));
    this.view.ask();
  }

  /** A press on a body picks it, unless it was meant for the gizmo. */
  private pick(event: PointerEvent): void {
    if (this.gizmo.axis) return;
    const found = this.under(event);
    if (!found) return;
    this.store.pick(found.place);
    if (event.isPrimary && event.button === 0) this.carry(event, found.place, found.point);
  }

  /** A body follows the pointer in the plane across the camera's look. It counts as moved after a few pixels. */
  private carry(event: PointerEvent, place: number, from: Vector3): void {
    const { view, store } = this;
    const canvas = view.renderer.domElement;
    const plane = new Plane().setFromNormalAndCoplanarPoint(view.camera.getWorldDirection(new Vector3()), from);
    const [before, now, ray] = [from.clone(), new Vector3(), new Raycaster()];
    let isMoving = false;
    view.orbit.enabled = false;
    follow(
      canvas,
      event,
      (next) => {
        if (!isMoving && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) < SLACK) return;
        if (!isMoving) store.remember();
        isMoving = true;
        ray.setFromCamera(this.pointed(next), view.camera);
        if (!ray.ray.intersectPlane(plane, now)) return;
        const by = world(now.clone().sub(before));
        before.copy(now);
        store.edit(place, (shape) => moved(shape, 3, by));
      },
      () => (view.orbit.enabled = true),
    );
  }

  /** Where a pointer is, from −1 to 1 across the picture. */
  private pointed(event: PointerEvent): Vector2 {
    const box = this.view.root.getBoundingClientRect();
    return new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2);
  }

  /** The place of the body under a pointer, with the point of it; nothing where there is none. */
  private under(event: PointerEvent): { place: number; point: Vector3 } | undefined {
    const ray = new Raycaster();
    ray.setFromCamera(this.pointed(event), this.view.camera);
    const meshes = this.bodies.children.map((group) => group.children[0] as Mesh);
    const hit = ray.intersectObjects(meshes, false)[0];
    return hit && { place: meshes.indexOf(hit.object as Mesh), point: hit.point };
  }

  private key(place: number, event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { store } = this;
    const [reach] = world(new Vector3(this.view.unit * (event.shiftKey ? 0.2 : 3), 0, 0)) as [number];
    const turn = event.shiftKey ? TURN / 10 : TURN;
    const move = (...by: number[]) => () => store.edit(place, (shape) => moved(shape, 3, by.map((part) => part * reach)));
    const spin = (axis: Vector3, way: number) => () => {
      const { x, y, z, w } = new Quaternion().setFromAxisAngle(axis, way * turn);
      store.edit(place, (shape) => spun(shape, [x, y, z, w], about));
    };
    const box = new Box3().setFromObject(this.bodies.children[place]!);
    const about = box.isEmpty() ? pose(store.state.shapes[place]!, 3).translation : world(box.getCenter(new Vector3())).map(tidy);
    const [x, y, z] = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
    const acts: Record<string, () => void> = {
      ArrowRight: move(1, 0, 0),
      ArrowLeft: move(-1, 0, 0),
      ArrowUp: move(0, 1, 0),
      ArrowDown: move(0, -1, 0),
      PageUp: move(0, 0, 1),
      PageDown: move(0, 0, -1),
      q: spin(z, 1),
      e: spin(z, -1),
      w: spin(x, 1),
      s: spin(x, -1),
      z: spin(y, 1),
      x: spin(y, -1),
      ...this.more(place),
      a: () => store.role(place, 0),
      b: () => store.role(place, 1),
      Delete: () => store.remove(place),
    };
    const act = acts[event.key] ?? acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat && !["a", "b", "Delete"].includes(event.key)) store.remember();
    act();
  }
}

/** The role of a shape in the question. */
export function roleOf(state: State, place: number): "A" | "B" | "" {
  return place === state.pair[0] ? "A" : place === state.pair[1] ? "B" : "";
}
