import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import { type FmiApi, io } from '../../../fmu-sdk/host/instance/fmi-api.ts';
import { openNative } from '../../../fmu-sdk/host/native/open-native.ts';
import { UserError } from '../../../fmu-sdk/util/user-error.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { sanitized } from '../../sanitized.ts';
import { spread } from '../../width.ts';
import { hostileUnit, makeOutside, processesLeft } from './unit.ts';

const outside = makeOutside();
const folder = temporaryFolder('copies');

async function open(deed: string, callSeconds = 0.3): Promise<FmiApi> {
  const file = join(folder, `${deed}.fmu`);
  writeFileSync(file, await hostileUnit('step', deed, outside));
  const archive = await openArchive(file);
  // Endless computation is detected by CPU time, however busy the machine is.
  const wallSeconds = deed === 'loop' ? 1000 : 10 * callSeconds;
  const limits = { memoryBytes: 64 * 2 ** 20, callSeconds, wallSeconds };
  const options = { isolated: true, copied: true, limits };
  const calls = await openNative(
    archive,
    (await readDescription(archive)).description,
    'coSimulation',
    options,
  );
  calls.instantiate({ instanceName: 'one', token: '{hostile}' });
  return calls;
}

const step = (calls: FmiApi, t: number): number => {
  calls.registers[io.time] = t;
  calls.registers[io.step] = 0.1;
  return calls.call({ op: 'doStep' });
};

const deeds = (
  'nothing abort exit_7 segv loop sleep stop kill kill_keeper kill_group garbage garbage_always zeros ones large close_all null_all ' +
  'block_all write_all shut_all handlers no_limits_left memory daemon bomb copies log_flood print_flood print_no_line'
).split(' ');

describe.skipIf(noCompiler !== undefined || sanitized)('an FMU in a process with copies', () => {
  it.each(spread(deeds, 12))(
    'the action %s of a copied process between two restores affects only itself, and leaves no process behind',
    async (deed) => {
      const calls = await open(deed);
      let failure: unknown;
      try {
        const copying = calls.copy?.();
        if (copying === undefined || typeof copying === 'string') throw new Error(copying);
        const { copy } = copying;
        step(calls, 0);
        copy.take();
        step(calls, 1);
        copy.restore();
        step(calls, 1);
        copy.take();
        copy.restore();
        step(calls, 2);
        copy.release();
      } catch (error) {
        failure = error;
      }
      try {
        calls.close();
      } catch (error) {
        failure ??= error;
      }
      expect(failure === undefined || failure instanceof UserError).toBe(true);
      if (deed === 'nothing') expect(failure).toBeUndefined();
      if (deed === 'abort') expect(String(failure)).toContain('SIGABRT');
      if (deed === 'loop') expect(String(failure)).toContain('computed for');
      expect(processesLeft()).toEqual([]);
    },
  );

  it.skipIf(process.arch !== 'x64')(
    'a jump to the copying system call creates at most 1024 processes, which all end with it',
    async () => {
      const calls = await open('copies', 30);
      step(calls, 1);
      const processCount = processesLeft().length;
      expect(processCount).toBeGreaterThan(10);
      expect(processCount).toBeLessThanOrEqual(1026);
      calls.close();
      await expect.poll(processesLeft).toEqual([]);
    },
  );

  it.each(spread(['bomb', 'daemon'], 1))(
    'creates no process with the system calls of an FMU: %s is rejected as without copies',
    async (deed) => {
      const calls = await open(deed);
      step(calls, 0);
      step(calls, 1);
      expect(calls.refused?.()).toMatch(/clone|fork/);
      calls.close();
    },
  );
});
