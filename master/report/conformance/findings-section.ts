import { sentence } from '../../../fmu-sdk/check/defect.ts';
import { type FindingGroup, groupsOf, type Variant } from '../../../fmu-sdk/check/report/finding-groups.ts';
import { type CheckResult, findingsOf } from '../../../fmu-sdk/check/result/check-result.ts';
import type { RuleDeclaration } from '../../../fmu-sdk/check/rule.ts';
import { html } from '../html/escape-html.ts';
import { anchor } from './status-text.ts';

/** Number of findings of a rule from which they are folded. */
const many = 6;

/** Renders the findings by rule, most severe first. */
export function renderFindings(result: CheckResult, unit: number): string {
  const rules = new Map(result.verdicts.map(({ rule }) => [rule.id, rule]));
  const groups = groupsOf(findingsOf(result));
  if (groups.length === 0) return '<p class="clean">No findings.</p>';
  return groups.map((group) => card(group, rules.get(group.rules[0])!, unit)).join('\n');
}

function card(group: FindingGroup, rule: RuleDeclaration, unit: number): string {
  const items = group.variants.map((variant) => `<li>${describe(variant)}</li>`);
  const first = items.slice(0, many);
  const rest = items.slice(many);
  const more =
    rest.length === 0
      ? ''
      : `<details><summary>${rest.length} more</summary><ul>${rest.join('\n')}</ul></details>`;
  const links = group.rules.map((id) => `<a href="#${anchor(unit, id)}"><code>${html(id)}</code></a>`);
  return `<article class="finding tone-${group.severity}">
<h3><span class="pill">${group.severity}</span> ${html(titleOf(group, rule))}</h3>
<p class="source">${links.join(', ')} · ${html(group.clause)}</p>
<ul>${first.join('\n')}</ul>${more}
<details class="why"><summary>Requirement and reason</summary><p>${html(rule.explanation)}</p></details></article>`;
}

/** Returns the title of a group. A cause that several rules share has its own title. */
function titleOf({ kind, id }: FindingGroup, { title }: RuleDeclaration): string {
  if (kind === 'rule') return title;
  if (kind === 'leniency') return 'Calls are accepted in any order';
  const [, call, ...how] = id.split(' ');
  return kind === 'crash'
    ? `The FMU crashes in ${call}: ${how.join(' ')}`
    : `${call} is rejected: ${how.join(' ')}`;
}

function describe({ message, value, expected, place, targets, sequence, waived, isNew }: Variant): string {
  const where = [...targets, ...(place === undefined ? [] : [placeWords(place)])];
  if (isNew) where.push('new');
  if (waived !== undefined) where.push(`waived: ${waived.reason}`);
  const tags = where.map((text) => `<span class="place">${html(text)}</span>`);
  const is = value === undefined ? '' : `<dt>found</dt><dd><code>${html(value)}</code></dd>`;
  return `<p class="message">${html(sentence(message))}</p><p class="places">${tags.join(' ')}</p>
<dl>${is}<dt>expected</dt><dd>${html(sentence(expected))}</dd></dl>${calls(sequence ?? [], targets)}`;
}

function placeWords({ file, line, column }: NonNullable<Variant['place']>): string {
  return line === undefined ? file : `${file}:${line}:${column}`;
}

/** Renders calls, one a line. The finding is about the last call. */
function calls(sequence: readonly string[], targets: readonly string[]): string {
  if (sequence.length === 0) return '';
  const on = targets.length > 1 ? ` on ${html(targets[0])}` : '';
  const lines = sequence.map((call) => `<li><code>${html(call)}</code></li>`);
  const title = sequence.length === 1 ? 'The call' : `The ${sequence.length} calls`;
  return `<details class="calls"><summary>${title} that led to it${on}</summary><ol>${lines.join('\n')}</ol></details>`;
}
