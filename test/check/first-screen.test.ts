import { describe, expect, it } from 'vitest';
import { fmi3 } from '../../fmu-sdk/check/example/example-fmu.ts';
import { terminalReport } from '../../fmu-sdk/check/report/terminal-report.ts';
import type { CheckResult, Finding, RuleResult } from '../../fmu-sdk/check/result/check-result.ts';
import { behaviourRules, fileRules, standardRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { runOnFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import type { Severity } from '../../fmu-sdk/check/severity.ts';
import { fmuOf } from './fmu-of-example.ts';

const long = `a_${'very_'.repeat(60)}long_name, ${'with words '.repeat(80)}`;

function finding(rule: string, severity: Severity, more: Partial<Finding> = {}): Finding {
  return {
    rule,
    severity,
    clause: 'FMI 3.0.2, 2.4',
    message: long,
    value: long,
    expected: long,
    ...more,
  };
}

function resultOf(findings: readonly Finding[], others: readonly RuleResult[] = []): CheckResult {
  const verdicts = findings.map((item): RuleResult => {
    const rule = standardRules.find(({ id }) => id === item.rule)!;
    return { rule, status: 'failed', findings: [item] };
  });
  return { file: 'x.fmu', fmiVersion: '3.0', edition: '3.0.2', verdicts: [...verdicts, ...others] };
}

const linesOf = (...results: CheckResult[]): string[] => terminalReport(results).trimEnd().split('\n');
const passed: RuleResult = { rule: fileRules[0], status: 'passed', findings: [] };
const skipped: RuleResult = {
  rule: behaviourRules[0],
  status: 'skipped',
  why: 'no binary runs here',
  findings: [],
};

describe('the first screen of an FMU without findings', () => {
  it('the first screen has two lines: the verdict, and the number of checked rules', () => {
    const { verdicts } = runOnFiles(fmuOf(fmi3({ files: {} })), fileRules);
    const zipped = verdicts.filter(({ why }) => why !== 'the input is not an archive');
    const lines = linesOf(resultOf([], zipped));
    expect(lines.length).toBe(2);
    expect(lines[0]).toBe('x.fmu: conforms to FMI 3.0.2');
    expect(lines[1]).toMatch(/^ {2}checked (\d+) of \1 rules that apply$/);
  });

  it('an FMU with skipped rules is not reported as conforming, with the reason', () => {
    const lines = linesOf(resultOf([], [passed, skipped]));
    expect(lines).toEqual([
      'x.fmu: no violation found in what was checked, FMI 3.0.2',
      '  checked 1 of 2 rules that apply, skipped 1: no binary runs here (1)',
    ]);
  });

  it('an FMU that was checked only on some binaries is not reported as conforming', () => {
    const lines = linesOf(resultOf([], [{ ...passed, why: 'not on wasm: no' }]));
    expect(lines[0]).toMatch(/no violation found in what was checked/);
    expect(lines[1]).toMatch(/checked 1 of 1 rules that apply, 1 of them partly: not on wasm/);
  });

  it('rules that do not apply are not counted', () => {
    const inapplicable: RuleResult = {
      rule: fileRules[1],
      status: 'inapplicable',
      why: 'no clocks',
      findings: [],
    };
    expect(linesOf(resultOf([], [passed, inapplicable]))[1]).toBe('  checked 1 of 1 rules that apply');
  });
});

describe('the first screen of a faulty FMU', () => {
  const everything = standardRules.map((rule) => finding(rule.id, rule.severity));

  it('the first screen has at most 24 lines of 100 columns, and counts the omitted causes', () => {
    const lines = linesOf(resultOf(everything, [skipped]));
    expect(lines.length).toBeLessThanOrEqual(24);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(110);
    for (const line of lines.slice(0, -1)) expect(line.length).toBeLessThanOrEqual(100);
    const shownCount = lines.filter((line) => /^ {2}violation /.test(line)).length;
    const remaining = Number(/… and (\d+) more/.exec(lines.join('\n'))![1]);
    expect(shownCount).toBeGreaterThanOrEqual(3);
    expect(shownCount + remaining).toBe(everything.length);
  });

  it('each cause has its defect, the expectation and the rule', () => {
    const short = {
      message: 'It is wrong',
      value: '1',
      expected: '2',
      place: { file: 'a.xml', line: 3, column: 4 },
    };
    const lines = linesOf(resultOf([finding('variable/nominal', 'violation', short)]));
    expect(lines[2]).toBe('  violation  a.xml:3:4: It is wrong.');
    expect(lines[3]).toBe('             Expected: 2. Got: 1.');
    expect(lines[4]).toBe('             variable/nominal (FMI 3.0.2, 2.4)');
  });

  it('causes are in the order crash, end of every simulation, other violations, robustness, advice', () => {
    const crash = { kind: 'crash', call: 'fmi3DoStep', how: 'SIGSEGV' } as const;
    const words = (message: string): Partial<Finding> => ({ message, value: undefined, expected: 'another' });
    const lines = linesOf(
      resultOf([
        finding('log/prints', 'advice', words('fifth')),
        finding('order/forbidden-step', 'robustness', words('fourth')),
        finding('unit/defined', 'violation', words('third')),
        finding('load/instantiates', 'violation', words('second')),
        finding('step/varying', 'violation', { ...words('first'), cause: crash }),
      ]),
    );
    const order = lines.join('\n').match(/first|second|third|fourth|fifth/g);
    expect(order).toEqual(['first', 'second', 'third', 'fourth', 'fifth']);
  });

  it('several violations are counted by their subject, the gravest first', () => {
    const crash = { kind: 'crash', call: 'fmi3DoStep', how: 'SIGSEGV' } as const;
    const lines = linesOf(
      resultOf([
        finding('unit/defined', 'violation'),
        finding('run/reset', 'violation'),
        finding('memory/run-again', 'violation'),
        finding('step/varying', 'violation', { cause: crash }),
        finding('log/prints', 'advice'),
      ]),
    );
    expect(lines[1]).toBe('  violations concern: crashes (1), results (2), description (1)');
  });

  it('every finding, its calls and every reason appear with --verbose', () => {
    const result = resultOf(
      [finding('step/varying', 'robustness', { sequence: ['fmi3DoStep() → error'] })],
      [skipped],
    );
    const all = terminalReport([result], { verbose: true });
    expect(all).toContain('fmi3DoStep() → error');
    expect(all).toContain(`skipped, no binary runs here: ${behaviourRules[0].id}`);
    expect(terminalReport([result])).not.toContain('fmi3DoStep() → error');
    expect(terminalReport([result])).toContain('--verbose');
  });

  it('a finding that causes others in further rules appears once', () => {
    const cause = { kind: 'refusal', call: 'fmi3Reset', how: 'error' } as const;
    const rules = ['run/reset', 'memory/survives-reset', 'robust/after-error'];
    const lines = linesOf(
      resultOf(rules.map((rule) => finding(rule, 'violation', { cause, message: 'Refused.' }))),
    );
    expect(lines.join('\n').match(/Refused\./g)).toHaveLength(1);
    expect(lines[0]).toBe('x.fmu: does not conform to FMI 3.0.2: 1 violation');
    expect(lines.join('\n')).toContain('run/reset and 2 more');
  });
});
