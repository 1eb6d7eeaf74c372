import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { isFullTest } from '../../width.ts';
import { startFmu } from '../results/files.ts';
import { hostileUnit, makeOutside } from './unit.ts';

/** Returns the child processes of a process, started by any of its threads. */
function startedBy(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    childrenOf(`/proc/${pid}/task/${task}`).split(' ').filter(Boolean).map(Number),
  );
}

function childrenOf(thread: string): string {
  try {
    return readFileSync(`${thread}/children`, 'latin1');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

describe.skipIf(noCompiler !== undefined || !isFullTest)(
  'a run that is suspended together with its FMUs',
  () => {
    it('the CPU limit ignores the time in which a suspended run could not compute', async () => {
      const folder = temporaryFolder('standstill');
      writeFileSync(join(folder, 'nap.fmu'), await hostileUnit('step', 'nap', makeOutside()));
      const system = {
        name: 'nap',
        units: { a: { fmu: 'nap.fmu' } },
        connections: [],
        // A step sleeps for 0.3 s with a limit of 1.6 s.
        algorithm: { scheme: 'jacobi', step: 0.5 },
        limits: { stepSeconds: 0.1, wallSeconds: 2 },
        // The run is still going on when it is stopped, even seconds later.
        stopTime: 12,
      };
      writeFileSync(join(folder, 'nap.json'), JSON.stringify(system));
      const { child, ended } = startFmu(['run', join(folder, 'nap.json'), '-o', join(folder, 'nap.csv')]);
      const pid = child.pid as number;
      await expect.poll(() => startedBy(pid).length).toBe(2);
      await delay(1000);
      const units = startedBy(pid);
      const send = (to: readonly number[], signal: NodeJS.Signals): void => {
        for (const value of to) process.kill(value, signal);
      };
      send([pid, ...units], 'SIGSTOP');
      await delay(2500);
      // The program checks first, before its FMU can have answered.
      send([pid], 'SIGCONT');
      await delay(300);
      send(units, 'SIGCONT');
      expect(await ended).toEqual({ code: 0, signal: null });
    });
  },
);
