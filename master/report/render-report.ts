import { checkReport } from './check-report-data.ts';
import { html } from './escape-html.ts';
import { renderPage } from './html-page.ts';
import { renderTable } from './html-table.ts';
import { pack } from './pack-report.ts';
import { renderGroup } from './plot-group.ts';
import type { Report } from './report-model.ts';
import { runsTable } from './runs-table.ts';

/**
 * The report as one HTML page that needs no network and no other file. Where something moves in it, tables come behind. The same report gives the same bytes.
 * Values are embedded as Float32 (relative error 6e-8) at no more than 4000 points a column, fewer where many
 * columns are shown, so that the page stays below 6 MB; extremes survive (see `decimate`).
 *
 * Throws where a plot or scene names a run, column or point that is not there.
 */
export function renderReport(report: Report): string {
  checkReport(report);
  const summarised = report.runs.some((run) => run.summary.length > 0);
  const moves = report.groups.some(({ scene }) => scene !== undefined);
  const tables = report.tables.map(renderTable).join('\n');
  const body = `<header><h1>${html(report.title)}</h1><p class="subtitle">${html(report.subtitle)}</p>${contents(report)}</header>
<main>
<noscript><p class="note">The plots need JavaScript; it is part of this file and loads nothing.</p></noscript>
${moves ? '' : tables}
${report.groups.map((group, place) => renderGroup(group, place, report.runs)).join('\n')}
${moves ? tables : ''}
${summarised ? renderTable(runsTable(report.runs)) : ''}
${descriptions(report)}
</main>
<footer><p>${html(report.footer)}</p></footer>`;
  return renderPage({ title: report.title, body, data: pack(report) });
}

function contents(report: Report): string {
  if (report.groups.length < 2) return '';
  const links = report.groups.map((group, place) => `<a href="#group-${place}">${html(group.title)}</a>`);
  return `<nav aria-label="Contents">${links.join('\n')}</nav>`;
}

function descriptions(report: Report): string {
  const entries = report.runs
    .filter((run) => run.description)
    .map((run) => `<dt>${html(run.title)}</dt><dd>${html(run.description!)}</dd>`);
  return entries.length > 0 ? `<dl class="runs">${entries.join('\n')}</dl>` : '';
}
