// The documentation site: `npm run docs` builds it, `npm run docs -- --dev` serves it.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../bin/docs/anchor.mjs';
import { appendFiles } from '../../bin/docs/append-files.mjs';
import { pageLayout } from '../../bin/docs/page-layout.mjs';
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
  markdown: {
    anchor: { slugify: anchorOf },
    config: (md) => md.use(pageLinks(docs)).use(pageLayout),
    // VitePress's own themes show comments and keywords with less contrast than 4.5:1.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
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
