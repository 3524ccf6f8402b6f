// Pictures to take away: the SVG as it is seen, every style and the font written into it, and the same as PNG.

import sans from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url";
import serif from "@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-italic.woff2?url";
import { svg as element } from "./dom.ts";

/** A picture that can be taken away; what is drawn by the graphics card has no SVG. */
export interface Picture {
  name: string;
  svg?: () => Promise<string>;
  png: () => Promise<Blob>;
}

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font", "paint-order", "text-anchor"];

/** The width of a PNG in pixels: a slide's. */
const WIDTH = 1600;

/** The picture as a document of its own: its paper, its marks without what is only there to be gripped, its fonts. */
export async function svgText(svg: SVGSVGElement): Promise<string> {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((part, place) => {
    const style = getComputedStyle(originals[place]!);
    part.setAttribute("style", STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
  });
  for (const grip of copy.querySelectorAll(".grips, .grip")) grip.remove();
  for (const part of copy.querySelectorAll("*")) {
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-hidden", "aria-roledescription"]) part.removeAttribute(name);
  }
  const { width, height } = svg.getBoundingClientRect();
  for (const name of ["role", "aria-label", "style"]) copy.removeAttribute(name);
  for (const [name, value] of [["xmlns", "http://www.w3.org/2000/svg"], ["width", width], ["height", height]] as const) copy.setAttribute(name, String(value));
  const card = getComputedStyle(svg.parentElement!).backgroundColor;
  copy.prepend(element("style", {}, await fonts()), element("rect", { width: "100%", height: "100%", fill: card }));
  return new XMLSerializer().serializeToString(copy);
}

let told: Promise<string> | undefined;

/** The page's fonts as a style sheet that needs nothing else. */
function fonts(): Promise<string> {
  const face = async (family: string, style: string, address: string) => {
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    return `@font-face{font-family:"${family}";font-style:${style};font-weight:100 900;src:url(data:font/woff2;base64,${text}) format("woff2")}`;
  };
  told ??= Promise.all([face("Inter", "normal", sans), face("Source Serif", "italic", serif)])
    .then((faces) => faces.join(""))
    // Offline the picture still comes, in the fonts of whoever opens it.
    .catch(() => ((told = undefined), ""));
  return told;
}

export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await svgText(svg))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(WIDTH, Math.round((WIDTH * height) / width));
  const context = canvas.getContext("2d")!;
  // The last row of pixels may be cut by the picture's edge.
  context.fillStyle = getComputedStyle(svg.parentElement!).backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: "image/png" });
}

export function download(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = Object.assign(document.createElement("a"), { href: address, download: `clearance-${name}` });
  anchor.click();
  URL.revokeObjectURL(address);
}
