import { countOf } from '../../../fmu-sdk/conformance/coverage.ts';
import { type CheckResult, type Status, type Verdict, worst } from '../../../fmu-sdk/conformance/result.ts';
import { html } from '../escape.ts';

/** Statuses in the order in which they are shown, with their marks and words. */
export const statuses: readonly { status: Status; mark: string; word: string }[] = [
  { status: 'failed', mark: '✗', word: 'failed' },
  { status: 'skipped', mark: '–', word: 'skipped' },
  { status: 'passed', mark: '✓', word: 'passed' },
  { status: 'inapplicable', mark: '·', word: 'does not apply' },
];

/** What the findings come to; a check that finds nothing proves nothing beyond its rules. */
export function verdictOf(result: CheckResult): { word: string; kind: string } {
  const severity = worst([result]);
  if (severity === 'error') return { word: 'does not conform', kind: 'error' };
  if (severity === 'warning') return { word: 'no error, with warnings', kind: 'warning' };
  if (severity === 'note') return { word: 'no error, with notes', kind: 'note' };
  return { word: 'nothing found', kind: 'none' };
}

/** Verdicts as a bar, in proportion, with the numbers beside it. */
export function counts(verdicts: readonly Verdict[]): string {
  const count = countOf(verdicts);
  const shown = statuses.filter(({ status }) => count[status] > 0);
  const bar = shown.map(({ status }) => `<i class="${status}" style="flex:${count[status]}"></i>`);
  const cells = statuses.map(({ status, mark, word }) =>
    count[status] === 0
      ? `<span class="none" aria-hidden="true"></span>`
      : `<span class="${status}" title="${word}"><b aria-label="${word}">${mark}</b>${count[status]}</span>`,
  );
  return `<span class="counts">${cells.join('')}<span class="bar" aria-hidden="true">${bar.join('')}</span></span>`;
}

/** A place on the page of a rule of a unit. */
export function anchor(unit: number, rule: string): string {
  return html(`u${unit}-${rule}`);
}
