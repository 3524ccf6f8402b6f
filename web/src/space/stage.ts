// Both pictures of space: bodies with gizmos on the left, the Minkowski difference with the simplex on the right.

import { Box3, type BufferGeometry, Group, type Object3D, Sphere, Vector3 } from "three";
import { type Controls, numbersSwitch } from "../controls.ts";
import { find, html } from "../dom.ts";
import { bodyCloud, differenceCloud, type Point, solve, type Solution, type Steps } from "../engine.ts";
import type { Picture } from "../export.ts";
import { panel } from "../panel.ts";
import { workingSimplex } from "../plane/difference.ts";
import { approximation, hasMeshes, line, pose, type Shape, type State } from "../scene.ts";
import type { Store } from "../store.ts";
import { radiusOf, Toolbar, withRadius } from "../toolbar.ts";
import { namesOf } from "../words.ts";
import { body, surface, type Surface } from "./bodies.ts";
import { Hands, roleOf } from "./hands.ts";
import { differenceMarks, origin, shapeMarks, walls } from "./marks.ts";
import { features, regionCorners, regionWalls } from "./regions.ts";
import { colour, drawAt, label, SpaceView, vector, world } from "./view.ts";
import { SOLIDS } from "./solids.ts";

/** The most points of a picture, whatever its bodies. */
const POINTS = 2000;

/** Points of a body or a difference at rest, and of one that has just changed, when a frame must not take longer than one. */
const FINE = 600;
const COARSE = 160;

/** Hulls that are kept for when a body is again what it was. */
const KEPT = 60;

/** What has not changed for so long rests, in milliseconds. */
const REST = 250;

/** Enough to see through to the other body where they overlap. */
const OPACITY = 0.6;

export class SpaceStage {
  private readonly left = new SpaceView("The shapes");
  private readonly right = new SpaceView("Minkowski difference");
  private readonly bodies = new Group();
  private readonly difference = new Group();
  private readonly hands: Hands;
  private readonly toolbar: Toolbar;
  private readonly numbers: { root: HTMLElement; update(): void };
  private readonly surfacesAsked = html("button", { type: "button", id: "surfaces" }, "Answer for the surfaces");
  private readonly root: HTMLElement;
  private readonly surfaces = new Map<string, Surface>();
  private readonly names = new WeakMap<object, string>();
  private named = 0;
  /** The last solution and what it is of; a state is never changed in place, so identity tells. */
  private solved: (Pick<State, "shapes" | "pair" | "numbers"> & { solution: Solution }) | undefined;
  private shownDifference = { key: "", from: new Vector3(), most: 0 };
  private resting: number | undefined;
  /** The opened scene that the cameras were set for. */
  private fitted: number | undefined;

  constructor(
    private readonly store: Store,
    private readonly controls: Controls,
  ) {
    this.left.scene.add(this.bodies);
    this.right.scene.add(this.difference);
    const round = (place: number, by: number) => () => store.edit(place, (shape) => withRadius(shape, Math.max(0, radiusOf(shape) + by)));
    this.hands = new Hands(store, this.left, this.bodies, (place) => ({ "+": round(place, 0.05), "-": round(place, -0.05) }));
    this.surfacesAsked.addEventListener("click", () => store.change({ hulls: false }));
    this.toolbar = new Toolbar(store, SOLIDS, () => world(this.left.orbit.target), html("span", {}, this.hands.mode, " ", this.surfacesAsked));
    this.numbers = numbersSwitch(store);
    this.root = html(
      "div",
      { class: "space" },
      this.toolbar.root,
      this.hands.list,
      html(
        "div",
        { class: "pictures" },
        html("figure", {}, html("figcaption", {}, "The shapes"), this.left.root),
        html("figure", {}, html("figcaption", {}, "Difference A − B", this.numbers.root), this.right.root),
      ),
    );
    window.addEventListener("themechange", () => this.recolour());
  }

  get pictures(): Picture[] {
    return [
      { name: "shapes", png: () => this.left.png() },
      { name: "difference", png: () => this.right.png() },
    ];
  }

  /** Shows the pictures in place of those of the plane. */
  mount(): void {
    find("#pictures").replaceChildren(this.root, this.controls.root);
    this.fitted = undefined;
    // The scale may be another one since.
    this.forget();
  }

