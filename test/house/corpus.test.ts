import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

describe('the list of public FMUs', () => {
  const list = readFileSync(join(root, 'test/check/corpus/corpus.md'), 'utf8');
  const rows = (header: string): string[][] =>
    list
      .slice(list.indexOf(header))
      .split('\n\n')[0]
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()));
  const sums = (header: string): number[] =>
    [2, 3].map((column) => rows(header).reduce((sum, cells) => sum + Number(cells[column]), 0));

  it('the FMUs by repository and by exporter have equal sums, and some of them could be run', () => {
    const [all, run] = sums('| public repository');
    expect(sums('| exporter | units')).toEqual([all, run]);
    expect(run).toBeGreaterThan(0);
    expect(run).toBeLessThan(all);
  });
});
