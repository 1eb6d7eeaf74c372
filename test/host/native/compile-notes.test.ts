import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { makeUnit, noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('compile-notes');

/** Returns the child processes of this one that run an FMU. */
function unitProcesses(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return (
          Number(parent) === process.pid &&
          state !== 'Z' &&
          readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('fmukit-unit-')
        );
      } catch {
        return false;
      }
    });
}

it.skipIf(noCompiler !== undefined || process.platform !== 'linux')(
  'a note whose receiver throws leaves no FMU process behind',
  async () => {
    const file = join(folder, 'unit.fmu');
    writeFileSync(file, await makeUnit(3));
    const system = await singleSystem(file, { stopTime: 1, step: 0.1 });
    let during = 0;
    const onNote = (): void => {
      during = unitProcesses().length;
      throw new Error('not today');
    };
    await expect(simulate(system, { onNote })).rejects.toThrow('not today');
    expect(during).toBeGreaterThan(0);
    await expect.poll(unitProcesses).toEqual([]);
  },
);
