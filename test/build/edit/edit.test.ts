import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchive } from '../../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../../fmu-sdk/archive/read-description.ts';
import type { FmuEdits } from '../../../fmu-sdk/build/edit/edit-options.ts';
import { legacyDescription, legacyVariable } from '../../../fmu-sdk/check/example/example-legacy.ts';
import type { ModelDescription } from '../../../fmu-sdk/description/description.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { fmuHere } from '../../fmu-here.ts';
import { description2, description3, edited, entry, fmuWith, terminals3 } from './workbench.ts';

const both = { 'terminalsAndIcons/terminalsAndIcons.xml': terminals3 };

async function descriptionOf(file: string): Promise<ModelDescription> {
  return (await readDescription(await openArchive(file))).description;
}

describe('fmu edit --rename', () => {
  const withLatin = description2.replace('"UTF-8"', '"ISO-8859-1"').replace('"level"', '"höhe"');
  it.each([
    ['UTF-8', Buffer.from(description2)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${description2}`)],
    ['UTF-16', Buffer.from(`\uFEFF${description2.replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['ISO-8859-1', Buffer.from(withLatin, 'latin1')],
  ])('renaming there and back restores every byte of a description in %s', async (_, bytes) => {
    const file = await fmuWith(bytes);
    const names = new Map([
      ['h', 'höhe "1" \'2\''],
      ['y <&', 'level'],
      ['u', 'w'],
      ['w', 'u'],
    ]);
    const there = await edited(file, { rename: names, describe: new Map([['k', 'gain']]) });
    const described = await descriptionOf(there.file);
    expect(described.variables.map(({ name }) => name)).toEqual([
      'k',
      names.get('h'),
      'der(h)',
      'w',
      'u',
      'level',
    ]);
    expect(described.variables.map(({ valueReference }) => valueReference)).toEqual([4, 1, 2, 3, 6, 5]);
    const back = new Map([...names].map(([old, name]) => [name, old]));
    const again = await edited(there.file, { rename: back, describe: new Map([['k', '']]) });
    expect(await entry(again.file)).toBe(await entry(file));
  });

  it('renames variables in terminals, aliases, and results inside the FMU', async () => {
    const folder = 'extra/org.fmi-standard.fmi-ls-ref/';
    const manifest =
      '<fmiReferences xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="org.fmi-standard.fmi-ls-ref" fmi-ls:fmi-ls-version="1.0" fmi-ls:fmi-ls-description="r"><Related type="text/csv" source="r.csv" role="result" description="r"/></fmiReferences>';
    const file = await fmuWith(description3, {
      ...both,
      [`${folder}fmi-ls-manifest.xml`]: manifest,
      [`${folder}r.csv`]: 'time,torque,a[1],speed\r\n0,1,2,3\r\n',
    });
    const rename = new Map([
      ['tau', 'T, axis'],
      ['torque', 'M'],
      ['a', 'b'],
    ]);
    const there = await edited(file, { rename });
    expect(await entry(there.file, `${folder}r.csv`)).toBe('time,M,b[1],speed\r\n0,1,2,3\r\n');
    const { terminals, variables } = await descriptionOf(there.file);
    expect(terminals[0].members.map(({ variableName }) => variableName)).toEqual(['T, axis', 'speed']);
    expect(variables[5].aliases?.[0]).toEqual({ name: 'T, axis', description: 'other name' });
    const hidden = await edited(there.file, { hide: new Set(['M', 'T, axis', 'speed']) });
    expect(await entry(hidden.file, `${folder}r.csv`)).toBe('time,b[1]\r\n0,2\r\n');
    expect((await descriptionOf(hidden.file)).terminals).toEqual([]);
  });
});

describe('fmu edit --hide', () => {
  it('moves the positions of FMI 2.0 and keeps all other text', async () => {
    const file = await fmuWith(description2);
    const { file: output } = await edited(file, { hide: new Set(['k', 'w']) });
    const d = await descriptionOf(output);
    expect(d.variables.map(({ name }) => name)).toEqual(['h', 'der(h)', 'u', 'y <&']);
    expect(d.variables[1].derivative).toBe(1);
    expect(d.outputs).toEqual([
      { variable: 3, dependencies: [0, 2], dependenciesKind: ['dependent', 'fixed'] },
    ]);
    expect(d.continuousStateDerivatives).toEqual([{ variable: 1, dependencies: [0, 2] }]);
    expect(d.initialUnknowns).toEqual([{ variable: 1 }, { variable: 3 }]);
    const kept = (await entry(output)).split('\r\n').filter((line) => !/ScalarVariable|Unknown/.test(line));
    expect(kept).toEqual(description2.split('\r\n').filter((line) => !/ScalarVariable|Unknown/.test(line)));
  });

  it('a variable whose derivative is hidden is no state, so that no output depends on it', async () => {
    const { file } = await edited(await fmuWith(description2), { hide: new Set(['der(h)']) });
    const two = await descriptionOf(file);
    expect(two.outputs).toEqual([
      { variable: 4, dependencies: [2, 3], dependenciesKind: ['fixed', 'constant'] },
    ]);
    expect(two.continuousStateDerivatives).toEqual([]);
    const states = `<Float64 name="x" valueReference="8" start="0"/>
      <Float64 name="der(x)" valueReference="9" derivative="8"/>`;
    const three = description3
      .replace('</ModelVariables>', `${states}</ModelVariables>`)
      .replace(
        '<Output valueReference="7"/>',
        '<Output valueReference="7" dependencies="2 8"/><ContinuousStateDerivative valueReference="9"/>',
      )
      .replace(
        '<InitialUnknown valueReference="7"/>',
        '<InitialUnknown valueReference="7" dependencies="8"/>',
      );
    const { outputs, variables, initialUnknowns } = await descriptionOf(
      (await edited(await fmuWith(three), { hide: new Set(['der(x)']) })).file,
    );
    const at = (name: string): number => variables.findIndex((variable) => variable.name === name);
    expect(outputs[1].dependencies).toEqual([at('a')]);
    expect(initialUnknowns[1].dependencies).toEqual([at('x')]);
  });

  it('fixes the size of an array whose structural parameter is hidden', async () => {
    const { file } = await edited(await fmuWith(description3), { hide: new Set(['n', 'phi', 'tick']) });
    const d = await descriptionOf(file);
    expect(d.variables.find(({ name }) => name === 'a')).toMatchObject({
      dimensions: [3],
      start: ['1', '2', '3'],
    });
    expect(d.outputs[0]).toEqual({ variable: 2, dependencies: [1], dependenciesKind: ['fixed'] });
  });
});

describe('fmu edit', () => {
  it('sets descriptions, units of measure, equal start values and the default experiment', async () => {
    const { file } = await edited(await fmuWith(description2), {
      describe: new Map([['u', 'flow & more']]),
      units: new Map([
        ['u', 'm3/s'],
        ['h', 'm'],
      ]),
      start: new Map([['k', 2]]),
      experiment: { stopTime: 5, stepSize: 0.1 },
    });
    const d = await descriptionOf(file);
    expect(d.variables[3]).toMatchObject({ description: 'flow & more', unit: 'm3/s' });
    expect(d.unitsOfMeasure.map(({ name, base }) => [name, base?.m, base?.s])).toEqual([
      ['m', 1, 0],
      ['m3/s', 3, -1],
    ]);
    expect(d.defaultExperiment).toEqual({ stopTime: 5, stepSize: 0.1 });
  });

  it.each([
    ['false', '<Boolean start="0"/>', false],
    ['2', '<Real start="2.0e0"/>', 2],
    ['the text of a String', '<String start="&quot;on&quot;"/>', '"on"'],
  ])('a start value that equals %s keeps its text', async (_, typed, value) => {
    const file = await fmuWith(description2.replace('<Real start="2"/>', typed));
    const { file: output } = await edited(file, { start: new Map([['k', value]]) });
    expect(await entry(output)).toBe(await entry(file));
  });

  it('merges platforms of one model, drops parts and keeps all other entries byte for byte', async () => {
    const one = await fmuWith(description2, {
      'binaries/a/tank.so': 'A',
      'resources/r': 'r',
      'extra/q/z': 'z',
    });
    const two = await fmuWith(description2, { 'binaries/b/tank.dll': 'B', 'resources/r': 'r' });
    const { file } = await edited(one, { merge: [two], drop: ['sources'] });
    const archive = await openArchive(file);
    expect([...archive.paths].sort()).toEqual([
      'binaries/a/tank.so',
      'binaries/b/tank.dll',
      'extra/q/z',
      'modelDescription.xml',
      'resources/r',
    ]);
    expect(await entry(file, 'binaries/b/tank.dll')).toBe('B');
    expect(await entry(file)).toBe(
      description2.replace('<SourceFiles><File name="tank.c"/></SourceFiles>', ''),
    );
  });

  it('removes signatures, and says so', async () => {
    const file = await fmuWith(description2, {
      [`extra/org.fmukit.signature/${'0'.repeat(64)}.sig`]: 'signature',
    });
    const { file: output, notes } = await edited(file, { describe: new Map([['k', 'x']]) });
    expect(notes).toEqual(['removed 1 signature of the FMU before the edits. Sign it again']);
    expect((await openArchive(output)).paths.some((path) => path.endsWith('.sig'))).toBe(false);
  });

  const set = (...names: string[]): ReadonlySet<string> => new Set(names);
  const refused: [string, string, FmuEdits, RegExp][] = [
    [
      'an unknown name',
      description2,
      { rename: new Map([['hh', 'x']]) },
      /variable "hh" does not exist\. Did you mean h\?/,
    ],
    [
      'two equal names',
      description2,
      { rename: new Map([['h', 'u']]) },
      /"h" and "u" would both have the name "u"/,
    ],
    [
      'an empty name',
      description2,
      { rename: new Map([['h', '']]) },
      /expected a name without control characters/,
    ],
    [
      'a hidden state',
      description2,
      { hide: set('h') },
      /hide h: der\(h\) needs it as its state\. Hide der\(h\)/,
    ],
    ['a hidden Clock', description3, { hide: set('tick') }, /hide tick: phi needs it as its Clock/],
    ['a hidden time', description3, { hide: set('time') }, /FMI 3\.0 needs the independent variable/],
    ['a visible alias', description3, { hide: set('torque') }, /its alias tau would stay/],
    [
      'a broken terminal',
      description3,
      { hide: set('torque', 'tau') },
      /hide tau: the terminal flange would lose a part/,
    ],
    [
      'all variables',
      description2,
      { hide: set('k', 'h', 'der(h)', 'u', 'w', 'y <&') },
      /expected a variable that stays/,
    ],
    [
      'a start value that code lacks',
      description2,
      { start: new Map([['k', 3]]) },
      /expected a fmukit FMU in WebAssembly only, got sources, whose code has its own start value 2/,
    ],
    [
      'a start value that code lacks, where the declared one is beyond its bounds',
      description2.replace('<Real start="2"/>', '<Real start="2" max="1"/>'),
      { start: new Map([['k', 1]]) },
      /expected a fmukit FMU in WebAssembly only, got sources, whose code has its own start value 2/,
    ],
    [
      'a start value of an output',
      description2,
      { start: new Map([['y <&', 3]]) },
      /expected a parameter, an input or a variable with a start value/,
    ],
    [
      'another unit of measure',
      description2,
      { units: new Map([['h', 's']]) },
      /expected m, the unit of measure of its values, got s/,
    ],
    [
      'an unknown unit of measure',
      description2,
      { units: new Map([['u', 'qqq']]) },
      /unit of measure "qqq" is unknown/,
    ],
    [
      'a unit of measure of text',
      description3,
      { units: new Map([['label', 'm']]) },
      /expected a variable of floating-point type, got String/,
    ],
    [
      'times in wrong order',
      description2,
      { experiment: { startTime: 2, stopTime: 1 } },
      /expected a stop time above the start time 2 s, got 1 s/,
    ],
    [
      'a missing platform',
      description2,
      { drop: ['win64'] },
      /drop win64: expected sources, documentation, extra or a platform/,
    ],
    [
      'no code that stays',
      description2,
      { drop: ['sources'] },
      /expected a binary or sources that stay, got none/,
    ],
    [
      'FMI 1.0',
      legacyDescription(legacyVariable('h', 1, '', 'start="1"')),
      { hide: set('h') },
      /expected an FMU of FMI 2\.0 or 3\.0, got FMI 1\.0/,
    ],
  ];
  it.each(refused)(
    'refuses %s with one error that says what to do',
    async (_, description, edits, message) => {
      const file = await fmuWith(description, description === description3 ? both : {});
      await expect(edited(file, edits)).rejects.toThrow(message);
    },
  );

  it('refuses to merge another model, or a platform that differs', async () => {
    const file = await fmuWith(description2, { 'binaries/a/tank.so': 'A' });
    const other = await fmuWith(description2.replace('{7}', '{9}'), { 'binaries/b/tank.so': 'B' });
    const renamed = await fmuWith(description2.replace('"u"', '"v"'), { 'binaries/b/tank.so': 'B' });
    const differs = await fmuWith(description2, { 'binaries/a/tank.so': 'B' });
    await expect(edited(file, { merge: [other] })).rejects.toThrow(
      /expected instantiation token \{7\}, got \{9\}/,
    );
    await expect(edited(file, { merge: [renamed] })).rejects.toThrow(/expected variable u as/);
    await expect(edited(file, { merge: [differs] })).rejects.toThrow(
      /binaries\/a\/tank\.so differs in both FMUs/,
    );
  });
});

describe('the command fmu edit', () => {
  it('a table of ports goes out, is edited, and comes in, as CSV and as JSON', async () => {
    const file = await fmuWith(description2);
    const folder = temporaryFolder('ports');
    const csv = join(folder, 'ports.csv');
    expect((await fmuHere(['inspect', file, '--ports', csv])).code).toBe(0);
    const text = readFileSync(csv, 'utf8');
    expect(text.split('\n')[2]).toBe('h,,local,m,level,1,');
    writeFileSync(
      csv,
      text
        .replace('h,,local,m,level', 'h,height,local,m,"level, of water"')
        .replace(/^w,(.*),$/m, 'w,$1,yes'),
    );
    const output = join(folder, 'y.fmu');
    const done = await fmuHere(['edit', file, '--ports', csv, '--unit-of-measure', 'k=1/s', '-o', output]);
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toMatch(
      /renamed 1 variable\n {2}hidden 1 variable\n {2}described 1 variable\n {2}set 1 unit of measure\n/,
    );
    const d = await descriptionOf(output);
    expect(d.variables.map(({ name }) => name)).toEqual(['k', 'height', 'der(h)', 'u', 'y <&']);
    expect(d.variables[1].description).toBe('level, of water');
    const json = join(folder, 'ports.json');
    await fmuHere(['inspect', output, '--ports', json]);
    const rows = JSON.parse(readFileSync(json, 'utf8')) as Record<string, string>[];
    rows[1]['new name'] = 'h';
    writeFileSync(json, JSON.stringify(rows));
    expect((await fmuHere(['edit', output, '--ports', json, '--in-place'])).code).toBe(0);
    expect((await descriptionOf(output)).variables[1].name).toBe('h');
    writeFileSync(csv, 'name,hide,hide\nh,yes,\n');
    const refused = await fmuHere(['edit', file, '--ports', csv, '-o', output]);
    expect(refused.err).toMatch(/two columns are named "hide"/);
    writeFileSync(json, `[{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`);
    const nested = await fmuHere(['edit', file, '--ports', json, '-o', output]);
    expect(nested.err).toMatch(/expected texts in quotation marks, got a list or an object as name\./);
  });

  it('an error leaves the output and the input as they were', async () => {
    const file = await fmuWith(description2);
    const before = readFileSync(file);
    const output = join(temporaryFolder('none'), 'y.fmu');
    const run = (...words: string[]): ReturnType<typeof fmuHere> => fmuHere(['edit', file, ...words]);
    expect((await run('--hide', 'h', '-o', output)).err).toMatch(/needs it as its state/);
    expect((await run('--rename', 'h=x', '-o', file)).err).toMatch(/would replace/);
    expect((await run('--rename', 'h=x')).err).toMatch(/expected -o <output>/);
    expect((await run('-o', output)).err).toMatch(/expected an edit, such as --rename old=new, got none/);
    expect((await run('--rename', 'h=x', '--rename', 'h=y', '-o', output)).err).toMatch(/h was given before/);
    expect(existsSync(output)).toBe(false);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
