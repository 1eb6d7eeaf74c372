import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { papers } from '../../papers/claims/index.ts';
import { notEmpty } from '../not-empty.ts';
import { root } from '../setup.ts';

interface Work {
  key: string;
  authors: string[];
  year: string;
  title: string;
}

/** The works of docs/bibliography.md: | `key` | A, B & C (year): _title_ … | */
const works: Work[] = [
  ...readFileSync(join(root, 'docs/bibliography.md'), 'utf8').matchAll(
    /^\| `(\w+)` \| (.+?) \((\d{4}[a-z]?)\): _(.+?)_/gm,
  ),
].map(([, key, authors, year, title]) => ({ key, authors: authors.split(/, | & /), year, title }));

const rows = readFileSync(join(root, 'docs/bibliography.md'), 'utf8').match(/^\| `/gm) ?? [];

/**
 * Capitalized words before a year that are not authors: months, standards, versions, and the name
 * of a law in a description of a unit.
 */
const noAuthors = /^(January|July|OASIS|ECMAScript|Version|Studio|VER|LuGre)$/;

interface Citation {
  /** Last name before the year. With "et al." it is the first author's. */
  name: string;
  etAl: boolean;
  year: string;
}

/** Citations by author and year in a text, over the line breaks of comments. */
function citationsIn(text: string): Citation[] {
  const flat = text.replace(/\s*\n[ \t]*(?:\*|\/\/|#|>)?[ \t]*/g, ' ');
  return [
    ...flat.matchAll(
      /(\p{Lu}[\p{L}’]+(?:-\p{Lu}[\p{L}’]+)*)( et al\.)?,? \(?((?:18|19|20)\d\d[a-z]?)\b(?![.–-]?\d)/gu,
    ),
  ]
    .map(([, name, etAl, year]) => ({ name, etAl: etAl !== undefined, year }))
    .filter(({ name }) => !noAuthors.test(name));
}

function knows({ name, etAl, year }: Citation): boolean {
  return works.some(
    (work) =>
      work.year === year &&
      (etAl ? work.authors[0].split(' ')[0] === name : work.authors.at(-1)?.split(' ').includes(name)),
  );
}

/**
 * Finds papers cited by their former numbers, in prose or names. 100 000, 1_000 and 0.001 are not
 * such numbers.
 */
function numbered(text: string): string[] {
  return text.match(/(?<![\p{L}\d.,_/+\\]|\d )00[0-4](?![\p{L}\d_]|\.\d| \d{3}|\/\d)/gu) ?? [];
}

const folders = ['fmu-sdk', 'units', 'master', 'papers', 'systems', 'start', 'bench', 'test', 'docs'];
const files = [
  'README.md',
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].filter((name) => /\.(ts|md|json|c|h)$/.test(name) && !name.endsWith('bibliography.test.ts'));
const texts = new Map(files.map((name) => [name, readFileSync(join(root, name), 'utf8')]));

describe('sources are cited by author and year', () => {
  it('every citation is in docs/bibliography.md', () => {
    const unknown = [...texts].flatMap(([file, text]) =>
      citationsIn(text)
        .filter((citation) => !knows(citation))
        .map(({ name, etAl, year }) => `${file}: ${name}${etAl ? ' et al.' : ''} ${year}`),
    );
    expect(unknown).toEqual([]);
  });

  it('no source is cited by number', () => {
    expect([...texts].flatMap(([file, text]) => numbered(text).map((n) => `${file}: ${n}`))).toEqual([]);
    expect(readdirSync(join(root, 'test/reference')).filter((name) => /-00\d/.test(name))).toEqual([]);
  });

  it('the search finds citations by author and by number', () => {
    expect(citationsIn('(Bengisu &\n * Akay 1994; Rahikainen et al. 2020, eq. 13), July 2026')).toEqual([
      { name: 'Akay', etAl: false, year: '1994' },
      { name: 'Rahikainen', etAl: true, year: '2020' },
    ]);
    expect(knows({ name: 'Akay', etAl: false, year: '1994' })).toBe(true);
    expect(knows({ name: 'Akay', etAl: false, year: '1995' })).toBe(false);
    expect(knows({ name: 'Jaiswal', etAl: true, year: '2021' })).toBe(false);
    expect(numbered("(000, eq. 13), the sign of 002's law; 100 000 of 0.001 and 1_000")).toEqual([
      '000',
      '002',
    ]);
  });
});

describe('docs/bibliography.md', () => {
  it('docs/bibliography.md lists authors, year and title of every work, sorted by a key of the first author and the year', () => {
    expect(works).toHaveLength(rows.length);
    const normalizeName = (name: string): string =>
      name
        .normalize('NFD')
        .replace(/[^A-Za-z]/g, '')
        .toLowerCase();
    expect(works.map((work) => work.key)).toEqual(
      works.map((work) => normalizeName(work.authors[0].split(' ')[0]) + work.year),
    );
    const keys = works.map((work) => work.key);
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  test.each(notEmpty('papers', papers).map((paper) => [paper.key, paper] as const))(
    'npm run papers uses the name of %s',
    (key, paper) => {
      const work = works.find((candidate) => candidate.key === key);
      expect(work).toBeDefined();
      expect(paper.citation).toContain(work?.title);
    },
  );
});
