import type { TimeSpent } from './time-limits.ts';

/** A check later than this means that the watching process itself was suspended [s]. */
const longestLook = 1;

/**
 * Measures the time an FMU call has used since it last moved to another place. Counts nothing while
 * the place is undefined, which means outside of FMU calls.
 */
export class Stopwatch {
  private place: string | undefined;
  private cpuBegin = 0;
  private wallLast = 0;
  private wall = 0;

  /**
   * `place` is any text. `cpu` and `wall` are clocks of the computing thread and of real time [s].
   */
  look(place: string | undefined, cpu: number, wall: number): TimeSpent {
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
