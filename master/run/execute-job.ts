import { hosts } from '../../fmu-sdk/host/host-registry.ts';
import { type Activity, cell } from '../coupling/activity.ts';
import type { SubstepColumns } from '../coupling/substep-log.ts';
import { sinksWith } from '../observe/custom-format.ts';
import type { RunView } from '../observe/observer.ts';
import type { Recorder } from '../observe/recorder.ts';
import { sinkOf } from '../observe/result-formats.ts';
import type { CheckedSystem } from '../system/system.ts';
import { CallLog } from './call-log.ts';
import { readCheckpoint } from './checkpoint/checkpoint-file.ts';
import { Checkpoints } from './checkpoint/checkpoints.ts';
import { tryStates } from './checkpoint/state-trial.ts';
import { type LiveRows, liveRows } from './live-rows.ts';
import { loadExtensions } from './load-extensions.ts';
import { closeAll } from './open-instances.ts';
import { Pacer, threadClock } from './realtime/real-time-pacer.ts';
import { timedInstances } from './realtime/timed-instances.ts';
import { recordingOf } from './recording/call-recording.ts';
import { resolveAutoScheme } from './resolve-auto-scheme.ts';
import { ResultFile, requireApartFromInputs } from './result-file.ts';
import type { SharedRows } from './rows-in-memory.ts';
import { runToEnd } from './run-loop.ts';
import { PlannedRun } from './run-plan.ts';
import type { Job, RunResult } from './run-protocol.ts';
import { rollsBack } from './scheme-choice.ts';
import type { Session } from './session.ts';
import type { RunMonitor } from './session-options.ts';
import { openOnThreads } from './threads/open-threads.ts';
import { reasonAgainstRestart, ThreadsChoice } from './threads/thread-choice.ts';
import { trialRunnerOf } from './trial-factory.ts';
import { onceForEachUnit, type UnitNote } from './unit-notes.ts';

/** Environment of a job. */
interface JobEnvironment {
  activity: Activity;
  note: UnitNote;
  onRows?: (rows: SharedRows) => void;
  onOwnSteps?: (ownSteps: SubstepColumns) => void;
  live?: (rows: LiveRows) => void;
  extensions: Awaited<ReturnType<typeof loadExtensions>>;
  monitor?: RunMonitor;
  stop: () => boolean;
}

/**
 * Runs one job in this thread and records results. A failed run leaves its valid rows in
 * `x.partial.csv`.
 *
 * `tell` receives the rows that are not in the file yet. `left` receives the substeps of a failed
 * run. `live` receives the memory of live rows, if the job asks for it.
 */
export async function execute(
  job: Job,
  activity: Activity,
  note?: (text: string) => void,
  onRows?: (rows: SharedRows) => void,
  chosen?: (step: number) => void,
  onOwnSteps?: (ownSteps: SubstepColumns) => void,
  live?: (rows: LiveRows) => void,
): Promise<RunResult> {
  requireApartFromInputs(job.output, job.system);
  requireApartFromInputs(job.log?.file, job.system);
  const extensions = await loadExtensions(job.use ?? []);
  const { integrators, couplings } = extensions;
  const stop = (): boolean => activity.cells[cell.stop] !== 0;
  const { system, notes } = await resolveAutoScheme(
    trialRunnerOf(job.system, { hosts, ...extensions, activity, stop }),
    note,
  );
  if (system !== job.system) chosen?.(system.step);
  const rollback = rollsBack(system, couplings);
  const hasCheckpoint = job.checkpoint !== undefined || job.resume !== undefined;
  const choice = new ThreadsChoice(
    system,
    hosts,
    integrators,
    rollback,
    reasonAgainstRestart({ ...job, ...extensions, hasCheckpoint }),
  );
  const around = {
    activity,
    note: onceForEachUnit(note),
    onRows,
    onOwnSteps,
    live,
    extensions,
    stop,
  };
  const result =
    (await runOnce(job, system, { ...around, monitor: choice.monitor })) ??
    (await runOnce(job, choice.restartSystem(system)!, around))!;
  return { ...result, notes: [...notes, ...result.notes], threads: choice.report };
}

