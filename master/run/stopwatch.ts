import type { Spent } from '../../fmu-sdk/host/overdue.ts';
import { nobody } from '../coupling/activity.ts';

/** Where a run is: steps done, and the unit that is called (or `nobody`). */
export interface Place {
  steps: number;
  unit: number;
}

/** A look that comes later than this was late because the watching process itself stood still [s]. */
const longestLook = 1;

/**
 * What the unit that is called has used since the run was last seen to move on: to another step, or to another unit.
 * While nobody is called, nothing is counted.
 */
export class Stopwatch {
  private place: Place = { steps: -1, unit: nobody };
  private cpuBegin = 0;
  private wallLast = 0;
  private wall = 0;

  /** `cpu`, `wall`: clocks of the computing thread and of the room [s]. */
  look(place: Place, cpu: number, wall: number): Spent {
    const moved = place.steps !== this.place.steps || place.unit !== this.place.unit;
    if (moved || place.unit === nobody) {
      this.cpuBegin = cpu;
      this.wall = 0;
    } else {
      this.wall += Math.min(wall - this.wallLast, longestLook);
    }
    this.place = place;
    this.wallLast = wall;
    return { cpu: cpu - this.cpuBegin, wall: this.wall };
  }
}
