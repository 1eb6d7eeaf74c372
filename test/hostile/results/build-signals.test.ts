import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { ticksToEnd } from '../ticks.ts';
import { type Started, startFmu } from './files.ts';

const folder = temporaryFolder('build-signals');
const temporary = join(folder, 'tmp');
const out = join(folder, 'out');
mkdirSync(temporary);
mkdirSync(out);

/** Each level doubles the functions that the compiler makes of the templates: over a million. */
const levels = 20;
/** Bounds on the CPU time from a signal to the end [ticks of 10 ms]. */
const [afterOne, afterTwo] = [200, 150];

/** Writes a unit that the linter reads at once and the compiler does not finish. */
function endlessUnit(): string {
  const unit = join(folder, 'unit');
  cpSync(join(root, 'docs/units/first-order-lag'), unit, { recursive: true });
  const file = join(unit, 'unit.ts');
  const templates = Array.from({ length: levels }, (_, k) => {
    const value = k === 0 ? 'x' : `f${k - 1}<One<T>>(x) + f${k - 1}<Two<T>>(x)`;
    return `function f${k}<T>(x: f64): f64 { return ${value}; }`;
  });
  const classes = ['class One<T> { a: f64 = 1.0; }', 'class Two<T> { a: f64 = 1.0; }'];
  const call = `const now: f64 = f${levels - 1}<f64>(this.u);`;
  const text = readFileSync(file, 'utf8').replace('const now: f64 = this.u;', call);
  writeFileSync(file, [text, ...classes, ...templates].join('\n'));
  return unit;
}

/** Starts a command with the unit, and waits until it shows that it has worked for a second. */
async function working(command: string, more: readonly string[]): Promise<Started> {
  const started = startFmu([command, endlessUnit(), ...more], { TMPDIR: temporary });
  await expect.poll(() => started.readStderr()).toContain('… .');
  return started;
}

describe.skipIf(process.platform !== 'linux')('a unit whose compilation does not end', () => {
  it.each<[command: string, more: string[]]>([
    ['build', ['-o', out]],
    ['test', []],
  ])(
    'fmu %s ends soon after one signal, with its exit code, and leaves nothing behind',
    async (command, more) => {
      const started = await working(command, more);
      started.child.kill('SIGINT');
      expect(await ticksToEnd(started)).toBeLessThan(afterOne);
      expect(await started.ended).toEqual({ code: 130, signal: null });
      expect([readdirSync(out), readdirSync(temporary)]).toEqual([[], []]);
    },
  );

  it('fmu build ends at once after two signals', async () => {
    const started = await working('build', ['-o', out]);
    // Both signals wait together, however late a busy machine delivers them.
    started.child.kill('SIGINT');
    started.child.kill('SIGTERM');
    expect(await ticksToEnd(started)).toBeLessThan(afterTwo);
    const { code, signal } = await started.ended;
    expect([130, 'SIGTERM']).toContain(code ?? signal);
  });
});
