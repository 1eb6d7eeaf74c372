import type { Instance } from '../../../fmu-sdk/host/instance/instance.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { CheckedSystem } from '../../system/system.ts';
import type { InterfaceValue } from '../accuracy/interface-values.ts';
import { type Candidate, type Setting, settingOf, withAlgorithm } from '../candidates.ts';
import type { Grid } from '../time-grid.ts';
import { SampledRun } from './sampled-run.ts';
import type { OpenedTrial, TrialRunner } from './trial-runner.ts';
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
  /** Time [s] at which the trial ended because its time was over. */
  readonly lateAt?: number | undefined;
}

/** Limit of FMU steps per part, for iterations that diverge and schemes whose steps shrink. */
const maxStepsPerPart = 60;

/** Runs the system from its start to its end, or to the end of the grid. */
export async function runTrial(
  lab: TrialRunner,
  grid: Grid,
  values: readonly InterfaceValue[],
  candidate: Candidate,
  parts: number,
): Promise<Trial> {
  const setting = settingOf(candidate, parts, grid.interval);
  const about = { candidate, parts, step: setting.step };
  let work: WorkCounter | undefined;
  const prepare = (instances: readonly Instance[]): void => {
    const most = maxStepsPerPart * grid.count * parts * instances.length;
    work = new WorkCounter(instances, most);
  };
  let opened: OpenedTrial;
  try {
    opened = await lab.open(variantOf(lab.system, grid, setting), prepare);
  } catch (error) {
    return { ...about, ...nothing, failed: reasonOf(error), refused: true };
  }
  const { run, close } = opened;
  const sampled = new SampledRun(lab, run, grid, values);
  try {
    await sampled.complete(setting.step).catch((error) => {
      sampled.failed = work?.exceeded
        ? `it needs more than ${maxStepsPerPart} steps of each FMU where others need one`
        : reasonOf(error);
    });
    const { failed, lateAt, steps, cpuSeconds } = sampled;
    work?.addLoop(steps, setting.step);
    return {
      ...about,
      values: failed === undefined ? sampled.values : [],
      unitSteps: work?.steps.reduce((sum, n) => sum + n, 0) ?? 0,
      work: work?.total() ?? 0,
      cpuSeconds,
      residuals: run.residuals.bonds.map(({ magnitude }) => magnitude),
      failed,
      lateAt,
    };
  } finally {
    close();
  }
}

/** Returns the system with the setting of a candidate. It records nothing and ends with the grid. */
function variantOf(system: CheckedSystem, grid: Grid, setting: Setting): CheckedSystem {
  const gridEnd = grid.count * grid.interval;
  const isShorter = gridEnd < system.stopTime - system.startTime - 0.5 * grid.interval;
  return {
    ...withAlgorithm(system, setting),
    stopTime: isShorter ? system.startTime + gridEnd : system.stopTime,
    record: { columns: [], every: 1, prefix: true },
  };
}

const nothing = { values: [], unitSteps: 0, work: 0, cpuSeconds: 0, residuals: [] };

/** Returns the message of a UserError. Any other error is a defect. */
function reasonOf(error: unknown): string {
  if (error instanceof UserError) return error.message;
  throw error;
}
