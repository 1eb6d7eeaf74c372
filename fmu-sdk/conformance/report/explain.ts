import type { Conduct } from '../dynamic/rule.ts';
import { showExample } from '../example/show.ts';
import { type About, clauseOf, type StaticRule } from '../rule.ts';

/** A rule with its clause, its explanation and its examples. */
export function explain(rule: StaticRule): string {
  return [
    ...heading(rule),
    ...rule.pass.map((example) => `\nPasses:\n${indent(showExample(example))}`),
    ...rule.fail.map((example) => `\nFails:\n${indent(showExample(example))}`),
    '',
  ].join('\n');
}

/** A rule on behaviour with the defects that it is tested with. */
export function explainConduct(rule: Conduct): string {
  return [...heading(rule), ...rule.plants.map(({ says }) => `\nFails: ${says}.`), ''].join('\n');
}

function heading(rule: About): string[] {
  return [`${rule.id} (${rule.severity})`, `${rule.title}.`, clauseOf(rule, undefined), '', rule.explanation];
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
