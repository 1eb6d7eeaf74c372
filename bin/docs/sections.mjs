// Derives the navigation of the documentation site from the pages in docs/.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Sections of the site in the order of the sidebar. Pages named in `first` open their section in this order; the other
 * pages follow in alphabetical order of their titles, so that a new page needs no entry here.
 */
export const sections = [
  {
    folder: 'guide',
    text: 'Guide',
    first: [
      'first-fmu',
      'write-a-unit',
      'couple',
      'read-energies',
      'check',
      'studies',
      'results',
      'events-and-clocks',
      'real-time',
      'checkpoints',
      'in-a-page',
      'third-party-fmus',
      'sign',
      'subassembly',
    ],
  },
  {
    folder: 'reference',
    text: 'Reference',
    first: ['command-line', 'exit-codes', 'unit-json', 'system-json', 'study-json', 'schemes', 'solvers'],
  },
  { folder: 'extend', text: 'Extend', first: [] },
  { folder: 'explain', text: 'Explanations', first: ['coupling/coupling-and-residual-energy'] },
  { folder: 'results', text: 'Results', first: ['cranes', 'mechanisms', 'papers', 'benchmarks'] },
  { folder: 'examples', text: 'Example programs', first: [] },
  { folder: 'units', text: 'Example units', first: [] },
  { folder: 'contributing', text: 'Contributing', first: ['architecture', 'layers', 'tests', 'style'] },
];

/** Folders of docs/ without pages of the site: docs/api holds reports for reviews of the public interface. */
export const excludedFolders = ['api'];

/** Returns the pages under a folder of docs/ as paths from docs/, sorted. */
export function pagesOf(docs, folder) {
  const path = join(docs, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'))
    .sort();
}

/** Returns the text of a page's first heading, without Markdown's marks, or its path where a heading is missing. */
export function titleOf(docs, page) {
  const text = readFileSync(join(docs, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const heading = /^# +(.+)$/m.exec(text)?.[1] ?? page.replace(/\.md$/, '');
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}

const isIndex = (page) => /(^|\/)(index|README)\.md$/.test(page);

/** Returns the address of a page on the site: `/guide/couple`, `/extend/`. */
export const addressOf = (page) =>
  `/${isIndex(page) ? page.replace(/(index|README)\.md$/, '') : page.replace(/\.md$/, '')}`;

/** Returns the sidebar: a group for each section that has pages, then the pages directly in docs/. */
export function sidebar(docs) {
  const groups = sections.flatMap((section) => {
    const items = itemsOf(docs, section);
    return items.length === 0 ? [] : [{ text: section.text, collapsed: false, items }];
  });
  const top = readdirSync(docs).filter((name) => name.endsWith('.md') && !isIndex(name));
  const rest = byTitle(top.map((page) => ({ text: titleOf(docs, page), link: addressOf(page) })));
  return rest.length === 0 ? groups : [...groups, { text: 'Appendix', items: rest }];
}

/** Returns the navigation bar: the first page of each main section that has pages. */
export function navigation(docs) {
  const links = sections.flatMap((section) => {
    const first = itemsOf(docs, section)[0];
    const link = first?.link ?? first?.items?.[0]?.link;
    const isMain = !['examples', 'units'].includes(section.folder);
    return link !== undefined && isMain
      ? [{ text: section.text, link, activeMatch: `^/${section.folder}/` }]
      : [];
  });
  return existsSync(join(docs, 'glossary.md')) ? [...links, { text: 'Glossary', link: '/glossary' }] : links;
}

/** Orders the pages of a section; pages of a subfolder with several pages form a group of their own. */
function itemsOf(docs, { folder, first }) {
  const pages = pagesOf(docs, folder);
  const place = (page) => first.indexOf(page.slice(folder.length + 1).replace(/\.md$/, ''));
  const item = (page) => ({ text: titleOf(docs, page), link: addressOf(page) });
  const index = pages.filter((page) => isIndex(page) && page.split('/').length === 2);
  const named = pages.filter((page) => place(page) >= 0).sort((a, b) => place(a) - place(b));
  const direct = pages.filter(
    (page) =>
      !index.includes(page) && !named.includes(page) && (page.split('/').length === 2 || isIndex(page)),
  );
  const nested = pages.filter(
    (page) => !index.includes(page) && !named.includes(page) && !direct.includes(page),
  );
  const groups = [...new Set(nested.map((page) => page.split('/')[1]))].map((name) => ({
    text: `${name[0].toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`,
    collapsed: true,
    items: byTitle(nested.filter((page) => page.split('/')[1] === name).map(item)),
  }));
  return [...index.map(item), ...named.map(item), ...byTitle(direct.map(item)), ...groups];
}

const byTitle = (items) => items.sort((a, b) => a.text.localeCompare(b.text, 'en'));
