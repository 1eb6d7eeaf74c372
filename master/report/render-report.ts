import { checkReport } from './check-report-data.ts';
import { html } from './html/escape-html.ts';
import { renderPage } from './html/html-page.ts';
import { renderTable } from './html/html-table.ts';
import { runsTable } from './html/runs-table.ts';
import { pack } from './pack-report.ts';
import { renderGroup } from './plots/plot-group.ts';
import type { Report } from './report-model.ts';

/**
 * Renders the report as one self-contained HTML page. Tables come last if the page is animated.
 * Equal reports give equal bytes. Values are embedded as Float32 (relative error 6e-8), with no
 * more than 4000 points a column, and fewer for many columns. The page stays below 6 MB. Extremes
 * survive (see `decimate`).
 *
 * Throws if a plot or scene names a missing run, column or point.
 */
export function renderReport(report: Report): string {
  checkReport(report);
  const summarised = report.runs.some((run) => run.summary.length > 0);
  const moves = report.groups.some(({ scene }) => scene !== undefined);
  const tables = report.tables.map(renderTable).join('\n');
  const body = `<header><h1>${html(report.title)}</h1><p class="subtitle">${html(report.subtitle)}</p>${contents(report)}</header>
<main>
<noscript><p class="note">The plots need JavaScript. It is part of this file and loads nothing.</p></noscript>
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
