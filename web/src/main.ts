// The page: loads the solver, restores the scene of the address, and draws whenever the state changes.

import "./style.css";
import "./lessons.css";
import { Controls } from "./controls.ts";
import { dialogs } from "./dialogs.ts";
import { find, html } from "./dom.ts";
import { load } from "./engine.ts";
import { ACCEPTED, readers, take } from "./files.ts";
import { lesson, meshLesson, ownLesson } from "./lesson.ts";
import { lights } from "./light.ts";
import { hash, restored } from "./link.ts";
import type { Picture } from "./export.ts";
import { PlaneStage } from "./plane/stage.ts";
import { isRay, type State, surfaces } from "./scene.ts";
import { type Exhibit, EXHIBITS, exhibitOf, SCENES, sceneOf, stateOf } from "./scenes.ts";
import { Store } from "./store.ts";
import { teaching } from "./teach.ts";
import { say, theme } from "./theme.ts";

await load().catch((error: Error) => {
  find("#lesson").replaceChildren(html("p", { role: "alert" }, error.message));
  throw error;
});
theme();
lights();
const store = new Store();
const controls = new Controls(store);

/** Pictures of a kind of scene, with what surrounds them. */
interface Stage {
  readonly pictures: Picture[];
  /** Where the pictures look; some always show all. */
  readonly views?: { view: number[]; readonly isChosen: boolean }[];
  /** Shows the pictures in place of those before. */
  mount(): void;
  draw(): void;
}

type Kind = "plane" | "space" | "meshes" | "flight" | "ray" | Exhibit;

/** The pictures that are here. */
const stages: Partial<Record<Kind, Stage>> = { plane: new PlaneStage(store, controls) };

/** The others are fetched with the first scene that needs them. */
const FETCHED: Record<Exclude<Kind, "plane">, () => Promise<Stage>> = {
  space: async () => new (await import("./space/stage.ts")).SpaceStage(store, controls),
  meshes: async () => new (await import("./mesh/stage.ts")).MeshStage(store, controls),
  flight: async () => (await import("./motion/flight.ts")).FlightStage.create(store, controls),
  ray: async () => (await import("./motion/ray.ts")).RayStage.create(store, controls),
  ...(Object.fromEntries(EXHIBITS.map((exhibit) => [exhibit, async (): Promise<Stage> => (await import("./lessons/stages.ts")).made(exhibit, store, controls)])) as Record<Exhibit, () => Promise<Stage>>),
};

let stage: Stage | undefined;
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
  const { title, text } = state;
  const scene = surfaces(state) ? "meshes" : title || text ? `own ${state.scene} ${title} ${text}` : state.scene;
  if (shownScene === scene) return;
  shownScene = scene;
  const ready = sceneOf(state);
  find("#lesson").replaceChildren(...(surfaces(state) ? meshLesson() : text ? ownLesson(title ?? ready?.title, text) : lesson(ready && title ? { ...ready, title } : ready)));
  if (title && !text && !ready) find("#lesson").replaceChildren(...ownLesson(title, ""));
  document.title = `${title ?? ready?.title ?? "Your own scene"} · clearance`;
  for (const button of document.querySelectorAll<HTMLElement>("[data-scene]")) {
    const shown = button.dataset.scene === state.scene;
    button.setAttribute("aria-current", String(shown));
    // In the narrow page the list is a row that scrolls sideways; the page itself stays where it is.
    const row = find("#scenes");
    if (shown && row.scrollWidth > row.clientWidth) row.scrollTo({ left: button.offsetLeft - row.offsetLeft - (row.clientWidth - button.offsetWidth) / 2 });
  }
}

/** The opened scene whose link's camera was taken. */
let cameraOf = 0;

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
  const wanted = stages[kindOf(store.state)];
  if (!wanted) return void loadStage();
  const start = performance.now();
  try {
    if (stage !== wanted) {
      stage = wanted;
      controls.root.hidden = false;
      stage.mount();
    }
    stage.draw();
    const { camera } = store.state;
    if (camera && cameraOf !== store.opened) {
      cameraOf = store.opened;
      stage.views?.forEach((view, place) => camera[place] && (view.view = camera[place]));
    }
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  // The text changes with its picture, not before.
  showScene();
  document.documentElement.dataset.frame = (performance.now() - start).toFixed(2);
  refused = false;
  remember();
}

/** The pictures that show a state. */
function kindOf(state: State): Kind {
  if (state.motion) return isRay(state) ? "ray" : "flight";
  if (state.dim === 2) return exhibitOf(state) ?? "plane";
  return surfaces(state) ? "meshes" : "space";
}

