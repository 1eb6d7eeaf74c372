import { readAssets } from './assets.ts';
import type { PageData } from './data.ts';
import { html, json } from './escape.ts';

/** Nothing may be loaded from anywhere: the browser itself enforces it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/** Parts of a page: `body` is HTML, `data` what the client draws, `style` and `script` what it needs of its own. */
export interface Page {
  title: string;
  body: string;
  data: PageData;
  style?: string;
  script?: string;
}

/** One HTML page that needs no network and no other file, with the style and the scripts that all reports share. */
export function renderPage({ title, body, data, style: more = '', script = '' }: Page): string {
  const { style, plotter, client } = readAssets();
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
<script>
${plotter}</script>
<script type="module">
${client}${script}</script>
</body>
</html>
`;
}
