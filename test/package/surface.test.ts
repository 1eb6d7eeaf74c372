import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { isFullTest } from '../width.ts';
import { declared, run } from './installed.ts';
import { type PublicName, publicNames } from './public-names.ts';

describe('the public API', () => {
  it('the public API matches the reports in docs/api', async () => {
    expect(await declared()).toBe('');
  });

  it('the reports contain each declaration once', () => {
    const reports = ['fmukit', 'fmukit-browser', 'fmukit-check', 'fmukit-author'].map((name) =>
      readFileSync(join(root, 'docs/api', `${name}.api.md`), 'utf8'),
    );
    const declarations = reports.flatMap((report) => report.match(/^export (?!\{)[\s\S]*?(?=\n\n)/gm) ?? []);
    expect(declarations.length).toBeGreaterThan(100);
    expect(new Set(declarations).size).toBe(declarations.length);
  });

  it.each([
    ['index', 80],
    ['check', 40],
  ])('the entry %s exports at most %i names', async (entry, most) => {
    await declared();
    const names = publicNames(join(root, `dist/${entry}.d.ts`));
    expect(names.length).toBeGreaterThan(20);
    expect(names.length).toBeLessThanOrEqual(most);
  });

  it.each([
    ['index', 13],
    ['check', 13],
    ['browser', 13],
    ['browser-write', 1],
    ['author', 13],
  ])('the entry %s has a doc comment for each name, and an example for each value', async (entry, least) => {
    await declared();
    const names = publicNames(join(root, `dist/${entry}.d.ts`));
    expect(names.filter(({ isValue }) => isValue).length).toBeGreaterThanOrEqual(least);
    expect(names.filter(({ doc }) => doc === '').map(({ name }) => name)).toEqual([]);
    const hasExample = ({ name, examples }: PublicName): boolean =>
      examples.some((text) => new RegExp(`\\b${name}\\b`).test(text));
    const values = names.filter(({ isValue }) => isValue);
    expect(values.filter((value) => !hasExample(value)).map(({ name }) => name)).toEqual([]);
  });

  it('the documentation has a page for every public name without errors or warnings', ({ skip }) => {
    if (!isFullTest) return skip('all pages are built only with CI set');
    const typedoc = 'node_modules/typedoc/bin/typedoc';
    const { code, out, err } = run(
      process.execPath,
      [typedoc, '--options', 'typedoc.json', '--emit', 'none', '--treatWarningsAsErrors'],
      root,
    );
    expect(`${code} ${out}${err}`).not.toMatch(/\[(error|warning)\]/);
    expect(code).toBe(0);
  });
});
