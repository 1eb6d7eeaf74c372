import { describe, expect, it } from 'vitest';
import { allFunctions, houseCounts } from './counted/counts.ts';
import { exemptions } from './counted/function-sizes.ts';

describe('the house', () => {
  it.each(houseCounts())('the house has at most $most $what', ({ found, most }) => {
    if (most === 0) expect(found).toEqual([]);
    else expect(found.length).toBeGreaterThan(0);
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(most);
  });

  it('the counts read scripts and C', () => {
    const names = allFunctions().map(({ name }) => name);
    expect(names.some((name) => /\.ts: /.test(name))).toBe(true);
    expect(names.some((name) => /\.c: /.test(name))).toBe(true);
  });

  it('every exemption from the number of parameters is needed', () => {
    const crowded = allFunctions().filter(({ parameters }) => parameters > 5);
    const idle = exemptions.filter(([pattern]) => !crowded.some(({ name }) => pattern.test(name)));
    expect(idle.map(([pattern]) => pattern.source)).toEqual([]);
  });
});
