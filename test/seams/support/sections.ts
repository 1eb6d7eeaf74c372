import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Extensions } from '../../../master/run/load-extensions.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

/** Example of a page of docs/extend: the reader writes one file and runs one line. */
export interface Section {
  /** Name of the file, from its first line: `// area.mjs`. */
  name: string;
  code: string;
  /** Words of the line that uses it: `fmu run …` or `node …`. */
  line: string[];
}

/**
 * Reads the example at `index` of docs/extend/<page>.md. Throws an Error unless the page has `count`
 * files and one line.
 */
export function section(page: string, count = 1, index = 0): Section {
  const text = readFileSync(join(root, 'docs/extend', `${page}.md`), 'utf8');
  const blocks = (language: string): string[] =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((m) => m[1]);
  const [files, lines] = [blocks('js'), blocks('sh')];
  const name = /^\/\/ (\S+\.mjs)\n/.exec(files[index] ?? '')?.[1];
  if (files.length !== count || lines.length !== 1 || name === undefined)
    throw new Error(
      `docs/extend/${page}.md: expected ${count} files and 1 line, got ${files.length} and ${lines.length}`,
    );
  return { name, code: files[index], line: lines[0].trim().split(' ') };
}

/** Examples of all pages, by extension point. */
export const sections: Readonly<Record<string, Section>> = {
  coupling: section('coupling-scheme', 2, 0),
  repeatingCoupling: section('coupling-scheme', 2, 1),
  extrapolation: section('extrapolation'),
  observer: section('observer'),
  state: section('state'),
  sink: section('result-format'),
  source: section('input-source'),
  integrator: section('integrator'),
  host: section('host'),
  command: section('command'),
};

/** Returns the exports of a section's file, to test them like built-in ones. */
export async function exported(
  seam: string,
  edit: (code: string) => string = (code) => code,
): Promise<Extensions> {
  const { name, code } = sections[seam];
  const folder = temporaryFolder('section');
  const file = join(folder, name);
  writeFileSync(file, edit(code));
  return ((await import(file)) as { default: Extensions }).default;
}
