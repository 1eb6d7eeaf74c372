import type { Host } from '../../fmu-sdk/host/choice/host.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import type { Method } from '../../fmu-sdk/solver/ode-integrator.ts';
import type { Registry } from '../../fmu-sdk/util/registry.ts';
import type { Activity } from '../coupling/activity.ts';
import type { SubstepColumns } from '../coupling/substep-log.ts';
import { sinksWith } from '../observe/formats/custom-format.ts';
import { sinkOf } from '../observe/formats/result-formats.ts';
import { variableColumns } from '../observe/variable-columns.ts';
import type { CheckedSystem } from '../system/system.ts';
import { pickLimits } from '../verdict/thresholds.ts';
import {
  beginsCheckpoints,
  checkpointsOf,
  keepsState,
  refuseCheckpointConflicts,
} from './checkpoint/run-checkpoints.ts';
import { tryStates } from './checkpoint/state-trial.ts';
import { addErrorBands, type EarlierRuns, type RunWithError } from './error/add-error-bands.ts';
import { isErrorWanted } from './error/error-option.ts';
import { RowStore } from './error/row-store.ts';
import { InstancePool } from './instances/instance-pool.ts';
import { closeAll } from './instances/open-instances.ts';
import { endOfShared, inSeparateProcesses } from './instances/separate-processes.ts';
import { onceForEachUnit, type UnitNote } from './instances/unit-notes.ts';
import type { Extensions } from './load-extensions.ts';
import type { Session } from './loop/session.ts';
import type { RunSettings } from './options/run-options.ts';
import { pace } from './realtime/run-in-real-time.ts';
import { CallFiles } from './recording/call-files.ts';
import { type LiveOptions, type LiveRows, liveRows } from './rows/live-rows.ts';
import { ResultFile, requireApartFromInputs } from './rows/result-file.ts';
import type { SharedRows } from './rows/rows-in-memory.ts';
import { type OpenedRun, runOpened } from './run-plan.ts';
import { resolveAutoScheme } from './scheme/resolve-auto-scheme.ts';
import { rollsBack, schemeOf } from './scheme/scheme-choice.ts';
import { trialRunnerOf } from './scheme/trial-factory.ts';
import type { RunMonitor } from './session-options.ts';
import { openOnThreads } from './threads/open-threads.ts';
import { isDirect, reasonAgainstRestart, ThreadsChoice } from './threads/thread-choice.ts';
import type { RunResult } from './worker/run-protocol.ts';

/** Extensions, memory and callbacks that a run gets from its caller, besides its settings. */
export interface RunEnvironment extends Extensions {
  readonly hosts: Registry<Host>;
  readonly integrators?: readonly Method[] | undefined;
  /** True if only fmukit's own observers watch the run, so that a single unit may look ahead. */
  readonly foresight?: boolean | undefined;
  /** Memory in which the run reports its progress. */
  readonly activity: Activity;
  /** Returns true to interrupt the run. */
  readonly stop: () => boolean;
  /** Returns true if buffered rows should be written now. */
  readonly isFlushDue: () => boolean;
  /** Runs of the series that this run belongs to. */
  readonly earlier?: EarlierRuns | undefined;
  /** Mark that makes the name of the temporary result file unique. */
  readonly mark?: string | undefined;
  /** Receives notes for the user. */
  readonly note?: ((text: string) => void) | undefined;
  /** Receives the communication step [s] that the scheme `auto` has chosen. */
  readonly onStepChosen?: ((step: number) => void) | undefined;
  /** Receives the memory of rows that are not in the result file yet. */
  readonly onRows?: ((rows: SharedRows) => void) | undefined;
  /** Receives the substeps of a run that fails. */
  readonly onOwnSteps?: ((substeps: SubstepColumns) => void) | undefined;
  /** Rows that are viewed during the run, and the receiver of their memory. */
  readonly live?: { readonly options: LiveOptions; readonly onRows: (rows: LiveRows) => void } | undefined;
}

