import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Extensions } from '../../master/run/load-extensions.ts';
import { root } from '../run-fmu.ts';

/** What a section of a README has its reader do: write one file, and run one line. */
export interface Section {
  /** Name of the file, from its first line: `// area.mjs`. */
  name: string;
  code: string;
  /** Words of the line that uses it: `fmu run …` or `node …`. */
  line: string[];
}

/** `## Adding a …` of the README of a folder; an Error where it has not one file and one line. */
export function section(folder: string, title: string): Section {
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const blocks = (language: string): string[] =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((m) => m[1]);
  const [files, lines] = [blocks('js'), blocks('sh')];
  const name = /^\/\/ (\S+\.mjs)\n/.exec(files[0] ?? '')?.[1];
  if (files.length !== 1 || lines.length !== 1 || name === undefined)
    throw new Error(`${folder}/README.md, ${title}: it has ${files.length} files and ${lines.length} lines`);
  return { name, code: files[0], line: lines[0].trim().split(' ') };
}

/** All of them, by what they add. */
export const sections: Readonly<Record<string, Section>> = {
  coupling: section('master/coupling', 'Adding a coupling scheme'),
  extrapolation: section('master/extrapolation', 'Adding an extrapolation'),
  observer: section('master/observe', 'Adding an observer'),
  sink: section('master/observe', 'Adding a form of results'),
  source: section('master/system', 'Adding an input source'),
  integrator: section('fmu-sdk/solver', 'Adding an integrator'),
  host: section('fmu-sdk/host', 'Adding a host'),
  command: section('master/cli', 'Adding a command'),
};

/** What the file of a section exports, so that it is held to the same contract as the package's own. */
export async function exported(
  seam: string,
  edit: (code: string) => string = (code) => code,
): Promise<Extensions> {
  const { name, code } = sections[seam];
  const folder = mkdtempSync(join(tmpdir(), 'fmukit-section-'));
  const file = join(folder, name);
  writeFileSync(file, edit(code));
  try {
    return ((await import(file)) as { default: Extensions }).default;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
