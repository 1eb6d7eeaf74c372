import { openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { thisTask } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { messageOf, UserError } from '../../../fmu-sdk/util/user-error.ts';
import { cell, nobody } from '../../coupling/activity.ts';
import { RunExecutor } from '../execution/run-executor.ts';
import { type Entry, lineOf } from '../journal-entry.ts';
import { hashOf } from '../plan/study-inputs.ts';
import { configuration, readPlan } from '../plan/study-plan.ts';
import { runCell, type ThreadAnswer, type ThreadTask, type WorkerStart } from './study-protocol.ts';

/** Interval at which results are handed over [ms]. */
const interval = 100;

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

/**
 * Computes a portion and hands over its lines. If its runs keep libraries of native FMUs, the lines
 * wait until the last run was repeated in new processes.
 */
async function compute(runNumbers: ThreadTask): Promise<void> {
  const { kept } = (await bench).bench;
  kept.begin(runNumbers.length);
  cpuBefore = cpuSeconds();
  let runs: number[] = [];
  let entries: Entry[] = [];
  let since = performance.now();
  for (const [i, run] of runNumbers.entries()) {
    announce(run);
    const entry = await entryOf(run);
    kept.took(entry.times.wall);
    entries.push(entry);
    runs.push(run);
    const last = i === runNumbers.length - 1;
    if (!last && (kept.mustConfirm || performance.now() - since < interval)) continue;
    if (kept.mustConfirm) entries = await confirmed(runs, entries);
    Atomics.store(cells, cell.unit, nobody);
    send({ kind: 'lines', runs, lines: entries.map(lineOf), last, wanted: kept.wanted });
    [runs, entries, since] = [[], [], performance.now()];
  }
}

/** Tells the watching thread which run begins. */
function announce(run: number): void {
  cells[cell.steps] = 0;
  cells[cell.unit] = nobody;
  Atomics.store(cells, runCell, run);
}

/** Returns the entries if the last run gives the same outcome in new processes, else new entries. */
async function confirmed(runs: readonly number[], entries: Entry[]): Promise<Entry[]> {
  const { bench: executor } = await bench;
  const last = runs[runs.length - 1];
  announce(last);
  const fresh = await executor.kept.afresh(() => entryOf(last));
  if (JSON.stringify(fresh.outcome) === JSON.stringify(entries[entries.length - 1].outcome)) return entries;
  executor.distrust();
  const again: Entry[] = [];
  for (const run of runs) {
    announce(run);
    again.push(await entryOf(run));
  }
  return again;
}

parentPort?.on('message', (runNumbers: ThreadTask) => {
  compute(runNumbers).catch((error) => {
    const user = error instanceof UserError;
    const message = error instanceof Error && !user ? (error.stack ?? error.message) : messageOf(error);
    send({ kind: 'failed', message, user });
  });
});