/** Goes back from a state that cannot be drawn, and says why. */
let refused = false;
function refuse(why: string): void {
  say(`This cannot be shown: ${why}.`);
  if (refused) return;
  refused = true;
  store.refuse();
}

/** Fetches the pictures that only this kind of scene needs, and draws again. While they come, another kind may be opened. */
let fetching = false;
async function loadStage(): Promise<void> {
  if (fetching) return;
  fetching = true;
  try {
    for (let kind = kindOf(store.state); !stages[kind]; kind = kindOf(store.state)) {
      stages[kind] = await FETCHED[kind as keyof typeof FETCHED]();
    }
    fetching = false;
    draw();
  } catch {
    fetching = false;
    const [name, needs] = store.state.motion ? ["motion", "this needs"] : store.state.dim === 2 ? ["this lesson", "it needs"] : ["space", "this needs WebGL, and"];
    say(navigator.onLine ? `The pictures of ${name} could not be loaded: ${needs} the files of the page.` : `The pictures of ${name} could not be fetched: the page is offline. Load it again when it is not.`);
    store.refuse();
    if (!stage) draw();
  }
}

/** Writes the state into the address when it has rested for a moment: a scene that was opened is a step for Back. */
let resting: number | undefined;
let recorded = 0;
function remember(): void {
  clearTimeout(resting);
  if (recorded !== store.opened) return void record();
  resting = window.setTimeout(() => void record(), 250);
}

async function record(): Promise<void> {
  const { opened, state } = store;
  const fresh = opened !== recorded;
  const first = recorded === 0;
  recorded = opened;
  const next = await addressOf(state);
  if (next === undefined || next === written) return;
  written = next;
  if (fresh && !first && location.hash !== `#${next}`) history.pushState(null, "", `#${next}`);
  else history.replaceState(null, "", `#${next}`);
}

/** The hash of a state; none if a link was followed or copied while it was compressed: the address is not taken back. */
async function addressOf(state: State): Promise<string | undefined> {
  const before = written;
  const next = await hash(state);
  return written === before && location.hash.slice(1) === before ? next : undefined;
}

async function restore(): Promise<void> {
  const link = location.hash.slice(1);
  written = link;
  let state: State | undefined;
  try {
    state = await restored(link);
  } catch (error) {
    if (written === link) say(`This link does not hold a scene: ${error instanceof Error ? error.message : String(error)}.`);
  }
  // Of two links that are followed at once, the later one is shown.
  if (written === link) store.begin(state ?? stateOf(SCENES[0]!));
}

/** Files are taken wherever they are dropped. */
function takeFiles(): void {
  const chosen = html("input", { type: "file", accept: ACCEPTED, multiple: true, hidden: true, id: "file" });
  chosen.addEventListener("change", () => {
    void take(store, [...(chosen.files ?? [])]);
    chosen.value = "";
  });
  find("#open").addEventListener("click", () => chosen.click());
  find("#open").after(chosen);
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    void take(store, event.dataTransfer?.files);
  });
}

list();
await restore();
store.subscribe(ask);
for (const event of ["hashchange", "popstate"]) {
  window.addEventListener(event, () => {
    if (location.hash !== `#${written}`) void restore();
  });
}
find("#share").addEventListener("click", async () => {
  const isChosen = stage?.views?.some((view) => view.isChosen) ?? false;
  if (isChosen || store.state.camera) store.keep(isChosen ? cameras() : undefined);
  const next = await addressOf(store.state);
  if (next === undefined) return;
  written = next;
  history.replaceState(null, "", `#${written}`);
  if (surfaces(store.state)) return say("A link cannot hold a mesh. Send the files, and the words for the command under the answer.");
  await navigator.clipboard.writeText(location.href).then(
    () => say("The link is in the clipboard."),
    () => say("The link is in the address bar."),
  );
});
/** Where the pictures look. */
function cameras(): number[][] | undefined {
  return stage?.views?.map(({ view }) => view.map((value) => Number(value.toPrecision(7))));
}

/** The address of what is shown, with where it looks. */
async function address(): Promise<string> {
  const camera = cameras();
  const next = new URL(location.href);
  next.search = "";
  next.hash = await hash({ ...store.state, ...(camera ? { camera } : {}), changed: true });
  return next.href;
}

takeFiles();
teaching(store, address);
dialogs(store, () => stage?.pictures ?? []);
if (stages[kindOf(store.state)]) draw();
else await loadStage();
document.documentElement.dataset.ready = performance.now().toFixed(0);
// What a scene in space, a file and the formulas of other lessons will need is fetched while there is time, so that it is there without the network.
window.setTimeout(() => {
  void import("./space/stage.ts").catch(() => undefined);
  void readers().catch(() => undefined);
  for (const face of document.fonts) void face.load().catch(() => undefined);
}, 1000);
