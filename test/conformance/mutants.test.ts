import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { behaviourRules } from '../../fmu-sdk/conformance/catalogue.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { root } from '../run-fmu.ts';
import { judgeMutant, judgeUnit } from './mutants/judge.ts';
import { mutants } from './mutants/main.ts';
import { edited, isAbout, type Mutant } from './mutants/mutant.ts';

/** Every n-th of those with a fault that is known to be found, from a beginning that the seed says: the same each time. */
function sample(seed: number, count: number): Mutant[] {
  const faults = mutants.filter(
    ({ rules, survives }) => survives === undefined && rules.some((rule) => rule.startsWith('importer/')),
  );
  return Array.from(
    { length: count },
    (_, i) => faults[(seed + i * Math.floor(faults.length / count)) % faults.length],
  );
}

describe('mutants', () => {
  it('are at least 150, each with a name of its own, and edits that apply to its unit exactly as they say', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(150);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const { unit, edits, name } of mutants) {
      const source = readFileSync(join(root, `test/conformance/mutants/c/${unit}.c`), 'utf8');
      expect(edited(source, edits, name), name).not.toBe(source);
    }
  });

  it('name rules of the catalogue', () => {
    const nowhere = mutants.flatMap(({ name, rules }) =>
      rules
        .filter(
          (each) => !behaviourRules.some(({ id }) => isAbout({ rules: [each] } as unknown as Mutant, id)),
        )
        .map((each) => `${name}: ${each}`),
    );
    expect(nowhere.filter((each) => !/binary|oracle/.test(each))).toEqual([]);
  });

  it.skipIf(noCompiler !== undefined)(
    'of a sample are found by rules that are about their faults',
    async () => {
      for (const mutant of sample(3, 4))
        expect(await judgeMutant(mutant, true), mutant.fault).toMatchObject({ found: 'yes' });
    },
  );

  it.skipIf(noCompiler !== undefined)(
    'are of units that conform: rules on what the importer lends and on memory find nothing in them',
    async () => {
      const rules = behaviourRules.filter(({ id }) =>
        /^importer\/|^load\/(allocations|two-instances)/.test(id),
      );
      for (const unit of ['full3', 'full2']) expect(await judgeUnit(unit, { name: unit }, rules)).toEqual([]);
    },
  );
});
