import { type Coverage, type CoveredSection, coverageOf } from '../../../fmu-sdk/conformance/coverage.ts';
import type { CheckResult, Verdict } from '../../../fmu-sdk/conformance/result.ts';
import { beyondWords } from '../../../fmu-sdk/conformance/standard/section.ts';
import { html } from '../escape.ts';
import { anchor, counts, statuses } from './words.ts';

/** The matrix of the standard: each section with its rules, by chapter; sections without a rule say so. */
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
    ? `${sections.length} sections; ${silent} of them ask something of a unit and have no rule of their own here.`
    : 'Only the sections that rules of this catalogue cite.';
  return `<h4>${html(name)}</h4><p class="note">${remark}</p><div class="matrix">${parts.join('\n')}</div>`;
}

/** Neither rules of its own nor sections below that could have some. */
function isSilent(section: CoveredSection, all: readonly CoveredSection[]): boolean {
  const bare = section.verdicts.length + section.also.length === 0;
  return bare && !all.some(({ number }) => number.startsWith(`${section.number}.`));
}

function renderChapter(sections: readonly CoveredSection[], unit: number): string {
  const [head] = sections;
  const known = sections.filter(({ number }) => number !== '');
  const title = head.number === '' ? 'By name' : `${head.number.split('.')[0]} ${chapterTitle(head)}`;
  const rows = sections.map((section) => row(section, known, unit));
  return `<details class="chapter"><summary><span class="title">${html(title)}</span>${counts(sections.flatMap((s) => s.verdicts))}</summary>
${rows.join('\n')}</details>`;
}

/** A chapter of which only some sections are cited has no heading of its own here. */
function chapterTitle({ number, title }: CoveredSection): string {
  return number.includes('.') ? '' : title;
}

function row(section: CoveredSection, all: readonly CoveredSection[], unit: number): string {
  const { number, title, verdicts, also, beyond } = section;
  const depth = number.split('.').length;
  if (depth === 1 && number !== '' && verdicts.length + also.length === 0 && !isSilent(section, all))
    return '';
  const name = `<span class="title"><b>${html(number)}</b> ${html(title)}</span>`;
  if (verdicts.length + also.length === 0) {
    const heading = !isSilent(section, all);
    const words = heading ? 'see below' : beyond === undefined ? 'no rule' : beyondWords[beyond];
    return `<p class="section silent${beyond === undefined && !heading ? ' gap' : ''}">${name}<span class="words">${words}</span></p>`;
  }
  const others =
    also.length === 0 ? '' : `<p class="also">Also ${also.map((v) => link(v, unit)).join(', ')}</p>`;
  const rules = verdicts.map((verdict) => renderRule(verdict, unit));
  const sum = verdicts.length === 0 ? '<span class="words">with others</span>' : counts(verdicts);
  return `<details class="section"><summary>${name}${sum}</summary><ul class="rules">${rules.join('\n')}</ul>${others}</details>`;
}

function link({ rule }: Verdict, unit: number): string {
  return `<a href="#${anchor(unit, rule.id)}"><code>${html(rule.id)}</code></a>`;
}

function renderRule({ rule, status, why, findings }: Verdict, unit: number): string {
  const { mark, word } = statuses.find((each) => each.status === status)!;
  const more = why ?? (findings.length > 0 ? `${findings.length} found` : '');
  const reason = more === '' ? '' : ` <em class="reason">${html(more)}</em>`;
  return `<li class="${status}" id="${anchor(unit, rule.id)}" data-rule="${html(rule.id)}" data-status="${status}"><b aria-label="${word}" title="${word}">${mark}</b><span>${html(rule.title)} <code>${html(rule.id)}</code>${reason}</span></li>`;
}
