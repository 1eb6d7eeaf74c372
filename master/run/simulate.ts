import type { Host } from '../../fmu-sdk/host/host.ts';
import { hosts } from '../../fmu-sdk/host/host-registry.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import { requireDistinctPaths } from '../../fmu-sdk/util/files/distinct-paths.ts';
import { type OptionTable, requireOptions } from '../../fmu-sdk/util/require-options.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { sinksWith } from '../observe/custom-format.ts';
import type { ObserverKind } from '../observe/observer.ts';
import type { Sink } from '../observe/result-format.ts';
import { sinkOf } from '../observe/result-formats.ts';
import { requireChecked } from '../system/require-checked.ts';
import type { CheckedSystem } from '../system/system.ts';
import { readCheckpoint } from './checkpoint/checkpoint-file.ts';
import { type CheckpointOptions, Checkpoints, requireCheckpoint } from './checkpoint/checkpoints.ts';
import { tryStates } from './checkpoint/state-trial.ts';
import { closeAll } from './open-instances.ts';
import { recordingOf } from './recording/call-recording.ts';
import { resolveAutoScheme } from './resolve-auto-scheme.ts';
import { ResultFile, requireApartFromInputs } from './result-file.ts';
import { type OpenedRun, Run, type RunOptions, runKinds } from './run-object.ts';
import type { PlannedRun } from './run-plan.ts';
import type { ThreadsReport } from './run-protocol.ts';
import { rollsBack } from './scheme-choice.ts';
import { openOnThreads } from './threads/open-threads.ts';
import { reasonAgainstRestart, ThreadsChoice } from './threads/thread-choice.ts';
import { trialRunnerOf } from './trial-factory.ts';
import { onceForEachUnit, type UnitNote } from './unit-notes.ts';

/** Options of a run, with its outputs. */
export interface SimulateOptions extends RunOptions {
  /**
   * Result file, with its format given by the extension (`.csv`, `.parquet`, `.mat`, `.npy`). A run
   * that ends early leaves `x.partial.csv`. Without it, rows are not written to a file.
   */
  output?: string | undefined;
  /** Custom hosts, in addition to the built-in ones. Pass the hosts that `loadSystem` received. */
  hosts?: readonly Host[] | undefined;
  /** Custom integrators for model exchange, in addition to the built-in ones. */
  integrators?: readonly Method[] | undefined;
  /** Custom result formats, in addition to the built-in ones. */
  sinks?: readonly Sink[] | undefined;
  /**
   * File that records every call of a unit with its result (`openRecording`). Load the system with
   * `byCalls`.
   */
  recordCalls?: string | undefined;
  /**
   * Writes checkpoints at intervals and when the run is interrupted: `{ file: 'x.checkpoint',
   * seconds: 10 }`.
   */
  checkpoint?: CheckpointOptions | undefined;
  /**
   * Checkpoint at which the run resumes. The partial file of `output` holds the rows up to there.
   */
  resume?: string | undefined;
  /**
   * Called with notes for the user, for example on how native units are confined or on crashes
   * while closing.
   */
  onNote?: ((text: string) => void) | undefined;
}

const simulateKinds: OptionTable<SimulateOptions> = {
  ...runKinds,
  output: 'path',
  hosts: 'named',
  sinks: 'named',
  recordCalls: 'path',
  checkpoint: 'object',
  resume: 'path',
  onNote: 'function',
};

/**
 * Runs a system in this thread. `await` the run, or iterate over its rows with `for await`. Native
 * units run in separate processes, unless the system was loaded with `trusted`. A fmukit FMU that
 * never returns from a step is not ended here. Use `SystemRunner` for that.
 *
 * @example
 * const { outcome, columns } = await simulate(system, { collect: true });
 * for await (const row of simulate(system)) console.log(row.time, row['second.y']);
 */
export function simulate(system: CheckedSystem, options: SimulateOptions = {}): Run {
  requireChecked('run', system);
  requireOptions(`run ${system.name}`, options, simulateKinds);
  requireCheckpoint(system.name, options.checkpoint);
  return new Run(system, options, () => open(system, options));
}

/** Checkpoint at which a resumed run begins. */
type Begin = ConstructorParameters<typeof Checkpoints>[2];

