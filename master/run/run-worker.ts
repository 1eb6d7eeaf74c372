import { parentPort, workerData } from 'node:worker_threads';
import { thisTask } from '../../fmu-sdk/host/watchdog/thread-clock.ts';
import { messageOf, UserError } from '../../fmu-sdk/util/user-error.ts';
import type { LoopPlace } from '../coupling/activity.ts';
import type { SubstepColumns } from '../coupling/substep-log.ts';
import { execute } from './execute-job.ts';
import type { LiveRows } from './live-rows.ts';
import { explainExtension } from './load-extensions.ts';
import type { SharedRows } from './rows-in-memory.ts';
import type { Job, Reply } from './run-protocol.ts';

const { cells: shared, task } = workerData as { cells: SharedArrayBuffer; task: Int32Array };
const cells = new Int32Array(shared);
Atomics.store(task, 0, thisTask());

const send = (reply: Reply): void => parentPort?.postMessage(reply);
const note = (text: string): void => send({ kind: 'note', text });
const show = (place: LoopPlace): void => send({ kind: 'loop', place });
const chosen = (step: number): void => send({ kind: 'chosen', step });
const sendRows = (rows: SharedRows): void => send({ kind: 'rows', rows });
const sendOwnSteps = (log: SubstepColumns): void => send({ kind: 'ownSteps', log });
const live = (rows: LiveRows): void => send({ kind: 'live', rows });

/** Unhandled rejection of a custom module during the present job. */
let stray: { thrown: unknown } | undefined;
let atWork = false;
process.on('unhandledRejection', (thrown) => {
  if (!atWork) throw thrown;
  stray ??= { thrown };
});

async function replyTo(job: Job): Promise<Reply> {
  try {
    const result = await execute(job, { cells, show, task }, note, sendRows, chosen, sendOwnSteps, live);
    // Pending rejections are reported in this turn.
    if (job.use !== undefined) await new Promise((resolve) => setImmediate(resolve));
    if (stray !== undefined) throw stray.thrown;
    return { kind: 'done', result };
  } catch (thrown) {
    const error = explainExtension(job.use ?? [], thrown);
    const user = error instanceof UserError;
    const message = user
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : messageOf(error);
    return { kind: 'failed', message, user };
  }
}

parentPort?.on('message', async (job: Job) => {
  [atWork, stray] = [true, undefined];
  const reply = await replyTo(job);
  atWork = false;
  const buffers = reply.kind === 'done' ? reply.result.columns.map((c) => c.data.buffer as ArrayBuffer) : [];
  parentPort?.postMessage(reply, buffers);
});
