// What the tests ask of a page: each answers with a number, or with what was refused.

import { compile, load } from "clearance";
import { load as loadConvex } from "clearance/convex";
import { load as loadInline } from "clearance/inline";
import { send } from "clearance/worker";

const gap = (cl) => cl.cuboid([1, 1, 1]).distance(cl.ball([3, 0, 0], 1)).distance;
const told = (work) => work.then((value) => ({ value }), ({ code, message }) => ({ code, message }));

async function worker() {
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const answered = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  send(worker, await compile());
  const positions = Float32Array.of(3, 0, 0, 3, 1, 0, 3, 0, 1);
  worker.postMessage({ positions }, [positions.buffer]);
  return answered;
}

window.probe = {
  load: () => told(load().then(gap)),
  from: (address) => told(load(address).then(gap)),
  own: () => told(load().then((cl) => cl.own((d) => [...d].map((n) => Math.sign(n) || 1)).distance(cl.ball([3, 0, 0], 1)).distance)),
  convex: () => told(loadConvex().then(gap)),
  inline: () => told(loadInline().then(gap)),
  worker: () => told(worker()),
};