/**
 * Runs a system in this thread, for `simulate` and for the thread of a `SystemRunner`. Yields the
 * session after every `batch` rows. The run begins again with another session if several threads
 * turn out to be faster, or if an FMU ends the process that it shares with others.
 */
export async function* runSystem(
  described: CheckedSystem,
  settings: RunSettings,
  environment: RunEnvironment,
  batch: number,
): AsyncGenerator<Session, RunResult> {
  refuseConflicts(described, settings);
  const { system, notes } = await resolveAutoScheme(trialRunnerOf(described, environment), environment.note);
  if (system !== described) environment.onStepChosen?.(system.step);
  const cannot = reasonAgainstRestart(settings, environment.observers?.length);
  const rollback = rollsBack(system, environment.couplings);
  const choice = new ThreadsChoice(system, { ...environment, rollback, cannot });
  const note = onceForEachUnit(environment.note);
  const further = isErrorWanted(settings)
    ? { store: new RowStore(), pool: poolFor(environment, note) }
    : undefined;
  const isRepeated = (error: unknown): boolean =>
    cannot === undefined && endOfShared(error) !== undefined && !environment.stop();
  const { monitor } = choice;
  let result: RunResult | undefined;
  let restarted: CheckedSystem | undefined;
  try {
    const first = await openRun(system, settings, environment, { ...further, note, monitor, isRepeated });
    result = yield* runOpened(first, batch);
    restarted = choice.restartSystem(system);
  } catch (error) {
    if (!isRepeated(error)) throw error;
    environment.note?.(`${endOfShared(error)} The run begins again, with a process for each FMU.`);
    restarted = inSeparateProcesses(system);
  }
  try {
    if (result === undefined && restarted !== undefined)
      result = yield* runOpened(await openRun(restarted, settings, environment, { ...further, note }), batch);
    const complete = { ...result!, notes: [...notes, ...result!.notes], threads: choice.report };
    if (further === undefined || complete.outcome !== 'finished') return complete;
    return await runWithError(complete, further, restarted ?? system, settings, environment);
  } finally {
    further?.pool.close();
  }
}

/** Rows and instances that a run with error bands keeps for its further runs. */
interface KeptForFurther {
  readonly store: RowStore;
  readonly pool: InstancePool;
}

function poolFor({ activity, hosts, integrators, couplings }: RunEnvironment, note: UnitNote): InstancePool {
  return new InstancePool(activity, (system) =>
    openOnThreads(system, activity, hosts, { integrators, note, rollback: rollsBack(system, couplings) }),
  );
}

/** Runs the variants of a system for its error bands, and writes them to the result and its file. */
async function runWithError(
  complete: RunResult,
  { store, pool }: KeptForFurther,
  system: CheckedSystem,
  settings: RunSettings,
  environment: RunEnvironment,
): Promise<RunResult> {
  const { output, csvFormulas, collect } = settings;
  const { result, bands } = await addErrorBands(complete, {
    system,
    scheme: schemeOf(system, environment.couplings),
    kind: settings.error as RunWithError['kind'],
    limits: pickLimits(settings),
    recorded: store.recorded(),
    earlier: environment.earlier,
    columns: store.variables,
    runVariant: (variant) => runVariant(variant, settings, environment, pool),
  });
  const columns = collect === true ? [...result.columns, ...bands] : result.columns;
  if (output === undefined) return { ...result, columns };
  const sink = sinkOf(output, sinksWith(environment.sinks), csvFormulas);
  return { ...result, columns, output: store.writeTo(new ResultFile(output, environment.mark), sink, bands) };
}

/** Time that a further run may block the thread [ms], and the rows between two looks at the clock. */
const [turn, rowsAtOnce] = [20, 16];

