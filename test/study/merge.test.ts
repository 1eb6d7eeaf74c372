import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StudyFile } from '../../master/study/plan/study-file.ts';
import { runStudy } from '../../master/study/run-study.ts';
import { mergePatch } from '../../master/study/sampling/merge-patch.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { circle, makeLag } from '../seams/support/lag.ts';

const folder = temporaryFolder('merge');
beforeAll(async () => {
  await makeLag(folder);
  writeFileSync(join(folder, 'circle.json'), JSON.stringify(circle()));
});

describe('JSON merge patch', () => {
  it('JSON merge patch follows the examples of RFC 7396, appendix A', () => {
    const examples: [target: unknown, patch: unknown, result: unknown][] = [
      [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
      [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
      [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
      [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
      [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
      [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
      [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
      [
        ['a', 'b'],
        ['c', 'd'],
        ['c', 'd'],
      ],
      [{ a: 'foo' }, null, null],
      [{ e: null }, { a: 1 }, { e: null, a: 1 }],
      [[1, 2], { a: 'b', c: null }, { a: 'b' }],
      [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
    ];
    for (const [target, patch, result] of examples) {
      const before = JSON.stringify(target);
      expect(mergePatch(target, patch)).toEqual(result);
      expect(JSON.stringify(target)).toBe(before);
    }
  });

  it('a property named __proto__ is a normal property of a merge patch', () => {
    const merged = mergePatch({}, JSON.parse('{ "__proto__": { "a": 1 } }')) as object;
    expect(Object.keys(merged)).toEqual(['__proto__']);
    expect('a' in merged).toBe(false);
  });
});

describe('variants of a study', () => {
  const study = (name: string, merge: object): string => {
    const file: StudyFile = {
      name,
      system: 'circle.json',
      vary: [{ name: 'case', variants: { own: {}, merged: { merge } } }],
    };
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(file));
    return path;
  };
  const rows = (name: string): Record<string, string>[] =>
    parse(readFileSync(join(folder, 'results', `${name}.csv`)), { columns: true });
  const run = (name: string, merge: object) =>
    runStudy(study(name, merge), { output: join(folder, 'results', name), workers: 1 });

  it('variants merge parts of the system, which then decide the run', async () => {
    await run('half', { stopTime: circle().stopTime / 2 });
    const [original, merged] = rows('half');
    expect(Number(merged.time)).toBeCloseTo(Number(original.time) / 2, 12);
    expect(merged.hash).not.toBe(original.hash);
  });

  it('a study refuses variants that give no valid system, and runs the others', async () => {
    await run('none', { units: null });
    expect(rows('none').map(({ ending }) => ending)).toEqual(['finished', 'refused']);
    expect(rows('none')[1].message).toMatch(/units/);
  });
});
