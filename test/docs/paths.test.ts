import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

/** Largest number of files of each path, in the order of the page. */
const most = [10, 6, 8, 8];

const paths = readFileSync(join(root, 'docs/contributing/paths.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    lines: section.match(/^\| \[/gm)?.length,
    rows: [...section.matchAll(/^\| \[`([^`]+)`\]\(\.\.\/\.\.\/\1\) \| `(\w+)` \|/gm)].map(
      ([, file, name]) => ({
        file,
        name,
      }),
    ),
  }));

const hasName = (file: string, name: string): boolean =>
  new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, file), 'utf8'));

describe('the paths of the contributors\u2019 guide', () => {
  it('the page has four paths', () => {
    expect(paths.map(({ rows }) => rows.length > 0)).toEqual([true, true, true, true]);
  });

  it.each(paths.map((path, k) => ({ ...path, limit: most[k] })))(
    '$title: the path has at most $limit files, and all of them exist',
    ({ rows, lines, limit }) => {
      expect(rows).toHaveLength(lines ?? 0);
      expect(rows.length).toBeLessThanOrEqual(limit);
      expect(rows.filter(({ file }) => !existsSync(join(root, file)))).toEqual([]);
    },
  );

  it.each(paths)('$title: each file of the path shares its name with an earlier file', ({ rows }) => {
    const apart = rows.filter(
      ({ file, name }, k) =>
        !hasName(file, name) || (k > 0 && !rows.slice(0, k).some((earlier) => hasName(earlier.file, name))),
    );
    expect(apart).toEqual([]);
  });
});