/** Runs a variant of a system beside its run, without files, rows and observers of the user. */
async function runVariant(
  variant: CheckedSystem,
  { events }: RunSettings,
  environment: RunEnvironment,
  pool: InstancePool,
): Promise<RunResult> {
  const { onRows: _, live: __, observers: ___, onOwnSteps: ____, ...quiet } = environment;
  environment.onStepChosen?.(variant.step);
  const opened = await openRun(variant, { events, collect: true }, quiet, { note: () => {}, pool });
  const run = runOpened(opened, rowsAtOnce);
  let since = performance.now();
  for (;;) {
    const { done, value } = run.next();
    if (done) return value!;
    value.evidence.stop();
    if (performance.now() - since < turn) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
}

/** Returns the result of a run, without looking at its rows. */
export async function resultOf(run: AsyncGenerator<Session, RunResult>): Promise<RunResult> {
  for (;;) {
    const { done, value } = await run.next();
    if (done) return value;
  }
}

/** Refuses settings that do not fit each other, and files that would replace a file of the system. */
export function refuseConflicts(system: CheckedSystem, settings: RunSettings): void {
  requireApartFromInputs(settings.output, system);
  requireApartFromInputs(settings.log?.file, system);
  refuseCheckpointConflicts(system, settings);
}

/** Companions of a run besides its environment. */
interface RunCompanions {
  readonly note: UnitNote;
  readonly monitor?: RunMonitor | undefined;
  /** Keeps the rows for error bands. */
  readonly store?: RowStore | undefined;
  /** Opens the units, and takes them back for a further run. Default: they are closed. */
  readonly pool?: InstancePool | undefined;
  /** Reports whether the run begins again after this error. */
  readonly isRepeated?: ((error: unknown) => boolean) | undefined;
}

/** Opens the units and the files of a run. */
async function openRun(
  system: CheckedSystem,
  settings: RunSettings,
  environment: RunEnvironment,
  { note, monitor, store, pool, isRepeated }: RunCompanions,
): Promise<OpenedRun> {
  const { activity, hosts, integrators, couplings, stop } = environment;
  if (beginsCheckpoints(settings)) await tryStates(system, activity, hosts, integrators);
  const rollback = rollsBack(system, couplings);
  const calls = new CallFiles(settings, system);
  let instances: Instance[] = [];
  let results: ResultFile | undefined;
  const isKept = pool !== undefined && calls.log === undefined && calls.recording === undefined;
  const close = (isSound: boolean): string[] => {
    results?.close(false);
    const warnings = isKept ? pool.give(system, instances, isSound) : closeAll(instances, activity);
    calls.close();
    return warnings;
  };
  try {
    instances = isKept
      ? await pool.take(system)
      : await openOnThreads(system, activity, hosts, {
          ...{ integrators, note, rollback, trace: calls.log, record: calls.recording },
        });
    const { output, csvFormulas } = settings;
    const sink = output === undefined ? undefined : sinkOf(output, sinksWith(environment.sinks), csvFormulas);
    store?.begin(variableColumns(system, instances));
    // Rows in a pipe or a device cannot be written again with their bands.
    const isLater = store !== undefined && output !== undefined && isDirect(output);
    results =
      output === undefined || isLater
        ? undefined
        : new ResultFile(output, environment.mark, environment.onRows);
    const { pacer, instances: paced } = pace(settings, system, instances, stop);
    const { extrapolations, foresight, isFlushDue, live, observers } = environment;
    const plan = {
      ...{ system, activity, couplings, extrapolations, integrators, foresight, observers, monitor },
      ...{ events: settings.events, collect: settings.collect, summarize: settings.summarize },
      instances: paced,
      limits: pickLimits(settings),
      inner: [
        ...calls.observers,
        ...(live === undefined ? [] : [liveRows(live.options, live.onRows)]),
        ...(store === undefined ? [] : [store]),
      ],
      recording: sink && results && { sink, destination: results, isFlushDue },
    };
    const file = results;
    return {
      ...{ plan, results, pacer, stop, close, isRepeated, onOwnSteps: environment.onOwnSteps },
      checkpointWriter: keepsState(settings) ? (run) => checkpointsOf(settings, run, file) : undefined,
    };
  } catch (error) {
    close(false);
    throw error;
  }
}
