import { availableParallelism } from 'node:os';
import { withNoun } from '../../../fmu-sdk/util/printable.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { serveQueue } from '../../study/queue/queue-worker.ts';
import { printError } from '../command.ts';
import { exitCode } from '../exit/exit-codes.ts';
import { exit } from '../exit/shutdown.ts';
import { onSignals } from '../exit/signals.ts';

export interface WorkerArguments {
  queue: string;
  workers?: number;
  lease: number;
}

/**
 * Serves a queue until a signal. The first signal lets it finish its runs, the second ends it at
 * once.
 */
export async function work({
  queue,
  workers = availableParallelism(),
  lease,
}: WorkerArguments): Promise<void> {
  if (!(Number.isInteger(workers) && workers >= 1 && workers <= 1024))
    throw new UserError(`worker: --workers must be a number from 1 to 1024, got ${workers}.`);
  if (!(lease >= 0.2 && lease <= 3600))
    throw new UserError(`worker: --lease must be from 0.2 to 3600 s, got ${lease}.`);
  const abort = new AbortController();
  const stop = onSignals(
    () => abort.abort(),
    (code) => process.exit(code),
  );
  try {
    printError(`worker: waiting for studies, ${withNoun(workers, 'thread')}`);
    const closed = await serveQueue({
      ...{ url: queue, workers, lease, signal: abort.signal },
      onStudy: (study) => printError(`worker: computing runs of study ${study}`),
    });
    // Connections to a Redis that hangs would keep the process.
    if (!closed) exit(exitCode.done, 'worker: Redis does not answer. Others get its unfinished runs.');
  } finally {
    stop();
  }
}
