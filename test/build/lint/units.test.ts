import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateFields } from '../../../fmu-sdk/build/generate/field-names.ts';
import { formatFinding, lintUnits } from '../../../fmu-sdk/build/lint/lint-unit.ts';
import { kinds } from '../../kinds.ts';
import { packagedUnits, root } from '../../setup.ts';
import { isFullTest, spread } from '../../width.ts';

// Quick tests check two. "fmu build" has checked all others.
const lintedHere = isFullTest ? packagedUnits : spread(kinds, 2);
it('every packaged unit and all its imports are in the dialect', () => {
  const folders = lintedHere.map((name) => join(root, 'units', name));
  for (const folder of folders) generateFields(folder);
  expect(lintUnits(folders.map((folder) => join(folder, 'unit.ts'))).map(formatFinding)).toEqual([]);
});

it('several units that are checked at once report the findings of each', () => {
  const files = ['a', 'b'].map((name) => `/${name}/unit.ts`);
  const sources = Object.fromEntries(files.map((file) => [file, `export const ${file[1]}: f64 = 1 / 2;\n`]));
  const lintEntries = (entries: readonly string[]): string[] =>
    lintUnits(entries, { sources }).map(({ file, rule }) => `${file} ${rule}`);
  expect(lintEntries(files)).toEqual(files.flatMap((file) => lintEntries([file])));
  expect(new Set(lintEntries(files)).size).toBeGreaterThanOrEqual(2);
});

it('a file without findings is checked again if it changes, or if an indirect import changes', () => {
  const sources = {
    '/unit/unit.ts': "import { half } from './half'; export function f(x: f64): f64 { return half(x); }\n",
    '/unit/half.ts':
      "import { a } from './number'; export function half(x: f64): f64 { const q: f64 = a; return x * q; }\n",
    '/unit/number.ts': "import { b } from './deep'; export const a: f64 = b;\n",
    '/unit/deep.ts': 'export const b: f64 = 1.0;\n',
  };
  const lintChanged = (changed: Readonly<Record<string, string>> = {}): string[] =>
    lintUnits(['/unit/unit.ts'], { sources: { ...sources, ...changed } }).map(
      ({ file, rule }) => `${file} ${rule}`,
    );
  expect(lintChanged()).toEqual([]);
  expect(lintChanged()).toEqual([]);
  expect(
    lintChanged({ '/unit/half.ts': 'export function half(x: f64): f64 { return x / f64(1 / 2); }\n' }),
  ).toEqual(['/unit/half.ts integer-division']);
  expect(lintChanged()).toEqual([]);
  const integers = { '/unit/number.ts': "import { b } from './deep'; export const a: i32 = b;\n" };
  expect(lintChanged({ ...integers, '/unit/deep.ts': 'export const b: i32 = 1;\n' })).toEqual([
    '/unit/half.ts conversion',
  ]);
  // Text of a file two imports away.
  const changedSources = { '/unit/number.ts': "export { b as a } from './deep';\n" };
  expect(lintChanged(changedSources)).toEqual([]);
  expect(lintChanged({ ...changedSources, '/unit/deep.ts': 'export const b: i32 = 1;\n' })).toEqual([
    '/unit/half.ts conversion',
  ]);
  expect(lintChanged()).toEqual([]);
});

it('a derived class adds a finding to a constructor in a file without findings', () => {
  const base = `import { Unit } from 'fmukit/author';
export abstract class Base extends Unit { constructor() { super(); this.prepare(); } prepare(): void {} }
`;
  const lintMembers = (members: string): string[] =>
    lintUnits(['/unit/unit.ts'], {
      sources: {
        '/unit/base.ts': base,
        '/unit/unit.ts': `import { Base } from './base';
export class U extends Base { ${members} doStep(t: f64, h: f64): void {} }
`,
      },
    }).map(({ file, rule }) => `${file} ${rule}`);
  expect(lintMembers('')).toEqual([]);
  expect(lintMembers('override prepare(): void {}')).toEqual(['/unit/base.ts virtual-call']);
  expect(lintMembers('')).toEqual([]);
});
