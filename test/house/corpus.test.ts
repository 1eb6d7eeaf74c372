import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../run-fmu.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8').replaceAll('\n', ' ');

describe('statements of docs/results about public FMUs', () => {
  const list = readFileSync(join(root, 'test/check/corpus.md'), 'utf8');
  const rows = (header: string): string[][] =>
    list
      .slice(list.indexOf(header))
      .split('\n\n')[0]
      .split('\n')
      .slice(2)
      .map((row) => row.split('|').map((cell) => cell.trim()));
  const sum = (numbers: readonly string[]): number =>
    numbers.reduce((all, number) => all + Number(number), 0);

  it('the stated numbers of FMUs equal the sums of the table of repositories', () => {
    const repositories = rows('| public repository');
    const [units, run] = [2, 3].map((column) => sum(repositories.map((cells) => cells[column])));
    expect(read('docs/results/robustness.md')).toContain(
      `checked ${units} FMUs of public repositories on 64-bit Linux, and ${run} of them could be run`,
    );
    const exporters = rows('| exporter | units');
    expect([2, 3].map((column) => sum(exporters.map((cells) => cells[column])))).toEqual([units, run]);
  });

  it('the stated numbers of violations equal the sums of the verdicts', () => {
    const verdicts = rows('| unit | exporter').map((cells) => cells[6]);
    const right = verdicts.filter((verdict) => verdict.startsWith('true ('));
    const text = read('docs/results/robustness.md').replace(/\s+/g, ' ');
    expect(text).toContain(`We drew ${verdicts.length} of these violations`);
    expect(text).toContain(` ${right.length} are true.`);
  });
});