/** Runs the system with its resolved scheme. Returns undefined if the run must restart. */
async function runOnce(
  job: Job,
  system: CheckedSystem,
  { activity, note, onRows, onOwnSteps, live, extensions: all, monitor, stop }: JobEnvironment,
): Promise<RunResult | undefined> {
  const { sinks: more, integrators, ...extensions } = all;
  const rollback = rollsBack(system, extensions.couplings);
  if (job.checkpoint !== undefined && job.resume === undefined)
    await tryStates(system, activity, hosts, integrators);
  const log = job.log === undefined ? undefined : new CallLog(job.log);
  const record = job.recordCalls === undefined ? undefined : recordingOf(job.recordCalls, system, job);
  let outcome = 'failed';
  const closeFiles = (): void => {
    try {
      log?.close();
    } finally {
      record?.close(outcome);
    }
  };
  const instances = await openOnThreads(
    system,
    activity,
    hosts,
    integrators,
    note,
    rollback,
    log,
    record,
  ).catch((error: unknown) => {
    closeFiles();
    throw error;
  });
  const warnings: string[] = [];
  let file: ResultFile | undefined;
  let session: Session | undefined;
  try {
    const form = job.output === undefined ? undefined : sinkOf(job.output, sinksWith(more));
    file = job.output === undefined ? undefined : new ResultFile(job.output, job.mark, onRows);
    const inner = [
      ...(log === undefined ? [] : [{ name: 'call log', observe: (run: RunView) => log.observe(run) }]),
      ...(job.live === undefined || live === undefined ? [] : [liveRows(job.live, live)]),
    ];
    const keeps = job.checkpoint !== undefined || job.resume !== undefined;
    const foresight = (job.use ?? []).length === 0 && job.realtime === undefined && !keeps;
    const clock = threadClock();
    // On several threads, the time of each unit is unknown.
    const tells = job.realtime !== undefined && (system.threads ?? 1) === 1;
    const { startTime, step, units } = system;
    const names = tells ? units.map(({ name }) => name) : [];
    const pacer = job.realtime && new Pacer(job.realtime, startTime, step, names, clock, stop);
    const took = (unit: number, ms: number): void => pacer?.addTime(unit, ms);
    const run = new PlannedRun({
      system,
      ...extensions,
      integrators,
      activity,
      instances: tells ? timedInstances(instances, clock.now, took) : instances,
      inner,
      monitor,
      foresight,
      events: job.events,
      collect: job.collect,
      summarize: job.summarize,
      recording: form && file && { sink: form, destination: file, isFlushDue: () => flushIsDue(activity) },
      resumed: job.resume !== undefined,
    });
    ({ session } = run);
    const checkpoints = keeps ? checkpointsOf(job, session, run.recorder, file) : undefined;
    const { value } = runToEnd(session, Number.POSITIVE_INFINITY, stop, file, pacer, checkpoints).next();
    if (value === undefined) return undefined;
    const result = value as RunResult;
    outcome = result.outcome;
    return { ...run.complete(result), warnings };
  } catch (error) {
    if (session?.ownSteps !== undefined) onOwnSteps?.(session.ownSteps);
    throw error;
  } finally {
    file?.close(false);
    warnings.push(...closeAll(instances, activity));
    closeFiles();
  }
}

/** Returns the checkpoint writer of a run, with its start. */
function checkpointsOf(
  { checkpoint, resume }: Job,
  session: Session,
  recorded: Recorder | undefined,
  file: ResultFile | undefined,
): Checkpoints {
  const from = resume === undefined ? undefined : { file: resume, checkpoint: readCheckpoint(resume) };
  return new Checkpoints(session, checkpoint, from, recorded, file);
}

/** Reports whether the watching thread has asked for a flush, which it does once a second. */
function flushIsDue({ cells }: Activity): boolean {
  if (cells[cell.flush] !== 1) return false;
  cells[cell.flush] = 0;
  return true;
}
