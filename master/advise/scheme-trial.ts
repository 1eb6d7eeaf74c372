import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type Candidate, settingOf, withAlgorithm } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import type { Grid } from './time-grid.ts';
import { type Laboratory, type OpenedTrial, Stopped } from './trial-runner.ts';
import { Work } from './work-estimate.ts';

/** What a run by one candidate came to, with so many parts of each interval of the grid. */
export interface Trial {
  readonly candidate: Candidate;
  readonly parts: number;
  /** Communication step [s]. */
  readonly step: number;
  /** Of each interface value: at the start, then at every point where values are compared. Empty where the run failed. */
  readonly values: readonly Float64Array[];
  /** Communication steps of all units together, and the work that they were. */
  readonly unitSteps: number;
  readonly work: number;
  readonly cpuSeconds: number;
  /** Σ|δE| of each bond. */
  readonly residuals: readonly number[];
  /** Why it came to no end. */
  readonly failed?: string;
  /** That it cannot be applied at all, whatever the step. */
  readonly refused?: boolean;
}

/** Unit steps in each of the equal parts at most: those of an iteration that does not converge, or of a scheme that makes its own ever smaller. */
const mostSteps = 60;
/** Communication steps after which it is seen whether values are numbers still. */
const chunk = 4096;
/** How long a run may hold the thread before others get a turn [ms]. */
const turn = 50;

/** Runs the system from start to stop, or as far as the grid goes. */
export async function tryOut(
  lab: Laboratory,
  grid: Grid,
  values: readonly InterfaceValue[],
  candidate: Candidate,
  parts: number,
): Promise<Trial> {
  const { system } = lab;
  const setting = settingOf(candidate, parts, grid.interval);
  const stopTime =
    grid.count * grid.interval < system.stopTime - system.startTime - 0.5 * grid.interval
      ? system.startTime + grid.count * grid.interval
      : system.stopTime;
  const variant: CheckedSystem = {
    ...withAlgorithm(system, setting),
    stopTime,
    record: { columns: [], every: 1, prefix: true },
  };
  const about = { candidate, parts, step: setting.step };
  let work: Work | undefined;
  const prepare = (instances: readonly Instance[]): void => {
    const most = mostSteps * grid.count * parts * instances.length;
    work = new Work(instances, most);
  };
  let opened: OpenedTrial;
  try {
    opened = await lab.open(variant, prepare);
  } catch (error) {
    return { ...about, ...nothing, failed: reasonOf(error), refused: true };
  }
  const { run, close } = opened;
  let cpuSeconds = 0;
  let steps = 0;
  let failed: string | undefined;
  const read = values.map((value) => value.reader(run.instances));
  const points = Math.ceil(grid.count / grid.stride) + 1;
  const kept = values.map(() => new Float64Array(points));
  const keep = (k: number): void => {
    for (let i = 0; i < read.length; i++) kept[i][k] = read[i]();
  };
  const go = async (): Promise<void> => {
    let began = lab.cpuSeconds();
    let since = performance.now();
    run.start();
    keep(0);
    const perInterval = Math.round(grid.interval / setting.step);
    for (let k = 1; k < points; k++) {
      const intervals = Math.min(grid.stride, grid.count - (k - 1) * grid.stride);
      for (let left = intervals * perInterval; left > 0 && !run.done; ) {
        const some = Math.min(left, chunk);
        run.advance(some);
        steps += some;
        left -= some;
        if (left > 0 && !read.every((value) => Number.isFinite(value()))) break;
      }
      keep(k);
      const ended = run.done && k < points - 1;
      if (ended) failed = `a unit asked for the end at t = ${run.time()} s`;
      if (ended || kept.some((each) => !Number.isFinite(each[k]))) {
        failed ??= `values grow without bound: t = ${run.time()} s`;
        break;
      }
      if (performance.now() - since < turn) continue;
      cpuSeconds += lab.cpuSeconds() - began;
      await new Promise((resolve) => setTimeout(resolve));
      if (lab.stop?.() === true) throw new Stopped('stopped');
      began = lab.cpuSeconds();
      since = performance.now();
    }
    cpuSeconds += lab.cpuSeconds() - began;
  };
  try {
    await go().catch((error) => {
      failed = work?.exceeded
        ? `it takes more than ${mostSteps} steps of each unit where others take one`
        : reasonOf(error);
    });
    work?.looped(steps, setting.step);
    return {
      ...about,
      values: failed === undefined ? kept : [],
      unitSteps: work?.steps.reduce((sum, n) => sum + n, 0) ?? 0,
      work: work?.total() ?? 0,
      cpuSeconds,
      residuals: run.residuals.bonds.map(({ magnitude }) => magnitude),
      failed,
    };
  } finally {
    close();
  }
}

const nothing = { values: [], unitSteps: 0, work: 0, cpuSeconds: 0, residuals: [] };

/** What a user's error says; anything else is a defect. */
function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}
