// Bodies of the plane that can be dragged and moved by keys, wherever their motion has brought them.

import { svg } from "../dom.ts";
import type { Point, Pose } from "../engine.ts";
import { type Drags, draggable } from "../plane/drag.ts";
import type { Frame, Pair } from "../plane/frame.ts";

/** A body as it is drawn: its corners in the world. */
export interface Drawn {
  corners: Point[];
  role: "a" | "b" | "none";
  letter: string;
  /** Whether it is no body, and only there to be dragged. */
  isHandle?: boolean;
  /** For those who do not see it. */
  words: string;
}

export class Bodies {
  private groups: SVGGElement[] = [];

  constructor(
    private readonly frame: Frame,
    private readonly gestures: Drags,
  ) {}

  draw(bodies: Drawn[]): void {
    while (this.groups.length > bodies.length) this.groups.pop()!.remove();
    bodies.forEach((body, place) => this.drawBody(body, place));
  }

  private drawBody({ corners, role, letter, words, isHandle }: Drawn, place: number): void {
    const group = (this.groups[place] ??= draggable(this.frame, place, this.gestures));
    group.setAttribute("class", `body of-${role}`);
    group.setAttribute("aria-label", words);
    const outline = this.frame.path(corners);
    const [x, y] = this.frame.px(middle(corners));
    // A line of no length has no stroke.
    const grip = corners.length > 1 ? svg("path", { class: "grip", d: outline, style: "stroke-width:24;stroke-opacity:0;fill-opacity:0" }) : svg("circle", { class: "grip", cx: x, cy: y, r: 16, style: "stroke-opacity:0;fill-opacity:0" });
    const isThin = this.frame.length(thickness(corners)) < 26;
    group.replaceChildren(
      // Thin bodies still have something to grab.
      grip,
      corners.length > 1 ? svg("path", { class: "core", d: outline }) : svg("circle", { class: isHandle ? "core end" : "core", cx: x, cy: y, r: isHandle ? 8 : 5.5 }),
      svg("text", { "aria-hidden": "true", class: "halo", x: x + (isThin ? 14 : 0), y: y + (isThin ? 20 : 5), "text-anchor": "middle", style: "font:italic 600 19px var(--serif)" }, letter),
    );
  }
}

/** A point of a body's own frame in the world. */
export function placed(points: Point[], { translation: [x, y], rotation: [c, s] }: Pose): Point[] {
  return points.map(([px, py]) => [x! + c! * px! - s! * py!, y! + s! * px! + c! * py!]);
}

export function middle(points: Point[]): Pair {
  return [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]! / points.length, 0)) as Pair;
}

/** The least extent along the edges' normals. */
function thickness(corners: Point[]): number {
  let least = Infinity;
  corners.forEach(([x, y], place) => {
    const [nx, ny] = corners[(place + 1) % corners.length]!;
    const [dx, dy] = [nx! - x!, ny! - y!];
    const length = Math.hypot(dx, dy);
    if (length === 0) return;
    const along = corners.map((corner) => (corner[0]! * dy - corner[1]! * dx) / length);
    least = Math.min(least, Math.max(...along) - Math.min(...along));
  });
  return Number.isFinite(least) ? least : 0;
}