  draw(): void {
    const { state } = this.store;
    const { steps, answer } = this.solve(state);
    const names = namesOf(state);
    if (this.fitted !== this.store.opened && drawAt(this.size(state))) this.forget();
    this.controls.update(steps.length);
    this.toolbar.update();
    this.numbers.update();
    this.surfacesAsked.hidden = !hasMeshes(state);
    this.hands.draw(state);
    this.drawBodies(state);
    this.drawDifference(state);
    this.rest(REST);
    this.camera();
    const shown = this.controls.shown;
    const step = steps.at(shown - 1);
    this.left.show(shapeMarks(step, answer, shown === steps.length, this.left.unit));
    const regions = step ? this.regions(steps, shown - 1) : [];
    this.right.show([origin(this.right.unit), ...regions, ...(step ? differenceMarks(step, names, this.right.unit) : [])]);
    this.left.ask();
    this.right.ask();
    find("#panel").replaceChildren(panel(3, steps, shown, answer, names));
  }

  get views(): SpaceView[] {
    return [this.left, this.right];
  }

  /** All Voronoi regions of the simplex with the new vertex, as far as the picture reaches; the one that holds the origin filled. */
  private regions(steps: Steps, index: number): Object3D[] {
    const step = steps.at(index)!;
    const { dataset } = this.right.root;
    delete dataset.region;
    delete dataset.regions;
    if (step.phase === "penetration") return [];
    const working = workingSimplex(steps, index);
    if (working.length < 2 || working.length > 4) return [];
    const simplex = working.map(({ point }) => vector(point));
    const bounds = new Box3().setFromObject(this.difference).expandByPoint(new Vector3()).getBoundingSphere(new Sphere());
    const reach = bounds.radius * 0.9;
    dataset.regions = String(features(working.length).length);
    const all = walls(regionWalls(simplex, bounds.center, reach), colour("way"));
    const feature = step.simplex.map(({ point }) => working.findIndex((other) => other.point.every((value, axis) => value === point[axis])));
    // Of a tetrahedron that holds the origin the inside is drawn as the simplex.
    if (feature.length > 3 || feature.some((place) => place < 0)) return [all];
    const corners = regionCorners(simplex, feature, bounds.center, reach);
    if (corners.length < 4) return [all];
    dataset.region = String(feature.length);
    return [all, body(surface(corners.map(world)), colour("way"), 0.1)];
  }

  private solve(state: State): Solution {
    const { shapes, pair, numbers } = state;
    const before = this.solved;
    if (before && before.shapes === shapes && before.pair === pair && before.numbers === numbers) return before.solution;
    const solution = solve(line(state), approximation(state));
    this.solved = { shapes, pair, numbers, solution };
    before?.solution.steps.free();
    return solution;
  }

  /** The largest coordinate of the scene. */
  private size(state: State): number {
    const own = state.shapes.flatMap((shape) => [...this.cloudOf(shape, state, COARSE).flat(), ...pose(shape, 3).translation]);
    return own.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  }

  /** Points of a shape in its own frame, in the numbers of the world, `most` at most. */
  private cloudOf(shape: Shape, state: State, most: number): Point[] {
    const { pose: _, ...own } = shape.spelling;
    return bodyCloud({ ...line(state), a: own, b: own }, most);
  }

  /** Everything drawn is to be drawn anew: in other colours, or at another scale. */
  private forget(): void {
    this.left.clear(this.bodies);
    this.surfaces.clear();
    this.shownDifference.key = "";
    this.hands.release();
  }

  /** The hull of a shape in its own frame: the fine one once that is there, else a coarse one. */
  private surfaceOf(shape: Shape, state: State): Surface {
    const key = this.keyOf(shape);
    return this.surfaces.get(`${key} ${this.fine(state)}`) ?? this.surfaces.get(`${key} ${COARSE}`) ?? this.build(shape, state, COARSE);
  }

  /** Points of a body at rest, so many that all together stay within the picture's. */
  private fine(state: State): number {
    return Math.min(FINE, Math.floor(POINTS / state.shapes.length));
  }

  private build(shape: Shape, state: State, wanted: number): Surface {
    const most = Math.min(wanted, Math.floor(POINTS / state.shapes.length));
    const points = this.cloudOf(shape, state, most);
    const built = surface(points);
    const key = this.keyOf(shape);
    this.surfaces.set(`${key} ${wanted}`, built);
    // A polytope of few vertices is as fine as it will be.
    if (points.length < most) this.surfaces.set(`${key} ${this.fine(state)}`, built);
    const [oldest] = this.surfaces.keys();
    if (this.surfaces.size > KEPT + 2 * state.shapes.length) this.surfaces.delete(oldest!);
    return built;
  }

