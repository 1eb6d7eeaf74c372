import { parentPort, workerData } from 'node:worker_threads';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import type { LoopPlace } from '../../coupling/activity.ts';
import { explainExtension } from '../load-extensions.ts';
import { execute, type JobCallbacks } from './execute-job.ts';
import type { Job, Reply } from './run-protocol.ts';

const { cells: shared, task } = workerData as { cells: SharedArrayBuffer; task: Int32Array };
const cells = new Int32Array(shared);
Atomics.store(task, 0, thisTask());

const send = (reply: Reply): void => parentPort?.postMessage(reply);
const show = (place: LoopPlace): void => send({ kind: 'loop', place });
const callbacks: JobCallbacks = {
  note: (text) => send({ kind: 'note', text }),
  onStepChosen: (step) => send({ kind: 'chosen', step }),
  onRows: (rows) => send({ kind: 'rows', rows }),
  onOwnSteps: (log) => send({ kind: 'ownSteps', log }),
  onLiveRows: (rows) => send({ kind: 'live', rows }),
};

/** Unhandled rejection of a custom module during the present job. */
let stray: { thrown: unknown } | undefined;
let atWork = false;
process.on('unhandledRejection', (thrown) => {
  if (!atWork) throw thrown;
  stray ??= { thrown };
});

async function replyTo(job: Job): Promise<Reply> {
  try {
    const result = await execute(job, { cells, show, task }, callbacks);
    // Pending rejections are reported in this turn.
    if (job.settings.use !== undefined) await new Promise((resolve) => setImmediate(resolve));
    if (stray !== undefined) throw stray.thrown;
    return { kind: 'done', result };
  } catch (thrown) {
    const error = explainExtension(job.settings.use ?? [], thrown);
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
