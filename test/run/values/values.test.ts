import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../../fmu-sdk/archive/write-zip.ts';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import { usableExperiment } from '../../../fmu-sdk/description/default-experiment.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { openFmu } from '../../../fmu-sdk/host/open-fmu.ts';
import { Session } from '../../../master/run/loop/session.ts';
import { exportSsp } from '../../../master/ssp/export-ssp.ts';
import { openSsp } from '../../../master/ssp/open-ssp.ts';
import { notesOnInputs } from '../../../master/system/checks/check-inputs.ts';
import { loadSystem, readSystemFile, resolveSystem } from '../../../master/system/load-system.ts';
import { setValuesOf } from '../../../master/system/parse-set-option.ts';
import { type SingleOptions, singleSystem } from '../../../master/system/single/single-fmu.ts';
import { stepOf } from '../../../master/system/single/single-system.ts';
import type { CheckedSystem, ParameterValue, SystemFile } from '../../../master/system/system.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { root } from '../../run-fmu.ts';

const folder = temporaryFolder('values');

const parameter = (name: string, type: string, more: object = {}): object => ({
  name,
  type,
  causality: 'parameter',
  start: 0,
  ...more,
});

beforeAll(async () => {
  const home = join(folder, 'types');
  mkdirSync(home);
  const manifest = {
    name: 'types',
    version: '1.0.0',
    description: 'parameters of every kind, and 64 bits handed on',
    enumerations: {
      Mode: {
        items: [
          { name: 'off', value: 0 },
          { name: 'fast', value: 2 },
        ],
      },
    },
    variables: [
      parameter('i8', 'Int8'),
      parameter('u16', 'UInt16'),
      parameter('i64', 'Int64'),
      parameter('u64', 'UInt64', { max: '18446744073709551614' }),
      parameter('wide', 'Int64', { start: '-9223372036854775808' }),
      parameter('wides', 'UInt64', { dimensions: [2], start: ['18446744073709551615', '9007199254740993'] }),
      parameter('f32', 'Float32'),
      parameter('length', 'Float64', { unit: 'm', min: 0, max: 2 }),
      parameter('list', 'Float64', { dimensions: [3] }),
      parameter('flag', 'Boolean', { start: false }),
      parameter('mode', 'Enumeration', { enumeration: 'Mode' }),
      parameter('text', 'String', { start: '' }),
      { name: 'in64', type: 'Int64', causality: 'input', start: 0 },
      { name: 'in8', type: 'Int8', causality: 'input', start: 0 },
      { name: 'real', type: 'Float64', causality: 'input', variability: 'continuous', start: 0 },
      { name: 'out64', type: 'Int64', causality: 'output' },
      { name: 'out8', type: 'Int8', causality: 'output' },
      { name: 'sum', type: 'Float64', causality: 'output', variability: 'continuous' },
    ],
  };
  writeFileSync(join(home, 'unit.json'), JSON.stringify(manifest));
  writeFileSync(
    join(home, 'unit.ts'),
    `import { TypesVariables } from './variables';
export class Types extends TypesVariables {
  override initialize(): void { this.doStep(0.0, 0.0); }
  override doStep(t: f64, h: f64): void { this.out64 = this.in64; this.out8 = this.i8; this.sum = this.real; }
}
`,
  );
  await buildUnit(home, folder);
});

function system(parameters: Record<string, ParameterValue> = {}): SystemFile {
  return {
    name: 'one',
    units: { a: { fmu: 'types.fmu', parameters } },
    algorithm: { scheme: 'jacobi', step: 0.5 },
    stopTime: 1,
  };
}

/** Returns the value in the unit's memory during a run. */
function standing(checked: CheckedSystem, name: string): (number | bigint)[] {
  const session = new Session(checked);
  session.start();
  session.advance(1);
  const [instance] = session.instances;
  const variable = instance.description.variables.find((v) => v.name === name);
  if (variable === undefined) throw new Error(name);
  const { view, offset, length } = instance.view(variable);
  return [...view.slice(offset, offset + length)];
}

