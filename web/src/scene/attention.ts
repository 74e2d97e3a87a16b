// From which angle a winning line is seen best.
import { Vector3 } from "three";
import { axes } from "./framing";
import type { Model, Pose } from "./types";

const QUARTER = Math.PI / 2;
/** The camera turns only if the line looks this much longer from the other angle. */
const STAYING = 1.25;
/** How far the camera swings towards the side of the line. */
const SWING = 0.2;

/** Of the resting angles around the board, the one that shows the line longest. */
export function bestPose(model: Model, here: Pose, line: readonly Vector3[]): Pose {
  let best = model.settle(here);
  let bestScore = seenLength(line, best) * STAYING;
  for (const turns of [-1, 1, 2]) {
    const pose = model.settle({ azimuth: here.azimuth + turns * QUARTER, elevation: here.elevation });
    const score = seenLength(line, pose);
    if (score > bestScore) [best, bestScore] = [pose, score];
  }
  return swing(model, best, line);
}

function swing(model: Model, pose: Pose, line: readonly Vector3[]): Pose {
  const { right } = axes(pose);
  const half = (model.bounds.max.x - model.bounds.min.x) / 2;
  let aside = 0;
  for (const p of line) aside += (p.x * right[0] + p.z * right[2]) / half / line.length;
  const azimuth = pose.azimuth + Math.min(Math.max(aside, -1), 1) * SWING;
  return model.settle({ azimuth, elevation: pose.elevation });
}

const span = new Vector3();

/** How long a row of points looks from that angle. */
function seenLength(line: readonly Vector3[], pose: Pose): number {
  const { right, up } = axes(pose);
  span.subVectors(line[line.length - 1]!, line[0]!);
  const x = span.x * right[0] + span.y * right[1] + span.z * right[2];
  const y = span.x * up[0] + span.y * up[1] + span.z * up[2];
  return Math.hypot(x, y);
}
