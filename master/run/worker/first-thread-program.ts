import inspector from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { Stopwatch } from '../../../fmu-sdk/host/watchdog/stopwatch.ts';
import { cpuSecondsOf } from '../../../fmu-sdk/host/watchdog/thread-clock.ts';
import { overdue } from '../../../fmu-sdk/host/watchdog/time-limits.ts';
import { cell, inLoop, type LoopPlace, nobody } from '../../coupling/activity.ts';
import { exceeded, type WatchData } from './first-thread-watch.ts';

/** Interval of the checks [ms]. */
const interval = 50;

const { cells, task, limits, found } = workerData as WatchData;
const stopwatch = new Stopwatch();
let loop: LoopPlace | undefined;
parentPort?.on('message', (place: LoopPlace) => {
  loop = place;
});

const timer = setInterval(() => {
  const { unit, at } = place();
  const busy = Atomics.load(task, 1) || task[0];
  const called = unit !== nobody;
  const cpu = called ? cpuSecondsOf(busy) : 0;
  const spent = stopwatch.look(called ? `${at} ${busy}` : undefined, cpu, performance.now() / 1000);
  const how = overdue(spent, limits);
  if (how === undefined) return;
  clearInterval(timer);
  found[2] = spent.cpu;
  found[1] = unit;
  found[0] = exceeded.indexOf(how);
  const session = new inspector.Session();
  session.connectToMainThread();
  session.post('Runtime.terminateExecution');
}, interval);

/** Returns the unit that is called (or `nobody`), and where the work is. */
function place(): { unit: number; at: string } {
  const unit = Atomics.load(cells, cell.unit);
  const [run, steps] = [Atomics.load(cells, cell.run), Atomics.load(cells, cell.steps)];
  if (unit !== inLoop) return { unit, at: `${run} ${steps} ${unit}` };
  if (loop === undefined) return { unit: nobody, at: '' };
  const inside = Atomics.load(loop.unit, 0);
  return { unit: inside, at: `${run} ${loop.step[0]} ${inside}` };
}
