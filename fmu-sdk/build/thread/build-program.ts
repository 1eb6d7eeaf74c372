import { parentPort, workerData } from 'node:worker_threads';
import { useTemporaryFolders } from '../../util/files/temp-folder.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import type { BuildAnswer, BuildKind, BuildQuestion, BuildTasks, BuildThreadData } from './build-messages.ts';
import { makeWithSources } from './make-with-sources.ts';

/** Fields of an error that `explainError` and `explainMissing` read, and that messages lose. */
const errorFields = ['code', 'syscall', 'path', 'dest'] as const;

type Work = { [Kind in BuildKind]: (task: BuildTasks[Kind]['task']) => Promise<BuildTasks[Kind]['result']> };

const work: Work = {
  make: makeWithSources,
  async test({ folder, options }) {
    const { testUnit } = await import('../test-unit.ts');
    return testUnit(folder, options);
  },
};

useTemporaryFolders((workerData as BuildThreadData).folder);
parentPort?.on('message', async (question: BuildQuestion) =>
  parentPort?.postMessage(await answerOf(question)),
);

async function answerOf({ number, kind, task }: BuildQuestion): Promise<BuildAnswer> {
  try {
    return { number, result: await (work[kind] as (given: unknown) => Promise<unknown>)(task) };
  } catch (error) {
    if (error instanceof UserError) return { number, user: error.message };
    if (!(error instanceof Error)) return { number, error: new Error(messageOf(error)), fields: {} };
    const fields = errorFields.filter((field) => field in error);
    const values = error as unknown as Record<string, unknown>;
    return { number, error, fields: Object.fromEntries(fields.map((field) => [field, values[field]])) };
  }
}
