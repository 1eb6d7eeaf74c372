import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { explain } from '../../fmu-sdk/check/report/explain-rule.ts';
import { jsonReport, reportVersion } from '../../fmu-sdk/check/report/json-report.ts';
import { junitReport } from '../../fmu-sdk/check/report/junit-report.ts';
import { sarifReport } from '../../fmu-sdk/check/report/sarif-report.ts';
import { terminalReport } from '../../fmu-sdk/check/report/terminal-report.ts';
import { type Finding, findingsOf, highestSeverity } from '../../fmu-sdk/check/result/check-result.ts';
import { clauseOf } from '../../fmu-sdk/check/rule.ts';
import { behaviourRules, fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import type { Severity } from '../../fmu-sdk/check/severity.ts';
import { attribute, childrenNamed, parseXml } from '../../fmu-sdk/util/xml/parse-xml.ts';
import schema from '../../schemas/check-report.schema.json' with { type: 'json' };
import { fmuOf } from './fmu-of-example.ts';

const example = fmi3({
  name: 'units/a b.fmu',
  variables:
    '<Float64 name="&lt;x&amp;&quot;" valueReference="1" causality="input"/><Float64 name="y" valueReference="2" nominal="0"/>',
  definitions: '<DefaultExperiment stopTime="1" stepSize="2"/>',
  files: { 'binaries/linux64/unit.so': '' },
});
const result = runOnFiles(fmuOf(example), fileRules);
const expectedRules = [
  'variable/start-input',
  'variable/nominal',
  'experiment/step-in-interval',
  'binary/platform',
];

describe('the result of a check', () => {
  it('every rule has a verdict: nothing is silently unchecked', () => {
    expect(result.verdicts.map(({ rule }) => rule.id)).toEqual(fileRules.map(({ id }) => id));
    for (const { status, why, findings } of result.verdicts) {
      expect(status === 'failed').toBe(findings.length > 0);
      expect(status === 'skipped' || status === 'inapplicable').toBe(why !== undefined);
    }
  });

  it('a bare description has skipped rules, and rules that do not apply to its version', () => {
    const { verdicts } = runOnFiles(fmuOf(fmi3({})), fileRules);
    const status = (id: string): string => verdicts.find(({ rule }) => rule.id === id)!.status;
    expect(status('archive/implementation')).toBe('skipped');
    expect(status('binary/functions')).toBe('skipped');
    expect(status('variable/alias-unit')).toBe('inapplicable');
    expect(status('clock/causality')).toBe('inapplicable');
    expect(status('variable/name-unique')).toBe('passed');
  });

  it('injected faults are found with clause, value, expectation, line and column', () => {
    expect(new Set(findingsOf(result).map(({ rule }) => rule))).toEqual(new Set(expectedRules));
    const nominal = findingsOf(result).find(({ rule }) => rule === 'variable/nominal');
    expect(nominal).toMatchObject({ severity: 'violation', value: '0', clause: 'FMI 3.0.2, 2.3.3' });
    const lines = new TextDecoder().decode(textOf('modelDescription.xml')).split('\n');
    const { line, column } = nominal!.place!;
    expect(lines[line! - 1].slice(column! - 1)).toMatch(/^nominal="0"/);
  });

  it('the worst finding determines the result', () => {
    expect(highestSeverity([result])).toBe('violation');
    expect(highestSeverity([runOnFiles(fmuOf(fmi3({})), fileRules)])).toBeUndefined();
  });
});

function textOf(path: string): Uint8Array {
  const document = fmuOf(example).documents.get(path)!;
  return new TextEncoder().encode(document.text);
}

describe('the terminal report', () => {
  const report = terminalReport([result], { verbose: true });

  it('the report lists every finding with its place, and every rule that was not run with the reason', () => {
    for (const id of expectedRules) expect(report).toContain(id);
    expect(report).toMatch(/^units\/a b\.fmu: does not conform to FMI 3\.0\.2: 2 violations, 2 of advice$/m);
    expect(report).toMatch(
      /violation {2}modelDescription\.xml:\d+:\d+: Input "<x&\\"" lacks a start value\./,
    );
    expect(report).toMatch(/does not apply, the FMU does not have clocks: clock\/causality/);
  });

  it('violations precede advice', () => {
    for (const text of [report, terminalReport([result])])
      expect(text.lastIndexOf('  violation')).toBeLessThan(text.indexOf('  advice'));
  });
});

describe('the JSON report', () => {
  const report = JSON.parse(jsonReport([result]));

  it('all rules are in the report, and findings are below their causes', () => {
    const [unit] = report.units;
    expect(unit.rules.length).toBe(fileRules.length);
    const failed = unit.rules.filter((rule: { status: string }) => rule.status === 'failed');
    expect(failed.map((rule: { id: string }) => rule.id).sort()).toEqual([...expectedRules].sort());
    expect(unit.causes.flatMap(({ rules }: { rules: string[] }) => rules).sort()).toEqual(
      [...expectedRules].sort(),
    );
    const findings = unit.causes.flatMap((cause: { findings: object[] }) => cause.findings);
    expect(findings.length).toBe(findingsOf(result).length);
    for (const finding of findings) expect(finding).toHaveProperty('expected');
    expect(unit).toMatchObject({ conclusion: 'does not conform', edition: '3.0.2' });
  });

  it('the report matches the schema of its version, even with all features', () => {
    const check = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    expect(check(report), JSON.stringify(check.errors)).toBe(true);
    expect(report.version).toBe(reportVersion);
    const [first, ...rest] = result.verdicts;
    const finding: Finding = {
      ...findingsOf(result)[0],
      cause: { kind: 'crash', call: 'fmi3DoStep', how: 'SIGSEGV' },
      target: 'linux',
      sequence: ['a call'],
      waived: { reason: 'why', until: '2027-01-01' },
      isNew: true,
    };
    const verdicts = [{ ...first, why: 'why', said: '24 pairs compared', findings: [finding] }, ...rest];
    const whole = JSON.parse(jsonReport([{ ...result, edition: 'main', verdicts, absent: [finding] }]));
    expect(check(whole), JSON.stringify(check.errors)).toBe(true);
    const crash = { id: 'crash fmi3DoStep SIGSEGV', kind: 'crash' };
    expect(whole.units[0].causes).toContainEqual(expect.objectContaining(crash));
    expect(check({ ...report, units: [{ ...report.units[0], extra: 1 }] })).toBe(false);
  });
});

describe('the JUnit report', () => {
  it('the report is well-formed, with a case for each rule and matching counts', () => {
    const [suite] = parseXml(junitReport([result])).children;
    const cases = childrenNamed(suite, 'testcase');
    const applicable = result.verdicts.filter(({ status }) => status !== 'inapplicable');
    expect(applicable.length).toBeLessThan(fileRules.length);
    expect(attribute(suite, 'tests')).toBe(`${applicable.length}`);
    expect(cases.length).toBe(applicable.length);
    const failures = cases.filter((candidate) => childrenNamed(candidate, 'failure').length === 1);
    expect(failures.map((failure) => attribute(failure.children[0], 'type'))).toEqual([
      'violation',
      'violation',
    ]);
    expect(attribute(suite, 'failures')).toBe('2');
    expect(cases.filter((candidate) => childrenNamed(candidate, 'system-out').length === 1).length).toBe(2);
    const skipped = cases.filter((candidate) => childrenNamed(candidate, 'skipped').length === 1);
    expect(attribute(suite, 'skipped')).toBe(`${skipped.length}`);
    for (const element of skipped) expect(attribute(element.children[0], 'message')).not.toBe('');
  });

  it('severities that fail the check are failures', () => {
    const [suite] = parseXml(junitReport([result], ['violation', 'advice'])).children;
    expect(attribute(suite, 'failures')).toBe(`${expectedRules.length}`);
  });

  it('names with control characters are escaped', () => {
    const broken = runOnFiles(fmuOf(fmi3({ files: { 'a\u0001.txt': '' } })), fileRules);
    expect(() => parseXml(junitReport([broken]))).not.toThrow();
  });
});

describe('the SARIF report', () => {
  const log = JSON.parse(sarifReport([result], '1.2.3'));
  const [run] = log.runs;

  it('the report has version 2.1.0 with one run of one tool', () => {
    expect(log.version).toBe('2.1.0');
    expect(log.$schema).toMatch(/sarif-2\.1\.0/);
    expect(run.tool.driver).toMatchObject({ name: 'fmu check', version: '1.2.3' });
    expect(run.columnKind).toBe('utf16CodeUnits');
  });

  it('the report describes every rule once', () => {
    const ids = run.tool.driver.rules.map((rule: { id: string }) => rule.id);
    expect(ids).toEqual(fileRules.map(({ id }) => id));
    for (const rule of run.tool.driver.rules) {
      expect(rule.shortDescription.text).toBeTruthy();
      expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration.level);
    }
  });

  it('every finding has its rule and its place, by a valid URI', () => {
    expect(run.results.length).toBe(findingsOf(result).length);
    for (const { ruleId, ruleIndex, level, message, locations } of run.results) {
      expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).toBeTruthy();
      const [{ physicalLocation }] = locations;
      expect(new URL(physicalLocation.artifactLocation.uri, 'file:///').pathname).toMatch(
        /^\/units\/a%20b\.fmu\//,
      );
      if (physicalLocation.region !== undefined) expect(physicalLocation.region.startLine).toBeGreaterThan(0);
    }
  });

  it('each severity has its level, and waived and new findings are marked', () => {
    for (const { level, properties } of run.results)
      expect(level).toBe(
        { violation: 'error', robustness: 'warning', advice: 'note' }[properties.severity as Severity],
      );
    const marked = result.verdicts.map((verdict) => ({
      ...verdict,
      findings: verdict.findings.map((finding) => ({ ...finding, isNew: true, waived: { reason: 'known' } })),
    }));
    const [{ results }] = JSON.parse(sarifReport([{ ...result, verdicts: marked }], '1')).runs;
    for (const item of results) {
      expect(item.baselineState).toBe('new');
      expect(item.suppressions).toEqual([{ kind: 'external', justification: 'known' }]);
    }
  });

  it('the report lists skipped rules', () => {
    const [{ toolExecutionNotifications }] = run.invocations;
    const skipped = result.verdicts.filter(({ status }) => status === 'skipped');
    expect(toolExecutionNotifications.length).toBe(skipped.length);
  });
});

