import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-fmu.ts';

/** Fenced block of a page that is executed, or written to a file. */
export interface MarkedBlock {
  /** Line of its fence in the page. */
  line: number;
  /** `sh run`: commands; `ts run`: a module; `file`: text of a file for the blocks after it. */
  kind: 'sh' | 'ts' | 'file';
  /** Name of the file of a block `json file chain.json`. */
  name?: string;
  text: string;
}

/** Returns the marked blocks of a page in order: "```sh run", "```ts run" and "```json file chain.json". */
export function markedBlocks(page: string): MarkedBlock[] {
  const fences = /^( *)```([^\n`]*)\n([\s\S]*?)^\1```[ \t]*$/gm;
  return [...page.matchAll(fences)].flatMap(({ index, 1: indent, 2: info, 3: text }): MarkedBlock[] => {
    const [language, mark, name] = info.trim().split(/\s+/);
    const block = {
      line: page.slice(0, index).split('\n').length,
      text: text.replace(new RegExp(`^${indent}`, 'gm'), ''),
    };
    if (mark === 'file') {
      if (name === undefined) throw new Error(`line ${block.line}: the block "${info}" names no file`);
      return [{ ...block, kind: 'file' as const, name }];
    }
    if (mark !== 'run') return [];
    if (language === 'sh' || language === 'ts') return [{ ...block, kind: language }];
    throw new Error(`line ${block.line}: expected a block "sh run" or "ts run", got "${info}"`);
  });
}

/** Pages of the documentation: README.md and everything in docs/ that a reader may execute. */
export function documentationPages(): string[] {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((name) => `docs/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !/^docs\/(api|\.vitepress)\//.test(name));
  return ['README.md', ...pages.sort()];
}

/** Reads a page by its path from the root of the repository. */
export const pageText = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Returns whether a program can be started on this machine. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
