import { type CheckResult, verdictOf } from '../../../fmu-sdk/check/result/check-result.ts';
import { readFile } from '../client-assets.ts';
import { html } from '../html/escape-html.ts';
import { renderPage } from '../html/html-page.ts';
import { tile } from '../html/tile.ts';
import { overview } from './fmu-section.ts';

/**
 * Renders the page that a reader of a folder of pages opens first: how many FMUs are free of
 * violations, and a row with a link for each FMU.
 *
 * @param pages paths of the pages of the FMUs, relative to this page
 */
export function renderCheckIndex(
  results: readonly CheckResult[],
  pages: readonly string[],
  version: string,
): string {
  const title = `Check of ${results.length} FMU${results.length === 1 ? '' : 's'}`;
  const links = pages.map((page) => ({
    href: page.split('/').map(encodeURIComponent).join('/'),
    name: page.replace(/\.html$/, ''),
  }));
  const bad = results.filter((result) => verdictOf(result) === 'does not conform');
  const body = `<header><h1>${html(title)}</h1></header>
<main>
<div class="tiles">${tile({
    heading: 'FMUs without a violation',
    word: `${results.length - bad.length} of ${results.length}`,
    reason:
      bad.length === 0
        ? 'No FMU has a violation in what was checked.'
        : `${bad.length === 1 ? 'Does' : 'Do'} not conform: ${firstOf(bad.map(({ file }) => file))}.`,
    mark: bad.length === 0 ? 'good' : 'do not trust',
  })}</div>
${overview(results, links)}
</main>
<footer><p>fmu check ${html(version)}. A row opens the page of its FMU, with findings and their reasons.</p></footer>`;
  const style = readFile('conformance/check-report.css');
  return renderPage({ title, body, data: { runs: [], groups: [] }, style });
}

/** Number of files that the answer names. */
const mostNamed = 3;

function firstOf(files: readonly string[]): string {
  const rest = files.length - mostNamed;
  return files.slice(0, mostNamed).join(', ') + (rest > 0 ? `, and ${rest} more` : '');
}
