// The documentation site: `npm run docs` builds it, `npm run docs -- --dev` serves it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../bin/docs/anchor.mjs';
import { appendFiles } from '../../bin/docs/append-files.mjs';
import { pageLinks } from '../../bin/docs/page-links.mjs';
import { excludedFolders, navigation, pagesOf, sections, sidebar } from '../../bin/docs/sections.mjs';

const docs = fileURLToPath(new URL('..', import.meta.url));

/** A folder's README.md is its index page. */
const indexes = sections
  .flatMap(({ folder }) => pagesOf(docs, folder))
  .filter((page) => page.endsWith('/README.md'))
  .map((page) => [page, page.replace(/README\.md$/, 'index.md')]);

export default defineConfig({
  lang: 'en',
  title: 'fmukit',
  description: 'The TypeScript toolkit for functional mock-up units: build, couple, check and sign FMUs.',
  srcExclude: excludedFolders.map((folder) => `${folder}/**`),
  rewrites: Object.fromEntries(indexes),
  // Set it to serve the site from a folder of a server: DOCS_BASE=/fmukit/.
  base: process.env.DOCS_BASE ?? '/',
  markdown: { anchor: { slugify: anchorOf }, config: pageLinks(docs) },
  // The index of the local search is one large chunk, which a page loads when a reader searches.
  vite: { plugins: [appendFiles(docs)], build: { chunkSizeWarningLimit: 4000 } },
  themeConfig: {
    nav: navigation(docs),
    sidebar: sidebar(docs),
    outline: [2, 3],
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
});
