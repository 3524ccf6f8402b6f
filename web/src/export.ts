// Pictures to take away: the SVG as it is seen, every style written into its elements, and the same as PNG.

/** A picture that can be taken away; what is drawn by the graphics card has no SVG. */
export interface Picture {
  name: string;
  svg?: () => string;
  png: () => Promise<Blob>;
}

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "font", "paint-order", "text-anchor"];

/** A PNG has this many pixels for one of the page. */
const SHARPNESS = 2;

/** The picture as a document of its own. */
export function svgText(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, place) => {
    const style = getComputedStyle(originals[place]!);
    element.setAttribute("style", STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(";"));
    for (const name of ["class", "tabindex", "role", "aria-label", "aria-hidden"]) element.removeAttribute(name);
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const card = getComputedStyle(svg.parentElement!).backgroundColor;
  copy.setAttribute("style", `background:${card}`);
  return new XMLSerializer().serializeToString(copy);
}

export async function pngOf(svg: SVGSVGElement): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width * SHARPNESS, height * SHARPNESS);
  const context = canvas.getContext("2d")!;
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