  /** A name for all of a shape but its pose. Its points are one object as long as they are the same. */
  private keyOf(shape: Shape): string {
    const { pose: _, points, ...rest } = shape.spelling;
    let name = "";
    if (points) {
      name = this.names.get(points) ?? String(this.named++);
      this.names.set(points, name);
    }
    return name + JSON.stringify(rest);
  }

  private drawBodies(state: State): void {
    while (this.bodies.children.length > state.shapes.length) this.bodies.remove(this.bodies.children.at(-1)!);
    state.shapes.forEach((shape, place) => {
      const surface = this.surfaceOf(shape, state);
      const role = roleOf(state, place);
      const group = this.bodies.children[place] as Group | undefined;
      if (!group || group.userData.surface !== surface || group.userData.role !== role) {
        const fresh = body(surface, colour(role === "" ? "soft" : role.toLowerCase()), OPACITY);
        fresh.userData = { surface, role };
        if (role) fresh.add(label(role, middle(surface.faces, surface.edges), `of-${role.toLowerCase()} name`));
        if (group) {
          this.left.clear(named(group));
          this.bodies.remove(group);
        }
        this.bodies.children.splice(place, 0, fresh);
        fresh.parent = this.bodies;
      }
    });
    this.hands.place(state);
  }

  /**
   * The difference, computed anew when a shape changed or turned, coarse first and fine when it rests; a mere
   * translation moves it.
   */
  private drawDifference(state: State): void {
    const [a, b] = state.pair.map((place) => state.shapes[place]!) as [Shape, Shape];
    const key = [a, b].map((shape) => `${this.keyOf(shape)} ${pose(shape, 3).rotation.join()}`).join();
    const from = vector(pose(a, 3).translation).sub(vector(pose(b, 3).translation));
    if (key !== this.shownDifference.key) this.buildDifference(state, key, COARSE);
    this.difference.position.copy(from).sub(this.shownDifference.from);
  }

  private buildDifference(state: State, key: string, most: number): void {
    const [a, b] = state.pair.map((place) => vector(pose(state.shapes[place]!, 3).translation)) as [Vector3, Vector3];
    this.right.clear(this.difference);
    this.difference.add(body(surface(differenceCloud(line(state), most)), colour("difference"), 0.22));
    this.difference.position.set(0, 0, 0);
    this.shownDifference = { key, from: a.sub(b), most };
  }

  /** What is coarse gives way to what is fine when it has rested, one thing at a time: none takes longer than a frame. */
  private rest(after: number): void {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.refine(), after);
  }

  private refine(): void {
    const { state } = this.store;
    if (state.dim !== 3 || this.hands.isDragging) return;
    const coarse = state.shapes.find((shape) => !this.surfaces.has(`${this.keyOf(shape)} ${this.fine(state)}`));
    if (coarse) {
      this.build(coarse, state, this.fine(state));
      this.drawBodies(state);
      this.left.ask();
    } else if (this.shownDifference.most < FINE) {
      this.buildDifference(state, this.shownDifference.key, FINE);
      this.right.ask();
    } else {
      return;
    }
    this.rest(20);
  }

  private camera(): void {
    const left = new Box3().setFromObject(this.bodies).getBoundingSphere(new Sphere());
    const right = new Box3().setFromObject(this.difference).expandByPoint(new Vector3()).getBoundingSphere(new Sphere());
    if (this.fitted === this.store.opened) {
      this.left.remember(left);
      this.right.follow(right);
      return;
    }
    this.fitted = this.store.opened;
    this.left.fit(left);
    this.right.fit(right);
  }

  private recolour(): void {
    this.forget();
    if (this.store.state.dim === 3) this.draw();
  }
}

function middle(...geometries: BufferGeometry[]): Vector3 {
  const box = new Box3();
  for (const geometry of geometries) {
    geometry.computeBoundingBox();
    if (geometry.boundingBox && !geometry.boundingBox.isEmpty()) box.union(geometry.boundingBox);
  }
  return box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
}

/** The labels of a body alone, in a group of their own: its surfaces are shared and stay. */
function named(group: Group): Group {
  const labels = new Group();
  for (const child of [...group.children].slice(2)) labels.add(child);
  return labels;
}
