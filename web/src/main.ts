// The page: loads the solver, restores the scene of the address, and draws whenever the state changes.

import "./style.css";
import { Controls } from "./controls.ts";
import { dialogs } from "./dialogs.ts";
import { find, html } from "./dom.ts";
import { load } from "./engine.ts";
import { lesson } from "./lesson.ts";
import { hash, restored } from "./link.ts";
import { PlaneStage } from "./plane/stage.ts";
import type { SpaceStage } from "./space/stage.ts";
import { SCENES, sceneOf, stateOf } from "./scenes.ts";
import { Store } from "./store.ts";
import { say, theme } from "./theme.ts";

await load();
theme();
const store = new Store();
const controls = new Controls(store);
const plane = new PlaneStage(store, controls);
let stage: PlaneStage | SpaceStage | undefined;
let space: SpaceStage | undefined;
let written = "";

function list(): void {
  const groups = [...new Set(SCENES.map((scene) => scene.group))];
  const nodes = groups.flatMap((group) => [
    html("h2", {}, group),
    html(
      "ol",
      {},
      ...SCENES.filter((scene) => scene.group === group).map((scene, place) =>
        html(
          "li",
          {},
          html(
            "button",
            { type: "button", "data-scene": scene.id, click: () => store.open(stateOf(scene)) },
            html("span", { "aria-hidden": "true" }, group === "Lessons" ? String(place + 1) : "·"),
            scene.title,
          ),
        ),
      ),
    ),
  ]);
  find("#scenes").replaceChildren(...nodes);
}

let shownScene: string | null | undefined;

function showScene(): void {
  const { state } = store;
  if (shownScene === state.scene) return;
  shownScene = state.scene;
  find("#lesson").replaceChildren(...lesson(sceneOf(state)));
  for (const button of document.querySelectorAll<HTMLElement>("[data-scene]")) {
    button.setAttribute("aria-current", String(button.dataset.scene === state.scene));
  }
}

/** One drawing a frame, however many changes there were. */
let asked = false;
function ask(): void {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    draw();
  });
}

function draw(): void {
  const start = performance.now();
  showScene();
  const wanted = store.state.dim === 2 ? plane : space;
  if (!wanted) return void loadSpace();
  if (stage !== wanted) {
    stage = wanted;
    stage.mount();
  }
  stage.draw();
  document.documentElement.dataset.frame = (performance.now() - start).toFixed(2);
  remember();
}

/** Fetches what only pictures of space need, and draws again. */
async function loadSpace(): Promise<void> {
  const { SpaceStage } = await import("./space/stage.ts");
  space ??= new SpaceStage(store, controls);
  draw();
}

/** Writes the state into the address when it has rested for a moment. */
let resting: number | undefined;
function remember(): void {
  clearTimeout(resting);
  resting = window.setTimeout(async () => {
    written = await hash(store.state);
    history.replaceState(null, "", `#${written}`);
  }, 250);
}

async function restore(): Promise<void> {
  const state = await restored(location.hash);
  if (state) store.begin(state);
  else if (location.hash.length > 1) say("This link does not hold a scene.");
}

list();
await restore();
store.subscribe(ask);
window.addEventListener("hashchange", () => {
  if (location.hash !== `#${written}`) void restore();
});
find("#share").addEventListener("click", async () => {
  const address = new URL(`#${await hash(store.state)}`, location.href).href;
  history.replaceState(null, "", address);
  await navigator.clipboard.writeText(address).then(
    () => say("The link is in the clipboard."),
    () => say("The link is in the address bar."),
  );
});
dialogs(store, () => stage?.pictures ?? []);
if (store.state.dim === 3) await loadSpace();
else draw();
document.documentElement.dataset.ready = performance.now().toFixed(0);
