import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { startFmu } from '../results/files.ts';
import { ticksOf, ticksToEnd } from '../ticks.ts';
import { endlessFills } from './cores.ts';
import { fitOf, pack, parts, wrapped } from './units.ts';

const folder = temporaryFolder('interrupted');

async function fmuFile(where: keyof typeof endlessFills): Promise<string> {
  const { description, component, core } = await parts();
  return pack(folder, `u_${where}`, description, wrapped(component, endlessFills[where](core)));
}

/** CPU time after which the FMU has certainly been called [ticks]. */
const begun = 200;
/** Bounds on the CPU time from a signal to the end [ticks]. */
const [afterOne, afterTwo] = [800, 500];

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
    // Both signals wait together, however late a busy machine delivers them.
    started.child.kill('SIGINT');
    started.child.kill('SIGTERM');
    expect(await ticksToEnd(started)).toBeLessThan(afterTwo);
    expect([130, 143]).toContain((await started.ended).code);
    expect(started.readStderr()).not.toContain('did not return');
  });
});
