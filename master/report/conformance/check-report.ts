import type { Recording } from '../../../fmu-sdk/check/behaviour/trajectory/record-run.ts';
import { summary } from '../../../fmu-sdk/check/report/finding-groups.ts';
import { type CheckResult, findingsOf, verdictOf } from '../../../fmu-sdk/check/result/check-result.ts';
import { checkReport } from '../check-report-data.ts';
import { readFile } from '../client-assets.ts';
import { html } from '../html/escape-html.ts';
import { renderPage } from '../html/html-page.ts';
import { renderTable } from '../html/html-table.ts';
import { pack } from '../pack-report.ts';
import { renderGroup } from '../plots/plot-group.ts';
import type { Report } from '../report-model.ts';
import { nameOf, overview, renderUnit } from './fmu-section.ts';
import { type Runs, runsOf } from './recorded-runs.ts';

/** FMU with the results of its check. */
export interface CheckedFmu {
  result: CheckResult;
  recordings: readonly Recording[];
  /** Reason why recordings are missing. */
  notRecorded?: string;
}

/**
 * Renders a check as one self-contained HTML page: verdict, findings, runs and coverage of the
 * standard for each FMU. Equal checks give equal bytes. All text from FMUs is escaped.
 *
 * @param index address of the page that links the pages of all FMUs
 */
export function renderCheckReport(units: readonly CheckedFmu[], version: string, index?: string): string {
  const runs = units.map(({ recordings }, unit) => runsOf(recordings, `${unit}`));
  const title = units.length === 1 ? nameOf(units[0].result) : `${units.length} units`;
  const report: Report = {
    title: `Check of ${title}`,
    subtitle: '',
    tables: [],
    groups: runs.flatMap(({ group }) => group ?? []),
    runs: runs.flatMap((run) => run.runs),
    footer: '',
  };
  checkReport(report);
  const sections = units.map((unit, k) => {
    const plots = renderRuns(unit, runs[k], report);
    return renderUnit(unit.result, k, units.length > 1, plots);
  });
  const rules = units[0]?.result.verdicts.length ?? 0;
  const back =
    index === undefined ? '' : `<p class="subtitle"><a href="${html(index)}">All checked FMUs</a></p>`;
  const body = `<header><h1>${html(report.title)}</h1>${back}${units.length > 1 ? `<p class="subtitle">${together(units)}</p>` : ''}</header>
<main>
<noscript><p class="note">The plots need JavaScript. It is part of this file and loads nothing.</p></noscript>
${units.length > 1 ? overview(units.map(({ result }) => result)) : ''}
${sections.join('\n')}
</main>
<footer><p>fmu check ${html(version)}: ${rules} rules of FMI 2.0.5, FMI 3.0.2 and their layered standards. A check cannot prove that an FMU is correct.</p></footer>`;
  return renderPage({
    title: report.title,
    body,
    data: pack(report),
    style: readFile('conformance/check-report.css'),
    script: readFile('conformance/fold.js'),
  });
}

function together(units: readonly CheckedFmu[]): string {
  const results = units.map(({ result }) => result);
  const bad = results.filter((result) => verdictOf(result) === 'does not conform').length;
  const all = summary(results.flatMap(findingsOf));
  if (bad === 0) return `No violations in ${units.length} FMUs. In all: ${all}.`;
  return `${bad} of ${units.length} FMUs ${bad === 1 ? 'does' : 'do'} not conform. In all: ${all}.`;
}

function renderRuns({ notRecorded }: CheckedFmu, { group, table }: Runs, report: Report): string {
  const plots = group === undefined ? '' : renderGroup(group, report.groups.indexOf(group), report.runs);
  const none =
    notRecorded === undefined ? '' : `<p>Nothing was run: ${html(notRecorded.replace(/\.$/, ''))}.</p>`;
  return `${plots}${table === undefined ? `<h2>Runs</h2>${none}` : renderTable(table)}`;
}
