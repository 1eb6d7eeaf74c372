import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { compareForms, testUnit } from '../../fmu-sdk/build/test-unit.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { spread } from '../width.ts';

const folder = temporaryFolder('failing');

interface Parts {
  /** Statements of doStep, from line 14 of unit.ts on. */
  step?: string[];
  initialize?: string;
  constructorBody?: string;
  /** Bounds of the input u. */
  bounds?: { min: number; max: number };
}

/** A unit with an input u, a parameter p from 0 to 1, and an output y [m]. */
function unit(
  name: string,
  { step = [], initialize = '', constructorBody: made = '', bounds }: Parts,
): string {
  const home = join(folder, name);
  mkdirSync(home);
  const variables = [
    { name: 'u', type: 'Float64', causality: 'input', variability: 'continuous', start: 1, ...bounds },
    { name: 'p', type: 'Float64', causality: 'parameter', start: 0, min: 0, max: 1 },
    { name: 'y', type: 'Float64', causality: 'output', variability: 'continuous', unit: 'm' },
  ];
  const manifest = { name, version: '1.0.0', description: 'a fixture', variables };
  writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
  const Class = name[0].toUpperCase() + name.slice(1);
  const lines = [
    `import { fail, idiv } from 'fmukit/author';`,
    `import { ${Class}Variables } from './variables';`,
    '',
    `export class ${Class} extends ${Class}Variables {`,
    '  a: StaticArray<f64> = new StaticArray<f64>(3);',
    '  n: i32 = 0;',
    '  // Every unit below has this field and these methods, so that its lines can be counted.',
    `  constructor() { super(); ${made} }`,
    '',
    `  override initialize(): void { ${initialize} }`,
    '',
    '  override doStep(t: f64, h: f64): void {',
    "    if (h < 0.0 || idiv(2, 2) != 1) fail('never');",
    ...step.map((line) => `    ${line}`),
    '  }',
    '}',
    '',
  ];
  writeFileSync(join(home, 'unit.ts'), lines.join('\n'));
  return home;
}

const options = { steps: 30, seed: 1, H: 0.01 };

