import { wallPerCpu } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import type { Entry } from '../journal-entry.ts';
import { configuration, type Plan } from '../plan/study-plan.ts';

/** Returns the time limits of the first system, or larger limits of variants. */
export function boundsOf({ bases }: Plan): { cpuSeconds: number; wallSeconds: number } {
  const limits = bases.systems.map(({ limits: { stepSeconds = 10, wallSeconds } = {} }) => ({
    cpuSeconds: stepSeconds,
    wallSeconds: wallSeconds ?? wallPerCpu * stepSeconds,
  }));
  return {
    cpuSeconds: Math.max(...limits.map(({ cpuSeconds }) => cpuSeconds)),
    wallSeconds: Math.max(...limits.map(({ wallSeconds }) => wallSeconds)),
  };
}

/** Returns the entry of a run that was ended because an FMU exceeded its time. */
export function stoppedEntry(plan: Plan, run: number, message: string): Entry {
  const { hash, contents } = configuration(plan, run);
  const metrics = plan.metrics.map(() => null);
  const outcome = { ending: 'stopped', verdict: '', message, time: null, steps: null, metrics } as const;
  return { hash, contents, outcome, times: { wall: 0, cpu: 0 } };
}
