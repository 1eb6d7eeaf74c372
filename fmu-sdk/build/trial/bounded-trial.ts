import { inBoundedThread, TaskEndedError } from '../../host/watchdog/bounded-thread.ts';
import { wallPerCpu } from '../../host/watchdog/time-limits.ts';
import { UserError } from '../../util/user-error.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { DifferentialOptions } from '../reference-run/differential-plan.ts';
import {
  type DifferentialResult,
  type SourceAndCore,
  sideNumber,
} from '../reference-run/differential-test.ts';
import type { TrialTask } from './trial-thread.ts';

/** Limits of the trial of a unit. */
export interface TrialOptions {
  /** CPU time of one call of the unit [s]: constructor, initialization or step. Default: 10. */
  readonly stepSeconds?: number;
}

/** Heap of the thread [MB]. The compilers need a part of it. */
const heapMegabytes = 1024;

/** Seals the core of a unit, which runs its constructors. */
export async function sealedInThread(
  wasm: Uint8Array,
  folder: string,
  manifest: Manifest,
  options: TrialOptions,
): Promise<Uint8Array> {
  try {
    return await inThread<Uint8Array>({ do: 'seal', wasm, folder }, options);
  } catch (error) {
    throw await explainStop(error, folder, manifest, options);
  }
}

/** Runs the first steps of a unit's default experiment: see `tryUnit`. */
export async function tryInThread(both: SourceAndCore, options: TrialOptions): Promise<void> {
  try {
    await inThread({ do: 'try', both }, options);
  } catch (error) {
    throw await explainStop(error, both.folder, both.manifest, options);
  }
}

/** Runs the differential test of a unit: see `differential`. */
export async function compareInThread(
  both: SourceAndCore,
  options: DifferentialOptions,
  bounds: TrialOptions,
): Promise<DifferentialResult> {
  try {
    return await inThread<DifferentialResult>({ do: 'compare', both, options }, bounds);
  } catch (error) {
    if (!(error instanceof TaskEndedError)) throw error;
    const { place, words } = error;
    const [run, step, which] = place;
    const where =
      place.length === 0
        ? ''
        : `run ${run}, ${phaseOf(step)}: as ${which === sideNumber.wasm ? 'wasm' : 'TypeScript'} `;
    throw new UserError(`differential ${both.manifest.name}: ${where}it ${words}. ${advice}`);
  }
}

const advice = 'Look for an endless loop, or for a loop that allocates memory.';

function phaseOf(step: number): string {
  if (step < 0) return 'constructor';
  return step === 0 ? 'initialization' : `step ${step}`;
}

function inThread<Result>(task: TrialTask, { stepSeconds = 10 }: TrialOptions): Promise<Result> {
  return inBoundedThread<Result>('dist/trial.cjs', task, {
    cpuSeconds: stepSeconds,
    wallSeconds: wallPerCpu * stepSeconds,
    lastWordSeconds: stepSeconds / 2,
    heapMegabytes,
  });
}

/**
 * Returns the message for a trial that had to be stopped. It names the line when the reference run
 * stops in the same way.
 */
async function explainStop(
  error: unknown,
  folder: string,
  manifest: Manifest,
  options: TrialOptions,
): Promise<unknown> {
  if (!(error instanceof TaskEndedError)) return error;
  // The search for the line of a known error was stopped.
  if (typeof error.lastMessage === 'string') return new UserError(error.lastMessage);
  const { place, words } = error;
  const [step] = place;
  if (step === undefined) return new UserError(`try ${manifest.name}: it ${words}. ${advice}`);
  try {
    await inThread({ do: 'find', folder, manifest, step }, options);
  } catch (failure) {
    if (!(failure instanceof TaskEndedError)) return failure;
  }
  return new UserError(
    `try ${manifest.name} with its start values: ${phaseOf(step)}: it ${words}. ${advice}`,
  );
}
