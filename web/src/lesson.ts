// The text of a scene, with its formulas set by KaTeX.

import katex from "katex";
import "katex/dist/katex.min.css";
import { html } from "./dom.ts";
import type { Scene } from "./scenes.ts";

/** `\\nm{name}{letter}`: a letter with a name, which lights all that bears it. */
const NAMES = { macros: { "\\nm": "{\\htmlData{name=#1}{#2}}" }, trust: ({ command }: { command: string }) => command === "\\htmlData", strict: false };

export function lesson(scene: Scene | undefined): Node[] {
  if (!scene) {
    return [
      html("h2", {}, "Your own scene"),
      html("p", {}, "Drag the shapes, turn them, add more. The link above restores all of it."),
    ];
  }
  return [html("h2", {}, scene.title), ...scene.text.map(paragraph)];
}

/** A title and a text of a teacher's own. What is no formula stays as it was written. */
export function ownLesson(title: string | undefined, text: string | undefined): Node[] {
  const paragraphs = (text ?? "").split(/\n\s*\n/).filter((one) => one.trim() !== "");
  return [html("h2", {}, title ?? "Your own scene"), ...paragraphs.map(own)];
}

function own(text: string): HTMLElement {
  try {
    return paragraph(text.trim());
  } catch {
    return html("p", {}, text.trim());
  }
}

/** The text beside two meshes. */
export function meshLesson(): Node[] {
  return [
    html("h2", {}, "Meshes as they are"),
    ...[
      "The surfaces are not convex, so there is no difference $A - B$ to search in. Each surface is split into its triangles, and the distance is the least of all pairs:",
      "$$d = \\min_{i,j} \\operatorname{dist}(a_i, b_j)$$",
      "Boxes around many triangles are left out as soon as **one plane** proves that nothing in them is nearer than the best pair so far. What was left out is the *front*: a proof that anybody can check.",
      "Drag B, turn it, use the keys. Each answer starts from the last one; that changes the time and never the answer.",
      "The meshes stay in this window: a link cannot hold them.",
    ].map(paragraph),
  ];
}

function paragraph(text: string): HTMLElement {
  if (text.startsWith("$$")) {
    const formula = html("div", { class: "formula", tabindex: 0, role: "math" });
    katex.render(text.slice(2, -2), formula, { ...NAMES, displayMode: true, output: "htmlAndMathml" });
    return formula;
  }
  const result = html("p");
  const parts = text.split(/(\$[^$]+\$|\*\*[^*]+\*\*|\*[^*]+\*)/);
  for (let place = 0; place < parts.length; place++) {
    const part = parts[place]!;
    if (part.startsWith("$")) {
      const formula = html("span");
      katex.render(part.slice(1, -1), formula, NAMES);
      // What ends a sentence stays with its formula.
      const [stop = ""] = parts[place + 1]?.match(/^[.,:;?!)]+/) ?? [];
      if (parts[place + 1]) parts[place + 1] = parts[place + 1]!.slice(stop.length);
      result.append(stop ? html("span", { class: "unbroken" }, formula, stop) : formula);
    } else if (part.startsWith("**")) {
      result.append(html("strong", {}, part.slice(2, -2)));
    } else if (part.startsWith("*")) {
      result.append(html("em", {}, part.slice(1, -1)));
    } else {
      result.append(part);
    }
  }
  return result;
}
