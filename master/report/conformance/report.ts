import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Recording } from '../../../fmu-sdk/conformance/dynamic/recording.ts';
import { summary } from '../../../fmu-sdk/conformance/report/group.ts';
import { type CheckResult, findingsOf, worst } from '../../../fmu-sdk/conformance/result.ts';
import { checkReport } from '../check.ts';
import { html } from '../escape.ts';
import { renderGroup } from '../group.ts';
import { pack } from '../pack.ts';
import { renderPage } from '../page.ts';
import type { Report } from '../report.ts';
import { renderTable } from '../table.ts';
import { renderCoverage } from './coverage.ts';
import { renderFindings } from './findings.ts';
import { type Runs, runsOf } from './runs.ts';
import { counts, found, verdictOf } from './words.ts';

/** A unit with all that is known of it after its check. */
export interface CheckedUnit {
  result: CheckResult;
  recordings: readonly Recording[];
  /** Why there are no recordings. */
  notRecorded?: string;
}

/**
 * A check as one HTML page that needs no network and no other file: verdict, findings, runs and the coverage of the
 * standard for each unit. The same check gives the same bytes. All text of units is escaped.
 */
export function renderCheckReport(units: readonly CheckedUnit[], version: string): string {
  const runs = units.map(({ recordings }, unit) => runsOf(recordings, `${unit}`));
  const title = units.length === 1 ? nameOf(units[0]) : `${units.length} units`;
  const report: Report = {
    title: `Check of ${title}`,
    subtitle: '',
    tables: [],
    groups: runs.flatMap(({ group }) => group ?? []),
    runs: runs.flatMap((each) => each.runs),
    footer: '',
  };
  checkReport(report);
  const sections = units.map((unit, k) => renderUnit(unit, k, runs[k], report));
  const rules = units[0]?.result.verdicts.length ?? 0;
  const body = `<header><h1>${html(report.title)}</h1><p class="subtitle">${verdictWords(units)}</p></header>
<main>
<noscript><p class="note">The plots need JavaScript; it is part of this file and loads nothing.</p></noscript>
${units.length > 1 ? overview(units) : ''}
${sections.join('\n')}
</main>
<footer><p>fmu check ${html(version)}: ${rules} rules of FMI 2.0.5, FMI 3.0.2 and their layered standards. What no rule finds is not proved right.</p></footer>`;
  return renderPage({
    title: report.title,
    body,
    data: pack(report),
    style: own('style.css'),
    script: own('fold.js'),
  });
}

function verdictWords(units: readonly CheckedUnit[]): string {
  const results = units.map(({ result }) => result);
  const bad = results.filter((result) => worst([result]) === 'error').length;
  if (units.length === 1) return `${html(verdictOf(results[0]).word)}: ${summary(findingsOf(results[0]))}.`;
  return `${bad} of ${units.length} units ${bad === 1 ? 'does' : 'do'} not conform: ${summary(results.flatMap(findingsOf))} in all.`;
}

function overview(units: readonly CheckedUnit[]): string {
  const rows = units.map((unit, k) => {
    const { word, kind } = verdictOf(unit.result);
    const cells = found(unit.result).map(([, count]) => `<td class="n">${count}</td>`);
    return `<tr><th scope="row"><a href="#unit-${k}">${html(unit.result.file)}</a></th><td>${unit.result.fmiVersion ?? '?'}</td><td><span class="pill ${kind}">${word}</span></td>${cells.join('')}<td>${counts(unit.result.verdicts)}</td></tr>`;
  });
  return `<section><div class="scroll"><table class="plain"><thead><tr><th>unit</th><th>FMI</th><th>verdict</th><th>errors</th><th>warnings</th><th>notes</th><th>rules</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div></section>`;
}

function renderUnit(unit: CheckedUnit, k: number, runs: Runs, report: Report): string {
  const { result, notRecorded } = unit;
  const { word, kind } = verdictOf(result);
  const version = result.fmiVersion === undefined ? 'FMI version unknown' : `FMI ${result.fmiVersion}`;
  const place = runs.group === undefined ? -1 : report.groups.indexOf(runs.group);
  const plots = runs.group === undefined ? '' : renderGroup(runs.group, place, report.runs);
  const none =
    notRecorded === undefined
      ? ''
      : `<section><h2>Runs</h2><p>Nothing was run: ${html(notRecorded)}.</p></section>`;
  return `<section class="unit" id="unit-${k}">
<div class="verdict ${kind}"><h2>${html(nameOf(unit))}</h2><p class="word">${word}</p><p>${version} · ${summary(findingsOf(result))}</p><p class="path">${html(result.file)}</p>${counts(result.verdicts)}</div>
<section><h3>Findings</h3>${renderFindings(result, k)}</section>
${plots}${runs.table === undefined ? none : renderTable(runs.table)}
<section class="coverage"><h3>Coverage of the standard</h3><p>${legend}</p>
<p class="folds"><button type="button" data-fold="open">Unfold all</button><button type="button" data-fold="failed">Unfold failed and skipped</button><button type="button" data-fold="close">Fold all</button></p>
${renderCoverage(result, k)}</section></section>`;
}

const legend =
  'Each rule stands once, at the first section that it cites. <b class="passed">✓</b> passed <b class="failed">✗</b> failed <b class="skipped">–</b> skipped, with the reason <b class="inapplicable">·</b> does not apply, with the reason';

function nameOf({ result }: CheckedUnit): string {
  return basename(result.file);
}

function own(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
