import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { findingsOf } from '../../fmu-sdk/check/result/check-result.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { spread } from '../width.ts';
import { buildInnocent, type Innocent } from './innocent/innocent.ts';
import { families } from './innocent/liberties.ts';

/** Returns the violations that `fmu check` reports. */
async function violationsOf(innocent: Innocent): Promise<string[]> {
  const file = await buildInnocent(temporaryFolder('innocent'), innocent);
  return findingsOf(await checkFmu(file))
    .filter((finding) => finding.severity === 'violation')
    .map(({ rule, message }) => `${rule}: ${message}`);
}

describe.skipIf(noCompiler !== undefined)('an FMU that uses a liberty of the standard', () => {
  const some = [...families.values()].flatMap((family) => spread(family, 1, 3));

  it.each(
    some.map(
      (innocent) =>
        [`${innocent.name}, FMI ${innocent.fmi}.0: an FMU that ${innocent.liberty}`, innocent] as const,
    ),
  )('%s has no violation', async (_, innocent) => {
    expect(await violationsOf(innocent), innocent.clause).toEqual([]);
  });
});

describe('innocent FMUs', () => {
  const all = [...families.values()].flat();

  it('there are at least 40, with unique names', () => {
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(new Set(all.map(({ name, fmi }) => `${name} ${fmi}`)).size).toBe(all.length);
  });
});
