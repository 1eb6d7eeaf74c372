// `npm run build`: what the package consists of, compiled into dist/. `--types` adds the
// declarations.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { compilePrograms } from './build/compile-programs.mjs';
import { hashSources, isCompiled, markCompiled, markLookedAt } from './build/source-stamp.mjs';
import { node, root } from './setup/ensure.mjs';
import { startProgress } from './setup/progress.mjs';

/** Compiles the package into dist/ unless it is there already. `types` adds the declarations. */
export async function buildPackage({ types = false } = {}) {
  const now = hashSources();
  if (!isCompiled(now)) {
    const compiled = startProgress('Compiling fmukit');
    await compilePackage();
    markCompiled(now);
    await compiled();
  } else markLookedAt();
  if (types) node(['bin/build/types.mjs', ...process.argv.filter((word) => word === '--update')]);
}

/** Compiles the programs, and adds the texts that the package holds beside them. */
async function compilePackage() {
  const { files, inputs } = await compilePrograms();
  replace([...files, glue(), pages(), licenses(inputs)]);
}

/**
 * Returns the licenses of the packages whose code is part of what was built. Packages whose licenses
 * differ only in their copyright lines share one text.
 */
function licenses(inputs) {
  const packages = new Set(
    inputs.flatMap((input) => /^.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(input)?.[0] ?? []),
  );
  const headsByTerms = new Map();
  for (const path of [...packages].sort()) {
    const { head, terms } = license(`${root}${path}`);
    headsByTerms.set(terms, (headsByTerms.get(terms) ?? new Set()).add(head));
  }
  const texts = [...headsByTerms].map(([terms, heads]) => `${[...heads].join('\n')}\n\n${terms}\n`);
  return {
    path: `${root}dist/licenses.txt`,
    contents: Buffer.from(texts.join(`\n${'-'.repeat(80)}\n\n`)),
  };
}

/**
 * Returns name, version and copyright lines of a package, and the terms of its license with one line
 * a paragraph.
 */
function license(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? `License: ${license}` : readFileSync(`${folder}/${file}`, 'utf8');
  const lines = text.trim().split(/\r?\n/);
  const isCopyright = (line) => /^\s*copyright\b.*\d{4}/i.test(line);
  const terms = lines.filter((line) => !isCopyright(line)).join('\n');
  return {
    head: [`${name} ${version}`, ...lines.filter(isCopyright).map((line) => `  ${line.trim()}`)].join('\n'),
    terms: terms
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
      .filter((paragraph) => paragraph !== '')
      .join('\n\n'),
  };
}

/**
 * Returns the sources that are compiled into every unit or pack, as texts by path in `fmu-sdk`, without the
 * author's package. A package does not contain these sources. Compressed, they take a quarter of the
 * blocks of a disk.
 */
function glue() {
  const texts = ['build/component/glue', 'build/pack/inner'].flatMap((folder) =>
    readdirSync(`${root}fmu-sdk/${folder}`, { recursive: true })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
      .sort()
      .map((name) => [`${folder}/${name}`, readFileSync(`${root}fmu-sdk/${folder}/${name}`, 'utf8')]),
  );
  return {
    path: `${root}dist/glue.json.gz`,
    contents: gzipSync(JSON.stringify(Object.fromEntries(texts)), { level: 9 }),
  };
}

/**
 * Returns the scripts and styles of pages, as texts by path in `master/report`. As one file they take
 * a third of the blocks of a disk.
 */
function pages() {
  const folder = 'master/report';
  const texts = readdirSync(`${root}${folder}`, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(js|css)$/.test(name))
    .sort()
    .map((name) => [name, withoutComments(readFileSync(`${root}${folder}/${name}`, 'utf8'))]);
  return { path: `${root}dist/pages.json`, contents: Buffer.from(JSON.stringify(Object.fromEntries(texts))) };
}

/** Removes comments that fill whole lines. */
function withoutComments(text) {
  return text.replace(/^\s*\/\*\*(?:[^*\n]*|\n(?:\s*\*(?!\/).*\n)*\s*)\*\/\n/gm, '');
}

/**
 * Writes changed files atomically, and removes obsolete code. A running program does not notice it.
 */
function replace(files) {
  for (const { path, contents } of files) {
    if (existsSync(path) && readFileSync(path).equals(contents)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  const present = new Set(files.map(({ path }) => relative(root, path)));
  for (const folder of ['dist', 'dist/chunks', 'dist/checks'])
    for (const name of readdirSync(`${root}${folder}`))
      if (/\.c?js$/.test(name) && !present.has(`${folder}/${name}`)) rmSync(`${root}${folder}/${name}`);
}

if (process.argv[1].endsWith('build.mjs')) await buildPackage({ types: process.argv.includes('--types') });
