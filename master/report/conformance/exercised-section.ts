import { variableTotals } from '../../../fmu-sdk/check/coverage/run-coverage.ts';
import { coverageText, relationsOf } from '../../../fmu-sdk/check/report/coverage-text.ts';
import type { CheckResult } from '../../../fmu-sdk/check/result/check-result.ts';
import { html } from '../html/escape-html.ts';

/** Renders what the rules on behaviour exercised, and what they did not, with reasons. */
export function renderExercised(result: CheckResult): string {
  const { coverage } = result;
  if (coverage === undefined || coverage.targets.length === 0) return '<p>Nothing was run.</p>';
  const rows = coverage.targets.map((target) => {
    const { read, readable, set, settable } = variableTotals(target);
    const { calls, modes, eventIndicators: z } = target;
    const events = target.events.map(({ kind, count }) => `${count} ${kind}`).join(', ');
    return row([
      target.target,
      `${calls.exercised} of ${calls.of}`,
      `${read} of ${readable}`,
      `${set} of ${settable}`,
      `${modes.entered.length} of ${modes.of.length}`,
      events,
      `${z.bothSigns} of ${z.of}`,
      `${target.regions}`,
    ]);
  });
  const missing = coverage.targets.flatMap(({ target, notExercised }) =>
    notExercised.map(({ what, why }) => row([target, what, why])),
  );
  const relations = relationsOf(result).map(({ rule, status, why = '' }) => row([rule, status, why]));
  return `<p>${html(coverageText(coverage))}.</p>
${coverage.gaps.length === 0 ? '' : `<p>Not covered: ${html(coverage.gaps.join('; '))}.</p>`}
${renderRows('Exercised', ['binary, interface', 'calls', 'read', 'set', 'modes', 'events', 'indicators with both signs', 'regions of values'], rows)}
${missing.length === 0 ? '' : renderRows('Not exercised', ['binary, interface', 'not exercised', 'why'], missing)}
${relations.length === 0 ? '' : renderRows('Relations', ['relation', 'status', 'why'], relations)}`;
}

function row(cells: readonly string[]): string {
  const [first, ...rest] = cells;
  return `<tr><th scope="row">${html(first)}</th>${rest.map((cell) => `<td>${html(cell)}</td>`).join('')}</tr>`;
}

/** Renders a table. Its label tells it from other tables of the page. */
function renderRows(label: string, head: readonly string[], rows: readonly string[]): string {
  return `<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table class="plain"><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
