// What the reports of scenes and of robots share: words and numbers, the keys of the table, and a view of triangles that is
// turned by the pointer, the wheel and the keys. The page defines rows, shown, select and draw.
const data = JSON.parse(document.getElementById('data').textContent);
const element = (id) => document.getElementById(id);
const make = (tag, text, className) => {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};
const short = (x) => x === null ? '' : Number(x.toPrecision(7)).toString();
// Bounds in few digits, rounded outward.
const below = (x) => x === null || Number(short(x)) <= x ? short(x) : short(x - 1e-6 * Math.abs(x));
const above = (x) => x === null || Number(short(x)) >= x ? short(x) : short(x + 1e-6 * Math.abs(x));
const between = (lower, upper) => 'proven ' + below(lower) + ' to ' + above(upper);
// The numbers of triangles: nine each.
const decoded = (text) => {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length / 4 }, (_, place) => view.getFloat32(4 * place, true));
};

let selected = -1;
element('rows').addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const visible = shown();
  const next = visible[visible.indexOf(selected) + step];
  if (next !== undefined) { select(next); rows[next].button.focus(); }
});
// Marks a row as the selected one.
const mark = (place) => {
  if (selected >= 0) rows[selected].row.setAttribute('aria-selected', 'false');
  selected = place;
  rows[place].row.setAttribute('aria-selected', 'true');
};

const canvas = element('view');
const pen = canvas.getContext('2d');
// A page whose view can be moved gives it a shift, in units of the view.
const camera = { turn: 0.6, tilt: 0.4, zoom: 0.8 };
// As many pixels as the screen has for the view, which is square.
const fitted = () => {
  const pixels = Math.round(canvas.clientWidth * (window.devicePixelRatio || 1));
  if (canvas.width !== pixels) { canvas.width = pixels; canvas.height = pixels; }
  return pixels;
};
// What makes of a point what the viewer sees: right, up, away. z points up; the viewer looks along the third axis.
const viewer = () => {
  const [st, ct, sp, cp] = [Math.sin(camera.turn), Math.cos(camera.turn), Math.sin(camera.tilt), Math.cos(camera.tilt)];
  return (x, y, z) => {
    const [right, away] = [ct * x + st * y, -st * x + ct * y];
    return [right, cp * z + sp * away, cp * away - sp * z];
  };
};
// What makes of that a place on the canvas.
const onto = (pixels) => {
  const [scale, [right, up]] = [0.48 * pixels * camera.zoom, camera.shift || [0, 0]];
  return ([x, y]) => [pixels / 2 + scale * (x + right), pixels / 2 - scale * (y + up)];
};
// A triangle with its light and its depth.
const lit = (corners) => {
  const [u, v] = [1, 2].map((k) => corners[k].map((x, axis) => x - corners[0][axis]));
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const light = Math.abs(normal[2] + 0.4 * normal[1]) / (1.08 * Math.hypot(...normal) || 1);
  return { corners, light, depth: corners[0][2] + corners[1][2] + corners[2][2] };
};
// Draws triangles, the farthest first. `style` gives the fill and the stroke of one.
const paint = (faces, screen, style) => {
  faces.sort((left, right) => right.depth - left.depth);
  for (const face of faces) {
    [pen.fillStyle, pen.strokeStyle] = style(face);
    pen.beginPath();
    face.corners.forEach((corner, place) => place ? pen.lineTo(...screen(corner)) : pen.moveTo(...screen(corner)));
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
};

const tilted = (by) => Math.max(-1.57, Math.min(1.57, camera.tilt + by));
const zoomed = (by) => Math.max(0.1, Math.min(1e4, camera.zoom * by));
canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId));
canvas.addEventListener('pointermove', (event) => {
  if (!canvas.hasPointerCapture(event.pointerId)) return;
  if (event.shiftKey && camera.shift) {
    const step = 1 / (0.48 * canvas.clientWidth * camera.zoom);
    camera.shift = [camera.shift[0] + event.movementX * step, camera.shift[1] - event.movementY * step];
  } else {
    camera.turn += event.movementX * 0.01;
    camera.tilt = tilted(event.movementY * 0.01);
  }
  draw();
});
canvas.addEventListener('wheel', (event) => {
  event.preventDefault();
  camera.zoom = zoomed(Math.exp(-event.deltaY * 0.002));
  draw();
}, { passive: false });
canvas.addEventListener('keydown', (event) => {
  const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
  const factor = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key];
  if (moves[event.key]) { camera.turn += moves[event.key][0]; camera.tilt = tilted(moves[event.key][1]); }
  else if (factor) camera.zoom = zoomed(factor);
  else return;
  event.preventDefault();
  draw();
});
window.addEventListener('resize', () => draw());
