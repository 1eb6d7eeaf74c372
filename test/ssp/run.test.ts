import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { zip } from '../../fmu-sdk/archive/write-zip.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { Session } from '../../master/run/loop/session.ts';
import { exportSsp } from '../../master/ssp/export-ssp.ts';
import { loadStructure } from '../../master/ssp/load-ssp.ts';
import { openSsp } from '../../master/ssp/open-ssp.ts';
import { readSystemStructure } from '../../master/ssp/ssd/read-ssd.ts';
import type { SspOptions } from '../../master/ssp/ssp-options.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { SystemFile } from '../../master/system/system.ts';
import type { SystemSettings } from '../../master/system/system-overrides.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmuHere } from '../fmu-here.ts';
import { unitFolders } from '../host/native/open.ts';
import { root } from '../run-fmu.ts';
import { bound, connection, connections, elements, gauge, parameter, parameters, real, ssd } from './ssd.ts';

const folder = temporaryFolder('ssp-test');
beforeAll(async () => {
  mkdirSync(join(folder, 'resources'));
  writeFileSync(join(folder, 'in.csv'), 'time,a.u\n0,1\n1,2\n');
  await buildUnit(join(root, 'test/fixtures/gauge'), join(folder, 'resources'));
  await buildUnit(join(root, 'test/fixtures/faulty'), folder);
});

/** Values of columns at the end of a run of four steps. */
async function ends(description: string, options: SspOptions = {}): Promise<Record<string, number>> {
  writeFileSync(join(folder, 'SystemStructure.ssd'), description);
  const { system, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1, ...options });
  try {
    const session = new Session(await resolveSystem(system, 'test.ssd'));
    session.start();
    session.advance(1000);
    return Object.fromEntries(session.columns.map(({ name, read }) => [name, Number(read())]));
  } finally {
    dispose();
  }
}

const bias = (name: string, metres: number): string => bound(parameters(parameter(name, real(metres))));

