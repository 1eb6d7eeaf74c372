import type { Clock, Program } from '../program.ts';

/** One input Clock and its plan. Times and intervals are grains. */
interface Plan {
  readonly clock: Clock;
  next: number;
  interval: number;
  last: number | undefined;
  ticks: number;
}

/** Interval of a tunable Clock that depends on a parameter: p₀ milliseconds. */
export function tunedInterval(clock: Clock, tunables: readonly number[]): number {
  return clock.tuned ? tunables[0] * 3000 : clock.interval;
}

/** The ticks of the time-based Clocks of one unit (FMI 3.0.2, 2.2.8.1). */
export class Ticks {
  private readonly plans: Plan[];

  constructor({ clocks }: Program) {
    this.plans = clocks.map((clock) => ({
      clock,
      next: Number.POSITIVE_INFINITY,
      interval: clock.interval,
      last: undefined,
      ticks: 0,
    }));
  }

  /** Reads shifts and first intervals in Initialization Mode. */
  start(at: number, tunables: readonly number[]): void {
    for (const plan of this.plans) {
      const { kind, shift, intervals } = plan.clock;
      plan.interval = tunedInterval(plan.clock, tunables);
      if (kind === 'constant' || kind === 'fixed' || kind === 'tunable') plan.next = at + shift;
      if (kind === 'changing') plan.next = at + intervals[0];
    }
  }

  /** Returns the time of the next tick, or ∞. */
  next(): number {
    return Math.min(Number.POSITIVE_INFINITY, ...this.plans.map(({ next }) => next));
  }

  due(at: number): number[] {
    return this.plans.flatMap(({ next }, k) => (next === at ? [k] : []));
  }

  /** Plans the next ticks after an event in which these Clocks were active. */
  after(
    at: number,
    active: ReadonlySet<number>,
    starts: ReadonlyMap<number, number>,
    tunables: readonly number[],
  ): void {
    this.plans.forEach((plan, k) => {
      const { kind, intervals } = plan.clock;
      if (active.has(k)) {
        plan.last = at;
        plan.ticks++;
        // A countdown that was started again before its tick keeps the new one.
        if (plan.next <= at) plan.next = Number.POSITIVE_INFINITY;
      }
      if (kind === 'tunable') plan.interval = tunedInterval(plan.clock, tunables);
      const periodic = kind === 'constant' || kind === 'fixed' || kind === 'tunable';
      if (periodic && plan.last !== undefined) plan.next = plan.last + plan.interval;
      if (kind === 'changing' && active.has(k))
        plan.next = at + intervals[Math.min(plan.ticks, intervals.length - 1)];
      const countdown = starts.get(k);
      if (kind === 'countdown' && countdown !== undefined) plan.next = at + countdown;
    });
  }
}
