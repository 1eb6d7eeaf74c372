import type { CheckResult, RuleResult } from '../../../fmu-sdk/check/result/check-result.ts';
import {
  type Coverage,
  type CoveredSection,
  coverageOf,
} from '../../../fmu-sdk/check/result/section-coverage.ts';
import { uncheckedReasonText } from '../../../fmu-sdk/check/standard/standard-section.ts';
import { html } from '../html/escape-html.ts';
import { anchor, counts } from './status-text.ts';

/**
 * Renders the coverage of the standard: each section with its rules, by chapter. Sections without
 * rules are marked.
 */
export function renderCoverage(result: CheckResult, unit: number): string {
  return coverageOf(result)
    .map((coverage) => standard(coverage, unit))
    .join('\n');
}

function standard({ standard: name, whole, sections }: Coverage, unit: number): string {
  const chapters = new Map<string, CoveredSection[]>();
  for (const section of sections) {
    const number = section.number.split('.')[0];
    chapters.set(number, [...(chapters.get(number) ?? []), section]);
  }
  const parts = [...chapters.values()].map((chapter) => renderChapter(chapter, unit));
  const silent = sections.filter((s) => isSilent(s, sections) && s.beyond === undefined).length;
  const remark = whole
    ? `${sections.length} sections. ${silent} of them contain requirements without a rule here.`
    : 'Only sections that rules of this catalogue cite.';
  return `<h3>${html(name)}</h3><p class="note">${remark}</p><div class="matrix">${parts.join('\n')}</div>`;
}

/** Returns true for a section without rules and without subsections that could have rules. */
function isSilent(section: CoveredSection, all: readonly CoveredSection[]): boolean {
  const bare = section.verdicts.length + section.also.length === 0;
  return bare && !all.some(({ number }) => number.startsWith(`${section.number}.`));
}

function renderChapter(sections: readonly CoveredSection[], unit: number): string {
  const [head] = sections;
  const known = sections.filter(({ number }) => number !== '');
  const title = head.number === '' ? 'By name' : `${head.number} ${head.title}`;
  const rows = sections.map((section) => row(section, known, unit));
  return `<details class="chapter"><summary class="line head"><span class="title">${html(title)}</span>${sumOf(sections.flatMap((s) => s.verdicts))}</summary>
${rows.join('\n')}</details>`;
}

function row(section: CoveredSection, all: readonly CoveredSection[], unit: number): string {
  const { number, title, verdicts, also } = section;
  const name = `<span class="title"><i>${html(number)}</i> ${html(title)}</span>`;
  if (verdicts.length + also.length === 0) return rowWithout(section, all, name);
  const others =
    also.length === 0 ? '' : `<p class="also">Also ${also.map(({ rule }) => html(rule.id)).join(', ')}</p>`;
  const judged = verdicts.filter(({ status }) => status !== 'inapplicable');
  const rules = [
    ...judged.map((verdict) => renderRule(verdict, unit)),
    ...renderInapplicable(verdicts, unit),
  ];
  return `<details><summary class="line sub">${name}${counts(verdicts)}</summary><ul class="rules">${rules.join('\n')}</ul>${others}</details>`;
}

/** Renders a section that no rule cites, with the reason. */
function rowWithout(section: CoveredSection, all: readonly CoveredSection[], name: string): string {
  const heading = !isSilent(section, all);
  if (heading && !section.number.includes('.')) return '';
  const { beyond } = section;
  const words = heading ? '' : beyond === undefined ? 'no rule' : uncheckedReasonText[beyond];
  const gap = beyond === undefined && !heading ? ' gap' : '';
  return `<p class="line sub silent${gap}">${name}<span class="words">${words}</span></p>`;
}

/** Formats the numbers of passed, failed, … rules of a chapter, with a bar. */
function sumOf(verdicts: readonly RuleResult[]): string {
  return verdicts.length === 0 ? '<span class="words">without a rule</span>' : counts(verdicts, true);
}

/** Renders the name of a rule. Only rules with findings are targets of links. */
function nameOf({ rule, findings }: RuleResult, unit: number): string {
  return `<code${findings.length > 0 ? ` id="${anchor(unit, rule.id)}"` : ''}>${html(rule.id)}</code>`;
}

function renderRule(verdict: RuleResult, unit: number): string {
  const { rule, status, why, said: message, findings } = verdict;
  const more = why ?? (findings.length > 0 ? `${findings.length} found` : (message ?? ''));
  const reason = more === '' ? '' : ` <em>${html(more)}</em>`;
  return `<li class="${status}">${html(rule.title)} ${nameOf(verdict, unit)}${reason}`;
}

/** Renders the rules that do not apply, those of one reason together. */
function renderInapplicable(verdicts: readonly RuleResult[], unit: number): string[] {
  const byReason = new Map<string, RuleResult[]>();
  for (const verdict of verdicts.filter(({ status }) => status === 'inapplicable'))
    byReason.set(verdict.why ?? '', [...(byReason.get(verdict.why ?? '') ?? []), verdict]);
  return [...byReason].map(([why, group]) => {
    const names = group.map((verdict) => nameOf(verdict, unit));
    return `<li class="inapplicable"><em>${html(why)}</em>: ${names.join(', ')}`;
  });
}
