import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cell, markdownTable, splitDefault, wrapped } from '../../bin/docs/markdown-table.ts';
import { referencePages } from '../../bin/docs/reference-pages.ts';
import { standardRules } from '../../fmu-sdk/check/rule-catalogue.ts';
import { namesOf } from '../../master/cli/command.ts';
import { commands } from '../../master/cli/commands.ts';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';

const pages = referencePages(root);
const page = (name: string): string => pages.get(`docs/reference/${name}.md`) as string;

describe('the generated reference pages', () => {
  it.each([...pages.keys()])('%s is as "npm run docs -- --pages" writes it', (path) => {
    const file = join(root, path);
    expect(existsSync(file), `${path} is missing`).toBe(true);
    expect(readFileSync(file, 'utf8') === pages.get(path), `${path} differs from its sources`).toBe(true);
  });

  it('every command has a section, and every rule a row', () => {
    const sections = [...page('command-line').matchAll(/^### fmu (\S+)$/gm)].map(([, name]) => name);
    expect(sections).toEqual(commands.map((command) => namesOf(command)[0]));
    const rows = [...page('rules').matchAll(/^\| `([a-z0-9-]+\/[a-z0-9-]+)` \|/gm)].map(([, id]) => id);
    expect(rows.sort()).toEqual(standardRules.map(({ id }) => id).sort());
  });

  it('every option that a command shows in its help is in its section', () => {
    const text = page('command-line');
    const section = text.slice(text.indexOf('\n### fmu run\n'), text.indexOf('\n### fmu view\n'));
    for (const option of ['--output', '--step', '--set', '--checkpoint', '--use'])
      expect(section).toContain(option);
    expect(section).toMatch(/^\| `-o`, `--output`, `--out` \| text \| results\/&lt;name>\.csv \|/m);
    expect(section).toMatch(/^\| `fmu run [^|]*` \| /m);
  });

  it('every property of the schemas is in a table', () => {
    for (const name of ['system', 'unit', 'study']) {
      const schema = readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8');
      const names = new Set<string>();
      const visit = (key: string, value: unknown): void => {
        if (typeof value !== 'object' || value === null) return;
        // A definition of unit.schema.json is called "properties".
        if (key === 'properties' && !('additionalProperties' in value))
          for (const text of Object.keys(value)) names.add(text);
        for (const [below, child] of Object.entries(value)) visit(below, child);
      };
      visit('', JSON.parse(schema));
      expect(names.size).toBeGreaterThan(15);
      for (const text of names) expect(page(`${name}-json`), `${name}: ${text}`).toContain(`| \`${text}\` |`);
    }
  });
});

describe('the tables of the reference', () => {
  it('escape what Markdown and the site would interpret', () => {
    expect(cell('a|b <name> *x* `<y>|*`\n{{ z }}')).toBe('a\\|b &lt;name> \\*x\\* `<y>\\|*` {&#123; z }}');
  });

  it('leave columns without text out', () => {
    expect(markdownTable(['a', 'b', 'c'], [['1', '', '2']])).toBe('| a | c |\n| --- | --- |\n| 1 | 2 |\n');
  });

  it('split a default off a description', () => {
    expect(splitDefault('Delay [s]. Default: one step.')).toEqual({
      text: 'Delay [s].',
      byDefault: 'one step',
    });
    expect(splitDefault('file [default: a.csv]')).toEqual({ text: 'file', byDefault: 'a.csv' });
    expect(splitDefault('Default value of x.')).toEqual({ text: 'Default value of x.', byDefault: '' });
  });

  it('wrap paragraphs at 100 columns', () => {
    const lines = wrapped('word '.repeat(50).trim()).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBe(99);
    expect(lines.join(' ')).toBe('word '.repeat(50).trim());
  });
});

describe('npm run docs', () => {
  // The build takes half a minute.
  it.skipIf(!isFullTest)('builds the site, in which no link inside docs/ is dead', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/docs.mjs')], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    const site = join(root, 'docs/.vitepress/dist');
    for (const name of ['index', 'guide/first-fmu', 'reference/command-line', 'units/dc-motor/index'])
      expect(existsSync(join(site, `${name}.html`)), name).toBe(true);
    const start = readFileSync(join(site, 'index.html'), 'utf8');
    expect(start).not.toMatch(/<(link|script|img)[^>]+(href|src)="(https?:)?\/\//);
  });
});