/** Returns the system with its scheme. `auto` selects its scheme first. */
async function resolveSystemScheme(
  system: CheckedSystem,
  options: SimulateOptions,
): ReturnType<typeof resolveAutoScheme> {
  const { hosts: more, integrators, couplings, extrapolations, signal, onNote } = options;
  const stop = (): boolean => signal?.aborted === true;
  const all = { hosts: hosts.with(more), integrators, couplings, extrapolations, stop };
  return resolveAutoScheme(trialRunnerOf(system, all), onNote);
}

async function open(inputSystem: CheckedSystem, options: SimulateOptions): Promise<OpenedRun> {
  const { system, notes } = await resolveSystemScheme(inputSystem, options);
  const { hosts: more, integrators, couplings } = options;
  const choice = new ThreadsChoice(
    system,
    hosts.with(more),
    integrators,
    rollsBack(system, couplings),
    reasonAgainstRestart({
      ...options,
      hasCheckpoint: options.checkpoint !== undefined || options.resume !== undefined,
    }),
  );
  const threads = (): ThreadsReport => choice.report;
  const note = onceForEachUnit(options.onNote);
  const again = async (): Promise<OpenedRun> => {
    const other = choice.restartSystem(system)!;
    return { ...(await openRun(other, options, note)), system: other, notes, threads };
  };
  const { monitor } = choice;
  return { ...(await openRun(system, options, note)), system, notes, monitor, again, threads };
}

async function openRun(system: CheckedSystem, options: SimulateOptions, note: UnitNote): Promise<OpenedRun> {
  const { output, sinks: forms, hosts: more, integrators, couplings, recordCalls } = options;
  const { checkpoint, resume } = options;
  requireApartFromInputs(output, system);
  const resumed = resume !== undefined;
  const hasCheckpoint = checkpoint !== undefined || resumed;
  if (hasCheckpoint && recordCalls !== undefined)
    throw new UserError(
      `run ${system.name}: checkpoint and recordCalls cannot be combined, because a recording holds the calls of one process. Remove one of them.`,
    );
  requireDistinctPaths('checkpoint', checkpoint?.file, [
    ...(output === undefined ? [] : [output]),
    ...(system.reads ?? []),
  ]);
  const form = output === undefined ? undefined : sinkOf(output, sinksWith(forms));
  const activity = { cells: new Int32Array(3) };
  const rollback = rollsBack(system, couplings);
  let outcome = 'failed';
  const ending: ObserverKind = { name: 'ending', observe: () => ({ end: (how) => void (outcome = how) }) };
  const known = hosts.with(more);
  if (checkpoint !== undefined && resume === undefined) await tryStates(system, activity, known, integrators);
  const record = recordCalls === undefined ? undefined : recordingOf(recordCalls, system, options);
  const instances = await openOnThreads(
    system,
    activity,
    known,
    integrators,
    note,
    rollback,
    undefined,
    record,
  ).catch((error: unknown) => {
    record?.close(outcome);
    throw error;
  });
  const closeUnits = (): string[] => {
    const faults = closeAll(instances, activity);
    record?.close(outcome);
    return faults;
  };
  const from = (): Begin =>
    resume === undefined ? undefined : { file: resume, checkpoint: readCheckpoint(resume) };
  if (output === undefined || form === undefined) {
    const keeper = hasCheckpoint
      ? ({ session }: PlannedRun) => new Checkpoints(session, checkpoint, from(), undefined, undefined)
      : undefined;
    return { instances, resumed, observers: [ending], checkpointWriter: keeper, close: closeUnits };
  }
  try {
    const results = new ResultFile(output);
    const close = (): string[] => {
      results.close(false);
      return closeUnits();
    };
    const recording = { sink: form, destination: results, isFlushDue: oncePerSecond() };
    const keeper = hasCheckpoint
      ? ({ session, recorder }: PlannedRun) => new Checkpoints(session, checkpoint, from(), recorder, results)
      : undefined;
    return { instances, results, recording, resumed, observers: [ending], checkpointWriter: keeper, close };
  } catch (error) {
    closeUnits();
    throw error;
  }
}

/**
 * Returns a function that reports whether a second has passed since it last returned true. It reads
 * the clock at every 64th row, or more often if rows are slow.
 */
function oncePerSecond(): () => boolean {
  let rows = 0;
  let stride = 1;
  let last = performance.now();
  let looked = last;
  return () => {
    if (++rows < stride) return false;
    rows = 0;
    const now = performance.now();
    const slow = now - looked > 100;
    looked = now;
    stride = slow ? 1 : Math.min(64, 2 * stride);
    if (now - last < 1000) return false;
    last = now;
    return true;
  };
}
