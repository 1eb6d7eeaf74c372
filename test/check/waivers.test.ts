import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { jsonReport } from '../../fmu-sdk/check/report/json-report.ts';
import { type CheckResult, findingsOf, verdictOf } from '../../fmu-sdk/check/result/check-result.ts';
import { fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import { compareReports, readReport } from '../../fmu-sdk/check/selection/earlier-report.ts';
import { failureOf } from '../../fmu-sdk/check/selection/failing-findings.ts';
import { matchesGlob, namesRule } from '../../fmu-sdk/check/selection/glob-pattern.ts';
import { readWaivers, type Waiver, waive } from '../../fmu-sdk/check/selection/waivers.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuOf } from './fmu-of-example.ts';

const folder = temporaryFolder('waivers');

/** A unit with as many inputs without start values as are named. */
function unitWith(...names: string[]): CheckResult {
  const variables = names
    .map((name, n) => `<Float64 name="${name}" valueReference="${n + 1}" causality="input"/>`)
    .join('');
  const result = runOnFiles(fmuOf(fmi3({ name: 'some/x.fmu', files: {}, variables })), fileRules);
  // As if nothing had been skipped.
  return { ...result, verdicts: result.verdicts.filter(({ status }) => status !== 'skipped') };
}

const reason = 'the importer sets it';
const waived = (result: CheckResult, waivers: Waiver[], today = '2026-11-22'): ReturnType<typeof waive> =>
  waive([result], waivers, today);

describe('waivers', () => {
  it('waived findings do not affect the verdict or fail a check, and stay in the report with the reason', () => {
    const { results, notes } = waived(unitWith('u'), [{ rule: 'variable/start-input', reason }]);
    expect(notes).toEqual([]);
    expect(findingsOf(results[0]).map((finding) => finding.waived)).toEqual([{ reason }]);
    expect(verdictOf(results[0])).toBe('conforms but for what is waived');
    expect(failureOf(results, ['violation'])).toBeUndefined();
    expect(failureOf([unitWith('u')], ['violation'])).toBe('finding');
  });

  it('a waiver covers only its rule, FMU, variable and cause', () => {
    const covered = (waiver: Partial<Waiver>): number => {
      const { results } = waived(unitWith('u', 'v'), [{ rule: 'variable', reason, ...waiver }]);
      return findingsOf(results[0]).filter((finding) => finding.waived !== undefined).length;
    };
    expect(covered({})).toBe(2);
    expect(covered({ variable: 'u' })).toBe(1);
    expect(covered({ variable: '*' })).toBe(2);
    expect(covered({ variable: 'x' })).toBe(0);
    expect(covered({ unit: 'x.fmu' })).toBe(2);
    expect(covered({ unit: 'y*' })).toBe(0);
    expect(covered({ cause: 'variable/start-input violation' })).toBe(2);
    expect(covered({ cause: 'crash *' })).toBe(0);
    expect(covered({ rule: 'clock/*' })).toBe(0);
  });

  it('a waiver expires after its last day, with a note, and its findings count again', () => {
    const waiver: Waiver = { rule: 'variable/*', reason, until: '2026-11-22' };
    expect(waived(unitWith('u'), [waiver]).notes).toEqual([]);
    const { results, notes } = waived(unitWith('u'), [waiver], '2026-11-23');
    expect(notes).toEqual([
      `Waiver 1, of variable/* (${reason}), expired on 2026-11-22: the findings that it covered count again.`,
    ]);
    expect(verdictOf(results[0])).toBe('does not conform');
  });

  it('an unused waiver causes a note', () => {
    const { notes } = waived(unitWith('u'), [
      { rule: 'variable/start-input', reason },
      { rule: 'clock', reason },
    ]);
    expect(notes).toEqual([`Waiver 2, of clock (${reason}), covers no finding. Remove it.`]);
  });

  it('a waiver file requires reasons and valid days, and errors have line and key', () => {
    const read = (waiver: object): readonly Waiver[] => {
      const file = join(folder, 'waivers.json');
      writeFileSync(file, JSON.stringify({ waivers: [waiver] }, undefined, 2));
      return readWaivers(file);
    };
    expect(read({ rule: 'variable', reason, until: '2027-01-31' })).toHaveLength(1);
    expect(() => read({ rule: 'variable' })).toThrow(/waivers\.json:\d+.*reason/);
    expect(() => read({ rule: 'variable', reason: ' ' })).toThrow(/waivers\.json:\d+.*reason/);
    expect(() => read({ rule: 'variable', reason, until: 'soon' })).toThrow(/waivers\.json:\d+.*until/);
    expect(() => read({ rule: 'variable', reason, file: 'x' })).toThrow(/waivers\.json:\d+.*file/);
  });
});

describe('a pattern', () => {
  it('the character * in a pattern stands for any text, and no other is special', () => {
    expect(matchesGlob('a*c', 'abc')).toBe(true);
    expect(matchesGlob('a*c', 'ac')).toBe(true);
    expect(matchesGlob('a*c', 'acb')).toBe(false);
    expect(matchesGlob('a.c', 'abc')).toBe(false);
    expect(matchesGlob('*a*b*', 'xxbxxaxx')).toBe(false);
    expect(matchesGlob('ab*ba', 'aba')).toBe(false);
    expect(matchesGlob('', '')).toBe(true);
    expect(namesRule('order', 'order/allowed-step')).toBe(true);
    expect(namesRule('order/*-step', 'order/allowed-step')).toBe(true);
    expect(namesRule('step', 'order/allowed-step')).toBe(false);
  });
});

describe('a comparison with an earlier report', () => {
  function earlier(result: CheckResult): ReturnType<typeof readReport> {
    const file = join(folder, 'report.json');
    writeFileSync(file, jsonReport([result]));
    return readReport(file);
  }

  it('new findings alone fail the check, and the report lists absent ones', () => {
    const [same] = compareReports([unitWith('u', 'v')], earlier(unitWith('u', 'v')));
    expect(failureOf([same], ['violation'])).toBeUndefined();
    expect(same.absent).toEqual([]);
    const [now] = compareReports([unitWith('u', 'w')], earlier(unitWith('u', 'v')));
    expect(findingsOf(now).map(({ message, isNew }) => [/"(\w)"/.exec(message)![1], isNew])).toEqual([
      ['u', false],
      ['w', true],
    ]);
    expect(now.absent!.map(({ message }) => message)).toEqual([expect.stringContaining('"v"')]);
    expect(failureOf([now], ['violation'])).toBe('finding');
  });

  it('an FMU is recognized by its name in another folder, and a finding at another line', () => {
    const moved = { ...unitWith('w', 'u'), file: 'other/x.fmu' };
    const [now] = compareReports([moved], earlier(unitWith('u', 'w')));
    expect(findingsOf(now).filter(({ isNew }) => isNew)).toEqual([]);
    const [unknown] = compareReports([{ ...moved, file: 'y.fmu' }], earlier(unitWith('u', 'w')));
    expect(findingsOf(unknown).every(({ isNew }) => isNew)).toBe(true);
  });

  it('an invalid report, or one of another version, is rejected', () => {
    const file = join(folder, 'no-report.json');
    writeFileSync(file, '{"version": 1, "tool": "x", "units": []}');
    expect(() => readReport(file)).toThrow(/no-report\.json:1.*version/);
  });
});