describe('an explanation', () => {
  it('every rule is explained with clause, text and both examples', () => {
    for (const rule of fileRules) {
      const text = explain(rule);
      expect(text).toContain(clauseOf(rule, undefined));
      expect(text).toContain(rule.explanation);
      expect(text).toMatch(/Passes:\n {4}FMI [23]\.0[\s\S]*Fails:\n {4}FMI [23]\.0/);
      expect(text).not.toContain('[object Object]');
    }
  });
});

describe('the terminal report of an FMU that was run', () => {
  const [rule] = behaviourRules;
  const createFinding = (severity: Severity, target: string, message: string): Finding => ({
    rule: rule.id,
    severity,
    clause: 'a clause',
    message,
    expected: 'another',
    target,
    sequence: [`call of ${message}`],
  });
  const reportOf = (...findings: Finding[]): string =>
    terminalReport([{ file: 'x.fmu', fmiVersion: '3.0', verdicts: [{ rule, status: 'failed', findings }] }], {
      verbose: true,
    });

  it('equal findings on several targets have one entry', () => {
    const report = reportOf(
      createFinding('advice', 'linux', 'It is wrong'),
      createFinding('advice', 'wasm', 'It is wrong'),
    );
    expect(report).toContain('  advice     linux; wasm: It is wrong. Expected: another.');
    expect(report.match(/It is wrong\./g)).toHaveLength(1);
    expect(report).toContain('x.fmu: conforms to FMI 3.0: 1 of advice');
  });

  it('a rule has one entry, with its variants and their calls below', () => {
    const report = reportOf(createFinding('advice', 'linux', 'A'), createFinding('advice', 'linux', 'B'));
    const by = ' '.repeat(13);
    expect(report).toContain(
      `${rule.id} (a clause), 2 times.\n${by}- linux: A. Expected: another.\n${by}    call of A\n${by}- linux: B.`,
    );
  });

  it('the report shows 100 variants and counts the rest', () => {
    const many = Array.from({ length: 120 }, (_, k) => createFinding('advice', 'linux', `variant ${k}`));
    expect(reportOf(...many)).toMatch(/variant 99\.[^\n]*\n[^\n]*\n {13}… and 20 more\n/);
    expect(reportOf(...many)).not.toContain('variant 100');
  });
});
