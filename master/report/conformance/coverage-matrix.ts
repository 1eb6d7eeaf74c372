import type { CheckResult, RuleResult } from '../../../fmu-sdk/check/result/check-result.ts';
import {
  type Coverage,
  type CoveredSection,
  coverageOf,
} from '../../../fmu-sdk/check/result/section-coverage.ts';
import { uncheckedReasonText } from '../../../fmu-sdk/check/standard/standard-section.ts';
import { html } from '../html/escape-html.ts';
import { anchor, counts, statuses } from './status-text.ts';

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
  const name = `<span class="title"><span class="number">${html(number)}</span> ${html(title)}</span>`;
  if (verdicts.length + also.length === 0) return rowWithout(section, all, name);
  const others =
    also.length === 0 ? '' : `<p class="also">Also ${also.map((v) => link(v, unit)).join(', ')}</p>`;
  const rules = verdicts.map((verdict) => renderRule(verdict, unit));
  return `<details><summary class="line sub">${name}${sumOf(verdicts)}</summary><ul class="rules">${rules.join('\n')}</ul>${others}</details>`;
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

/** Formats the numbers of passed, failed, … rules. */
function sumOf(verdicts: readonly RuleResult[]): string {
  return verdicts.length === 0 ? '<span class="words">without a rule</span>' : counts(verdicts);
}

function link({ rule }: RuleResult, unit: number): string {
  return `<a href="#${anchor(unit, rule.id)}"><code>${html(rule.id)}</code></a>`;
}

function renderRule({ rule, status, why, said: message, findings }: RuleResult, unit: number): string {
  const { mark, word } = statuses.find((candidate) => candidate.status === status)!;
  const more = why ?? (findings.length > 0 ? `${findings.length} found` : (message ?? ''));
  const reason = more === '' ? '' : ` <em class="reason">${html(more)}</em>`;
  return `<li class="rule ${status}" id="${anchor(unit, rule.id)}" data-rule="${html(rule.id)}" data-status="${status}"><b class="mark" aria-label="${word}" title="${word}">${mark}</b><span>${html(rule.title)} <code>${html(rule.id)}</code>${reason}</span></li>`;
}
