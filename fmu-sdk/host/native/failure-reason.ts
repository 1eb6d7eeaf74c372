import { constants } from 'node:os';
import type { EndOfProcess } from '../instance/fmi-api.ts';
import { overdueText } from '../watchdog/time-limits.ts';
import type { Ending, NativeLimits } from './addon.ts';

/** Names the option that gives each FMU its own process, for the command line and programs. */
export const isolateHint = "(--isolate each, in code isolate: 'each' of loadSystem)";

const meanings: Record<string, string> = {
  SIGSEGV: 'it accessed memory that it does not own',
  SIGBUS: 'it accessed memory that does not exist',
  SIGABRT: 'it called abort()',
  SIGFPE: 'it divided an integer by zero',
  SIGILL: 'it used an instruction that this processor lacks',
  SIGXFSZ: 'it exceeded its file size limit',
  SIGXCPU: 'it exceeded its CPU time limit',
  SIGSYS: 'it made a forbidden system call',
  SIGKILL: 'another process ended it, or memory ran out',
};

/** End of the process of an isolated FMU. */
export interface ProcessEnd {
  how: Ending;
  /** Exit code, or number of the signal. */
  code: number;
  /** CPU time of the call, or between calls [s]. */
  cpuSeconds: number;
  /** Memory that the FMU requested beyond its limit [bytes]. */
  refusedBytes: number;
  /** Sentence with the calls that the sandbox rejected, or an empty text. */
  refused: string;
  /** Number of other FMUs in its process. */
  neighbours?: number;
}

function sharedWords(neighbours: number): string {
  const others = neighbours === 1 ? 'another FMU' : `${neighbours} other FMUs`;
  return `This program is not affected. It shared its process with ${others}: to be sure that it failed by itself, run each in its own ${isolateHint}.`;
}

/** Explains the end of an isolated FMU. */
export function explainEnd(
  what: string,
  operation: string,
  end: ProcessEnd,
  limits: NativeLimits,
): EndOfProcess & { readonly reason: string } {
  const { how, code, cpuSeconds, refusedBytes, refused, neighbours = 0 } = end;
  if (how === 'computes' || how === 'waits') {
    const { callSeconds, wallSeconds } = limits;
    const spent = { cpu: cpuSeconds, wall: wallSeconds };
    const words = overdueText(how, spent, { cpuSeconds: callSeconds, wallSeconds });
    return {
      reason: `run ${what}: ${operation} ${words}. The FMU's process was ended. Allow more time, or ask the FMU's author.`,
    };
  }
  if (how === 'lingers')
    return {
      reason:
        `run ${what}: ${neighbours === 0 ? 'its threads' : 'threads in its process'} used ${cpuSeconds.toFixed(1)} s of CPU time between calls. The limit is ${limits.callSeconds} s beyond a tenth ` +
        `of the wall time. The FMU's process was ended. Allow more time, or ask the FMU's author.`,
    };
  const next =
    refusedBytes > 0
      ? `It had requested ${refusedBytes} bytes more than its limit of ${limits.memoryBytes} bytes. Allow more memory, or ask its author.`
      : `${refused === '' ? 'Ask' : `${refused} Ask`} its author. ${neighbours === 0 ? 'Other FMUs and this program are not affected.' : sharedWords(neighbours)}`;
  const signal = how === 'exited' ? undefined : signalOf(code);
  const happened =
    signal === undefined
      ? `run ${what}: the FMU ended its process in ${operation} with exit code ${code}.`
      : `run ${what}: the FMU crashed in ${operation} with ${signal}${meanings[signal] === undefined ? '' : ` (${meanings[signal]})`}.`;
  return { reason: `${happened} ${next}`, signal, shared: neighbours === 0 ? undefined : happened };
}

function signalOf(code: number): string {
  return Object.entries(constants.signals).find(([, number]) => number === code)?.[0] ?? `signal ${code}`;
}
