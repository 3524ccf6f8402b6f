import { received } from "clearance/worker";

const ready = received();
addEventListener("message", async ({ data }) => {
  if (!data.positions) return;
  const cl = await ready;
  postMessage(cl.mesh(data.positions).distance(cl.cuboid([1, 1, 1])).distance);
});
