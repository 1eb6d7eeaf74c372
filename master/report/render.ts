import { readAssets } from './assets.ts';
import { checkReport } from './check.ts';
import { html, json } from './escape.ts';
import { renderGroup } from './group.ts';
import { pack } from './pack.ts';
import type { Report } from './report.ts';
import { runsTable } from './runs-table.ts';
import { renderTable } from './table.ts';

/** Nothing may be loaded from anywhere: the browser itself enforces it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/**
 * The report as one HTML page that needs no network and no other file. The same report gives the same bytes.
 * Values are embedded as Float32 (relative error 6e-8) at no more than 4000 points a column, fewer where many
 * columns are shown, so that the page stays below 6 MB; extremes survive (see `decimate`).
 *
 * Throws where a plot or scene names a run, column or point that is not there.
 */
export function renderReport(report: Report): string {
  checkReport(report);
  const { style, plotter, client } = readAssets();
  const summarised = report.runs.some((run) => run.summary.length > 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(report.title)}</title>
<link rel="icon" href="data:,">
<style>
${style}</style>
</head>
<body>
<header><h1>${html(report.title)}</h1><p class="subtitle">${html(report.subtitle)}</p>${contents(report)}</header>
<main>
<noscript><p class="note">The plots need JavaScript; it is part of this file and loads nothing.</p></noscript>
${report.tables.map(renderTable).join('\n')}
${report.groups.map((group, place) => renderGroup(group, place, report.runs)).join('\n')}
${summarised ? renderTable(runsTable(report.runs)) : ''}
${descriptions(report)}
</main>
<footer><p>${html(report.footer)}</p></footer>
<script type="application/json" id="data">${json(pack(report))}</script>
<script>
${plotter}</script>
<script type="module">
${client}</script>
</body>
</html>
`;
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
