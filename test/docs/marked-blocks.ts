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
  /** Output that the page shows right after a block that is executed. */
  shown?: ShownOutput;
}

/** `text` block right after an executed block, unless it is `text example`. */
export interface ShownOutput {
  /** Line of its fence in the page. */
  line: number;
  text: string;
  /** Words of `text varies=token,key`: in lines with one of them, words with digits may differ. */
  varies: readonly string[];
}

/** Returns the marked blocks of a page in order: "```sh run", "```ts run" and "```json file chain.json". */
export function markedBlocks(page: string): MarkedBlock[] {
  const fences = /^( *)```([^\n`]*)\n([\s\S]*?)^\1```[ \t]*$/gm;
  const blocks: MarkedBlock[] = [];
  let end = 0;
  let last: MarkedBlock | undefined;
  for (const { index, 0: whole, 1: indent, 2: info, 3: inner } of page.matchAll(fences)) {
    const line = page.slice(0, index).split('\n').length;
    const text = inner.replace(new RegExp(`^${indent}`, 'gm'), '');
    const isNext = page.slice(end, index).trim() === '';
    end = index + whole.length;
    if (isNext && last !== undefined && /^text(?! example)\b/.test(info)) {
      const words = /^text varies=(\S+)$/.exec(info.trim())?.[1].split(',') ?? [];
      last.shown = { line, text, varies: words };
    }
    last = markedBlock(info.trim(), line, text);
    if (last !== undefined) blocks.push(last);
  }
  return blocks;
}

/** Returns the block of a fence with its info string, or undefined if it has no mark. */
function markedBlock(info: string, line: number, text: string): MarkedBlock | undefined {
  const [language, mark, name] = info.split(/\s+/);
  if (mark === 'file') {
    if (name === undefined) throw new Error(`line ${line}: the block "${info}" names no file`);
    return { line, text, kind: 'file', name };
  }
  if (mark !== 'run') return undefined;
  if (language === 'sh' || language === 'ts') return { line, text, kind: language };
  throw new Error(`line ${line}: expected a block "sh run" or "ts run", got "${info}"`);
}

/** Words whose lines depend on the machine in every block: durations, and sizes of files. */
const alwaysVary = ['wall time', ' kB'];

/**
 * Returns the first line of a page's output that is missing in the output of its block, or
 * undefined. The lines must follow each other. `…` stands for any text, and white space for any
 * other, because pages wrap long lines. `, cached` depends on earlier tests.
 */
export function missingLine({ text, varies }: ShownOutput, output: string): string | undefined {
  const printed = output.replaceAll(', cached', '');
  let pattern = '';
  for (const line of text.split('\n').filter((candidate) => candidate.trim() !== '')) {
    const changes = [...alwaysVary, ...varies].some((word) => line.includes(word));
    const words = line.trim().split(/\s+/);
    const patterns = words.map((word) => (changes && /\d/.test(word) ? '\\S*\\d\\S*' : patternOf(word)));
    pattern += `${pattern === '' ? '' : '\\s*'}${patterns.join('\\s+')}`;
    if (!new RegExp(pattern).test(printed)) return line;
  }
  return undefined;
}

const patternOf = (word: string): string =>
  word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '[^]*?');

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
