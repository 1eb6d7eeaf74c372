// Whether dist/ is what the sources are compiled to as they stand: to compile them takes seconds,
// and every script asks for it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { root } from '../setup/ensure.mjs';

/** Inputs of a compilation. The lock file represents the installed packages. */
const sources = [
  'bin',
  'fmu-sdk',
  'master',
  'public',
  'schemas',
  'package.json',
  'tsconfig.json',
  'node_modules/.package-lock.json',
];

/** File that records the sources and the hashes of the files in `dist/`. */
const mark = `${root}dist/.compiled`;

/** The sources as they stand. */
export function hashSources() {
  return hashOf(sources.flatMap(filesIn));
}

/** Returns whether these sources were compiled, and the results exist unchanged. */
export function isCompiled(now) {
  return existsSync(mark) && readFileSync(mark, 'utf8') === `${now} ${compiledNow()}`;
}

/** Records that `dist/` was compiled from these sources. */
export function markCompiled(now) {
  writeFileSync(mark, `${now} ${compiledNow()}`);
}

/** Records that `dist/` still matches the sources. */
export function markLookedAt() {
  const now = new Date();
  utimesSync(mark, now, now);
}

function compiledNow() {
  const compiled = /^dist\/((chunks|checks)\/)?[^/]+\.c?js$|^dist\/(glue\.json|licenses\.txt)$/;
  return hashOf(
    ['dist', 'dist/chunks', 'dist/checks'].flatMap(shallow).filter((file) => compiled.test(file)),
  );
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(`${root}${file}`);
    hash.update(`${file} ${content.length} `).update(content);
  }
  return hash.digest('hex');
}

function shallow(folder) {
  if (!existsSync(`${root}${folder}`)) return [];
  return readdirSync(`${root}${folder}`)
    .sort()
    .map((name) => `${folder}/${name}`);
}

function filesIn(path) {
  if (!existsSync(`${root}${path}`)) return [];
  return statSync(`${root}${path}`).isDirectory() ? shallow(path).flatMap(filesIn) : [path];
}
