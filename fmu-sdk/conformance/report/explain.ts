import { showExample } from '../example/show.ts';
import { clauseOf, type StaticRule } from '../rule.ts';

/** A rule with its clause, its explanation and its examples. */
export function explain(rule: StaticRule): string {
  return [
    `${rule.id} (${rule.severity})`,
    `${rule.title}.`,
    clauseOf(rule, undefined),
    '',
    rule.explanation,
    ...rule.pass.map((example) => `\nPasses:\n${indent(showExample(example))}`),
    ...rule.fail.map((example) => `\nFails:\n${indent(showExample(example))}`),
    '',
  ].join('\n');
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
