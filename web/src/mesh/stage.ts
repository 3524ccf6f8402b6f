// The picture of two meshes: their triangles, the place where they are nearest, and the boxes that the search left out.

import { Box3, Group, type Object3D, Sphere } from "three";
import type { Controls } from "../controls.ts";
import { find, html } from "../dom.ts";
import { bodyCloud, type Pose } from "../engine.ts";
import type { Picture } from "../export.ts";
import { line, pose, type Shape, type State, surfaces } from "../scene.ts";
import { body, surface } from "../space/bodies.ts";
import { Hands, roleOf } from "../space/hands.ts";
import { ball, rod } from "../space/marks.ts";
import { colour, direction, drawAt, label, SpaceView, vector } from "../space/view.ts";
import type { Store } from "../store.ts";
import { say } from "../theme.ts";
import { number } from "../words.ts";
import { bodyOf, boxes, drawn, type Drawn, polygonMark } from "./bodies.ts";
import { type MeshBody, MeshQuestion } from "./module.ts";
import { type Known, panel } from "./panel.ts";
import { units } from "./units.ts";
import { many } from "./words.ts";

/** Points of a shape that is no mesh and only stands beside. */
const BESIDE = 160;

/** Meshes of more triangles than this are told their relation and front when they rest: both take time for each triangle. */
const LARGE = 1000;

/** What has not changed for so long rests, in milliseconds. */
const REST = 250;

/** What was asked last, and its answer; a state is never changed in place, so identity tells. */
interface Asked extends Known {
  shapes: Shape[];
  pair: [number, number];
  numbers: State["numbers"];
}

export class MeshStage {
  private readonly view = new SpaceView("The meshes");
  private readonly bodies = new Group();
  private readonly hands: Hands;
  private readonly exact = html("button", { type: "button", id: "exact", "aria-pressed": "false" }, "Exact");
  private readonly nearest = html("button", { type: "button", id: "nearest" }, "Nearest place");
  private readonly front = html("button", { type: "button", id: "front", "aria-pressed": "false" }, "Boxes of the front");
  private readonly hulls = html("button", { type: "button", id: "hulls" }, "Answer for the hulls");
  private readonly units = html("span", { class: "units" });
  private readonly root: HTMLElement;
  private boxes: ReturnType<typeof boxes>[] = [];
  private geometries = new WeakMap<MeshBody, Drawn>();
  private question: MeshQuestion | undefined;
  private asked: Asked | undefined;
  private resting: number | undefined;
  /** Whether the size of the front was said since it was asked for. */
  private announced = false;
  /** The opened scene that the camera was set for. */
  private fitted: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    this.view.scene.add(this.bodies);
    this.hands = new Hands(store, this.view, this.bodies, () => ({}), ({ mesh }) => mesh?.told.middle ?? [0, 0, 0]);
    this.exact.addEventListener("click", () => store.change({ numbers: store.state.numbers === "exact" ? "f64" : "exact" }));
    this.hulls.addEventListener("click", () => store.change({ hulls: true }));
    this.nearest.addEventListener("click", () => this.lookAtNearest());
    this.front.addEventListener("click", () => this.switchFront());
    const buttons = [this.hands.mode, this.nearest, this.front, this.exact, this.units, html("span", { class: "gap" }), this.hulls];
    this.root = html(
      "div",
      { class: "space meshes" },
      html("div", { class: "bar", role: "group", "aria-label": "The picture" }, ...buttons),
      this.hands.list,
      html("div", { class: "pictures one" }, html("figure", {}, html("figcaption", {}, "The surfaces"), this.view.root)),
    );
    window.addEventListener("themechange", () => this.recolour());
  }

  get pictures(): Picture[] {
    return [{ name: "surfaces", png: () => this.view.png() }];
  }

  /** Shows the picture in place of those before. */
  mount(): void {
    find("#pictures").replaceChildren(this.root);
    this.fitted = undefined;
    // The scale may be another one since.
    this.forget();
  }

  draw(): void {
    const { state } = this.store;
    const meshes = surfaces(state)!;
    const asked = this.ask(state, meshes);
    if (this.fitted !== this.store.opened && drawAt(size(state))) this.forget();
    // There are no steps to go through.
    this.controls.update(0);
    this.exact.setAttribute("aria-pressed", String(state.numbers === "exact"));
    this.drawUnits();
    this.hands.draw(state);
    this.drawBodies(state);
    this.complete(state, asked);
    this.hands.place(state);
    this.camera();
    this.view.show(marks(asked, this.view.unit));
    this.view.ask();
    const pair = state.pair.map((place) => state.shapes[place]!) as [Shape, Shape];
    find("#panel").replaceChildren(panel(pair, meshes, asked));
  }

  /** The choice of the unit is made anew, and keeps the focus. */
  private drawUnits(): void {
    const hadFocus = this.units.contains(document.activeElement);
    this.units.replaceChildren(...units(this.store));
    if (hadFocus) this.units.querySelector("select")?.focus();
  }

  private ask(state: State, [a, b]: [MeshBody, MeshBody]): Asked {
    const { shapes, pair, numbers } = state;
    const before = this.asked;
    if (before && before.shapes === shapes && before.pair === pair && before.numbers === numbers) return before;
    if (this.question?.a !== a || this.question.b !== b) {
      this.question?.free();
      this.question = new MeshQuestion(a, b);
      this.fitted = undefined;
    }
    const start = performance.now();
    const answer = this.question.answer(poses(state), numbers === "exact");
    return (this.asked = { shapes, pair, numbers, answer, took: performance.now() - start });
  }

  /** Completes what is known: at once for small meshes, for large ones when they rest. */
  private complete(state: State, asked: Asked): void {
    clearTimeout(this.resting);
    const wanted = this.front.getAttribute("aria-pressed") === "true";
    if (!wanted || !asked.front) this.clearFront();
    if (!wanted) asked.front = undefined;
    if (asked.related && (asked.front || !wanted)) return;
    const act = () => {
      asked.related ??= this.question!.related(poses(state));
      if (wanted) this.drawFront(state, asked);
    };
    const count = surfaces(state)!.reduce((sum, { told }) => sum + told.triangles, 0);
    if (count <= LARGE) return act();
    this.resting = window.setTimeout(() => {
      if (this.store.state !== state || !this.root.isConnected || this.hands.isDragging) return;
      act();
      this.draw();
    }, REST);
  }

  private clearFront(): void {
    for (const lines of this.boxes) {
      lines.removeFromParent();
      lines.geometry.dispose();
      lines.material.dispose();
    }
    this.boxes = [];
  }

  private drawFront(state: State, asked: Asked): void {
    const { told, boxes: ends } = this.question!.front(poses(state), vector([1, 0, 0]).x);
    asked.front = told;
    this.boxes = state.pair.map((place, side) => {
      const lines = boxes(ends[side]!, colour("ab"[side]!));
      this.bodies.children[place]!.add(lines);
      return lines;
    });
    if (!this.announced) say(`${many(told.pairs, "pair")} of boxes are left out with a proof.`);
    this.announced = true;
  }

  private switchFront(): void {
    const wanted = this.front.getAttribute("aria-pressed") !== "true";
    this.front.setAttribute("aria-pressed", String(wanted));
    this.announced = false;
    this.draw();
  }

  /** Everything drawn is to be drawn anew: in other colours, or at another scale. */
  private forget(): void {
    this.hands.release();
    this.boxes = [];
    if (this.asked) this.asked.front = undefined;
    this.view.clear(this.bodies);
    this.geometries = new WeakMap();
  }

  private drawBodies(state: State): void {
    while (this.bodies.children.length > state.shapes.length) this.bodies.remove(this.bodies.children.at(-1)!);
    state.shapes.forEach((shape, place) => {
      const role = roleOf(state, place);
      const before = this.bodies.children[place];
      const key = shape.mesh ?? shape.spelling;
      if (before && before.userData.key === key && before.userData.role === role) return;
      const fresh = shape.mesh ? bodyOf(this.drawnOf(shape.mesh), colour(role === "" ? "soft" : role.toLowerCase())) : beside(shape, state);
      fresh.userData = { key, role };
      if (role && shape.mesh) fresh.add(label(role, vector([0, 0, 0]), `of-${role.toLowerCase()} name`));
      if (before) {
        // A label is an element of the page and goes with its body.
        for (const child of before.children.slice(2)) child.removeFromParent();
        this.bodies.remove(before);
      }
      this.bodies.children.splice(place, 0, fresh);
      fresh.parent = this.bodies;
    });
  }

  private drawnOf(mesh: MeshBody): Drawn {
    const known = this.geometries.get(mesh) ?? drawn(mesh);
    this.geometries.set(mesh, known);
    return known;
  }

  private camera(): void {
    const all = new Box3().setFromObject(this.bodies).getBoundingSphere(new Sphere());
    if (this.fitted === this.store.opened) return this.view.remember(all);
    this.fitted = this.store.opened;
    this.view.fit(all);
  }

  /** Brings the camera to the place where the meshes are nearest. */
  private lookAtNearest(): void {
    const { answer } = this.asked!;
    const [a, b] = [vector(answer.point_a), vector(answer.point_b)];
    const triangles = new Box3().setFromPoints([...answer.corners_a, ...answer.corners_b].map(vector)).getBoundingSphere(new Sphere());
    // As much as shows the gap; where there is none, the triangles.
    const radius = a.equals(b) ? triangles.radius : Math.min(triangles.radius, 1.2 * a.distanceTo(b));
    this.view.look(new Sphere(a.clone().lerp(b, 0.5), radius || this.view.unit), direction(answer.normal));
    this.draw();
  }

  private recolour(): void {
    this.forget();
    if (surfaces(this.store.state) && this.root.isConnected) this.draw();
  }
}

