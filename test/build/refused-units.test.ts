import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { describe as describeUnit } from '../../fmu-sdk/build/manifest/describe-unit.ts';
import { loadManifest } from '../../fmu-sdk/build/manifest/load-manifest.ts';
import { className } from '../../fmu-sdk/build/manifest/manifest.ts';
import { checkFmu } from '../../fmu-sdk/check/check-fmu.ts';
import { openFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { coreModuleOf } from '../../fmu-sdk/host/wasm/extract-core.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { fmuHere } from '../fmu-here.ts';
import { spread } from '../width.ts';
import { refusedUnits, step, y } from './refused-unit.ts';

const { build, folder, test, unit } = refusedUnits();

describe('a String variable', () => {
  const s = { name: 's', type: 'String', causality: 'output', maxSize: 4 };

  it('keeps its capacity out of the description, and rejects longer values', async () => {
    const variables = [y, { ...s, causality: 'input', start: 'A', maxSize: 20 }];
    await build(unit('small', [step], { variables }));
    const file = join(folder, 'out/small.fmu');
    const { verdicts } = await checkFmu(file);
    expect(
      verdicts.filter(({ rule, status }) => rule.severity === 'violation' && status === 'failed'),
    ).toEqual([]);
    expect(verdicts.find(({ rule }) => rule.id === 'value/set-text')).toMatchObject({ status: 'passed' });
    const small = await (await openFmu(file)).instantiate();
    small.set('s', 'x'.repeat(20));
    expect(() => small.set('s', 'x'.repeat(21))).toThrow(/21 bytes; it holds 20 bytes/);
    expect(small.get('s')).toBe('x'.repeat(20));
    small.close();
  });

  it.each(spread([40, -4, 5], 2))('rejects %i bytes for a capacity of 4', async (length) => {
    const members = [
      'override doStep(t: f64, h: f64): void {',
      `  this.s.length = ${length};`,
      '  this.y = t + h;',
      '}',
    ];
    const home = unit(`text-${length + 4}`, members, { variables: [y, s] });
    const words = `it stops at ${join(home, 'unit.ts')}:5: a text or binary value of ${length} bytes is set, and its variable holds 4. Correct it there.`;
    await expect(build(home)).rejects.toThrow(words);
    await expect(test(home)).rejects.toThrow(words);
  });
});

describe('a unit that changes values of others', () => {
  const list = { name: 'list', type: 'Float64', dimensions: [2] };

  it('fails if it replaces the array of an output', async () => {
    const members = [
      'private z: StaticArray<f64> = new StaticArray<f64>(2);',
      'override doStep(t: f64, h: f64): void { this.list = this.z; }',
    ];
    await expect(
      build(unit('replaces', members, { variables: [{ ...list, causality: 'output' }] })),
    ).rejects.toThrow(
      /Cannot assign to '\S+list' because it is a constant or a read-only property\.[\s\S]*unit\.ts\(5,/,
    );
  });

  const p = { ...list, causality: 'parameter', start: [1, 2] };
  const c = { ...p, causality: 'output', variability: 'constant' };
  const u = { name: 'list', type: 'Int32', causality: 'input', start: 3 };
  const text = { name: 'list', type: 'String', causality: 'parameter', start: 'AB' };
  const writes: [name: string, variable: object, statement: string, words: string][] = [
    [
      'alias',
      p,
      'const a: StaticArray<f64> = this.list; a[0] = 7.0;',
      'list[0] is 7 and was 1, but a unit must not change its parameters',
    ],
    ['fill', p, 'this.list.fill(7.0);', 'list[0] is 7 and was 1, but a unit must not change its parameters'],
    [
      'constant',
      c,
      'this.list.fill(2.0);',
      'list[0] is 2 and was 1, but a unit must not change its constants',
    ],
    ['input', u, 'this.list = 5;', 'list is 5 and was 3, but a unit must not change its inputs'],
    [
      'cut',
      text,
      'this.list.length = 1;',
      'list is "A" and was "AB", but a unit must not change its parameters',
    ],
  ];
  it.each(spread(writes, 3))('fails by its values: %s', async (name, variable, statement, words) => {
    const members = [`override doStep(t: f64, h: f64): void { ${statement} this.y = t + h; }`];
    await expect(build(unit(`writes-${name}`, members, { variables: [y, variable] }))).rejects.toThrow(
      `try writes-${name} with its start values: step 1 (t = 0.1 s): ${words}. `,
    );
  });
});

describe('a conversion of a number that an integer cannot hold', () => {
  const to = (value: string): string =>
    `override doStep(t: f64, h: f64): void { this.y = f64(i32(${value})) + f64(u32(t)); }`;
  it.each([
    ['nan', 'Math.sqrt(-1.0 - t)', 'i32(NaN)'],
    ['far', '1.0e12 * (t + h)', 'i32(100000000000)'],
  ])('fails in build and test, with the line: %s', async (name, value, words) => {
    const home = unit(`converts-${name}`, [to(value)]);
    const message = `try converts-${name} with its start values: step 1 (t = 0.1 s): it stops at ${join(home, 'unit.ts')}:4: ${words}: the value does not fit`;
    await expect(build(home)).rejects.toThrow(message);
    await expect(test(home)).rejects.toThrow(message);
  });

  it('passes for the largest number that the integer can hold', async () => {
    await expect(build(unit('converts-last', [to('2147483646.0 + t')]))).resolves.toBeDefined();
  });
});

describe('a unit that is initialized again', () => {
  it('fails with the changed variable unless it starts as before', async () => {
    const sums = [
      'override initialize(): void { this.y += 1.0; }',
      'override doStep(t: f64, h: f64): void {}',
    ];
    await expect(build(unit('sums', sums))).rejects.toThrow(
      'try sums with its start values: initialization (t = 0 s): y is 2 where initialize() is called again, and was 1, but ' +
        'it must depend only on parameters, inputs and start values.',
    );
    const sets = ['override initialize(): void { this.y = 1.0 + this.time; }', step];
    await build(unit('sets', sets));
  });

  it('fails with the line if it stops then', async () => {
    const fills = [
      'private seen: StaticArray<f64> = new StaticArray<f64>(1);',
      'private count: i32 = 0;',
      'override initialize(): void { this.seen[this.count++] = this.y; }',
      step,
    ];
    const home = unit('fills', fills);
    await expect(build(home)).rejects.toThrow(
      `try fills with its start values: initialization (t = 0 s), where initialize() is called again: it stops at ${join(home, 'unit.ts')}:6: `,
    );
  });
});

describe('a source with the name of a generated one', () => {
  it('fails and stays unchanged', async () => {
    const home = unit('own-files', [step]);
    const existingFile = join(home, 'variables.ts');
    writeFileSync(existingFile, 'export const mine = 1;\n');
    for (const action of [build, test])
      await expect(action(home)).rejects.toThrow(
        `generate ${existingFile}: this file exists and was not generated. Rename or remove it, because it would be overwritten.`,
      );
    expect(readFileSync(existingFile, 'utf8')).toBe('export const mine = 1;\n');
    rmSync(existingFile);
    for (const name of ['entry.ts', 'component.ts']) {
      writeFileSync(join(home, name), 'export const mine = 1;\n');
      await expect(build(home)).rejects.toThrow(
        `generate ${existingFile}: ${join(home, name)} has the name of a generated source. Rename it.`,
      );
      rmSync(join(home, name));
    }
    await build(home);
    await build(home);
  });
});

describe('a largest step', () => {
  const x = { name: 'x', type: 'Float64', causality: 'output', start: 1 };
  const v = { name: 'v', type: 'Float64', causality: 'local', derivative: 'x' };

  it.each([
    ['nan', 'Math.sqrt(-1.0)', 'NaN'],
    ['back', '-1.0', '-1'],
  ])('fails with the line for %s', async (name, answer, text) => {
    const members = [
      'override derivatives(): void { this.v = -this.x; }',
      `override largestStep(): f64 { return ${answer}; }`,
    ];
    const home = unit(`largest-${name}`, members, { variables: [x, v] });
    await expect(build(home)).rejects.toThrow(
      `it stops at ${join(home, 'unit.ts')}:5: its largest step is ${text} s, and has to be 0 or above. Correct it there.`,
    );
  });
});

describe('an invalid internal step', () => {
  it.each(spread(['NaN', '-1.0', 'Infinity'], 2))('fails with the line for %s s', async (text) => {
    const name = `step-${text.toLowerCase().replace(/\W/g, '')}`;
    const home = unit(name, [step, 'override internalStep(): f64 {', `  return ${text};`, '}']);
    const words =
      `try ${name} with its start values: internalStep() at ${join(home, 'unit.ts')}:5 returned ${Number(text)} s, which is not an internal step. ` +
      'Return seconds above 0, or 0.0 for a unit that takes every communication step whole.';
    await expect(build(home)).rejects.toThrow(words);
    await expect(test(home)).rejects.toThrow(words);
  });

  it('fails if a step would contain too many of them', async () => {
    await expect(
      build(unit('step-tiny', [step, 'override internalStep(): f64 { return 1.0e-15; }'])),
    ).rejects.toThrow(/step 1 \(t = 0\.1 s\): .*internal steps/);
  });

  it('fails if random parameters lead to it', async () => {
    const h = { name: 'k', type: 'Float64', causality: 'parameter', start: 0, min: 0, max: 1 };
    const home = unit('step-of-k', [step, 'override internalStep(): f64 { return -this.k; }'], {
      variables: [y, h],
    });
    await expect(test(home)).rejects.toThrow(
      /^differential step-of-k: run 1: internalStep\(\) at \S+unit\.ts:5 returned -\S+ s, which is not an internal step\. /,
    );
  });
});

describe('the name of a unit', () => {
  it('passes if it equals a name that the generated entry imports', async () => {
    await build(unit('runner', [step]));
    const runner = await (await openFmu(join(folder, 'out/runner.fmu'))).instantiate();
    runner.initialize(0);
    runner.step(0, 0.5);
    expect(runner.get('y')).toBe(0.5);
    runner.close();
  });

  it.each(['static-array', 'math', 'infinity'])('fails in fmu new: %s', async (name) => {
    const { code, err } = await fmuHere(['new', name], folder);
    expect(code).toBe(1);
    expect(err).toContain(
      `new ${name}: the name "${name}" makes the class ${className(name)}, which the language already defines. Choose another.`,
    );
  });

  it('fails in fmu new above 64 characters', async () => {
    const name = 'n'.repeat(65);
    const { code, err } = await fmuHere(['new', name], folder);
    expect(code).toBe(1);
    expect(err).toContain(
      `new ${name}: "${name}" has 65 characters, but a unit's name can have at most 64. Choose a shorter one.`,
    );
  });
});

describe('an output of an enumeration without a start value', () => {
  it('starts with the first item if the value 1 is undefined', async () => {
    const enumerations = { E: { items: [5, 7].map((value) => ({ name: `i${value}`, value })) } };
    const e = { name: 'e', type: 'Enumeration', causality: 'output', enumeration: 'E' };
    const all = { ...e, name: 'all', dimensions: [2] };
    const home = unit('five', [step], { enumerations, variables: [y, e, all] });
    await build(home);
    const archive = await openArchive(join(folder, 'out/five.fmu'));
    const core = coreModuleOf(await archive.bytes('binaries/wasm32-wasip2/five.wasm'));
    const description = describeUnit(loadManifest(home), '', '');
    const five = instantiateWasm(compileCore(core, 'five'), description, 'five');
    const begins = (wanted: string): number[] => {
      const { view, offset, length } = five.view(description.variables.find(({ name }) => name === wanted)!);
      return [...view.subarray(offset, offset + length)].map(Number);
    };
    expect([begins('e'), begins('all')]).toEqual([[5], [5, 5]]);
    expect(readFileSync(join(home, 'variables.ts'), 'utf8')).toContain('e: i32 = 5;');
  });
});

describe('the first step of a unit', () => {
  const nan = ['override doStep(t: f64, h: f64): void { this.y = Math.sqrt(-1.0); }'];
  const experiments: [what: string, experiment: object, members: string[], length: string][] = [
    ['shorter than a millisecond, without a step size', { stopTime: 0.0005 }, nan, '0.0005'],
    ['shorter than its step', { stopTime: 1, stepSize: 2 }, nan, '1'],
    [
      'shorter than an internal step',
      { stopTime: 1 },
      ['override internalStep(): f64 { return 3.0; }', ...nan],
      '3',
    ],
  ];
  it.each(spread(experiments, 2))(
    'runs in the trial for a default experiment of %s',
    async (what, defaultExperiment, members, length) => {
      const name = `first-step-${what.replace(/\W+/g, '-').slice(0, 20).replace(/-$/, '')}`;
      const home = unit(name, members, { defaultExperiment });
      await expect(build(home)).rejects.toThrow(`step 1 (t = ${length} s): y is NaN`);
    },
  );
});

it('fails in the trial if the unit does not accept the step of the default experiment', async () => {
  const members = ['override internalStep(): f64 { return 0.003; }', step];
  const home = unit('odd-step', members, { defaultExperiment: { stopTime: 1, stepSize: 0.01 } });
  await expect(build(home)).rejects.toThrow(
    'try odd-step with its start values: expected a step size of the default experiment that is a whole multiple of the internal step of 0.003 s, got 0.01 s',
  );
});
