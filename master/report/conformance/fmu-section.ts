import { basename } from 'node:path';
import { groupsOf, summary } from '../../../fmu-sdk/check/report/finding-groups.ts';
import { type CheckResult, findingsOf, versionWords } from '../../../fmu-sdk/check/result/check-result.ts';
import { severities } from '../../../fmu-sdk/check/severity.ts';
import { html } from '../html/escape-html.ts';
import { renderCoverage } from './coverage-matrix.ts';
import { renderExercised } from './exercised-section.ts';
import { renderFindings } from './findings-section.ts';
import { bar, counts, countWords, verdictText } from './status-text.ts';

/** Returns the file name of an FMU. */
export function nameOf({ file }: CheckResult): string {
  return basename(file);
}

/** Renders a row for each FMU, with a link to its part of the page, or to another page. */
export function overview(
  results: readonly CheckResult[],
  links: readonly { href: string; name: string }[] = results.map((result, k) => ({
    href: `#unit-${k}`,
    name: nameOf(result),
  })),
): string {
  const rows = results.map((result, k) => {
    const { word, kind } = verdictText(result);
    const causes = groupsOf(findingsOf(result));
    const numbers = severities.map(
      (severity) => `<td class="n">${causes.filter((f) => f.severity === severity).length}</td>`,
    );
    return `<tr><th scope="row"><a href="${html(links[k].href)}">${html(links[k].name)}</a></th><td>${result.fmiVersion ?? '?'}</td><td><span class="pill tone-${kind}">${word}</span></td>${numbers.join('')}<td>${counts(result.verdicts, true)}</td></tr>`;
  });
  const head = ['unit', 'FMI', 'verdict', 'violations', 'robustness', 'advice', 'rules'];
  return `<section><div class="scroll" role="region" aria-label="Units" tabindex="0"><table class="plain"><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div></section>`;
}

const legend =
  'Each rule appears once, at the first section that it cites. <b class="passed">✓</b> passed. With the reason: <b class="failed">✗</b> failed, <b class="skipped">–</b> skipped and <b class="inapplicable">·</b> does not apply. <code>fmu check --explain RULE</code> explains a rule.';

/** Renders the result of one FMU. `runs` is the part with plots. */
export function renderUnit(result: CheckResult, k: number, named: boolean, runs: string): string {
  const { word, kind } = verdictText(result);
  const version = versionWords(result);
  return `<section class="checked" id="unit-${k}">
<div class="verdict tone-${kind}">${named ? `<h2>${html(nameOf(result))}</h2>` : ''}<p class="word">${word}</p>
<p>${version} · ${summary(findingsOf(result))}</p><p>${countWords(result.verdicts)}</p>${bar(result.verdicts)}
<p class="file">${html(result.file)}</p></div>
<nav aria-label="Parts"><a href="#findings-${k}">Findings</a><a href="#runs-${k}">Runs</a><a href="#exercised-${k}">Exercised</a><a href="#coverage-${k}">Coverage of the standard</a></nav>
<section id="findings-${k}"><h2>Findings</h2>${renderFindings(result, k)}</section>
<section id="runs-${k}">${runs}</section>
<section id="exercised-${k}"><h2>Exercised</h2>${renderExercised(result)}</section>
<section class="coverage" id="coverage-${k}"><h2>Coverage of the standard</h2><p>${legend}</p>
<p class="folds"><button type="button" data-fold="open">Unfold all</button><button type="button" data-fold="failed">Unfold failed and skipped</button><button type="button" data-fold="close">Fold all</button></p>
${renderCoverage(result, k)}</section></section>`;
}
