import { SHARE_ENV, Worker } from 'node:worker_threads';
import { makeTemporaryFolder } from '../../util/files/temp-folder.ts';
import { packageFile } from '../../util/package-files.ts';
import { UserError } from '../../util/user-error.ts';
import type { BuildAnswer, BuildKind, BuildQuestion, BuildTasks, BuildThreadData } from './build-messages.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

interface BuildThread {
  readonly worker: Worker;
  /** Tasks without an answer, by number. */
  readonly waiting: Map<number, Waiting>;
}

/**
 * Stack of the thread [MB]: that of a first thread, 984 kB, and the 192 kB that Node keeps free in a
 * thread. Sources that are nested too deeply are then rejected at once.
 */
const stackSizeMb = (984 + 192) / 1024;

let thread: BuildThread | undefined;
let tasks = 0;

/**
 * Performs a task of a build in another thread, so that this thread can react to signals while
 * compilers work. All tasks share one thread, in which the compilers stay loaded.
 *
 * @throws the error of the task, with its message
 */
export function inBuildThread<Kind extends BuildKind>(
  kind: Kind,
  task: BuildTasks[Kind]['task'],
): Promise<BuildTasks[Kind]['result']> {
  thread ??= started();
  const { worker, waiting } = thread;
  const number = tasks++;
  return new Promise<BuildTasks[Kind]['result']>((resolve, reject) => {
    waiting.set(number, { resolve: resolve as Waiting['resolve'], reject });
    worker.ref();
    worker.postMessage({ number, kind, task } satisfies BuildQuestion);
  });
}

/** Ends the build thread and its tasks, which get no answer. Returns when no code of it runs. */
export async function endBuildThread(): Promise<void> {
  const ending = thread;
  thread = undefined;
  ending?.waiting.clear();
  await ending?.worker.terminate();
}

function started(): BuildThread {
  const worker = new Worker(packageFile('dist/builder.cjs'), {
    workerData: { folder: makeTemporaryFolder('build') } satisfies BuildThreadData,
    env: SHARE_ENV,
    resourceLimits: { stackSizeMb },
  });
  const waiting: BuildThread['waiting'] = new Map();
  const begun = { worker, waiting };
  worker.unref();
  worker.on('message', (answer: BuildAnswer) => {
    const task = waiting.get(answer.number);
    waiting.delete(answer.number);
    if (waiting.size === 0) worker.unref();
    if ('result' in answer) task?.resolve(answer.result);
    else task?.reject(errorOf(answer));
  });
  const fail = (error: unknown): void => {
    if (thread === begun) thread = undefined;
    for (const task of waiting.values()) task.reject(error);
    waiting.clear();
  };
  worker.on('error', (error: NodeJS.ErrnoException) =>
    fail(
      error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        ? new UserError('build: the compilers took more memory than Node.js allows. Divide the unit.')
        : error,
    ),
  );
  worker.on('exit', (code) => fail(new Error(`the thread of the build ended (exit code ${code})`)));
  return begun;
}

function errorOf(answer: Exclude<BuildAnswer, { result: unknown }>): unknown {
  if ('user' in answer) return UserError.again(answer.user);
  return answer.error instanceof Error ? Object.assign(answer.error, answer.fields) : answer.error;
}