describe('a unit that fails with its start values, in fmu build and fmu test,', () => {
  const wrong: [claim: string, name: string, parts: Parts, message: RegExp][] = [
    [
      'a trap in the first step',
      'index',
      { step: ['this.n = 3;', 'this.y = this.a[this.n];'] },
      /^try index with its start values: step 1 \(t = 0\.001 s\): it stops at .*index\/unit\.ts:15: an index out of bounds/,
    ],
    [
      'a NaN in the first step',
      'root',
      { step: ['const d: f64 = this.u - 2.0;', 'const r: f64 = Math.sqrt(d);', 'this.y = 1.0 + r;'] },
      /^try root with its start values: step 1 \(t = 0\.001 s\): y \[m\] is NaN, which first arises at .*root\/unit\.ts:15\. Correct it there/,
    ],
    [
      'a NaN that a later step has, in a function and an array',
      'later',
      {
        step: [
          'this.n++;',
          'this.a[1] = f64(this.n) - 5.5;',
          'this.a[2] += Math.log(-this.a[1]);',
          'this.y = this.a[2];',
        ],
      },
      /^try later with its start values: step 6 \(t = 0\.006 s\): y \[m\] is NaN, which first arises at .*later\/unit\.ts:16/,
    ],
    [
      'an output that is infinite',
      'pole',
      { step: ['this.n++;', 'this.y = 1.0 / f64(this.n - 3);'] },
      /^try pole with its start values: step 3 \(t = 0\.003 s\): y \[m\] is Infinity, and the first infinite value of that step arises at .*pole\/unit\.ts:15\. Correct it there/,
    ],
    [
      'an output that is infinite from a function',
      'far',
      {
        step: [
          'this.n++;',
          'this.a[1] = Math.log(f64(this.n - 2) * f64(this.n - 2));',
          'this.y = this.a[1];',
        ],
      },
      /^try far with its start values: step 2 \(t = 0\.002 s\): y \[m\] is -Infinity, and the first infinite value of that step arises at .*far\/unit\.ts:15\. Correct it there/,
    ],
    [
      'its own word',
      'word',
      { step: ["if (this.u == 1.0) fail('the tank is empty.');"] },
      /^try word with its start values: step 1 \(t = 0\.001 s\): it stops at .*word\/unit\.ts:14: the tank is empty\. Correct/,
    ],
    [
      'a division of integers by zero',
      'quotient',
      { step: ['this.y = f64(idiv(1, this.n));'] },
      /quotient\/unit\.ts:14: integer division by zero/,
    ],
    [
      'a trap in the initialization',
      'begin',
      { initialize: 'this.n = 7; this.y = this.a[this.n];' },
      /^try begin with its start values: initialization \(t = 0 s\): it stops at .*begin\/unit\.ts:10: an index out of bounds/,
    ],
    [
      'a trap in the constructor',
      'make',
      { constructorBody: 'this.n = 4; this.a[this.n] = 1.0;' },
      /^instantiate Make: its constructor stops at .*make\/unit\.ts:8: index 4 of an array of length 3/,
    ],
  ];
  it.each(spread(wrong, 2))('fails for %s', async (_, name, parts, message) => {
    const home = unit(name, parts);
    await expect(buildUnit(home, folder)).rejects.toThrow(message);
    expect(existsSync(join(folder, `${name}.fmu`))).toBe(false);
    await expect(testUnit(home, options)).rejects.toThrow(message);
  });

  it('gives exit code 1 and one message on the command line, and no archive', async () => {
    const home = unit('shell', { step: ['this.y = Math.sqrt(-this.u);'] });
    for (const args of [
      ['build', home, '-o', folder],
      ['test', home],
    ]) {
      const { code, err } = await fmuHere(args);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^fmu: try shell .*y \[m\] is NaN.*unit\.ts:14.*\n$/),
      ]);
    }
    expect(existsSync(join(folder, 'shell.fmu'))).toBe(false);
    expect((await fmuHere(['test', home, '--steps', '0'])).err).toMatch(
      /--steps must be a whole number from 1, got 0/,
    );
  });
});

