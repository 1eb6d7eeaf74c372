import { describe, expect, it } from 'vitest';
import { behaviourRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { sanitized } from '../sanitized.ts';
import { spread } from '../width.ts';
import { random } from './described/change.ts';
import { sourceOf } from './mutants/build.ts';
import { judgeMutant, judgeUnit } from './mutants/judge.ts';
import { mutants } from './mutants/main.ts';
import { isAbout, type Mutant } from './mutants/mutant.ts';

/** Areas of rules that faults are about. Many rules check those of `value` and `run`. */
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

/** Returns a fixed random selection with one detectable fault of each area. */
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
  it('the 350 or more mutants have unique names', () => {
    expect(mutants.length).toBeGreaterThanOrEqual(350);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });

  it.each(['full3', 'full2', 'ticker3', 'region3'])(
    'each mark in %s belongs to a mutant, and each mutant has one',
    (unit) => {
      const marks = [...sourceOf(unit).matchAll(/\b(?:ADD|OMIT|MUTANT)\((\w+)/g)].map(([, mark]) => mark);
      const wanted = mutants.filter((mutant) => mutant.unit === unit).map(({ mark }) => mark);
      expect([...new Set(marks)].sort()).toEqual(wanted.sort());
    },
  );

  it('mutants refer to rules of the catalogue', () => {
    const nowhere = mutants.flatMap(({ name, rules }) =>
      rules
        .filter((rule) => !behaviourRules.some(({ id }) => isAbout({ rules: [rule] }, id)))
        .map((rule) => `${name}: ${rule}`),
    );
    expect(nowhere.filter((candidate) => !/binary|oracle/.test(candidate))).toEqual([]);
  });

  // Mutants break rules of C on purpose, which sanitizers would report.
  it.skipIf(noCompiler !== undefined || sanitized)(
    'rules on their faults find a sample of mutants, one of each area',
    async () => {
      for (const mutant of spread(sample(3), 3))
        expect(await judgeMutant(mutant, true), mutant.fault).toMatchObject({ found: 'yes' });
    },
  );

  it.skipIf(noCompiler !== undefined)(
    'unchanged FMUs of mutants pass the rules on memory of the importer, leaks and clocks',
    async () => {
      const rules = behaviourRules.filter(({ id }) =>
        /^importer\/|^ticking\/|^load\/(allocations|two-instances)/.test(id),
      );
      for (const unit of ['full3', 'full2', 'ticker3', 'region3']) {
        const findings = await judgeUnit(unit, { name: unit }, rules);
        // Sanitizers link their own libraries.
        const own = findings.filter(({ rule }) => !(sanitized && rule === 'binary/dependencies'));
        expect(own).toEqual([]);
      }
    },
  );
});
