import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeTarget } from '../../../fmu-sdk/check/behaviour/judge-target.ts';
import { mergeResults } from '../../../fmu-sdk/check/check-fmu.ts';
import { filesOf } from '../../../fmu-sdk/check/example/example-fmu.ts';
import {
  type CheckResult,
  checkFmu,
  explain,
  findingsOf,
  jsonReport,
  junitReport,
  sarifReport,
  standardRules,
  terminalReport,
} from '../../../fmu-sdk/check/index.ts';
import type { BehaviourRule, FileRule } from '../../../fmu-sdk/check/rule.ts';
import { judgeFiles } from '../../../fmu-sdk/check/run-file-rules.ts';
import { renderCheckReport } from '../../../master/report/conformance/check-report.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';
import { specimenTarget } from '../dynamic/injected-faults.ts';
import { fmuOf } from '../fmu-of-example.ts';

interface Example {
  described: FileRule;
  atRest: BehaviourRule;
  check(file: string): Promise<CheckResult>;
}

// In the repository, so that the compiler finds the types of Node.
const folder = temporaryFolder('house', join(root, 'dist'));
const file = join(folder, 'house.ts');
let house: Example;

beforeAll(async () => {
  const page = readFileSync(join(root, 'docs/extend/rule.md'), 'utf8');
  const block = /```ts\n([\s\S]*?)```/.exec(page)![1];
  const face = join(root, 'fmu-sdk/check/index.ts');
  writeFileSync(file, block.replace("'fmukit/check'", `'${face}'`));
  house = (await import(file)) as Example;
});

/** Written out, for a check reads files. */
function written(rule: FileRule): string {
  const description = join(folder, 'modelDescription.xml');
  writeFileSync(description, filesOf(rule.fail![0])['modelDescription.xml']);
  return description;
}

describe('the rules of docs/extend/rule.md', () => {
  it('the rules compile under strict', () => {
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2024,
      lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts'],
      types: ['node'],
      module: ts.ModuleKind.NodeNext,
    };
    const program = ts.createProgram([file], options);
    const source = program.getSourceFile(file)!;
    const faults = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it('the rules find the declared faults, and nothing in good examples', async () => {
    const { described, atRest } = house;
    expect(judgeFiles(described, fmuOf(described.pass![0]))).toEqual({ findings: [] });
    expect(judgeFiles(described, fmuOf(described.fail![0]))).toMatchObject({
      findings: [{ message: 'Output "y" has no description.', place: { file: 'modelDescription.xml' } }],
    });
    const [fault] = atRest.faults!;
    const judgement = await judgeTarget(atRest, specimenTarget(fault.fmi, fault.kind, fault));
    expect(judgement).toMatchObject({
      findings: [{ value: '[1] m', expected: '[0] m' }, { message: 'Output "z" does not begin at rest.' }],
    });
  });

  it('the rules run beside all fmukit rules', async () => {
    const { verdicts } = await house.check(written(house.described));
    expect(verdicts.length).toBe(standardRules.length + 2);
    const customVerdicts = verdicts.filter(({ rule }) => rule.id.startsWith('house/'));
    expect(customVerdicts.map(({ status }) => status)).toEqual(['failed', 'skipped']);
  });

  it('findings of custom rules appear in every report, on files and on a running FMU', async () => {
    const unit = join(root, 'dist/crane-single.fmu');
    const ran = await checkFmu(unit, { rules: [house.atRest] });
    const result = mergeResults(await checkFmu(written(house.described), { rules: [house.described] }), ran);
    const findings = findingsOf(result);
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['house/described', 'house/at-rest']));
    const sarif = JSON.parse(sarifReport([result], '1')).runs[0];
    expect(sarif.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual([
      'house/described',
      'house/at-rest',
    ]);
    const texts = [
      terminalReport([result]),
      jsonReport([result]),
      junitReport([result]),
      JSON.stringify(sarif.results),
      renderCheckReport([{ result, recordings: [] }], '1'),
    ];
    // The terminal shows the first of many.
    const shownFindings = ['house/described', 'house/at-rest'].map(
      (id) => findings.find(({ rule }) => rule === id)!,
    );
    for (const { rule, message } of shownFindings)
      for (const text of texts) {
        expect(text).toContain(rule);
        expect(text.replaceAll(/\\?"|&quot;/g, "'")).toContain(message.replaceAll('"', "'"));
      }
    expect(explain(house.atRest)).toContain('Fails: outputs are one from the beginning.');
  });
});

describe('checkFmu', () => {
  it('rejects duplicate rule ids, an invalid id, and a rule without a clause', async () => {
    const description = written(house.described);
    await expect(checkFmu(description, { rules: [house.described, house.described] })).rejects.toThrow(
      'check: expected unique rule ids, got two rules with the id house/described. Give one of them another id, or leave it out.',
    );
    await expect(checkFmu(description, { rules: [{ ...house.described, id: 'described' }] })).rejects.toThrow(
      'expected a rule id, got "described"',
    );
    await expect(
      checkFmu(description, { rules: [{ ...house.described, other: undefined }] }),
    ).rejects.toThrow('check: rule house/described lacks a clause.');
  });

  it('names a custom rule that fails', async () => {
    const broken: FileRule = {
      ...(house.described as Extract<FileRule, { needs: 'description' }>),
      check: () => {
        throw new TypeError('no such thing');
      },
    };
    await expect(checkFmu(written(house.described), { rules: [broken] })).rejects.toThrow(
      /rule house\/described fails: TypeError: no such thing \(.*adding-a-rule.*\)\. Correct the rule/,
    );
  });
});
