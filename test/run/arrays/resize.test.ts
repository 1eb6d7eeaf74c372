import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { simulate } from '../../../master/run/simulate.ts';
import { singleSystem } from '../../../master/system/single/single-fmu.ts';
import { noCompiler } from '../../fixtures/c/make.ts';
import { makeMatrix, matrixTypes } from '../../fixtures/c/matrix/matrix.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';

const folder = temporaryFolder('resize');
const unit = join(folder, 'matrix.fmu');

type Kind = 'coSimulation' | 'modelExchange';

/** Returns the elements of variables at the end of a run with these values. */
async function ends(
  set: readonly string[],
  record: readonly string[],
  options: { kind?: Kind; trusted?: boolean; input?: string } = {},
): Promise<Record<string, number[]>> {
  const { kind = 'coSimulation', trusted = true, input } = options;
  const system = await singleSystem(unit, { set, record, kind, trusted, input });
  const { columns } = await simulate(system, { collect: true });
  const found: Record<string, number[]> = Object.fromEntries(record.map((name) => [name, []]));
  for (const { name, data } of columns ?? []) found[name.replace(/\[.*$/, '')]?.push(data.at(-1) as number);
  return found;
}

/** Values of the unit's own after a resize: by type and number of elements. */
function own(type: string, count: number): number[] {
  return Array.from({ length: count }, (_, k) =>
    type === 'Boolean' ? Number(k % 2 === 0) : /String|Binary/.test(type) ? 3 : 40 + k,
  );
}

const withThird = (values: number[], value: number): number[] =>
  values.map((other, k) => (k === 2 ? value : other));

/** A value of each type, and what the unit then shows: texts as their lengths. */
function given(type: string): { text: string; shown: number } {
  if (type === 'Boolean') return { text: 'false', shown: 0 };
  if (type === 'String') return { text: 'qq', shown: 2 };
  if (type === 'Binary') return { text: '7171', shown: 2 };
  return { text: '0', shown: 0 };
}

describe.skipIf(noCompiler !== undefined)('an FMU whose arrays have changed dimensions', () => {
  beforeAll(async () => writeFileSync(unit, await makeMatrix()));

  describe.each<[Kind, boolean]>([
    ['coSimulation', true],
    ['coSimulation', false],
    ['modelExchange', true],
  ])('%s, trusted %s', (kind, trusted) => {
    it('keeps the values that the FMU has after the change, for every type', async () => {
      const names = matrixTypes.flatMap((type) => [`seen_${type}`, `out_${type}`]);
      const found = await ends(['m=3', 'n=2'], names, { kind, trusted });
      for (const type of matrixTypes) {
        expect([type, found[`seen_${type}`]]).toEqual([type, own(type, 6)]);
        expect([type, found[`out_${type}`]]).toEqual([type, own(type, 3)]);
      }
    });

    it('hands over a single element of every type, and keeps the others', async () => {
      const set = matrixTypes.flatMap((type) => [
        `p_${type}[2,1]=${given(type).text}`,
        `u_${type}[3]=${given(type).text}`,
      ]);
      const names = matrixTypes.flatMap((type) => [`seen_${type}`, `out_${type}`]);
      const found = await ends(['m=3', 'n=2', ...set], names, { kind, trusted });
      for (const type of matrixTypes) {
        const { shown } = given(type);
        expect([type, found[`seen_${type}`]]).toEqual([type, withThird(own(type, 6), shown)]);
        expect([type, found[`out_${type}`]]).toEqual([type, withThird(own(type, 3), shown)]);
      }
    });

    it('hands over values that equal the void start values', async () => {
      const set = matrixTypes.map(
        (type) =>
          `p_${type}=${Array(4)
            .fill(/Str|Bin/.test(type) ? '' : given(type).text)
            .join(',')}`,
      );
      const numbers = set.filter((text) => !/String|Binary/.test(text));
      const names = matrixTypes.filter((type) => !/String|Binary/.test(type)).map((type) => `seen_${type}`);
      const found = await ends(['n=2', ...numbers], names, { kind, trusted });
      for (const name of names) expect([name, found[name]]).toEqual([name, [0, 0, 0, 0]]);
      const start = matrixTypes.map(
        (type) => `p_${type}=${Array(4).fill(type === 'Boolean' ? 'true' : '5')}`,
      );
      const again = await ends(['n=2', ...start.filter((text) => !/String|Binary/.test(text))], names, {
        kind,
        trusted,
      });
      for (const name of names)
        expect([name, again[name]]).toEqual([name, Array(4).fill(name === 'seen_Boolean' ? 1 : 5)]);
    });

    it('sets one state and one guess, and keeps the others', async () => {
      const found = await ends(['n=4', 'x[2]=0', 'guess[3]=0'], ['x', 'shown'], { kind, trusted });
      expect(found.x.map((value) => Number(value.toFixed(9)))).toEqual([41, 1, 43, 44]);
      expect(found.shown).toEqual([40, 41, 0, 43]);
    });

    it('runs with dimensions of 0', async () => {
      const names = ['seen_Int8', 'out_String', 'x', 'out_Float64'];
      const found = await ends(['m=0'], names, { kind, trusted });
      expect({ ...found, x: found.x.map(Math.fround) }).toEqual({
        seen_Int8: [],
        out_String: [],
        x: [6, 6, 6],
        out_Float64: [],
      });
    });

    it('takes a scalar input file column for one element of a resized input', async () => {
      const input = join(folder, 'input.csv');
      writeFileSync(input, 'time,u_Int8[2],"u_Float64[ 3 ]"\n0,-128,7\n0.5,3,8\n');
      const names = ['out_Int8', 'out_Float64'];
      const found = await ends(['m=4'], names, { kind, trusted, input });
      expect(found).toEqual({ out_Int8: [40, 3, 42, 43], out_Float64: [40, 41, 8, 43] });
    });
  });
});

describe.skipIf(noCompiler !== undefined)('an FMU with dimensions of 0', () => {
  it.each(['csv', 'npy', 'parquet', 'mat'])('writes results as %s', async (format) => {
    for (const kind of ['coSimulation', 'modelExchange'] as const) {
      const system = await singleSystem(unit, { set: ['m=0', 'n=0'], kind, trusted: true });
      const output = join(folder, `zero.${format}`);
      expect((await simulate(system, { output })).outcome).toBe('finished');
      expect(readFileSync(output).length).toBeGreaterThan(0);
    }
  });
});
