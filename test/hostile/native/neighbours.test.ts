import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { unitFolders } from '../../host/native/open.ts';
import { sanitized } from '../../sanitized.ts';
import { spread } from '../../width.ts';
import { deeds, hostileUnit, makeOutside, processesLeft } from './unit.ts';

const outside = makeOutside();
const folder = temporaryFolder('neighbours');

/** Sanitizers do not limit memory, and report wrong frees themselves. */
const withLimits = ['memory', 'stack_of_threads', 'free_garbage', 'free_twice', 'thread_exit'];
const possible = deeds().filter((deed) => !sanitized || !withLimits.includes(deed));
const waiting = /^(stop|sleep|thread_exit|garbage|zeros|ones|large|files|stack_of_threads|forest|value)/;

let run = 0;

/** Runs a hostile FMU between two good ones in one process. Returns the error and the rows. */
async function runs(deed: string): Promise<{ error?: Error; rows: string[]; notes: string[] }> {
  const name = `run${run++}`;
  const file = (part: string): string => `${name}-${part}.fmu`;
  writeFileSync(join(folder, file('guilty')), await hostileUnit('step', deed, outside));
  for (const part of ['first', 'last'])
    writeFileSync(join(folder, file(part)), await hostileUnit('step', 'nothing', outside));
  const system = await resolveSystem(
    {
      name,
      units: { a: { fmu: file('first') }, b: { fmu: file('guilty') }, c: { fmu: file('last') } },
      connections: [
        { from: 'a.y', to: 'b.u' },
        { from: 'b.y', to: 'c.u' },
      ],
      algorithm: { scheme: 'jacobi', step: 0.1 },
      limits: { stepSeconds: 1, wallSeconds: waiting.test(deed) ? 4 : 1000 },
      stopTime: 1,
    },
    join(folder, 'system.json'),
  );
  const output = join(folder, `${name}.csv`);
  const notes: string[] = [];
  let error: Error | undefined;
  try {
    await simulate(system, { output, onNote: (note) => notes.push(note) });
  } catch (thrown) {
    error = thrown as Error;
  }
  const partial = join(folder, `${name}.partial.csv`);
  const written = [output, partial].find(existsSync);
  const rows = written === undefined ? [] : readFileSync(written, 'utf8').split('\r\n');
  return { error, rows, notes };
}

describe.skipIf(noCompiler !== undefined || process.platform !== 'linux')(
  'native FMUs that share a process with a hostile one',
  () => {
    it.each(spread(possible, 12))(
      'the action %s does not harm fmukit, leaves nothing behind, and the error names its FMU',
      async (deed) => {
        const { error, rows, notes } = await runs(deed);
        if (error !== undefined) expect(error).toBeInstanceOf(UserError);
        if (deed === 'segv')
          expect(notes.join()).toContain('The run begins again, with a process for each FMU');
        if (error !== undefined) expect(error.message).toMatch(/-guilty\.fmu|\bb\b/);
        expect(rows[0]).toBe('time,a.y,b.y,c.y');
        expect(rows.at(-1)).toBe('');
        for (const row of rows.slice(1, -1)) expect(row.split(',')).toHaveLength(4);
        expect(rows.length).toBeGreaterThanOrEqual(error === undefined ? 13 : 7);
        expect(unitFolders()).toEqual([]);
        await expect.poll(processesLeft).toEqual([]);
        expect(readdirSync(outside.folder)).toEqual(['secret.txt']);
      },
    );
  },
);
