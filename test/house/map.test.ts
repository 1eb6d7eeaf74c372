import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isCompiled, sourcesNow } from '../../bin/unchanged.mjs';
import { root } from '../run-fmu.ts';

const readme = readFileSync(join(root, 'README.md'), 'utf8');
const map = readme.slice(readme.indexOf('\n## Map\n'), readme.indexOf('\n## Formats and platforms\n'));
const [folders, places] = ['| folder', '| where is'].map((head) => {
  const lines = map.split('\n');
  const rows = lines.slice(lines.findIndex((line) => line.startsWith(head)) + 2);
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith('|')),
  );
});
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((m) => m[1]);

/** Folders of the repository that hold something that is kept. */
function topFolders(): string[] {
  const { stdout, status } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  expect(status).toBe(0);
  const found = stdout.split('\n').flatMap((file) => (file.includes('/') ? file.split('/')[0] : []));
  return [...new Set(found)].filter((name) => !name.startsWith('.')).sort();
}

describe('the map of the README', () => {
  it.skipIf(!existsSync(join(root, '.git')))('has every folder of the repository', () => {
    expect(
      folders
        .map((row) => quoted(row)[0])
        .map((name) => name.replace(/\/$/, ''))
        .sort(),
    ).toEqual(topFolders());
  });

  it('says where fifteen things are that are looked for, by paths that are there', () => {
    expect(places).toHaveLength(15);
    for (const row of places) {
      const paths = quoted(row);
      expect(paths, row).not.toEqual([]);
      for (const path of paths) {
        expect(existsSync(join(root, path)), `${row}: ${path}`).toBe(true);
        expect(statSync(join(root, path)).isDirectory(), path).toBe(path.endsWith('/'));
      }
    }
  });

  it('answers with a place that says so in its name', () => {
    const named = { XML: /xml/, coupling: /coupling/, extrapolation: /extrapolation/, residual: /residual/ };
    for (const [question, name] of Object.entries(named)) {
      const row = places.find((each) => each.split('|')[1].includes(question)) ?? '';
      expect(quoted(row)[0], question).toMatch(name);
    }
  });
});

describe('what is compiled', () => {
  it('is of the sources as they stand, and is not taken for that of others', () => {
    expect(isCompiled(sourcesNow())).toBe(true);
    expect(isCompiled('0'.repeat(64))).toBe(false);
  });
});
