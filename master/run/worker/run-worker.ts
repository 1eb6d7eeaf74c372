import { parentPort, workerData } from 'node:worker_threads';
import { hosts } from '../../../fmu-sdk/host/choice/host-registry.ts';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { printableName } from '../../../fmu-sdk/util/printable.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell } from '../../coupling/activity.ts';
import { damagedError } from '../checkpoint/checkpoint-file.ts';
import type { EarlierRuns } from '../error/add-error-bands.ts';
import { explainExtension, loadExtensions } from '../load-extensions.ts';
import { givenWith } from '../options/option-row.ts';
import { runOptions } from '../options/run-options.ts';
import { type RunEnvironment, resultOf, runSystem } from '../run-system.ts';
import type { Job, Reply, RunResult } from './run-protocol.ts';

const { cells: shared, task } = workerData as { cells: SharedArrayBuffer; task: Int32Array };
const cells = new Int32Array(shared);
Atomics.store(task, 0, thisTask());

const send = (reply: Reply): void => parentPort?.postMessage(reply);

/** Unhandled rejection of a custom module during the present job. */
let stray: { thrown: unknown } | undefined;
let atWork = false;
process.on('unhandledRejection', (thrown) => {
  if (!atWork) throw thrown;
  stray ??= { thrown };
});

parentPort?.on('message', async (job: Job) => {
  [atWork, stray] = [true, undefined];
  const reply = await replyTo(job);
  atWork = false;
  const buffers = reply.kind === 'done' ? reply.result.columns.map((c) => c.data.buffer as ArrayBuffer) : [];
  parentPort?.postMessage(reply, buffers);
});

async function replyTo(job: Job): Promise<Reply> {
  try {
    const result = await runJob(job);
    // Pending rejections are reported in this turn.
    if (job.settings.use !== undefined) await new Promise((resolve) => setImmediate(resolve));
    if (stray !== undefined) throw stray.thrown;
    return { kind: 'done', result };
  } catch (thrown) {
    const error = explainResumed(job.settings.resume, explainExtension(job.settings.use ?? [], thrown));
    const user = error instanceof UserError;
    const message = user
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : messageOf(error);
    return { kind: 'failed', message, user };
  }
}

/** Returns the error of a resumed run. A state with impossible values may let any code of it fail. */
function explainResumed(file: string | undefined, error: unknown): unknown {
  if (file === undefined || error instanceof UserError) return error;
  return damagedError(file, `the run fails with its state (${printableName(messageOf(error))})`);
}

/**
 * Runs the system of a job in this thread and records results. A failed run leaves its valid rows
 * in `x.partial.csv`.
 */
/** Runs of the present series. */
const earlier: EarlierRuns = new Map();

async function runJob({ system, settings, isSeries, live, mark }: Job): Promise<RunResult> {
  const environment: RunEnvironment = {
    ...(await loadExtensions(settings.use ?? [])),
    hosts,
    activity: { cells, task, show: (place) => send({ kind: 'loop', place }) },
    mark,
    earlier: isSeries === true ? earlier : undefined,
    note: (text) => send({ kind: 'note', text }),
    onStepChosen: (step) => send({ kind: 'chosen', step }),
    onRows: (rows) => send({ kind: 'rows', rows }),
    onOwnSteps: (log) => send({ kind: 'ownSteps', log }),
    live: live && { options: live, onRows: (rows) => send({ kind: 'live', rows }) },
    stop: () => cells[cell.stop] !== 0,
    isFlushDue,
    foresight: givenWith(runOptions, 'everyStep', settings).length === 0,
  };
  return resultOf(runSystem(system, settings, environment, Number.POSITIVE_INFINITY));
}

/** Reports whether the watching thread has asked for a flush, which it does once a second. */
function isFlushDue(): boolean {
  if (cells[cell.flush] !== 1) return false;
  cells[cell.flush] = 0;
  return true;
}
