import { describe, expect, it } from 'vitest';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { elf } from '../../fmu-sdk/check/example/example-elf.ts';
import { type Example, filesOf, fmi2, fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { FmuContent } from '../../fmu-sdk/check/fmu/fmu-content.ts';
import { functions3 } from '../../fmu-sdk/check/model/required-functions.ts';
import { type CheckResult, findingsOf, versionWords } from '../../fmu-sdk/check/result/check-result.ts';
import { outsideVersion } from '../../fmu-sdk/check/rule.ts';
import { fileRules, standardRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import { namesRule } from '../../fmu-sdk/check/selection/glob-pattern.ts';
import { editionRangeRows } from '../../fmu-sdk/check/standard/edition-ranges.ts';
import {
  type Edition,
  editionOfDate,
  editions,
  newest,
  outsideEdition,
  versionOfEdition,
} from '../../fmu-sdk/check/standard/editions.ts';

/** A unit as it is judged by an edition, or by its own. */
function judged(example: Example, edition?: Edition): CheckResult {
  const bytes = (content: string | Uint8Array): Uint8Array =>
    typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const contents = new Map(Object.entries(filesOf(example)).map(([path, content]) => [path, bytes(content)]));
  const unit = new FmuContent(
    { file: 'x.fmu', paths: [...contents.keys()], contents, refusals: [] },
    edition,
  );
  return runOnFiles(unit, fileRules);
}

const statusOf = ({ verdicts }: CheckResult, id: string): string =>
  verdicts.find(({ rule }) => rule.id === id)!.status;
const dated = (day: string): Record<string, string> => ({ generationDateAndTime: `${day}T12:00:00Z` });

describe('the edition of a unit', () => {
  it('the edition is the last one published before the FMU was generated, without a date the newest', () => {
    expect(editionOfDate('2.0', '2013-01-01T00:00:00Z')).toBe('2.0');
    expect(editionOfDate('2.0', '2019-10-30T00:00:00Z')).toBe('2.0');
    expect(editionOfDate('2.0', '2019-10-31T00:00:00Z')).toBe('2.0.1');
    expect(editionOfDate('2.0', '2022-11-30T00:00:00Z')).toBe('2.0.3');
    expect(editionOfDate('2.0', '2030-01-01T00:00:00Z')).toBe('2.0.5');
    expect(editionOfDate('3.0', '2023-06-26T00:00:00Z')).toBe('3.0');
    expect(editionOfDate('3.0', '2030-01-01T00:00:00Z')).toBe('3.0.2');
    for (const version of ['2.0', '3.0'] as const) {
      expect(editionOfDate(version, undefined)).toBe(newest[version]);
      expect(editionOfDate(version, 'some day')).toBe(newest[version]);
    }
  });

  it('the result names the edition, and the user can choose another of its version', () => {
    const unit = fmi2({ attributes: dated('2020-02-02') });
    expect(judged(unit).edition).toBe('2.0.1');
    expect(judged(unit, '2.0.4').edition).toBe('2.0.4');
    expect(versionWords(judged(unit))).toBe('FMI 2.0.1');
    expect(versionWords(judged(fmi3({}), 'main'))).toBe('FMI 3.0 (the draft after 3.0.2)');
  });

  it('terminals are checked from edition 2.0.4 on, not before', () => {
    const files = { 'terminalsAndIcons/terminalsAndIcons.xml': '<wrong/>' };
    const unit = fmi2({ files, attributes: dated('2021-12-01') });
    const rule = 'terminals/schema-elements';
    expect(statusOf(judged(unit), rule)).toBe('inapplicable');
    expect(statusOf(judged(unit, '2.0.4'), rule)).toBe('failed');
    expect(statusOf(judged({ ...unit, attributes: dated('2023-01-01') }), rule)).toBe('failed');
  });

  it('edition 3.0 requires the functions of the interfaces of the FMU, 3.0.1 requires all', () => {
    const few = functions3.filter((name) => name !== 'fmi3ActivateModelPartition');
    const files = { 'binaries/x86_64-linux/unit.so': elf({ exports: few }) };
    expect(statusOf(judged(fmi3({ files }), '3.0'), 'binary/functions')).toBe('passed');
    expect(statusOf(judged(fmi3({ files }), '3.0.1'), 'binary/functions')).toBe('failed');
    const fewer = functions3.filter((name) => name !== 'fmi3DoStep');
    const without = { 'binaries/x86_64-linux/unit.so': elf({ exports: fewer }) };
    expect(statusOf(judged(fmi3({ files: without }), '3.0'), 'binary/functions')).toBe('failed');
  });
});

describe('requirements that a later edition withdraws', () => {
  const until = { until: { fmi2: '2.0.5' } } as const;

  it('a withdrawn requirement does not apply to an older FMU, unless the user chooses that edition', () => {
    expect(outsideEdition(until, { edition: '2.0.3', isExplicit: false })).toMatch(
      /2\.0\.5 no longer requires it/,
    );
    expect(outsideEdition(until, { edition: '2.0.3', isExplicit: true })).toBeUndefined();
    expect(outsideEdition(until, { edition: '2.0.5', isExplicit: true })).toMatch(/no longer requires it/);
  });

  it('a draft does not withdraw requirements on FMUs of the release', () => {
    const draft = { until: { fmi3: 'main' } } as const;
    expect(outsideEdition(draft, { edition: '3.0', isExplicit: false })).toBeUndefined();
    expect(outsideEdition(draft, { edition: 'main', isExplicit: true })).toMatch(/no longer requires it/);
  });
});

describe('the table of editions', () => {
  it('every row names an existing rule, and editions of its versions', () => {
    for (const { rules, since = {}, until = {}, change: says } of editionRangeRows) {
      expect(says).toMatch(/\d\.\d/);
      for (const pattern of rules) {
        const named = standardRules.filter(({ id }) => namesRule(pattern, id));
        expect(named.length, pattern).toBeGreaterThan(0);
        for (const key of ['fmi2', 'fmi3'] as const)
          if ((since[key] ?? until[key]) !== undefined)
            expect(
              named.some((rule) => (rule[key] ?? rule.other) !== undefined),
              `${pattern} ${key}`,
            ).toBe(true);
      }
    }
  });

  it('leaves every rule in force in the newest edition of its versions', () => {
    for (const rule of standardRules)
      for (const version of ['2.0', '3.0'] as const) {
        const reason = outsideVersion(rule, version, { edition: newest[version], isExplicit: true });
        expect(reason === undefined || reason.startsWith('the FMU is of')).toBe(true);
      }
  });

  it('finds nothing in the minimal units, whatever the edition', () => {
    for (const edition of editions) {
      const unit = versionOfEdition(edition) === '2.0' ? fmi2({}) : fmi3({});
      expect(findingsOf(judged({ ...unit, files: {} }, edition)), edition).toEqual([]);
    }
  });
});

it('the check rejects an unknown edition and an invalid time limit from untyped callers', async () => {
  await expect(checkFmu('x.fmu', { edition: '9.9' as Edition })).rejects.toThrow(
    'check x.fmu: expected an edition of FMI, got 9.9. Choose among 2.0, 2.0.1,',
  );
  for (const seconds of [0, -1, Number.NaN])
    await expect(checkFmu('x.fmu', { seconds })).rejects.toThrow(
      `check x.fmu: expected seconds above 0 s, got ${seconds} s. Give a number of seconds above 0, or leave it out.`,
    );
});