describe('a unit that does not return, in fmu build and fmu test,', () => {
  const endless: [claim: string, name: string, parts: Parts, message: RegExp][] = [
    [
      'a loop in a step',
      'looping',
      { step: ['this.n++;', 'while (this.n > 1) {', '  this.y = this.u;', '}'] },
      /^try looping with its start values: step 2 \(t = 0\.002 s\): it computes without end at .*looping\/unit\.ts:15\. Correct/,
    ],
    [
      'a loop in the initialization',
      'starting',
      { initialize: 'for (let i: i32 = 0; i < 2; i = i * 2) this.y = this.u;' },
      /^try starting with its start values: initialization \(t = 0 s\): it computes without end at .*starting\/unit\.ts:10\. Correct/,
    ],
    [
      'a loop in the constructor',
      'making',
      { constructorBody: 'do { this.n++; } while (this.n > 0 || this.n <= 0);' },
      /^instantiate Making: its constructor computes without end at .*making\/unit\.ts:8\. Correct/,
    ],
  ];
  it.each(spread(endless, 1))('fails with the line of %s', async (_, name, parts, message) => {
    const home = unit(name, parts);
    await expect(buildUnit(home, folder, { stepSeconds: 0.4 })).rejects.toThrow(message);
    expect(existsSync(join(folder, `${name}.fmu`))).toBe(false);
    if (name === 'looping')
      await expect(testUnit(home, { ...options, stepSeconds: 0.4 })).rejects.toThrow(message);
  });

  it('fails for a constructor that allocates endlessly, although it takes long', async () => {
    const constructorBody = 'for (let i: i32 = 0; i >= 0; i++) this.a = new StaticArray<f64>(100000);';
    await expect(
      buildUnit(unit('hungry', { constructorBody }), folder, { stepSeconds: 600 }),
    ).rejects.toThrow(
      /^instantiate Hungry: its constructor stops at .*hungry\/unit\.ts:8: the arrays have \d+ bytes in total, but a unit can have at most 268435456 bytes\./,
    );
    expect(existsSync(join(folder, 'hungry.fmu'))).toBe(false);
  });

  it('fails with its trap for a step that allocates endlessly', async () => {
    const home = unit('growing', { step: ['while (this.u > 0.0) this.a = new StaticArray<f64>(1000);'] });
    await expect(compareForms(home, options)).rejects.toThrow(
      /^try growing with its start values: step 1 \(t = 0\.001 s\): it stops at .*growing\/unit\.ts:14: an index out of bounds, an allocation beyond its memory/,
    );
  });

  it('fails in the differential test for a loop that random parameters cause', async () => {
    const home = unit('wild', { step: ['while (this.p > 0.0) this.y = this.u;'] });
    await expect(compareForms(home, { ...options, stepSeconds: 0.4 })).rejects.toThrow(
      /^differential wild: run 1 \(random parameters\), step 1 \(t = 0\.01 s\): it computes without end at .*wild\/unit\.ts:14\. Correct/,
    );
  });

  it('fails without the line if only its sealed form loops', async () => {
    const step = [
      'this.n = 2147483647;',
      'for (let i: i32 = 0; i < 2; i++) this.n++;',
      'while (this.n < 0) this.y = this.u;',
    ];
    const home = unit('wrapping', { step });
    await expect(compareForms(home, { ...options, stepSeconds: 0.4 })).rejects.toThrow(
      /^try wrapping with its start values: step 1 \(t = 0\.001 s\): it returns as TypeScript, but not as wasm\. /,
    );
  });

  it('gives exit code 1 and one message on the command line', async () => {
    const home = unit('eternal', { step: ['while (this.u > 0.0) this.y = this.u;'] });
    const { code, err } = await fmuHere(['build', home, '-o', folder, '--step-seconds', '0.4']);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^fmu: try eternal .*without end at .*unit\.ts:14.*\n$/),
    ]);
    expect((await fmuHere(['test', home, '--step-seconds', '0'])).err).toMatch(
      /--step-seconds must be above 0 s and finite, got 0\./,
    );
  });
});

describe('a differential test', () => {
  it('fails at a trap that random parameters cause, with run, step and line', async () => {
    const home = unit('random', { step: ['if (this.p > 0.0) this.y = this.a[3 + this.n];'] });
    await expect(compareForms(home, options)).rejects.toThrow(
      /^differential random: run 1 \(random parameters\), step 1 \(t = 0\.01 s\): it stops at .*random\/unit\.ts:14: index 3 of an array of length 3/,
    );
  });

  it('fails at a NaN that random parameters cause', async () => {
    const home = unit('undefined', { step: ['this.n++;', 'this.y = Math.sqrt(-this.p * f64(this.n - 2));'] });
    await expect(compareForms(home, options)).rejects.toThrow(
      /^differential undefined: run 1 \(random parameters\), step 3 \(t = 0\.03 s\): y \[m\] is NaN, which first arises at .*unit\.ts:15/,
    );
  });

  it('accepts a fail of the unit for random parameters, and counts the compared steps', async () => {
    const step = ['this.n++;', "if (this.p > 0.0 && this.n > 4) fail('p is too large');"];
    const home = unit('refusing', { step, bounds: { min: 0, max: 2 } });
    const { steps, runs, ends } = await compareForms(home, options);
    expect([steps, runs]).toEqual([30 + 4 + 4, 3]);
    expect(ends).toEqual([1, 2].map((run) => `run ${run}, t = 0.05 s: p is too large`));
  });

  it('rejects a fail with default parameters and inputs inside their bounds', async () => {
    const step = ["if (t > 0.1) fail('too late');"];
    const bounded = unit('bounded', { step, bounds: { min: 0, max: 2 } });
    await expect(compareForms(bounded, options)).rejects.toThrow(
      /^differential bounded: run 0 \(default parameters\), step 12 .* it gives up inside its own bounds at .*unit\.ts:14: too late\./,
    );
    const { ends } = await compareForms(unit('unbounded', { step }), options);
    expect(ends).toHaveLength(3);
  });
});
