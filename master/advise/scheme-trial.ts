import type { Instance } from '../../fmu-sdk/host/instance.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../system/system.ts';
import { type Candidate, settingOf, withAlgorithm } from './candidates.ts';
import type { InterfaceValue } from './interface-values.ts';
import type { Grid } from './time-grid.ts';
import { type OpenedTrial, SearchStopped, type TrialRunner } from './trial-runner.ts';
import { WorkCounter } from './work-estimate.ts';

/** Result of a run by a candidate, with a number of parts of each grid interval. */
export interface Trial {
  readonly candidate: Candidate;
  readonly parts: number;
  /** Communication step [s]. */
  readonly step: number;
  /** Interface values at the start and at every compared point. Empty for a failed run. */
  readonly values: readonly Float64Array[];
  /** Communication steps of all FMUs, and their work. */
  readonly unitSteps: number;
  readonly work: number;
  readonly cpuSeconds: number;
  /** Σ|δE| of each bond. */
  readonly residuals: readonly number[];
  /** Reason of a failure. */
  readonly failed?: string;
  /** True if the scheme does not apply, with any step. */
  readonly refused?: boolean;
}

/** Limit of FMU steps per part, for iterations that diverge and schemes whose steps shrink. */
const maxStepsPerPart = 60;
/** Communication steps between two checks for finite values. */
const chunk = 4096;
/** Time that a run may block the thread [ms]. */
const turn = 50;

/** Runs the system from its start to its end, or to the end of the grid. */
export async function runTrial(
  lab: TrialRunner,
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
  let work: WorkCounter | undefined;
  const prepare = (instances: readonly Instance[]): void => {
    const most = maxStepsPerPart * grid.count * parts * instances.length;
    work = new WorkCounter(instances, most);
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
  const savedValues = values.map(() => new Float64Array(points));
  const keep = (k: number): void => {
    for (let i = 0; i < read.length; i++) savedValues[i][k] = read[i]();
  };
  const go = async (): Promise<void> => {
    let began = lab.cpuSeconds();
    let since = performance.now();
    run.start();
    keep(0);
    const perInterval = Math.round(grid.interval / setting.step);
    for (let k = 1; k < points; k++) {
      const intervals = Math.min(grid.stride, grid.count - (k - 1) * grid.stride);
      for (let remainingSteps = intervals * perInterval; remainingSteps > 0 && !run.done; ) {
        const stepCount = Math.min(remainingSteps, chunk);
        run.advance(stepCount);
        steps += stepCount;
        remainingSteps -= stepCount;
        if (remainingSteps > 0 && !read.every((value) => Number.isFinite(value()))) break;
      }
      keep(k);
      const ended = run.done && k < points - 1;
      if (ended) failed = `an FMU ended the run at t = ${run.time()} s`;
      if (ended || savedValues.some((item) => !Number.isFinite(item[k]))) {
        failed ??= `values grow without bound: t = ${run.time()} s`;
        break;
      }
      if (performance.now() - since < turn) continue;
      cpuSeconds += lab.cpuSeconds() - began;
      await new Promise((resolve) => setTimeout(resolve));
      if (lab.stop?.() === true) throw new SearchStopped('stopped');
      began = lab.cpuSeconds();
      since = performance.now();
    }
    cpuSeconds += lab.cpuSeconds() - began;
  };
  try {
    await go().catch((error) => {
      failed = work?.exceeded
        ? `it needs more than ${maxStepsPerPart} steps of each FMU where others need one`
        : reasonOf(error);
    });
    work?.addLoop(steps, setting.step);
    return {
      ...about,
      values: failed === undefined ? savedValues : [],
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

/** Returns the message of a UserError. Any other error is a defect. */
function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}
