import { showExample } from '../example/show-example.ts';
import { clauseOf, isOnBehaviour, type Rule } from '../rule.ts';

/**
 * A rule with its clause, its explanation, and what it finds and does not find.
 *
 * @example
 * const rule = standardRule('value/finite');
 * if (rule !== undefined) console.log(explain(rule));
 */
export function explain(rule: Rule): string {
  const { id, title, explanation } = rule;
  const heading = [`${id} (${rule.severity})`, `${title}.`, clauseOf(rule, undefined), '', explanation];
  return [...heading, ...examplesOf(rule), ''].join('\n');
}

function examplesOf(rule: Rule): string[] {
  if (isOnBehaviour(rule)) return (rule.faults ?? []).map(({ claim }) => `\nFails: ${claim}.`);
  return [
    ...(rule.pass ?? []).map((example) => `\nPasses:\n${indent(showExample(example))}`),
    ...(rule.fail ?? []).map((example) => `\nFails:\n${indent(showExample(example))}`),
  ];
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
