import { fork } from 'node:child_process';
import { wallPerCpu } from '../../host/watchdog/time-limits.ts';
import type { Score } from './fmu-score.ts';
import { unfinished } from './judge-fmu.ts';
import { cpuSecondsBelow } from './process-cpu.ts';

/** The program that a child runs, which answers a task with a score, and what it may take. */
export interface ChildOptions {
  program: string;
  arguments: readonly string[];
  /** CPU time of one FMU, its processes included [s]. */
  seconds: number;
  /** Wall time limit for one FMU [s]. Default: `wallPerCpu` times the CPU time. */
  wallSeconds?: number;
}

/** Number of characters of a child's last output that the score of a crash includes. */
const longestOutput = 300;
/** Between two looks at a child's time [ms]. */
const look = 1000;

/**
 * Checks an FMU in a separate process. Ends the process if it takes too long or if `stop` aborts.
 * Never throws: any end of the process becomes a score. Of several scores that the process sends the
 * last one counts.
 */
export function judgeInProcess(
  unit: string,
  task: unknown,
  { program, arguments: words, seconds, wallSeconds = wallPerCpu * seconds }: ChildOptions,
  stop: AbortSignal,
): Promise<Score> {
  return new Promise((done) => {
    const child = fork(program, [...words], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const begin = performance.now();
    let score: Score | undefined;
    let output = '';
    let spent = 0;
    let why: string | undefined;
    const end = (reason: string): void => {
      why ??= reason;
      child.kill('SIGKILL');
    };
    const watch = setInterval(() => {
      spent = Math.max(spent, cpuSecondsBelow(child.pid ?? 0));
      if (spent > seconds) end(`the check took more than ${seconds} s of CPU time`);
      else if (performance.now() - begin > 1000 * wallSeconds)
        end(`the check took more than ${wallSeconds} s`);
    }, look);
    const stopped = (): void => end('it was stopped');
    stop.addEventListener('abort', stopped);
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-longestOutput);
      });
    child.on('message', (message) => {
      score = message as Score;
    });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => {
      clearInterval(watch);
      stop.removeEventListener('abort', stopped);
      const last = output.trim() === '' ? '' : `: ${output.trim()}`;
      const died = `its process ended with ${signal ?? `exit code ${code}`}${last}`;
      if (score === undefined) done({ ...unfinished(unit, why ?? died), cpuSeconds: spent });
      else done(score.ended === undefined || code === 0 ? score : { ...score, ended: why ?? died });
    });
    child.send({ task }, (error) => {
      if (error !== null) end(error.message);
    });
  });
}