describe('a run of an SSP system', () => {
  it('runs an SSP system with harmless errors and notes them: undeclared prefixes, empty elements of connections', async () => {
    const annotation =
      '<d:Annotations><ssc:Annotation type="org.example"><osp:Algorithm osp:step="1"><osp:Step/></osp:Algorithm></ssc:Annotation></d:Annotations>';
    const inner =
      '<d:Connectors><d:Connector name="in" kind="input"><ssc:Real/></d:Connector></d:Connectors>';
    const description = ssd(
      inner +
        elements(gauge('a')) +
        connections(connection('.in', 'a.u')).replace('startElement=""', 'startElement="" '),
    ).replace(
      '<d:DefaultExperiment startTime="1" stopTime="1.4"/>',
      `<d:DefaultExperiment startTime="1" stopTime="1.4">${annotation}</d:DefaultExperiment>`,
    );
    writeFileSync(join(folder, 'SystemStructure.ssd'), description);
    const { notes, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1 });
    dispose();
    expect(notes.map((note) => note.replace(/^.*\.ssd /, '').replace(/line \d+/, 'line #'))).toEqual([
      'uses in line # the prefix "osp", which is not declared',
      'has in line # an empty startElement, which is read as missing',
    ]);
    expect(() => readSystemStructure(description, 'x.ssd')).toThrow(/unbound namespace prefix: "osp"/);
  });

  it('a connector of the outermost system drives all components behind it, by a file or a setting, and can be recorded', async () => {
    const inner =
      '<d:Connectors><d:Connector name="in" kind="input"><ssc:Real unit="mm"/></d:Connector><d:Connector name="out" kind="output"><ssc:Real/></d:Connector><d:Connector name="B" kind="parameter"><ssc:Real unit="m"/></d:Connector></d:Connectors>';
    const linear = '<ssc:LinearTransformation factor="2" offset="1"/>';
    const description = ssd(
      inner +
        elements(gauge('a'), gauge('b')) +
        connections(
          connection('in', 'a.u'),
          connection('in', 'b.u', linear),
          connection('a.y', 'out', '<ssc:LinearTransformation factor="10"/>'),
          connection('B', 'b.bias'),
        ),
    );
    writeFileSync(join(folder, 'SystemStructure.ssd'), description);
    writeFileSync(join(folder, 'outer.csv'), 'time,in\n1,500\n');
    const run = async (settings: SystemSettings): Promise<number[]> => {
      const { system, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1 });
      try {
        const record = ['a.u', 'b.u', 'b.bias', 'a.y', 'out'];
        const checked = await resolveSystem(system, join(folder, 'test.ssd'), {
          settings: { record, ...settings },
        });
        const session = new Session(checked);
        session.start();
        session.advance(1000);
        expect(session.columns.slice(0, 5).map(({ name }) => name)).toEqual(record);
        return session.columns.slice(0, 5).map(({ read }) => Number(read()));
      } finally {
        dispose();
      }
    };
    const [, , bias] = await run({});
    const driven = await run({ input: 'outer.csv' });
    // Values behind the connector are in m: 500 mm and 2 · 0.5 m + 1 m.
    expect(driven).toEqual([0.5, 2, bias, expect.anything(), 10 * driven[3]]);
    expect(await run({ set: ['in=500'] })).toEqual(driven);
    expect(await run({ set: ['in=0.5[m]'] })).toEqual(driven);
    expect((await run({ set: ['B=0.25'] }))[2]).toBe(0.25);
    await expect(run({ set: ['inn=1'] })).rejects.toThrow('Connectors of the system: in, B.');
    await expect(run({ record: ['in'] })).rejects.toThrow('Record what it feeds: a.u, b.u.');
    writeFileSync(join(folder, 'both.csv'), 'time,in,a.u\n1,500,1\n');
    await expect(run({ input: 'both.csv' })).rejects.toThrow('the columns "in" and "a.u" both drive a.u');
    writeFileSync(join(folder, 'none.csv'), 'time,other\n1,500\n');
    await expect(run({ input: 'none.csv' })).rejects.toThrow('Inputs: in, a.u,');
  });

  it('runs local files that are named by the address of another host', async () => {
    const description = ssd(elements(gauge('a'))).replace(
      'source="resources/gauge.fmu"',
      'source="proxyfmu://localhost?file=resources/gauge.fmu"',
    );
    expect(Object.keys(await ends(description))).toContain('a.y');
  });

  it('accepts files next to the description and notes them', async () => {
    const description = ssd(elements(gauge('a'))).replace('resources/gauge.fmu', 'gauge.fmu');
    const file = join(folder, 'beside.ssp');
    const gaugeFile = readFileSync(join(folder, 'resources/gauge.fmu'));
    const files = new Map<string, string | Uint8Array>([
      ['SystemStructure.ssd', description],
      ['gauge.fmu', gaugeFile],
    ]);
    writeFileSync(file, await zip(files));
    const { code, err } = await fmuHere(['run', file, '--step', '0.1', '-o', 'beside.csv'], folder);
    expect(err).toMatch(/files are next to the description, but SSP requires resources\/: gauge\.fmu/);
    expect(code).toBe(0);
  });

  it('ignores connectors without a variable in one note, and refuses connections to them', async () => {
    const more = (name: string): string =>
      gauge(name, '<d:Connectors><d:Connector name="fmi_StartTime" kind="parameter"/></d:Connectors>');
    const reference = await ends(ssd(elements(gauge('a'), gauge('b'))));
    expect(await ends(ssd(elements(more('a'), more('b'))))).toEqual(reference);
    const { notes, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1 });
    dispose();
    expect(notes.map((note) => note.replace(/^.*\.ssd: /, ''))).toEqual([
      '2 connectors of components do not match variables of their FMUs, so ignored: a.fmi_StartTime, b.fmi_StartTime',
    ]);
    const connected = ssd(elements(more('a'), more('b')) + connections(connection('b.y', 'a.fmi_StartTime')));
    await expect(ends(connected)).rejects.toThrow(
      /SystemStructure\.ssd:\d+.*: a: unknown connector "fmi_StartTime"\./,
    );
  });

  it('ignores unknown parameters in one note, unless another binding of their set applies them', async () => {
    const noted = async (description: string): Promise<string[]> => {
      writeFileSync(join(folder, 'SystemStructure.ssd'), description);
      const { notes, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1 });
      dispose();
      return notes.map((note) => note.replace(/^.*\.ssd: /, ''));
    };
    expect(await noted(ssd(elements(gauge('a', bias('bias', 2)))))).toEqual([]);
    const [note] = await noted(ssd(elements(gauge('a', bias('bais', 2)))));
    expect(note).toMatch(
      /^1 parameter of bindings does not match anything in the system, so ignored: bais of "[^"]*"$/,
    );
    expect(
      await noted(ssd(elements(gauge('a', bias('bias', 2)) + gauge('b', bias('bais', 3))))),
    ).toHaveLength(1);
    const both = bound(parameters(parameter('a.bias', real(2)) + parameter('b.bias', real(3))));
    expect(await noted(ssd(both + elements(gauge('a') + gauge('b'))))).toEqual([]);
    expect(await noted(ssd(both + elements(gauge('a'))))).toEqual([
      expect.stringMatching(/so ignored: b\.bias of "/),
    ]);
  });

  it('names a failing unit by its package, also in a nested package', async () => {
    const bad = await zip(new Map([['modelDescription.xml', '<fmiModelDescription fmiVersion="4.0"/>']]));
    const files = new Map<string, string | Uint8Array>([
      ['SystemStructure.ssd', ssd(elements(gauge('a')))],
      ['resources/gauge.fmu', bad],
    ]);
    const inner = await zip(files);
    writeFileSync(join(folder, 'bad.ssp'), inner);
    const outer = new Map<string, string | Uint8Array>([
      [
        'SystemStructure.ssd',
        ssd(
          elements('<d:Component name="c" type="application/x-ssp-package" source="resources/inner.ssp"/>'),
        ),
      ],
      ['resources/inner.ssp', inner],
    ]);
    writeFileSync(join(folder, 'outer.ssp'), await zip(outer));
    const refused = async (file: string): Promise<string> =>
      (await fmuHere(['run', file, '--step', '0.1'], folder)).err;
    const place = 'resources/gauge.fmu:modelDescription.xml:1:22: fmiVersion of';
    expect(await refused('bad.ssp')).toContain(`fmu: read bad.ssp:${place}`);
    expect(await refused('outer.ssp')).toContain(`fmu: read outer.ssp:resources/inner.ssp:${place}`);
  });

  it('names a system after its package, or without one after its description', async () => {
    const description = ssd(elements(gauge('a')));
    const fmuFile = readFileSync(join(folder, 'resources/gauge.fmu'));
    const files = new Map<string, string | Uint8Array>([['SystemStructure.ssd', description]]);
    const file = join(folder, 'My plant (v2).SSP');
    writeFileSync(file, await zip(files.set('resources/gauge.fmu', fmuFile)));
    writeFileSync(join(folder, 'SystemStructure.ssd'), description);
    const names = [];
    for (const text of [file, join(folder, 'SystemStructure.ssd')]) {
      const { system, dispose } = await openSsp(text, { step: 0.1 });
      names.push(system.name);
      dispose();
    }
    expect(names).toEqual(['My_plant__v2_', 'test']);
  });

  it('converts mm to m at a connection before a transformation, or only transforms on request', async () => {
    const of = (attributes: string): string =>
      ssd(
        elements(gauge('a', bias('bias', 2)), gauge('b')) +
          connections(
            connection('a.y', 'b.u', '<ssc:LinearTransformation factor="3" offset="0.5"/>', attributes),
          ),
      );
    const { 'a.y': y, 'b.y': converted } = await ends(of(''));
    expect([y, converted]).toEqual([2000, 6500]);
    expect((await ends(of('suppressUnitConversion="true"')))['b.y']).toBe(6000500);
  });

  it('takes a stop time INF of the description as missing, with a note', async () => {
    const text = ssd(elements(gauge('a'))).replace('stopTime="1.4"', 'stopTime="INF"');
    writeFileSync(join(folder, 'SystemStructure.ssd'), text);
    const { system, notes, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), { step: 0.1 });
    dispose();
    expect(system.stopTime).toBe(2);
    expect(notes).toEqual([
      expect.stringMatching(
        /SystemStructure\.ssd has stopTime = Infinity in DefaultExperiment, which counts as missing$/,
      ),
    ]);
  });

  it('refuses to connect kg to m, naming file, line and both ends', async () => {
    const of = ssd(elements(gauge('a'), gauge('b')) + connections(connection('a.mass', 'b.u')));
    await expect(ends(of)).rejects.toThrow(
      /SystemStructure\.ssd:\d+: connect: a\.mass \[kg\] cannot feed b\.u \[m\]\. Connect variables of the same quantity\./,
    );
  });

  it('parses an undefined unit of measure from its name, and ignores an empty one', async () => {
    const of = (unit: string): string =>
      ssd(elements(gauge('a', bound(parameters(parameter('bias', real(1, unit)))))));
    expect((await ends(of('cm')))['a.y']).toBe(10);
    expect((await ends(of('')))['a.y']).toBe(1000);
    await expect(ends(of('ell'))).rejects.toThrow('ell cannot be converted to m');
  });

  it('connects through connectors of nested systems with their units of measure', async () => {
    const inner = (name: string, leaf: string, connector: string, way: string): string =>
      `<d:System name="${name}"><d:Connectors>${connector}</d:Connectors>${elements(leaf)}${connections(way)}</d:System>`;
    const of = ssd(
      elements(
        inner(
          'one',
          gauge('a', bias('bias', 0.25)),
          '<d:Connector name="out" kind="output"><ssc:Real unit="m"/></d:Connector>',
          connection('out', 'a.y', '<ssc:LinearTransformation factor="2"/>'),
        ),
        inner(
          'two',
          gauge('b'),
          '<d:Connector name="in" kind="input"><ssc:Real unit="mm"/></d:Connector>',
          connection('in', 'b.u', '<ssc:LinearTransformation offset="1"/>'),
        ),
      ) + connections(connection('two.in', 'one.out')),
    );
    // 250 mm = 0.25 m, doubled. 500 mm = 0.5 m, and 1 m more.
    expect(await ends(of)).toMatchObject({ 'one.a.y': 250, 'two.b.y': 1500 });
  });

  it('maps booleans and enumerations in connections', async () => {
    const of = ssd(
      elements(gauge('a'), gauge('b')) +
        connections(
          connection(
            'a.was_on',
            'b.on',
            '<ssc:BooleanMappingTransformation><ssc:MapEntry source="false" target="true"/></ssc:BooleanMappingTransformation>',
          ),
          connection(
            'a.was_gear',
            'b.gear',
            '<ssc:EnumerationMappingTransformation><ssc:MapEntry source="low" target="high"/></ssc:EnumerationMappingTransformation>',
          ),
        ),
    );
    expect(await ends(of)).toMatchObject({ 'a.was_on': 0, 'b.was_on': 1, 'a.was_gear': 1, 'b.was_gear': 2 });
  });

  it('connects arrays element by element, and single elements by index (SSP 2.0)', async () => {
    const start = `<ssv:Parameter name="v"><ssv:Float64 value="1 2 3 4" unit="m"/><ssc:Dimension size="2"/><ssc:Dimension size="2"/></ssv:Parameter>`;
    const of = ssd(
      elements(gauge('a', bound(parameters(start))), gauge('b'), gauge('c')) +
        connections(
          connection('a.w', 'b.v'),
          connection('a.w', 'c.u', '', 'startIndices="2 1"'),
          connection('a.y', 'c.v', '', 'endIndices="1 2"'),
        ),
      '2.0',
    );
    const values = await ends(of);
    expect([1, 2].flatMap((i) => [1, 2].map((k) => values[`b.w[${i},${k}]`]))).toEqual([
      1000, 2000, 3000, 4000,
    ]);
    expect([values['c.y'], values['c.w[1,1]'], values['c.w[1,2]']]).toEqual([3000, 0, 0]);
  });

  it('exports the dimensions of arrays', async () => {
    const system = {
      name: 'arrays',
      units: { g: { fmu: 'resources/gauge.fmu', start: { v: [1, 2, 3, 4] } } },
      algorithm: { scheme: 'jacobi', step: 1 },
      stopTime: 1,
    };
    writeFileSync(
      join(folder, 'arrays.ssp'),
      await exportSsp(system as SystemFile, join(folder, 'arrays.json')),
    );
    const archive = await openArchive(join(folder, 'arrays.ssp'));
    expect(await archive.text('SystemStructure.ssd')).toMatch(
      /<ssv:Parameter name="v">\s*<ssv:Float64 value="1 2 3 4"[^>]*>\s*(<ssc:Dimension size="2"\/>\s*){2}<\/ssv:Parameter>/,
    );
  });

  it('accepts item names of enumerations from the FMU, an option, an input file and a system file', async () => {
    const gears = async (file: string, ...args: string[]): Promise<string[]> => {
      const only = ['--step', '1', '--stop-time', '1', '--record', '*was_gear', '-o', 'gears.rows.csv'];
      expect((await fmuHere(['run', file, ...only, ...args], folder)).code).toBe(0);
      return readFileSync(join(folder, 'gears.rows.csv'), 'utf8').trimEnd().split('\r\n').slice(1);
    };
    writeFileSync(join(folder, 'gears.csv'), 'time,gear\n0,high\n');
    const system = {
      name: 'g',
      units: { g: { fmu: 'resources/gauge.fmu', start: { gear: 'high' } } },
      algorithm: { scheme: 'jacobi', step: 1 },
      stopTime: 1,
    };
    writeFileSync(join(folder, 'gears.json'), JSON.stringify(system));
    expect(await gears('resources/gauge.fmu')).toEqual(['0,1', '1,1']);
    expect(await gears('resources/gauge.fmu', '--set', 'gear=high')).toEqual(['0,2', '1,2']);
    expect(await gears('resources/gauge.fmu', '--input', 'gears.csv')).toEqual(['0,2', '1,2']);
    expect(await gears('gears.json')).toEqual(['0,2', '1,2']);
    expect(await gears('gears.json', '--set', 'g.gear=low')).toEqual(['0,1', '1,1']);
  });

  it('prefers outer bindings to inner ones, and converts their units of measure', async () => {
    const of = ssd(
      bound(parameters(parameter('a.bias', real(5, 'mm')), parameter('nobody.has.this', real(1)))) +
        elements(
          gauge('a', bias('bias', 2)),
          gauge('b', bias('bias', 3)),
          gauge('c', bias('weight', 4).replaceAll('unit="m"', 'unit="kg"')),
        ),
    );
    const values = await ends(of);
    expect([values['a.y'], values['b.y'], values['c.mass']]).toEqual([5, 3000, 4]);
    const wrong = ssd(elements(gauge('a', bound(parameters(parameter('bias', real(1, 'kg')))))));
    await expect(ends(wrong)).rejects.toThrow(
      'set a.bias from parameter bias of set: kg cannot be converted to m.',
    );
  });

  it('maps and transforms parameters inline or from .ssv and .ssm, also with a prefix', async () => {
    const entry =
      '<ssm:MappingEntry source="length" target="bias"><ssc:LinearTransformation factor="2" offset="1"/></ssm:MappingEntry>';
    const mapping = `<ssm:ParameterMapping xmlns:ssm="http://ssp-standard.org/SSP1/SystemStructureParameterMapping" xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0">${entry}</ssm:ParameterMapping>`;
    const set = parameters(parameter('length', real(10, 'mm')), parameter('weight', real(9, 'kg')));
    const inline = ssd(
      elements(gauge('a', bound(set, '', `<d:ParameterMapping>${mapping}</d:ParameterMapping>`))),
    );
    // 10 mm = 0.01 m, twice that and 1 m more. Unmapped parameters are not applied.
    expect(await ends(inline)).toMatchObject({ 'a.y': 1020, 'a.mass': 1 });
    const names =
      'xmlns:ssv="http://ssp-standard.org/SSP1/SystemStructureParameterValues" xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon"';
    writeFileSync(
      join(folder, 'resources/p.ssv'),
      set.replace('<ssv:ParameterSet ', `<ssv:ParameterSet ${names} `),
    );
    writeFileSync(join(folder, 'resources/p.ssm'), mapping);
    const files = bound('', 'source="resources/p.ssv"', '<d:ParameterMapping source="resources/p.ssm"/>');
    expect(await ends(ssd(elements(gauge('a', files))))).toMatchObject({ 'a.y': 1020, 'a.mass': 1 });
    const prefixed = ssd(bound('', 'source="resources/p.ssv" prefix="a."') + elements(gauge('a')));
    expect(await ends(prefixed)).toMatchObject({ 'a.y': 0, 'a.mass': 9 });
  });

  it('passes a value of a system’s connector to everything it feeds', async () => {
    const inner = `<d:System name="s"><d:Connectors><d:Connector name="p" kind="parameter"><ssc:Real unit="mm"/></d:Connector></d:Connectors>
${elements(gauge('a'))}${connections(connection('p', 'a.bias', '<ssc:LinearTransformation factor="10"/>'))}</d:System>`;
    const of = ssd(bound(parameters(parameter('s.p', real(0.003)))) + elements(inner));
    expect((await ends(of))['s.a.y']).toBeCloseTo(30, 12);
  });

  it('reads start and stop time from the description unless options override them', async () => {
    writeFileSync(join(folder, 'SystemStructure.ssd'), ssd(elements(gauge('a'))));
    const open = async (options: SspOptions): Promise<SystemFile> => {
      const { system, dispose } = await openSsp(join(folder, 'SystemStructure.ssd'), options);
      dispose();
      return system;
    };
    expect(await open({ step: 0.2 })).toMatchObject({
      startTime: 1,
      stopTime: 1.4,
      algorithm: { step: 0.2 },
    });
    expect((await open({ stopTime: 4, step: 1 })).stopTime).toBe(4);
    await expect(open({ stopTime: 1 })).rejects.toThrow(
      'stop time: expected a time after the start time 1 s, got 1 s',
    );
  });

  it('runs a package with a nested package from the command line, and leaves nothing behind', async () => {
    const archive = new Uint8Array(readFileSync(join(folder, 'resources/gauge.fmu')));
    const out =
      '<d:Connectors><d:Connector name="out" kind="output"><ssc:Real unit="mm"/></d:Connector></d:Connectors>';
    const inner = await zip(
      new Map<string, string | Uint8Array>([
        [
          'SystemStructure.ssd',
          ssd(out + elements(gauge('a', bias('bias', 1))) + connections(connection('a.y', 'out'))),
        ],
        ['resources/gauge.fmu', archive],
      ]),
    );
    const outer = await zip(
      new Map<string, string | Uint8Array>([
        [
          'SystemStructure.ssd',
          ssd(
            elements(
              '<d:Component name="in ner" type="application/x-ssp-package" source="resources/in%20ner.ssp"/>',
              gauge('b'),
            ) +
              connections(
                '<d:Connection startElement="in ner" startConnector="out" endElement="b" endConnector="u"/>',
              ),
          ),
        ],
        ['resources/in ner.ssp', inner],
        ['resources/gauge.fmu', archive],
      ]),
    );
    writeFileSync(join(folder, 'outer.ssp'), outer);
    const before = unitFolders();
    const csv = join(folder, 'outer.csv');
    const { code, err } = await fmuHere([
      'run',
      join(folder, 'outer.ssp'),
      '--step',
      '0.1',
      '-o',
      csv,
      '--record',
      'in_ner.a.y',
      'b.y',
    ]);
    expect([code, err]).toEqual([0, expect.not.stringContaining('fmu:')]);
    const rows = readFileSync(csv, 'utf8').trim().split(/\r?\n/);
    expect(rows[0]).toBe('time,in_ner.a.y,b.y');
    expect(rows.slice(1).map((row) => row.split(',').map(Number))).toEqual(
      [1, 1.1, 1.2, 1.3, 1.4].map((t) => [expect.closeTo(t, 9), 1000, 1000]),
    );
    expect(unitFolders().filter((name) => !before.includes(name))).toEqual([]);
  });

  const fails: [string, string, RegExp][] = [
    ['no source', '<d:Elements><d:Component name="a"/></d:Elements>', /component a lacks a source/],
    [
      'a Modelica class',
      '<d:Elements><d:Component name="a" type="text/x-modelica; path=A.B" source="a.mo"/></d:Elements>',
      /component a has the type text\/x-modelica, which is not supported/,
    ],
    [
      'a missing file',
      '<d:Elements><d:Component name="a" source="no.fmu"/></d:Elements>',
      /missing file no\.fmu/,
    ],
    [
      'an address',
      '<d:Elements><d:Component name="a" source="http://x/y.fmu"/></d:Elements>',
      /source "http:\/\/x\/y\.fmu" is not relative/,
    ],
    ['two elements of one name', elements(gauge('a'), gauge('a')), /two elements of root are named "a"/],
    [
      'an unknown element',
      elements(gauge('a')) + connections(connection('x.y', 'a.u')),
      /unknown element "x" in root/,
    ],
    [
      'an unknown connector',
      elements(gauge('a')) + connections(connection('a.speed', 'a.u')),
      /a: unknown connector "speed"/,
    ],
    [
      'two outputs',
      elements(gauge('a'), gauge('b')) + connections(connection('a.y', 'b.y')),
      /a\.y \(output\) and b\.y \(output\) cannot be connected/,
    ],
    [
      'two sources',
      elements(gauge('a'), gauge('b')) + connections(connection('a.y', 'b.u'), connection('b.y', 'b.u')),
      /b\.u \[m\] has two sources, a\.y \[mm\] and b\.y \[mm\]/,
    ],
    ['nothing inside', '', /the system is empty/],
    [
      'a factor on booleans',
      elements(gauge('a'), gauge('b')) +
        connections(connection('a.was_on', 'b.on', '<ssc:LinearTransformation factor="2"/>')),
      /a\.was_on is Boolean, but only Float64 and Float32 support a factor/,
    ],
  ];
  it.each(fails)('refuses an SSP system with %s in one clear error', async (_, inside, reason) => {
    await expect(ends(ssd(inside))).rejects.toThrow(reason);
  });

  it('unpacks a package once if several of its descriptions name it', async () => {
    const part = (name: string): string => ssd(elements(gauge(name)));
    const inner = new Map<string, string | Uint8Array>([
      ['SystemStructure.ssd', part('a')],
      ['Other.ssd', part('b')],
      ['resources/gauge.fmu', readFileSync(join(folder, 'resources/gauge.fmu'))],
    ]);
    writeFileSync(join(folder, 'inner.ssp'), await zip(inner));
    const use = (name: string, variant: string): string =>
      `<d:Component name="${name}" type="application/x-ssp-package" source="inner.ssp${variant}"/>`;
    const outer = join(folder, 'outer.ssd');
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch);
    writeFileSync(outer, ssd(elements(use('x', ''), use('y', '#Other.ssd'), use('z', '#Other.ssd'))));
    const { system } = await loadStructure(outer, scratch, new Map());
    const names = system.elements.map((e) => ('elements' in e ? e.elements.map(({ name }) => name) : []));
    expect(names).toEqual([['a'], ['b'], ['b']]);
    expect(readdirSync(scratch)).toHaveLength(1);
    writeFileSync(outer, ssd(elements(use('x', '#../outer.ssd'))));
    await expect(loadStructure(outer, scratch, new Map())).rejects.toThrow('missing ../outer.ssd');
  });

  it('refuses a path that leaves the package', async () => {
    const bytes = await zip(
      new Map([
        ['SystemStructure.ssd', ssd('<d:Elements><d:Component name="a" source="../../x.fmu"/></d:Elements>')],
      ]),
    );
    writeFileSync(join(folder, 'leaves.ssp'), bytes);
    await expect(openSsp(join(folder, 'leaves.ssp'))).rejects.toThrow(
      'source "../../x.fmu" is outside the package',
    );
    await expect(openSsp(join(folder, 'resources/gauge.fmu').replace('.fmu', '.ssp'))).rejects.toThrow(
      /ENOENT/,
    );
  });
});
