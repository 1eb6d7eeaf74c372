import { createHash } from 'node:crypto';
import { readAssets } from '../client-assets.ts';
import type { PageData } from '../report-data.ts';
import { html, json } from './escape-html.ts';

/**
 * Returns the content security policy. The browser then loads nothing, and runs only the scripts of
 * the page, identified by their hashes. A page that runs a system may start a worker that compiles
 * WebAssembly.
 */
function policyOf(scripts: readonly string[], runs: boolean, asks: boolean): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const more = runs ? " 'wasm-unsafe-eval'; worker-src blob:" : '';
  return `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src ${hashes.join(' ')}${more}${asks ? "; connect-src 'self'" : ''}`;
}

/**
 * Parts of a page: `body` is HTML, `data` is for the client, `style` and `script` are additional.
 */
export interface Page {
  title: string;
  body: string;
  data: PageData;
  style?: string;
  script?: string;
  /** True if it has a worker that runs WebAssembly. */
  runs?: boolean;
  /** True if it requests new data from its server. */
  asks?: boolean;
  /** True if its scripts draw curves. Default: if the data have plots. */
  plots?: boolean;
}

/** Renders a self-contained HTML page, with the style and the scripts that all reports share. */
export function renderPage({
  title,
  body,
  data,
  style: more = '',
  script = '',
  runs = false,
  asks = false,
  plots = data.groups.length > 0,
}: Page): string {
  const { style, plotter, client } = readAssets();
  const [first, second] = [plots ? `\n${plotter}` : '', `\n${client}${script}`];
  const policy = policyOf([first, second], runs, asks);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${html(title)}</title>
<link rel="icon" href="data:,">
<style>
${style}${more}</style>
</head>
<body>
${body}
<script type="application/json" id="data">${json(data)}</script>
<script>${first}</script>
<script type="module">${second}</script>
</body>
</html>
`;
}
