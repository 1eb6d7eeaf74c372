import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { resolveSystem } from '../../../master/system/load-system.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeRestless } from '../../fixtures/c/restless.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('coupled');

/** Returns the rows of two mutually coupled FMUs, with a scheme that repeats steps. */
async function rows(macros: readonly string[], trusted: boolean): Promise<string> {
  for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.fmu`), await makeRestless(macros));
  const system: SystemFile = {
    name: 'restless',
    units: { a: { fmu: 'a.fmu' }, b: { fmu: 'b.fmu', parameters: { k: 9 } } },
    connections: [
      { from: 'a.x', to: 'b.u' },
      { from: 'b.x', to: 'a.u' },
    ],
    algorithm: { scheme: 'iterative-jacobi', step: 1 / 64 },
    stopTime: 1,
  };
  const resolved = await resolveSystem(system, join(folder, 'restless.json'), { trusted });
  const { columns } = await simulate(resolved, { collect: true });
  return JSON.stringify(columns);
}

describe.skipIf(noCompiler !== undefined)('a scheme that repeats steps', () => {
  it('a scheme that repeats steps runs libraries without FMU state in separate processes bit-identical to libraries with FMU state', async () => {
    expect(await rows([], false)).toBe(await rows(['STATE'], false));
  });

  it('a scheme that repeats steps refuses libraries without FMU state in this process before their code runs', async () => {
    await expect(rows([], true)).rejects.toThrow(
      /needs rollback .* of every unit, but a, b do not support it/,
    );
  });
});
