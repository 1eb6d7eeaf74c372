import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { root } from '../run-fmu.ts';
import { spread } from '../width.ts';
import { random } from './described/change.ts';
import { judgeMutant, judgeUnit } from './mutants/judge.ts';
import { mutants } from './mutants/main.ts';
import { edited, isAbout, type Mutant } from './mutants/mutant.ts';

/** Areas of rules that faults are about; those of `value` and `run` alone are judged by many rules each. */
const areas = [
  'importer',
  'load',
  'memory',
  'event',
  'derivative',
  'states',
  'step',
  'ticking',
  'log',
  'value',
];

/** By lot one fault of each area that is known to be found, the same each time. */
function sample(seed: number): Mutant[] {
  const next = random(seed);
  const known = mutants.filter(({ rules, survives }) => rules.length > 0 && survives === undefined);
  return areas.map((area) => {
    const faults = known.filter(({ rules }) => rules[0].startsWith(`${area}/`));
    const narrow = faults.filter(({ rules }) => rules.every((rule) => !/^(value|run|load)\/\*/.test(rule)));
    return narrow[Math.floor(next() * narrow.length)];
  });
}

describe('mutants', () => {
  it('are at least 290, each with a name of its own, and edits that apply to its unit exactly as they say', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(290);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
    for (const { unit, edits, name } of mutants) {
      const source = readFileSync(join(root, `test/check/mutants/c/${unit}.c`), 'utf8');
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
    'of a sample, one of each area tried, are found by rules that are about their faults',
    async () => {
      for (const mutant of spread(sample(3), 3))
        expect(await judgeMutant(mutant, true), mutant.fault).toMatchObject({ found: 'yes' });
    },
  );

  it.skipIf(noCompiler !== undefined)(
    'are of units that conform: rules on what the importer lends, on memory and on clocks find nothing in them',
    async () => {
      const rules = behaviourRules.filter(({ id }) =>
        /^importer\/|^ticking\/|^load\/(allocations|two-instances)/.test(id),
      );
      for (const unit of ['full3', 'full2', 'ticker3'])
        expect(await judgeUnit(unit, { name: unit }, rules)).toEqual([]);
    },
  );
});
