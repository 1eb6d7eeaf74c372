import { afterEach, expect, it, vi } from 'vitest';
import { judgeTarget } from '../../fmu-sdk/check/behaviour/judge-target.ts';
import type { Finding, RuleOutcome } from '../../fmu-sdk/check/check-result.ts';
import { fmuOf } from '../../fmu-sdk/check/example/example-fmu.ts';
import {
  type BehaviourRule,
  clauseOf,
  type FileRule,
  type RuleDeclaration,
} from '../../fmu-sdk/check/rule.ts';
import { behaviourRules, fileRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { judgeFiles } from '../../fmu-sdk/check/run-file-rules.ts';
import { specimenTarget } from './dynamic/injected-faults.ts';

/** Returns the declaration of a rule as people read it. */
function declared(rule: RuleDeclaration): string[] {
  const { id, title, explanation } = rule;
  return [`${id} (${rule.class}; ${clauseOf(rule, undefined)})`, `  ${title}`, `  ${explanation}`];
}

function lineOf({ message, value, expected, place }: Finding): string {
  const where =
    place === undefined ? '' : `${[place.file, place.line, place.column].filter(Boolean).join(':')}: `;
  return `    ${where}${message}${value === undefined ? '' : ` [${value}]`} | ${expected}`;
}

function outcomeLines(judgement: RuleOutcome): string[] {
  return 'findings' in judgement ? judgement.findings.map(lineOf) : [JSON.stringify(judgement)];
}

function onFiles(rule: FileRule): string[] {
  const examples = (rule.fail ?? []).flatMap((example, k) => [
    `  fails ${k + 1}`,
    ...outcomeLines(judgeFiles(rule, fmuOf(example))),
  ]);
  return [...declared(rule), ...examples, `  passes ${rule.pass?.length}`];
}

async function onBehaviour(rule: BehaviourRule): Promise<string[]> {
  const lines = declared(rule);
  for (const fault of rule.faults ?? []) {
    lines.push(`  plant, FMI ${fault.fmi}.0 ${fault.kind}: ${fault.claim}`);
    lines.push(...outcomeLines(await judgeTarget(rule, specimenTarget(fault.fmi, fault.kind, fault))));
  }
  return lines;
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('the rules and their findings in their examples are equal to catalogue.snapshot.txt', async () => {
  const byId = (a: RuleDeclaration, b: RuleDeclaration): number => (a.id < b.id ? -1 : 1);
  let n = 0;
  // Some plants are noise.
  vi.spyOn(Math, 'random').mockImplementation(() => (++n * 0.618_033_988_749_895) % 1);
  const texts: string[] = [];
  for (const rule of [...fileRules].sort(byId)) texts.push(onFiles(rule).join('\n'));
  for (const rule of [...behaviourRules].sort(byId)) texts.push((await onBehaviour(rule)).join('\n'));
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('catalogue.snapshot.txt');
});
