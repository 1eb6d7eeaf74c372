import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeAtomically } from '../fmu-sdk/archive/write-zip.ts';
import { html } from '../master/report/html/escape-html.ts';
import { renderPage } from '../master/report/html/html-page.ts';
import { renderTable } from '../master/report/html/html-table.ts';
import { tile } from '../master/report/html/tile.ts';
import type { Checked } from './paper-study.ts';
import { counts } from './print-claims.ts';

const style = `.table td:nth-child(2){min-width:14rem}.table th[scope=row]{min-width:0;white-space:normal}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr));gap:1rem}
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
    `<div class="tiles">${answer(checked)}</div>`,
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

/** Returns the tile with the answer: how many statements were reproduced, and the first that was not. */
function answer(checked: readonly Checked[]): string {
  const other = checked.filter(({ finding }) => finding.verdict !== 'reproduced');
  const [first] = other;
  const reason =
    first === undefined
      ? counts(checked)
      : `${counts(checked)} ${first.claim.where}: ${first.claim.statement}: ${first.finding.verdict}.`;
  return tile({
    heading: 'Statements of the paper',
    word: `${checked.length - other.length} of ${checked.length} reproduced`,
    reason,
    mark: first === undefined ? 'good' : 'doubtful',
  });
}

function statements(checked: readonly Checked[]): string {
  return renderTable({
    title: 'Statements',
    header: ['verdict', 'statement', 'paper', 'ours', 'where', 'because'],
    rows: checked.map(({ claim, finding }) => [
      claim.fitted === undefined ? finding.verdict : `${finding.verdict} (fitted)`,
      claim.statement,
      claim.published,
      finding.ours,
      claim.where,
      [finding.verdict === 'reproduced' ? undefined : finding.why, claim.fitted].filter(Boolean).join('; '),
    ]),
  });
}

/** Returns the plot itself, because a page has no other files. */
function figure(file: string): string {
  return `<figure>${readFileSync(`${file}.svg`, 'utf8')}<figcaption>${html(basename(file))}</figcaption></figure>`;
}
