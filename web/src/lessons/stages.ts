// The pictures of the lessons that have some of their own, and what they need.

import type { Controls } from "../controls.ts";
import { load } from "../rivals/module.ts";
import { load as loadRobot } from "../robot/module.ts";
import type { Exhibit } from "../scenes.ts";
import type { Store } from "../store.ts";
import { AxisStage } from "./axis.ts";
import { CompareStage } from "./compare.ts";
import { ConcaveStage } from "./concave.ts";
import { LayersStage } from "./layers.ts";
import { NaiveStage } from "./naive.ts";
import { RobotStage } from "./robot.ts";
import { ShadowStage } from "./shadow.ts";
import { SupportsStage } from "./supports.ts";
import { SweepStage } from "./sweep.ts";
import { WalkStage } from "./walk.ts";

const STAGES = { sweep: SweepStage, supports: SupportsStage, shadow: ShadowStage, walk: WalkStage, layers: LayersStage, axis: AxisStage, concave: ConcaveStage, compare: CompareStage, naive: NaiveStage, robot: RobotStage };

/** The pictures of an exhibit, once the methods are there. */
export async function made(exhibit: Exhibit, store: Store, controls: Controls): Promise<InstanceType<(typeof STAGES)[Exhibit]>> {
  await Promise.all([load(), exhibit === "robot" && loadRobot()]);
  return new STAGES[exhibit](store, controls);
}
