import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmu, root } from '../../run-fmu.ts';
import { spread } from '../../width.ts';
import { endlessFills } from './cores.ts';
import { fitOf, pack, parts, wrapped } from './units.ts';

const folder = temporaryFolder('endless');

/** Writes a system of an FMU that does not return, and of another one. Returns its file. */
async function systemFile(where: keyof typeof endlessFills, stepSeconds: number): Promise<string> {
  const { description, component, core } = await parts();
  await pack(folder, 'u', description, wrapped(component, endlessFills[where](core)));
  const file = join(folder, 'system.json');
  const system = {
    name: 'system',
    units: { u: { fmu: 'u.fmu' }, other: { fmu: join(root, 'dist/sampled-controller.fmu') } },
    connections: [{ from: 'u.U_ref', to: 'other.r' }],
    algorithm: { scheme: 'jacobi', step: 0.01 },
    stopTime: 0.1,
    limits: { stepSeconds },
  };
  writeFileSync(file, JSON.stringify(system));
  return file;
}

const commands: [string, keyof typeof endlessFills, (file: string) => string[]][] = [
  ['pack', 'start', (file) => [file, '-o', join(folder, 'packed.fmu')]],
  ['fit', 'step', (file) => [fitOf(file, 'u.'), '-o', join(folder, 'fitted')]],
  ['advise', 'step', (file) => [file]],
  ['compare-schemes', 'step', (file) => [file, '-o', join(folder, 'page.html')]],
];

describe('a command that calls an FMU without return in its first thread', () => {
  it.each(spread(commands, 2))(
    'fmu %s ends with one error at the limit of time',
    async (command, where, args) => {
      const { code, err } = fmu([command, ...args(await systemFile(where, 0.3))]);
      expect(err).toMatch(
        /^fmu: step u: the unit computed for 0\.3 s of CPU time without returning, and was stopped\..*\n$/,
      );
      expect(code).toBe(1);
    },
  );
});
