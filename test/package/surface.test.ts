import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';
import { declared } from './installed.ts';

describe('what is public', () => {
  it('is what the reports in docs/api say: a change of the one is a change of the other', async () => {
    expect(await declared()).toBe('');
  });

  it('names no type that is not public itself', () => {
    const folder = join(root, 'docs/api');
    const reports = readdirSync(folder).filter((name) => name.endsWith('.api.md'));
    expect(reports.length).toBe(4);
    for (const report of reports)
      expect(readFileSync(join(folder, report), 'utf8').match(/.*ae-forgotten-export.*/g) ?? []).toEqual([]);
  });
});
