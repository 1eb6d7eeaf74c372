import { constants } from 'node:os';
import { overdueWords } from '../watchdog/time-limits.ts';
import type { Ending, NativeLimits } from './addon.ts';

const meanings: Record<string, string> = {
  SIGSEGV: 'it reached for memory that is not its own',
  SIGBUS: 'it reached for memory that is not there',
  SIGABRT: 'it gave up by abort()',
  SIGFPE: 'it divided an integer by zero',
  SIGILL: 'it met an instruction that this processor does not have',
  SIGXFSZ: 'it wrote a file beyond its limit',
  SIGXCPU: 'it used more CPU time than its limit',
  SIGSYS: 'it called the kernel in a way that is refused',
  SIGKILL: 'something outside ended it, perhaps for want of memory',
};

/** Why an isolated unit is gone. */
export function reasonOfEnd(
  what: string,
  operation: string,
  how: Ending,
  code: number,
  refusedBytes: number,
  cpuSeconds: number,
  limits: NativeLimits,
  refused: string,
): string {
  if (how === 'computes' || how === 'waits') {
    const { callSeconds, wallSeconds } = limits;
    const spent = { cpu: cpuSeconds, wall: wallSeconds };
    const words = overdueWords(how, spent, { cpuSeconds: callSeconds, wallSeconds });
    return `run ${what}: ${operation} ${words}; the unit's process was ended. Allow more time, or ask its maker.`;
  }
  const memory =
    refusedBytes > 0
      ? ` It had been refused ${refusedBytes} bytes more than its limit of ${limits.memoryBytes} bytes. Allow more memory, or ask its maker.`
      : ` ${refused === '' ? 'Ask' : `${refused} Ask`} its maker; other units and this program are unharmed.`;
  if (how === 'exited')
    return `run ${what}: it ended its process in ${operation} with exit code ${code}.${memory}`;
  const signal =
    Object.entries(constants.signals).find(([, number]) => number === code)?.[0] ?? `signal ${code}`;
  const meaning = meanings[signal] === undefined ? '' : ` (${meanings[signal]})`;
  return `run ${what}: it crashed in ${operation} with ${signal}${meaning}.${memory}`;
}
