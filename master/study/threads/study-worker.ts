import { openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell, nobody } from '../../coupling/activity.ts';
import { RunExecutor } from '../execution/run-executor.ts';
import { type Entry, lineOf } from '../journal-entry.ts';
import { hashOf } from '../plan/study-inputs.ts';
import { configuration, readPlan } from '../plan/study-plan.ts';
import { PortionComputer } from './portion-computer.ts';
import { runCell, type ThreadAnswer, type ThreadTask, type WorkerStart } from './study-protocol.ts';

const { file, cells: shared, task } = workerData as WorkerStart;
const cells = new Int32Array(shared);
Atomics.store(task, 0, thisTask());

const send = (answer: ThreadAnswer): void => parentPort?.postMessage(answer);
const bench = readPlan(file).then((plan) => ({ plan, bench: new RunExecutor(plan, { cells }) }));
// The first runs report the error.
bench.catch(() => {});

/** CPU account of this thread in Linux. It stays open, because it is read for each run. */
const account = accountOfThread();
const digits = Buffer.alloc(64);

function accountOfThread(): number | undefined {
  try {
    return openSync('/proc/thread-self/schedstat', 'r');
  } catch {
    return undefined;
  }
}

/** Returns the CPU time of this thread [s], or of the process if the system does not provide it. */
function cpuSeconds(): number {
  if (account !== undefined) {
    const length = readSync(account, digits, 0, digits.length, 0);
    return Number.parseInt(digits.toString('latin1', 0, length), 10) / 1e9;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** CPU time of this thread when the present run began [s]. Each reading is a system call. */
let cpuBefore = 0;

async function entryOf(run: number): Promise<Entry> {
  const { plan, bench: executor } = await bench;
  announce(run);
  const wall = performance.now();
  const timesNow = (): Entry['times'] => {
    const cpu = cpuSeconds();
    const times = {
      wall: Number(((performance.now() - wall) / 1000).toFixed(6)),
      cpu: Number((cpu - cpuBefore).toFixed(6)),
    };
    cpuBefore = cpu;
    return times;
  };
  try {
    const runConfiguration = configuration(plan, run);
    const outcome = await executor.outcome(runConfiguration);
    return { hash: runConfiguration.hash, contents: runConfiguration.contents, outcome, times: timesNow() };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The run is invalid, for example because a variant lacks a path.
    const message = messageOf(error);
    const metrics = plan.metrics.map(() => null);
    const hash = hashOf(JSON.stringify([plan.version, plan.study, run, message])).slice(0, 24);
    const outcome = { ending: 'refused', verdict: '', message, time: null, steps: null, metrics } as const;
    return { hash, contents: '', outcome, times: timesNow() };
  }
}

const computer = bench.then(
  ({ bench: executor }) =>
    new PortionComputer(executor, entryOf, ({ entries, ...computed }) => {
      Atomics.store(cells, cell.unit, nobody);
      send({ kind: 'lines', ...computed, lines: entries.map(lineOf), wanted: executor.kept.wanted });
    }),
);
computer.catch(() => {});

/** Computes a portion and hands over its lines. */
async function compute(runNumbers: ThreadTask): Promise<void> {
  const portions = await computer;
  cpuBefore = cpuSeconds();
  await portions.compute(runNumbers);
}

/** Tells the watching thread which run begins. */
function announce(run: number): void {
  cells[cell.steps] = 0;
  cells[cell.unit] = nobody;
  Atomics.store(cells, runCell, run);
}

parentPort?.on('message', (runNumbers: ThreadTask) => {
  compute(runNumbers).catch((error) => {
    const user = error instanceof UserError;
    const message = error instanceof Error && !user ? (error.stack ?? error.message) : messageOf(error);
    send({ kind: 'failed', message, user });
  });
});
