import { expect, it } from 'vitest';
import { mat } from '../../../master/observe/formats/mat/mat-format.ts';
import type { Column } from '../../../master/observe/observer.ts';

const column = (name: string): Column => ({ name, unit: '1', read: () => 0 });
const open = (names: readonly string[]) => mat.open(names.map(column), () => {});

it('a MAT file whose names would take memory as columns times the longest name is not written', () => {
  const short = Array.from({ length: 3000 }, (_, k) => `v${k}`);
  expect(() => open([...short, 'n'.repeat(1000)])).not.toThrow();
  expect(() => open([...short, 'n'.repeat(100_000)])).toThrow(
    /^write 3002 texts as \.mat: the longest has 100000 bytes, .* Write \.csv or \.parquet/,
  );
});
