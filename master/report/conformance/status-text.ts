import {
  type CheckResult,
  countOf,
  highestSeverity,
  type RuleResult,
  type Status,
  verdictOf,
} from '../../../fmu-sdk/check/result/check-result.ts';
import { html } from '../html/escape-html.ts';

/** Statuses in the order of display, with their marks and words. */
export const statuses: readonly { status: Status; mark: string; word: string }[] = [
  { status: 'failed', mark: '✗', word: 'failed' },
  { status: 'skipped', mark: '–', word: 'skipped' },
  { status: 'passed', mark: '✓', word: 'passed' },
  { status: 'inapplicable', mark: '·', word: 'does not apply' },
];

/**
 * Returns the verdict on the findings. A check without findings proves nothing beyond its rules.
 */
export function verdictText(result: CheckResult): { word: string; kind: string } {
  const word = verdictOf(result);
  if (word === 'does not conform') return { word, kind: 'violation' };
  const gravest = highestSeverity([result]);
  return { word, kind: gravest === 'violation' || gravest === undefined ? 'none' : gravest };
}

/** Renders the verdicts of rules that apply as a proportional bar. */
export function bar(verdicts: readonly RuleResult[]): string {
  const count = countOf(verdicts);
  const parts = statuses
    .filter(({ status }) => status !== 'inapplicable' && count[status] > 0)
    .map(({ status }) => `<i class="${status}" style="flex:${count[status]}"></i>`);
  return `<span class="bar" aria-hidden="true">${parts.join('')}</span>`;
}

/** Renders the numbers of each status in columns, on request with the bar. */
export function counts(verdicts: readonly RuleResult[], withBar = false): string {
  const count = countOf(verdicts);
  const cells = statuses.map(({ status, mark }) =>
    count[status] === 0 ? '<i></i>' : `<i class="${status}">${mark} ${count[status]}</i>`,
  );
  return `<span class="counts">${cells.join('')}${withBar ? bar(verdicts) : ''}</span>`;
}

/** Formats the numbers: `295 of 310 rules that apply passed, 10 failed, …` */
export function countWords(verdicts: readonly RuleResult[]): string {
  const { passed, failed, skipped, inapplicable } = countOf(verdicts);
  const applied = verdicts.length - inapplicable;
  return `${passed} of ${applied} rules that apply passed, ${failed} failed, ${skipped} skipped. ${inapplicable} do not apply.`;
}

/** Returns the anchor of a rule and FMU on the page. */
export function anchor(unit: number, rule: string): string {
  return html(`u${unit}-${rule}`);
}
