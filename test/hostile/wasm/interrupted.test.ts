import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { type Started, startFmu } from '../results/files.ts';
import { endlessFills } from './cores.ts';
import { fitOf, pack, parts, wrapped } from './units.ts';

const folder = temporaryFolder('interrupted');

async function fmuFile(where: keyof typeof endlessFills): Promise<string> {
  const { description, component, core } = await parts();
  return pack(folder, `u_${where}`, description, wrapped(component, endlessFills[where](core)));
}

/** Returns the CPU time of a process [clock ticks of 10 ms] (proc(5), fields 14 and 15). */
function ticksOf({ child }: Started): number {
  const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
  const [user, kernel] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11);
  return Number(user) + Number(kernel);
}

/** CPU time after which the FMU has certainly been called [ticks]. */
const begun = 200;
/** Bounds on the CPU time from a signal to the end [ticks]. */
const [afterOne, afterTwo] = [800, 500];

/** Waits for the end of a process. Returns its CPU time from now on [ticks]. */
async function ticksToEnd(started: Started, onWait: () => void = () => {}): Promise<number> {
  const before = ticksOf(started);
  let last = before;
  await expect
    .poll(() => {
      if (started.child.exitCode !== null || started.child.signalCode !== null) return true;
      onWait();
      if (existsSync(`/proc/${started.child.pid}/stat`)) last = ticksOf(started);
      return false;
    })
    .toBe(true);
  return last - before;
}

describe.skipIf(process.platform !== 'linux')('an FMU that fills its memory without end', () => {
  it.each([
    ['run', 'step', afterOne],
    ['run', 'start', afterOne],
    ['check', 'step', afterOne],
    ['view', 'step', afterOne],
    ['fit', 'step', afterOne],
  ] as const)('fmu %s ends after one signal when the FMU fills in its %s', async (command, where, bound) => {
    const fmu = await fmuFile(where);
    const file = command === 'fit' ? fitOf(fmu) : fmu;
    const started = startFmu([command, file, ...(command === 'run' ? ['-o', join(folder, 'x.csv')] : [])]);
    await expect.poll(() => ticksOf(started)).toBeGreaterThan(command === 'check' ? begun / 2 : begun);
    started.child.kill('SIGINT');
    expect(await ticksToEnd(started)).toBeLessThan(bound);
  });

  it('fmu run ends at once after two signals', async () => {
    const started = startFmu(['run', await fmuFile('step'), '-o', join(folder, 'two.csv')]);
    await expect.poll(() => ticksOf(started)).toBeGreaterThan(begun);
    started.child.kill('SIGINT');
    expect(await ticksToEnd(started, () => started.child.kill('SIGTERM'))).toBeLessThan(afterTwo);
    expect([130, 143]).toContain((await started.ended).code);
    expect(started.readStderr()).not.toContain('did not return');
  });
});
