import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

interface Link {
  line: number;
  target: string;
}

/** Replaces code by blank text of equally many lines. */
const withoutCode = (text: string): string =>
  text
    .replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2`*[ \t]*$/gm, (code) => code.replace(/[^\n]/g, ''))
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/`[^`\n]*`/g, (code) => 'x'.repeat(code.length));

/** Returns the relative links of a Markdown text: `[…](…)`, `![…](…)`, `[…]: …`, `href="…"` and `src="…"`. */
function linksOf(text: string): Link[] {
  const prose = withoutCode(text);
  const forms = [
    /\]\(<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)>?(?:\s+"[^"]*")?\)/g,
    /^ {0,3}\[[^\]^][^\]]*\]:\s+<?(\S+?)>?(?:\s|$)/gm,
    /\b(?:href|src)="([^"]*)"/g,
  ];
  return forms.flatMap((form) =>
    [...prose.matchAll(form)]
      .map(({ 1: target, index }) => ({ line: prose.slice(0, index).split('\n').length, target }))
      .filter(({ target }) => !/^[a-z][a-z0-9+.-]*:/i.test(target)),
  );
}

/** Returns the anchors of a page, as GitHub makes them of headings, and those of its HTML. */
function anchorsOf(text: string): Set<string> {
  const slugCounts = new Map<string, number>();
  const anchors = new Set<string>();
  const prose = text.replace(/^( *)(```+)[^\n]*\n[\s\S]*?^\1\2`*[ \t]*$/gm, '');
  for (const [, heading] of prose.matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm)) {
    const slug = heading
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]+>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const times = slugCounts.get(slug) ?? 0;
    slugCounts.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  for (const [, id] of prose.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

/** Returns the links of a page that lead nowhere, each with what is missing. */
function deadLinks(page: string, text: string, read: (file: string) => string | undefined): string[] {
  return linksOf(text).flatMap(({ line, target }) => {
    const [, path, anchor] = /^([^#]*)(?:#(.*))?$/.exec(target)!;
    const file =
      path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path))).replaceAll('\\', '/');
    const targetText = path === '' ? text : read(file.replace(/\/$/, ''));
    if (targetText === undefined) return [`${page}:${line}: ${target}: ${file} is missing`];
    if (
      anchor === undefined ||
      !file.endsWith('.md') ||
      anchorsOf(targetText).has(decodeURIComponent(anchor))
    )
      return [];
    return [`${page}:${line}: ${target}: ${file} has no heading with this anchor`];
  });
}

/** Returns the text of a file of the repository, an empty text for a folder, undefined when it is missing. */
function readHere(file: string): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? '' : readFileSync(path, 'utf8');
}

const git = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
});
const pages = git.stdout.split('\n').filter((name) => name !== '' && existsSync(join(root, name)));

describe('the links of Markdown files', () => {
  it.skipIf(git.status !== 0)('every relative link leads to a file, and every anchor to a heading', () => {
    expect(pages.length).toBeGreaterThan(50);
    const dead = [...new Set(pages)].flatMap((page) => deadLinks(page, readHere(page) as string, readHere));
    expect(dead).toEqual([]);
  });

  it('finds missing files and anchors, and leaves code and addresses out', () => {
    const files: Record<string, string> = {
      'docs/b.md': '# One `two`: three\n\n## Again\n\n## Again\n',
      'a.png': '',
    };
    const good =
      '[b](b.md#one-two-three) [c](b.md#again-1) ![p](../a.png) [x](https://x.y/z) `[no](no.md)` [self](#top)\n';
    const bad = '[b](b.md#two)\n\n[c](c.md)\n\n```md\n[no](no.md)\n```\n\n[ref]: d.md\n';
    const dead = deadLinks('docs/a.md', `# Top\n\n${good}${bad}`, (file) => files[file]);
    expect(dead).toEqual([
      'docs/a.md:4: b.md#two: docs/b.md has no heading with this anchor',
      'docs/a.md:6: c.md: docs/c.md is missing',
      'docs/a.md:12: d.md: docs/d.md is missing',
    ]);
  });
});
