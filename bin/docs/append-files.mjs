// Appends the programs of a folder to the page README.md that describes them.
import { readdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** Appends each program of the folder of a page as a section. Other pages stay unchanged. */
export function withFiles(docs, page, text) {
  const path = relative(docs, page).replaceAll('\\', '/');
  if (!/^(examples|units\/[^/]+)\/(README|index)\.md$/.test(path)) return text;
  const files = readdirSync(dirname(page))
    .filter((name) => /\.(ts|json)$/.test(name) && name !== 'variables.ts' && name !== 'tsconfig.json')
    .sort();
  const folder = dirname(path);
  return `${text}\n${files.map((name) => `\n## ${name}\n\n<<< @/${folder}/${name}\n`).join('')}`;
}

/** A plugin of Vite that applies `withFiles` before VitePress renders a page. */
export const appendFiles = (docs) => ({
  name: 'append-files',
  enforce: 'pre',
  transform: (text, id) => (id.endsWith('.md') ? withFiles(docs, id, text) : undefined),
});
