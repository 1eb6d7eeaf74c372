import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formatFinding, lintUnit } from '../../fmu-sdk/build/lint/lint-unit.ts';
import { compareForms } from '../../fmu-sdk/build/test-unit.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { ofEachKind } from '../kinds.ts';
import { released } from '../release.ts';
import { packagedUnits, root } from '../setup.ts';
import { spread, width } from '../width.ts';

for (const name of ofEachKind(packagedUnits)) {
  it(`${name} computes equal bits in the reference run and in wasm`, async () => {
    const options = { steps: width(24, 200), seed: 1 };
    const { steps, values } = await released(() => compareForms(join(root, 'units', name), options));
    expect(steps).toBeGreaterThan(20);
    expect(values).toBeGreaterThan(steps);
  });
}

const folder = temporaryFolder('differential');

/**
 * Writes a unit folder whose doStep has this body. y is its output, u an input, n and f are fields.
 */
function unit(name: string, body: string): string {
  const home = join(folder, name);
  mkdirSync(home);
  const variables = [
    { name: 'u', type: 'Float64', causality: 'input', variability: 'continuous', start: 1 },
    { name: 'y', type: 'Float64', causality: 'output', variability: 'continuous' },
    { name: 'flag', type: 'Boolean', causality: 'input', variability: 'discrete', start: false },
    { name: 'small', type: 'UInt8', causality: 'output', variability: 'discrete' },
    { name: 'single', type: 'Float32', causality: 'output', variability: 'discrete' },
  ];
  const manifest = { name, version: '1.0.0', description: 'a fixture', variables };
  writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
  const Class = name[0].toUpperCase() + name.slice(1);
  writeFileSync(
    join(home, 'unit.ts'),
    `import { fail } from 'fmukit/author';
import { ${Class}Variables } from './variables';
export class ${Class} extends ${Class}Variables {
  n: i32 = 1;
  a: StaticArray<f64> = new StaticArray<f64>(3);
  k: StaticArray<i32> = new StaticArray<i32>(3);
  doStep(t: f64, h: f64): void { if (h < 0.0) fail('time runs backwards'); ${body} }
}`,
  );
  return home;
}

it('every operator on elements and every conversion agrees', async () => {
  const body = `
    this.n = this.n + 1; const i: i32 = this.n % 3;
    this.a[i] = this.u; this.a[i] += 2.0 * (this.a[i] -= 0.1) - (this.a[0] *= 1.1); this.a[(i + 1) % 3] /= 3.0; this.a[i] %= 0.7;
    this.k[i]++; const old: i32 = this.k[i]--; const now: i32 = ++this.k[i]; this.k[i] |= 4; this.k[i] <<= 1; this.k[i] &= 15;
    this.single = f32(this.u); this.small = u8(this.n & 255); this.n = -this.n; this.n = -this.n;
    this.y = this.u ** 3.0 + Math.sin(this.a[i]) + f64(old + now + this.k[i]) + f64(this.single) + f64(this.flag)
      + f64(i32(this.u)) + f64(-(this.n % 3)) / 2.0 + unchecked(this.a[0]) + f64(this.n >>> 1);`;
  const result = await compareForms(unit('agree', body), { steps: 100, seed: 2, H: 0.01 });
  expect(result).toEqual({ steps: 300, values: 303 * 6, runs: 3, ends: [] });
});

it('variables of every numeric type, scalars and arrays, agree and pass the lint', async () => {
  const types = 'Float32 Float64 Int8 UInt8 Int16 UInt16 Int32 UInt32 Int64 UInt64 Boolean Enumeration'.split(
    ' ',
  );
  const home = join(folder, 'types');
  mkdirSync(home);
  const both = types.flatMap((type) => {
    const more = type === 'Enumeration' ? { enumeration: 'E' } : {};
    const start = type === 'Boolean' ? true : 1;
    const common = { type, variability: 'discrete', ...more };
    return [
      { name: `in${type}`, causality: 'input', start, ...common },
      { name: `out${type}`, causality: 'output', ...common },
      { name: `ins${type}`, causality: 'input', start: [start, start], dimensions: [2], ...common },
      { name: `outs${type}`, causality: 'output', dimensions: [2], ...common },
    ];
  });
  const wave = {
    name: 'wave',
    type: 'Float64',
    causality: 'input',
    variability: 'continuous',
    dimensions: [2],
    start: 3,
  };
  const text = { name: 'text', type: 'String', causality: 'parameter', start: 'é' };
  const enumerations = { E: { items: [0, 1, 2, 5].map((value) => ({ name: `item${value}`, value })) } };
  const manifest = {
    name: 'types',
    version: '1.0.0',
    description: 'all types',
    enumerations,
    variables: [...both, wave, text],
  };
  writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
  const copies = types.map(
    (type) =>
      `this.out${type} = this.in${type}; for (let i: i32 = 0; i < 2; i++) this.outs${type}[i] = this.ins${type}[1 - i];`,
  );
  writeFileSync(
    join(home, 'unit.ts'),
    `import { TypesVariables } from './variables';
export class Types extends TypesVariables { doStep(t: f64, h: f64): void { ${copies.join(' ')} } }`,
  );
  const { steps, values } = await compareForms(home, { steps: 60, seed: 3, H: 0.1 });
  expect([steps, values]).toEqual([180, 183 * (1 + 6 * types.length + 2)]);
  expect(lintUnit(join(home, 'unit.ts')).map(formatFinding)).toEqual([]);
});

it('a message of fail agrees, too', async () => {
  const body = "if (t > 0.05) fail('too late'); this.y = this.u;";
  const { ends } = await compareForms(unit('late', body), { steps: 20, seed: 2, H: 0.01 });
  expect(ends).toHaveLength(3);
  for (const end of ends) expect(end).toMatch(/too late$/);
});

const wrong: [claim: string, name: string, body: string, message: RegExp][] = [
  [
    'an i32 that leaves its 32 bits',
    'overflow',
    'this.n = this.n * 31 + 7; this.y = f64(this.n);',
    /^differential overflow\.y: run 0, step 7 \(t = 0\.07 s\): as TypeScript 33932224070 \(0x421f9a1299180000\), as wasm -427514298 \(0xc1b97b59ba000000\)/,
  ],
  [
    'a division of integers',
    'division',
    'this.n++; this.y = f64(this.n / 2);',
    /division\.y: run 0, step 2 .* 1\.5 .* wasm 1 /,
  ],
  ['a single-precision literal', 'literal', 'this.single = 0.1;', /literal\.single: run 0, step 1 /],
  [
    'a conversion out of range',
    'range',
    'this.small = u8(300.0 + this.u);',
    /as TypeScript it gave up \(u8\(.*0 … 255/,
  ],
  [
    'an unchecked index beyond the end',
    'beyond',
    'this.y = unchecked(this.a[5]);',
    /gave up \(index 5 of an array of length 3/,
  ],
];

for (const [claim, name, body, message] of spread(wrong, 3)) {
  it(`the differential test detects ${claim}`, async () => {
    await expect(compareForms(unit(name, body), { steps: 50, seed: 1, H: 0.01 })).rejects.toThrow(message);
  });
}