function poses({ shapes, pair }: State): [Pose, Pose] {
  return pair.map((place) => pose(shapes[place]!, 3)) as [Pose, Pose];
}

/** The largest coordinate of the scene. */
function size(state: State): number {
  const own = state.shapes.flatMap((shape) => [...(shape.mesh ? [...shape.mesh.told.middle, shape.mesh.told.reach] : []), ...pose(shape, 3).translation]);
  return own.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

/** A shape that is no mesh, as its hull. */
function beside(shape: Shape, state: State): Group {
  const { pose: _, ...own } = shape.spelling;
  return body(surface(bodyCloud({ ...line(state), a: own, b: own }, BESIDE)), colour("soft"), 0.3);
}

/**
 * The witness points, the segment between them with the distance and half the width of its bracket, and the two triangles, or
 * the region where the meshes touch.
 */
function marks({ answer, related }: Known, unit: number): Object3D[] {
  const [a, b, ink] = [vector(answer.point_a), vector(answer.point_b), colour("ink")];
  const half = answer.lower === null || answer.upper === null ? null : (answer.upper - answer.lower) / 2;
  const pieces = related?.contact?.pieces.map((piece) => polygonMark(piece, colour("new")));
  return [
    ...(pieces ?? [polygonMark(answer.corners_a, colour("new")), polygonMark(answer.corners_b, colour("way"))]),
    rod(a, b, 0.3 * unit, ink),
    ball(a, 0.8 * unit, ink),
    ball(b, 0.8 * unit, ink),
    label(`${number(answer.distance)} ± ${number(half)}`, a.clone().lerp(b, 0.5), "gap-label above"),
  ];
}
