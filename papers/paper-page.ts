import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeAtomically } from '../fmu-sdk/archive/write-zip.ts';
import { html } from '../master/report/html/escape-html.ts';
import { renderPage } from '../master/report/html/html-page.ts';
import { renderTable } from '../master/report/html/html-table.ts';
import type { Checked } from './paper-study.ts';
import { counts } from './print-claims.ts';

const style = `.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem}
.figures figure{margin:0;break-inside:avoid}.figures svg{width:100%;height:auto;border-radius:4px}`;

/**
 * Writes a paper's statements and figures as one page `<key>.html`. The file. `figures`: files
 * without ending, plots beside them as .svg.
 */
export function writePage(folder: string, checked: readonly Checked[], figures: readonly string[]): string {
  const { key, citation } = checked[0].paper;
  const body = [
    `<header><h1>${html(key)}</h1><p class="subtitle">${html(citation)}</p></header>`,
    '<main>',
    statements(checked),
    figures.length === 0
      ? ''
      : `<section><h2>Figures</h2><div class="figures">${figures.map(figure).join('\n')}</div></section>`,
    '</main>',
    '<footer><p>npm run papers</p></footer>',
  ].join('\n');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${key}.html`);
  writeAtomically(file, Buffer.from(renderPage({ title: key, body, data: { runs: [], groups: [] }, style })));
  return file;
}

function statements(checked: readonly Checked[]): string {
  return renderTable({
    title: 'Statements',
    header: ['where', 'statement', 'paper', 'ours', 'verdict', 'because'],
    rows: checked.map(({ claim, finding }) => [
      claim.where,
      claim.statement,
      claim.published,
      finding.ours,
      claim.fitted === undefined ? finding.verdict : `${finding.verdict} (fitted)`,
      [finding.verdict === 'reproduced' ? undefined : finding.why, claim.fitted].filter(Boolean).join('; '),
    ]),
    note: counts(checked),
  });
}

/** Returns the plot itself, because a page has no other files. */
function figure(file: string): string {
  return `<figure>${readFileSync(`${file}.svg`, 'utf8')}<figcaption>${html(basename(file))}</figcaption></figure>`;
}
