// The text of a scene, with its formulas set by KaTeX.

import katex from "katex";
import "katex/dist/katex.min.css";
import { html } from "./dom.ts";
import type { Scene } from "./scenes.ts";

export function lesson(scene: Scene | undefined): Node[] {
  if (!scene) {
    return [
      html("h2", {}, "Your own scene"),
      html("p", {}, "Drag the shapes, turn them, add more. The link above restores all of it."),
    ];
  }
  return [html("h2", {}, scene.title), ...scene.text.map(paragraph)];
}

function paragraph(text: string): HTMLElement {
  if (text.startsWith("$$")) {
    const formula = html("div", { class: "formula", tabindex: 0, role: "math" });
    katex.render(text.slice(2, -2), formula, { displayMode: true, output: "htmlAndMathml" });
    return formula;
  }
  const result = html("p");
  for (const part of text.split(/(\$[^$]+\$|\*\*[^*]+\*\*|\*[^*]+\*)/)) {
    if (part.startsWith("$")) {
      const formula = html("span");
      katex.render(part.slice(1, -1), formula);
      result.append(formula);
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