/** Sources of a parameter's value, with the text of the value there. */
const ways: Record<string, (name: string, value: string) => Promise<CheckedSystem>> = {
  async 'system.json'(name, value) {
    const file = join(folder, 'system.json');
    const text = JSON.stringify(system({ [name]: '?' }), null, 2).replace('"?"', value);
    writeFileSync(file, text);
    return loadSystem(file);
  },
  async 'a system at hand'(name, value) {
    const parsedValue = /^-?\d+$/.test(value) ? BigInt(value) : (JSON.parse(value) as ParameterValue);
    return resolveSystem(system({ [name]: parsedValue }), join(folder, 'at-hand.json'));
  },
  async 'the command line'(name, value) {
    const set = [`${name}=${value.replace(/[[\]"]/g, '')}`];
    return singleSystem(join(folder, 'types.fmu'), { set, step: 0.5 });
  },
  async SSP(name, value) {
    const type = { i8: 'Int8', u16: 'UInt16', f32: 'Float32', flag: 'Boolean', mode: 'Enumeration' }[name];
    const words = value.replace(/[[\]"]/g, '').replaceAll(',', ' ');
    const ssd = `<?xml version="1.0" encoding="UTF-8"?>
<d:SystemStructureDescription xmlns:d="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" version="2.0" name="s"><d:System name="root"><d:Elements>
  <d:Component name="a" source="types.fmu"><d:ParameterBindings><d:ParameterBinding><d:ParameterValues>
  <ssv:ParameterSet version="2.0" name="set"><ssv:Parameters><ssv:Parameter name="${name}">
  <ssv:${type ?? (name.includes('64') ? 'Int64' : 'Float64')} value="${words}"/></ssv:Parameter></ssv:Parameters></ssv:ParameterSet>
  </d:ParameterValues></d:ParameterBinding></d:ParameterBindings></d:Component></d:Elements></d:System></d:SystemStructureDescription>`;
    const file = join(folder, 'SystemStructure.ssd');
    writeFileSync(file, ssd);
    const { system: systemFile, unitFiles, dispose } = await openSsp(file, { stopTime: 1, step: 0.5 });
    try {
      return await resolveSystem(systemFile, file, { unitFiles });
    } finally {
      dispose();
    }
  },
};

describe.each(Object.entries(ways))('a parameter’s value from %s', (_, way) => {
  it('a parameter value preserves other elements of an array named like an Object property', () => {
    const variable = { name: 'toString', type: 'Float64', causality: 'parameter', valueReference: 1 };
    const variables = [{ ...variable, dimensions: [2], start: [1, 2] }];
    const description = { fmiVersion: '3.0', variables };
    const texts = [['toString[2]', '9', 'toString[2]']] as const;
    const { parameters } = setValuesOf(description as unknown as ModelDescription, texts, { parameters: {} });
    expect(parameters.toString).toEqual([1, '9']);
  });

  it('a parameter value arrives with all digits of 64 bits', async () => {
    expect(standing(await way('i64', '9007199254740993'), 'i64')).toEqual([9007199254740993n]);
    expect(standing(await way('i64', '-9223372036854775808'), 'i64')).toEqual([-(2n ** 63n)]);
    expect(standing(await way('u64', '18446744073709551614'), 'u64')).toEqual([2n ** 64n - 2n]);
  });

  const refused: [claim: string, name: string, value: string, message: RegExp][] = [
    [
      'Int8 300',
      'i8',
      '300',
      /set .*i8: "?300"? was given, expected an Int8: a whole number from -128 to 127\. Give/,
    ],
    [
      'UInt16 −1',
      'u16',
      '-1',
      /set .*u16: "?-1"? was given, expected a UInt16: a whole number from 0 to 65535\. Give/,
    ],
    [
      'an Int64 of 65 bits',
      'i64',
      '9223372036854775808',
      /"?9223372036854775808"? was given, expected an Int64: a whole number from -9223372036854775808 to 9223372036854775807/,
    ],
    [
      'a UInt64 above its maximum',
      'u64',
      '18446744073709551615',
      /"?18446744073709551615"? was given, expected a UInt64: a whole number from 0 to 18446744073709551614/,
    ],
    ['Float32 1e39', 'f32', '1e39', /"?1e\+?39"? was given, expected a Float32/],
    [
      'a length above its maximum',
      'length',
      '2.5',
      /set .*length: ("2\.5"|2\.5 m) was given, expected a Float64: a number from 0 m to 2 m\. Give an accepted value\./,
    ],
    [
      'two elements of three',
      'list',
      '[1,2]',
      /set .*list: 2 values were given for 3 elements \[3\]\. Give one for each/,
    ],
    ['four elements for three', 'list', '[1,2,3,4]', /4 values were given for 3 elements/],
    ['an unknown item', 'mode', '"slow"', /"slow" was given, expected one of "off", "fast"/],
  ];
  it.each(refused)('a parameter value refuses %s', async (_claim, name, value, message) => {
    await expect(way(name, value)).rejects.toThrow(message);
  });
});

it('a start value of unit.json has all digits of 64 bits in the fmukit FMU', async () => {
  const checked = await resolveSystem(system(), join(folder, 'x.json'));
  expect(standing(checked, 'wide')).toEqual([-(2n ** 63n)]);
  expect(standing(checked, 'wides')).toEqual([2n ** 64n - 1n, 9007199254740993n]);
});

it.each([
  ['as its core module', {}],
  ['as any component', { byCalls: true }],
])('a text starts with the byte order mark it was given, %s', async (_, options) => {
  const fmu = await openFmu(join(folder, 'types.fmu'), options);
  using unit = await fmu.instantiate();
  unit.set('text', '\ufeff\ufeffx');
  unit.initialize();
  expect(unit.get('text')).toBe('\ufeff\ufeffx');
});

describe('invalid values', () => {
  it('an invalid value is reported by the line in a file, the path in an object, and the name of the value on the command line', async () => {
    await expect(ways['system.json']('i8', '300')).rejects.toThrow(
      /system\.json:7: set a\.i8: 300 was given/,
    );
    await expect(ways['a system at hand']('i8', '300')).rejects.toThrow(
      /at-hand\.json \/units\/a\/parameters\/i8: set a\.i8: 300 was given/,
    );
    await expect(ways['the command line']('i8', '300')).rejects.toThrow(
      /types\.fmu, value of i8: set types\.i8: "300" was given/,
    );
    await expect(ways['the command line']('nix', '300')).rejects.toThrow(
      /types\.fmu, value of nix: set types\.nix: unknown variable/,
    );
  });

  it('refuses numbers in a file that exceed a double', async () => {
    await expect(ways['system.json']('length', '1e999')).rejects.toThrow(
      /system\.json:7: 1e999 is outside the range/,
    );
    await expect(ways['system.json']('i64', '9.007199254740993e15')).rejects.toThrow(
      /Give the value as text/,
    );
    await expect(ways['system.json']('text', '9007199254740993')).rejects.toThrow(
      /"9007199254740993" was given, expected a String|expected a String: a text, of up to 256 bytes\. Give it in quotation marks/,
    );
  });

  it('refuses NaN, Infinity, true and missing values as numbers of a system object', async () => {
    for (const [startValue, valueText] of [
      [Number.NaN, 'NaN m'],
      [Number.POSITIVE_INFINITY, 'Infinity m'],
      [true, 'true'],
      [undefined, 'nothing'],
      [null, 'null'],
    ])
      await expect(
        resolveSystem(system({ length: startValue as never }), join(folder, 'x.json')),
      ).rejects.toThrow(`set a.length: ${valueText} was given, expected a Float64`);
    const wrong = { ...system(), stopTime: '1', color: 'red' } as unknown as SystemFile;
    await expect(resolveSystem(wrong, 'x.json')).rejects.toThrow(
      /check x\.json: .*\n {2}x\.json \/color: unknown property "color".*\n {2}x\.json \/stopTime: expected a number, got "1"$/,
    );
  });

  it('reports a schema error once, with the value and the expected type', async () => {
    const schemaErrors = async (more: object): Promise<string[]> => {
      const { algorithm, ...others } = { ...system(), ...more } as SystemFile;
      const systemFile = { ...others, algorithm: { ...system().algorithm, ...algorithm } };
      const error = await resolveSystem(systemFile, 'x.json').catch((thrown: Error) => thrown);
      return (error as Error).message.split('\n').slice(1);
    };
    expect(await schemaErrors({ algorithm: { step: -1 } })).toEqual([
      '  x.json /algorithm/step: expected a number > 0, got -1',
    ]);
    const threads = '  x.json /algorithm/threads: expected';
    expect(await schemaErrors({ algorithm: { threads: 0.5 } })).toEqual([
      `${threads} a whole number (>= 1), or "auto", got 0.5`,
    ]);
    expect(await schemaErrors({ algorithm: { threads: 'all' } })).toEqual([
      `${threads} a whole number, or "auto", got "all"`,
    ]);
    expect(await schemaErrors({ algorithm: { threads: 0 } })).toEqual([
      '  x.json /algorithm/threads: expected a number >= 1, got 0',
    ]);
    expect(await schemaErrors({ requireSignature: 3 })).toEqual([
      '  x.json /requireSignature: expected true or false, or a list, got 3',
    ]);
    expect(await schemaErrors({ requireSignature: [] })).toEqual([
      '  x.json /requireSignature: expected at least 1 item',
    ]);
  });

  it('refuses texts on the command line that are not decimal numbers', async () => {
    for (const text of ['0x', '0x10', '1e', '1_000', '', ' ', 'NaN', 'Infinity', '1e999', 'true'])
      await expect(ways['the command line']('length', text)).rejects.toThrow(
        `set types.length: "${text.trim()}" was given, expected a Float64: a number from 0 m to 2 m.`,
      );
    const set = (text: string): Promise<CheckedSystem> =>
      singleSystem(join(folder, 'types.fmu'), { set: [text], step: 0.5 });
    await expect(set('length=3000[mm]')).rejects.toThrow('set types.length: 3 m was given');
    for (const text of ['1500[mm]', '1500 [mm]', '1500 mm', '1500mm', '1.5e3mm', '+15e2 mm', '1.5', '1.5 m'])
      expect(standing(await set(`length=${text}`), 'length')).toEqual([1.5]);
    await expect(set('length=3 lightyears')).rejects.toThrow(
      'set length: "3 [lightyears]" was given; lightyears is not a known unit of measure. Use m.',
    );
    await expect(set('length=3kg')).rejects.toThrow(
      'set length: "3 [kg]" was given; a value in kg cannot be converted to m. Use m.',
    );
    await expect(set('length=3lightyears')).rejects.toThrow('set types.length: "3lightyears" was given');
    await expect(set('i8=3[mm]')).rejects.toThrow(
      'set i8: "3 [mm]" was given; Int8 values cannot be converted from mm. Remove the unit of measure.',
    );
    const twice = singleSystem(join(folder, 'types.fmu'), { set: ['i8=1', 'i8=2'] });
    await expect(twice).rejects.toThrow('set i8: it is set twice. Remove one of them.');
    const sets = (...set: string[]): Promise<CheckedSystem> =>
      singleSystem(join(folder, 'types.fmu'), { set, step: 0.5 });
    await expect(sets('list[2]=9', 'list[02]=8')).rejects.toThrow(
      'set list[02]: it is set twice, as list[2] too. Remove one of them.',
    );
    await expect(sets('list[2]=9', 'list=1,2,3')).rejects.toThrow(
      'set list: this would overwrite list[2], which is set before it. Set the whole array first, or set all elements in it.',
    );
    expect(standing(await sets('list=1,2,3', 'list[2]=9'), 'list')).toEqual([1, 9, 3]);
    expect(standing(await sets('list[3]=9', 'list[1]=8'), 'list')).toEqual([8, 0, 9]);
    for (const element of ['4', '0', '1,1'])
      await expect(set(`list[${element}]=1`)).rejects.toThrow(
        `set list[${element}]: list has the dimensions [3], so [${element}] is out of range. Indexes count from 1.`,
      );
    await expect(set('i8[1]=1')).rejects.toThrow('set i8[1]: i8 is a scalar, so [1] is out of range');
    await expect(set('lists[1]=1')).rejects.toThrow('unknown variable. Did you mean list');
  });
});

it('a run without a step uses a power of ten, and ends at the given time', async () => {
  for (const stopTime of [0.01, 0.1, 0.3, 1, 100]) {
    const { step, stopTime: last } = await singleSystem(join(folder, 'types.fmu'), { stopTime });
    expect(String(step)).toMatch(/^(0\.0*1|1|1e-\d+)$/);
    expect(last).toBe(stopTime);
    expect(Math.round(stopTime / step) * step).toBeCloseTo(stopTime, 16);
  }
});

it('names the connection that exceeds the number range at the start of a run, not its unit', async () => {
  const units = { a: { fmu: 'types.fmu', start: { real: 1e10 } }, b: { fmu: 'types.fmu' } };
  const connections = [{ from: 'a.sum', to: 'b.real', factor: 1e300 }];
  const checked = await resolveSystem({ ...system(), units, connections }, join(folder, 'far.json'));
  expect(() => new Session(checked).start()).toThrow(
    'step: a.sum = 10000000000 at t = 0 s goes to b.real as 1e+300 × 10000000000, which exceeds the range of 64-bit numbers.',
  );
});

it('freezes the values of a loaded system', async () => {
  const checked = await singleSystem(join(folder, 'types.fmu'), { set: ['i8=5', 'list=1,2,3'], step: 0.5 });
  for (const entry of checked.units[0].values) {
    expect(() => {
      (entry.value as number[])[0] = 300;
    }).toThrow(TypeError);
    expect(() => Object.assign(entry, { value: [300] })).toThrow(TypeError);
  }
  expect(standing(checked, 'i8')).toEqual([5]);
});

it('refuses an invalid output interval', async () => {
  for (const outputInterval of [0, -1, Number.NaN, Infinity])
    await expect(singleSystem(join(folder, 'types.fmu'), { step: 0.5, outputInterval })).rejects.toThrow(
      `output interval: expected a number of seconds above 0, got ${outputInterval} s.`,
    );
});

it('refuses infinite numbers by the given value, not by a derived one', async () => {
  const file = join(folder, 'types.fmu');
  await expect(singleSystem(file, { stopTime: Infinity })).rejects.toThrow(
    /values:\n[^\n]* option "stop time": \/stopTime: expected a number, got Infinity$/,
  );
  await expect(singleSystem(file, { outputInterval: 1e308 })).rejects.toThrow(
    /1e\+308 s is not a whole number of steps H = 0\.\d+ s\. Use 0\.\d+ s, or/,
  );
  const inner = { description: { coSimulation: { fixedInternalStepSize: 1e-3 } } } as never;
  expect(stepOf(inner, { stepSize: 1e-3 }, 1e308)).toBe(1e-3);
});

it('takes the step of an experiment as it is, unless the FMU requires steps of one size', () => {
  const inner = (canHandleVariableCommunicationStepSize: boolean) =>
    ({
      description: { coSimulation: { fixedInternalStepSize: 0.1, canHandleVariableCommunicationStepSize } },
    }) as never;
  expect(stepOf(inner(true), { stepSize: 1e-3 }, 10)).toBe(1e-3);
  expect(stepOf(inner(true), {}, 10)).toBe(0.1);
  expect(stepOf(inner(false), { stepSize: 1e-3 }, 10)).toBe(0.1);
});

it('refuses an invalid tolerance, and ignores one in a default experiment', async () => {
  const file = join(folder, 'types.fmu');
  for (const tolerance of [-1, 0, 1e-16, Number.NaN, Infinity]) {
    await expect(openFmu(file, { tolerance })).rejects.toThrow(
      `load ${file}: expected a relative tolerance of 1e-15 or more, got ${tolerance}. Give a number such as 1e-6, or omit it.`,
    );
    await expect(singleSystem(file, { tolerance })).rejects.toThrow(
      new RegExp(
        `option "tolerance": /units/types/tolerance: expected a number( >= 1e-15)?, got ${tolerance}$`,
      ),
    );
  }
  const archive = await openArchive(file);
  const files = new Map<string, Uint8Array>();
  for (const path of archive.paths) files.set(path, await archive.bytes(path));
  const text = await archive.text('modelDescription.xml');
  for (const tolerance of [0, -1, 1e-5]) {
    const changedText = text
      .replace(/<DefaultExperiment[^>]*\/>/, '')
      .replace('<ModelVariables>', `<DefaultExperiment tolerance="${tolerance}"/>$&`);
    expect(changedText).toContain(`tolerance="${tolerance}"`);
    files.set('modelDescription.xml', new TextEncoder().encode(changedText));
    writeFileSync(join(folder, 'told.fmu'), await zip(files));
    const { description } = await openFmu(join(folder, 'told.fmu'));
    expect(description.defaultExperiment?.tolerance).toBe(tolerance);
    expect(usableExperiment(description).tolerance).toBe(tolerance > 0 ? tolerance : undefined);
    expect((await singleSystem(join(folder, 'told.fmu'), { step: 0.5 })).step).toBe(0.5);
  }
});

describe('an input file', () => {
  const input = async (csv: string, more: SingleOptions = {}): Promise<CheckedSystem> => {
    writeFileSync(join(folder, 'in.csv'), csv);
    return singleSystem(join(folder, 'types.fmu'), { input: 'in.csv', step: 0.5, ...more });
  };

  it('an input file adds a note on ignored columns of parameters', async () => {
    const { notes } = await input('time,in8,i8,list[2],out8\n0,1,2,3,4\n');
    expect(notes).toEqual([
      expect.stringMatching(
        /^inputs .*in\.csv: i8, list are parameters, so their columns set nothing\. Set parameters as values/,
      ),
    ]);
    expect((await input('time,in8,out8\n0,1,4\n')).notes).toBeUndefined();
    // A calculated parameter is a result, as outputs are.
    const variables = ['parameter', 'structuralParameter', 'calculatedParameter', 'input', 'output'].map(
      (causality) => ({ name: causality.slice(0, 4), causality }),
    );
    const units = [{ name: 'a', description: { variables } }] as unknown as CheckedSystem['units'];
    const rows = [['time', ...variables.map(({ name }) => `a.${name}`)]];
    const context = { units, system: { stopTime: 1 } as SystemFile };
    const tunable = [
      { name: 'a', description: { variables: [{ ...variables[0], variability: 'tunable' }] } },
    ];
    expect(
      notesOnInputs({ ...context, units: tunable as never }, { file: 'in.csv', rows }, [], true),
    ).toEqual([]);
    expect(notesOnInputs(context, { file: 'in.csv', rows }, [], true)).toEqual([
      'inputs in.csv: a.para, a.stru are parameters, so their columns set nothing. Set parameters as values or in the system',
    ]);
  });

  it('an input file passes all digits of 64 bits', async () => {
    expect(standing(await input('time,in64\n0,9007199254740993\n'), 'out64')).toEqual([9007199254740993n]);
  });

  it.each([
    ['in8', '128', '"128" was given, expected an Int8: a whole number from -128 to 127.'],
    ['in8', '1.5', '"1.5" was given, expected an Int8'],
    ['in64', '9223372036854775808', '"9223372036854775808" was given, expected an Int64'],
    ['real', '1e999', '"1e999" was given, expected a Float64: a number that is finite.'],
    ['real', '0x10', '"0x10" was given'],
    ['real', 'NaN', '"NaN" was given'],
    ['real', '""', '"" was given'],
  ])('an input file refuses, with its line, a column %s of %s', async (name, value, message) => {
    await expect(input(`time,${name}\n0,0\n1,${value}\n`)).rejects.toThrow(
      `in.csv: line 3, ${name}: ${message}`,
    );
  });

  it('line numbers of an input file count blank lines and line breaks in quotes', async () => {
    const refused = (text: string): Promise<string> => input(text).then(JSON.stringify, String);
    for (const end of ['\n', '\r\n']) {
      const lines = (...all: string[]): string => all.join(end);
      expect(await refused(lines('', 'time,real', '', '', '0,1', '', '1,x', ''))).toContain(
        'in.csv: line 7, real: "x"',
      );
      expect(await refused(lines('', 'time;real', '', '0;1,5', '1;x', ''))).toContain(
        'in.csv: line 5, real: "x"',
      );
      expect(await refused(lines('time,real', '0,1', '', '1,"x', '"', ''))).toContain(
        'in.csv: line 5, real: "x',
      );
      expect(await refused(lines('time,real', '', '0x1,1', ''))).toContain(
        'in.csv: line 3: expected the time as a number [s], got "0x1"',
      );
      expect(await refused(lines('time,real', '', '1,1', '', '0,1', ''))).toContain(
        'in.csv: line 5: the time 0 s comes after 1 s',
      );
      expect(await refused(lines('time,real', '', '0,-1e308', '', '1e-9,1e308', ''))).toContain(
        'in.csv: line 5, real: cannot interpolate from',
      );
    }
  });

  it('an input file refuses a column of a Clock that sets its own ticks', async () => {
    writeFileSync(join(folder, 'clock.csv'), 'time,sample\n0,1\n0.5,0\n');
    const controller = join(root, 'dist/sampled-controller.fmu');
    await expect(singleSystem(controller, { input: join(folder, 'clock.csv') })).rejects.toThrow(
      'clock.csv: sample: the Clock is not triggered, so it sets its own ticks. Remove its column.',
    );
  });

  it('an input file accepts times with decimals', async () => {
    await expect(input('time,real\n0x1,0\n')).rejects.toThrow(
      'line 2: expected the time as a number [s], got "0x1".',
    );
  });
});

describe('values between units', () => {
  const pair = (from: string, to: string, more: object = {}): Promise<CheckedSystem> => {
    const { units, ...rest } = system();
    const both = { a: { ...units.a, parameters: { i8: -100 } }, b: units.a };
    const connections = [{ from: `a.${from}`, to: `b.${to}`, ...more }];
    return resolveSystem({ ...rest, units: both, connections }, join(folder, 'pair.json'));
  };

  it('an integer feeds a wider type with every value, and a real number no integer', async () => {
    const session = new Session(await pair('out8', 'real'));
    session.start();
    session.advance(1);
    expect(session.columns.map(({ read }) => Number(read())).slice(-1)).toEqual([-100]);
    await expect(pair('sum', 'in8')).rejects.toThrow(
      'connect: a.sum is Float64, but b.in8 is Int8, which cannot hold all of its values. Connect variables of the same type, or numbers to a wider type.',
    );
    await expect(pair('out64', 'real')).rejects.toThrow('a.out64 is Int64, but b.real is Float64');
  });

  it('a map has all digits of 64 bits, and only values of both ends', async () => {
    const { connections } = await pair('out64', 'in64', {
      map: [['9007199254740993', 9223372036854775807n]],
    });
    expect(connections[0].map).toEqual(new Map([[9007199254740993n, 2n ** 63n - 1n]]));
    await expect(pair('out8', 'in8', { map: [[1, 300]] })).rejects.toThrow('300 was given, expected an Int8');
  });
});

it('a system with 64-bit values passes through SSP without losing a digit', async () => {
  const file = join(folder, 'wide.json');
  const text = JSON.stringify(system({ i64: '?' })).replace('"?"', '9007199254740993');
  writeFileSync(file, text);
  const ssp = join(folder, 'wide.ssp');
  writeFileSync(ssp, await exportSsp(readSystemFile(file).value, file));
  const { system: back, dispose } = await openSsp(ssp);
  try {
    expect(standing(await resolveSystem(back, ssp), 'i64')).toEqual([9007199254740993n]);
  } finally {
    dispose();
  }
});
