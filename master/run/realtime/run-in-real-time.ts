import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { valueText } from '../../../fmu-sdk/util/printable.ts';
import { type OptionTable, requireOptions } from '../../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { RunSettings } from '../options/run-options.ts';
import { Pacer, type RealtimeReport, threadClock } from './real-time-pacer.ts';
import type { RealtimeOptions } from './realtime-options.ts';
import { timedInstances } from './timed-instances.ts';

const realtimeKinds: OptionTable<RealtimeOptions> = { factor: 'number', late: 'text' };

/** Validates the real-time options of untyped callers. A run with a factor of 0 would not end. */
export function requireRealtime(system: string, { realtime: options }: RunSettings): void {
  if (options === undefined) return;
  const what = `run ${system}: realtime`;
  requireOptions(what, options, realtimeKinds);
  const { factor, late } = options;
  if (!(factor > 0 && factor < Number.POSITIVE_INFINITY))
    throw new UserError(
      `${what}.factor: expected a number above 0, got ${valueText(factor)}. Examples: 1 is real time, 2 is twice as fast.`,
    );
  if (late !== undefined && late !== 'continue' && late !== 'stop')
    throw new UserError(`${what}.late: expected "continue" or "stop", got "${valueText(late)}".`);
}

/** Part of a result that a run in real time adds. */
export interface PacedResult {
  /** Report of a real-time run. */
  realtime?: RealtimeReport | undefined;
}

/** Returns the report of a run in real time, undefined for other runs. */
export const reportOf = ({ realtime }: PacedResult): RealtimeReport | undefined => realtime;

/** Returns the result with the report of its pacer. */
export const withReport = <Result extends PacedResult>(result: Result, pacer: Pacer | undefined): Result =>
  pacer === undefined ? result : { ...result, realtime: pacer.report };

/** Returns the pacer of a run in real time, and instances that report to it how long they take. */
export function pace(
  { realtime }: RunSettings,
  system: CheckedSystem,
  instances: readonly Instance[],
  stop: () => boolean,
): { pacer?: Pacer; instances: readonly Instance[] } {
  if (realtime === undefined) return { instances };
  const { startTime, step, threads = 1 } = system;
  const clock = threadClock();
  // On several threads, the time of each unit is unknown.
  const units = threads === 1 ? system.units.map(({ name }) => name) : [];
  const pacer = new Pacer(realtime, { startTime, step, units, stop }, clock);
  if (units.length === 0) return { pacer, instances };
  return { pacer, instances: timedInstances(instances, clock.now, (unit, ms) => pacer.addTime(unit, ms)) };
}
