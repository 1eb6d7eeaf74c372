import { describe, expect, it } from 'vitest';
import { unrunVerdicts } from '../../../fmu-sdk/check/behaviour/run-behaviour.ts';
import { coverageOf, numbersIn } from '../../../fmu-sdk/check/result/section-coverage.ts';
import { behaviourRules, fileRules } from '../../../fmu-sdk/check/rule-catalogue.ts';
import { fmi2Sections } from '../../../fmu-sdk/check/standard/fmi2-sections.ts';
import { fmi3Sections } from '../../../fmu-sdk/check/standard/fmi3-sections.ts';

const rules = [...fileRules, ...behaviourRules];

describe('the coverage of the standard', () => {
  it.each([
    ['2.0', 'FMI 2.0.5', fmi2Sections],
    ['3.0', 'FMI 3.0.2', fmi3Sections],
  ] as const)(
    'the coverage of an FMU of FMI %s lists every section of %s and every rule once',
    (fmiVersion, name, sections) => {
      const coverage = coverageOf({
        ...unrunVerdicts('x.fmu', behaviourRules, 'a test'),
        fmiVersion,
        verdicts: verdicts(),
      });
      const standardCoverage = coverage.find(({ standard }) => standard === name)!;
      expect(standardCoverage.sections.map(({ number }) => number)).toEqual(
        sections.map(({ number }) => number),
      );
      const ids = coverage.flatMap((item) =>
        item.sections.flatMap((s) => s.verdicts.map(({ rule }) => rule.id)),
      );
      expect(ids.sort()).toEqual(rules.map(({ id }) => id).sort());
    },
  );

  it('every clause that a rule cites is in the contents of its standard', () => {
    const cited = (key: 'fmi2' | 'fmi3'): string[] =>
      rules.flatMap((rule) => numbersIn(rule[key] ?? '')).filter(Boolean);
    const unknown = (numbers: string[], known: readonly { number: string }[]): string[] =>
      numbers.filter((number) => !known.some((section) => section.number === number));
    expect(unknown(cited('fmi2'), fmi2Sections)).toEqual([]);
    expect(unknown(cited('fmi3'), fmi3Sections)).toEqual([]);
  });

  it('a clause may name several sections', () => {
    expect(numbersIn('2.3, 3.2, 4.2 and 5.2, allowed function calls')).toEqual(['2.3', '3.2', '4.2', '5.2']);
    expect(numbersIn('2.4.7.4, start')).toEqual(['2.4.7.4']);
    expect(numbersIn('FMU archive format')).toEqual(['FMU archive format']);
  });
});

function verdicts(): ReturnType<typeof unrunVerdicts>['verdicts'] {
  return rules.map((rule) => ({ rule, status: 'skipped', why: 'a test', findings: [] }));
}
