import type { Spent } from './time-limits.ts';

/** A look that comes later than this was late because the watching process itself stood still [s]. */
const longestLook = 1;

/**
 * What a unit that is called has used since it was last seen to move on: to another place. While no unit is called (the
 * place is undefined), nothing is counted.
 */
export class Stopwatch {
  private place: string | undefined;
  private cpuBegin = 0;
  private wallLast = 0;
  private wall = 0;

  /** `place`: in whatever words; `cpu`, `wall`: clocks of the computing thread and of the room [s]. */
  look(place: string | undefined, cpu: number, wall: number): Spent {
    if (place === undefined || place !== this.place) {
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
