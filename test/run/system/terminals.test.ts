import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readModelDescription } from '../../../fmu-sdk/description/read-model-description.ts';
import { readTerminals } from '../../../fmu-sdk/description/terminals/terminals-and-icons.ts';
import { Session } from '../../../master/run/loop/session.ts';
import type { DescribedUnit } from '../../../master/system/find-variable.ts';
import { loadSystem } from '../../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../../master/system/system.ts';
import { expandTerminals } from '../../../master/system/terminals/expand-terminals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { FakeUnit, fakes } from '../../seams/support/fake-unit.ts';
import { makeGain } from '../../seams/support/gain.ts';

/** Variables as `name causality unit`, for example `F output N`. */
function model(variables: string): string {
  const parts = variables.split(', ').map((text) => text.split(' '));
  const units = [...new Set(parts.flatMap(([, , unit]) => unit ?? []))];
  const bases: Record<string, string> = {
    N: 'kg="1" m="1" s="-2"',
    kN: 'kg="1" m="1" s="-2" factor="1000"',
    'N.m': 'kg="1" m="2" s="-2"',
    'm/s': 'm="1" s="-1"',
    'rad/s': 'rad="1" s="-1"',
    V: 'kg="1" m="2" s="-3" A="-1"',
    A: 'A="1"',
  };
  return `<fmiModelDescription fmiVersion="3.0" modelName="m" instantiationToken="{m}">
<CoSimulation modelIdentifier="m" canHandleVariableCommunicationStepSize="true"/>
<UnitDefinitions>${units.map((unit) => `<Unit name="${unit}"><BaseUnit ${bases[unit]}/></Unit>`).join('')}</UnitDefinitions>
<ModelVariables><Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>${parts
    .map(
      ([name, causality, unit], i) =>
        `<Float64 name="${name}" valueReference="${i + 1}" causality="${causality}" variability="${/arameter/.test(causality) ? 'fixed' : 'continuous'}"${unit === undefined ? '' : ` unit="${unit}"`}${causality === 'input' || causality === 'parameter' ? ' start="0"' : ''}/>`,
    )
    .join('')}</ModelVariables></fmiModelDescription>`;
}

/**
 * A terminal as `name rule kind`, and its members as `member variable kind`. Other text in the
 * list is XML.
 */
function terminal(head: string, ...members: string[]): string {
  const [name, rule, kind] = head.split(' ');
  const inside = members.map((text) => {
    if (text.startsWith('<')) return text;
    const [member, variable, of] = text.split(' ');
    const memberName = member === '-' ? '' : ` memberName="${member}"`;
    return `<TerminalMemberVariable variableName="${variable}"${memberName} variableKind="${of}"/>`;
  });
  return `<Terminal name="${name}" matchingRule="${rule}"${kind === undefined ? '' : ` terminalKind="${kind}"`}>${inside.join('')}</Terminal>`;
}

const document = (...terminals: string[]): string =>
  `<fmiTerminalsAndIcons fmiVersion="3.0"><Terminals>${terminals.join('')}</Terminals></fmiTerminalsAndIcons>`;

function unit(name: string, variables: string, ...terminals: string[]): DescribedUnit {
  const description = readModelDescription(model(variables), `${name}.xml`);
  return {
    name,
    description: { ...description, terminals: readTerminals(document(...terminals), `${name}.xml`) },
  };
}

const system = (more: Partial<SystemFile>): SystemFile => ({
  name: 's',
  units: {},
  algorithm: { scheme: 'jacobi', step: 1 },
  stopTime: 1,
  ...more,
});

/** Connections, bonds and notes of the terminals `a.p` and `b.p`. */
function expanded(a: DescribedUnit, b: DescribedUnit, more: object = {}, file: Partial<SystemFile> = {}) {
  const connections = [...(file.connections ?? []), { terminals: ['a.p', 'b.p'], ...more }];
  const all = { ...file, connections } as Partial<SystemFile>;
  const { system: of, notes } = expandTerminals(system(all), [a, b], (_path, what) => {
    throw new Error(what);
  });
  const text = ({ from, to, factor, order }: { from: string; to: string; factor?: number; order?: number }) =>
    `${from} > ${to}${factor === undefined ? '' : ` * ${factor}`}${order === undefined ? '' : ` order ${order}`}`;
  return { connections: (of.connections ?? []).map(text), bonds: of.bonds ?? [], notes };
}

const kind = 'org.fmukit.mechanical-power';
const cylinder = unit('a', 'F output N, v input m/s', terminal('p plug', 'f F signal', 'v v outflow'));
const mass = (rule = 'plug', flow = 'inflow', more = '') =>
  unit('b', `F input N, w output m/s${more}`, terminal(`p ${rule}`, 'v w '.concat(flow), 'f F signal'));

describe('connections of terminals', () => {
  it('a plug connects its members by name in both directions, and its force and velocity are a bond', () => {
    expect(expanded(cylinder, mass())).toEqual({
      connections: ['a.F > b.F', 'b.w > a.v'],
      bonds: [{ name: 'a_p', terms: [{ effort: 'a.F', flow: 'b.w' }] }],
      notes: [],
    });
    expect(expanded(cylinder, mass(), { bond: 'lift' }).bonds[0].name).toBe('lift');
    expect(expanded(cylinder, mass(), { bond: false }).bonds).toEqual([]);
  });

  it('an outflow at the unit that gives the flow makes the weight −1, and two inflows change their sign', () => {
    const load = unit('a', 'F output N, v input m/s', terminal('p bus', 'f F signal', 'v v inflow'));
    expect(expanded(load, mass('bus', 'outflow'))).toMatchObject({
      connections: ['a.F > b.F', 'b.w > a.v'],
      bonds: [{ terms: [{ effort: 'a.F', flow: 'b.w', weight: -1 }] }],
    });
    expect(expanded(load, mass())).toMatchObject({
      connections: ['a.F > b.F', 'b.w > a.v * -1'],
      bonds: [{ terms: [{ effort: 'a.F', flow: 'b.w' }] }],
    });
  });

  it('the member with a direction may be the torque, as in flanges of Modelica', () => {
    const [drive, load] = [
      unit('a', 'tau output N.m, w input rad/s', terminal('p plug', 'w w signal', 'tau tau inflow')),
      unit('b', 'tau input N.m, w output rad/s', terminal('p plug', 'w w signal', 'tau tau inflow')),
    ];
    expect(expanded(drive, load)).toMatchObject({
      connections: ['b.w > a.w', 'a.tau > b.tau * -1'],
      bonds: [{ terms: [{ effort: 'a.tau', flow: 'b.w' }] }],
    });
  });

  it('a sequence matches by position, and a bus passes what both ends have', () => {
    const [a, b] = ['a', 'b'].map((name, i) =>
      unit(
        name,
        `x ${i === 0 ? 'output' : 'input'}, y input, z output`,
        terminal(i === 0 ? 'p sequence' : 'p sequence', '- x signal', `- ${i === 0 ? 'y' : 'z'} signal`),
      ),
    );
    expect(expanded(a, b).connections).toEqual(['a.x > b.x', 'b.z > a.y']);
    const [wide, narrow] = [
      unit('a', 'x output, y output', terminal('p bus', 'x x signal', 'y y signal')),
      unit('b', 'x input, u input', terminal('p bus', 'u u signal', 'x x signal')),
    ];
    expect(expanded(wide, narrow).connections).toEqual(['a.x > b.x']);
  });

  it('terminals inside and streams are connected by their own rules', () => {
    const inner = (of: string, rule: string): string => terminal(`left ${rule}`, `f ${of} signal`);
    const stream = (inward: string, out: string): string =>
      `<TerminalStreamMemberVariable inStreamMemberName="hi" outStreamMemberName="h" inStreamVariableName="${inward}" outStreamVariableName="${out}"/>`;
    const a = unit(
      'a',
      'F output, hi input, ho output',
      terminal('p bus', stream('hi', 'ho'), inner('F', 'plug'), terminal('own bus', 'x F signal')),
    );
    const b = unit(
      'b',
      'F input, hi input, ho output',
      terminal('p bus', stream('hi', 'ho'), inner('F', 'bus')),
    );
    expect(expanded(a, b).connections).toEqual(['a.ho > b.hi', 'b.ho > a.hi', 'a.F > b.F']);
    const one = { terminals: ['a.p.left', 'b.p.left'] };
    expect(expanded(a, b, one).connections).toEqual(['a.F > b.F']);
  });

  it('a connection of the file replaces the one of the terminals, and a bond of the file the other bond', () => {
    const bonds = [{ name: 'own', terms: [{ effort: 'a.F', flow: 'b.w' }] }];
    const connections: SystemFile['connections'] = [{ from: 'a.F', to: 'b.F', order: 1 }];
    expect(expanded(cylinder, mass(), {}, { connections, bonds })).toEqual({
      connections: ['a.F > b.F order 1', 'b.w > a.v'],
      bonds,
      notes: [],
    });
  });

  it('converted values and parameters give a note in place of a bond or a connection', () => {
    const other = unit('b', 'F input kN, w output m/s', terminal('p plug', 'v w inflow', 'f F signal'));
    expect(expanded(cylinder, other)).toMatchObject({
      bonds: [],
      notes: ['connect terminals a.p and b.p: a.F to b.F converts values, so the power has no bond'],
    });
    const [c, d] = ['a', 'b'].map((name, i) =>
      unit(name, `x ${['output', 'input'][i]}, k parameter`, terminal('p plug', 'x x signal', 'k k signal')),
    );
    expect(expanded(c, d).notes).toEqual([
      'connect terminals a.p and b.p: a.k and b.k are parameter and parameter, so no value passes',
    ]);
  });

  const x = (head: string, ...members: string[]): DescribedUnit =>
    unit('b', 'x input, y output', terminal(head, ...members));
  const from = (head: string, ...members: string[]): DescribedUnit =>
    unit('a', 'x output, y output', terminal(head, ...members));
  it.each<[why: string, a: DescribedUnit, b: DescribedUnit, words: string]>([
    [
      'an unknown terminal',
      from('q bus', 'x x signal'),
      x('p bus', 'x x signal'),
      'a: unknown terminal "p". Did you mean q?',
    ],
    [
      'the rule none',
      from('p none', 'x x signal'),
      x('p bus', 'x x signal'),
      'expected the matching rule plug, bus or sequence, got none at a.p.',
    ],
    [
      'an unknown rule',
      from('p bus', 'x x signal'),
      x('p org.x.rule', 'x x signal'),
      'got org.x.rule at b.p.',
    ],
    [
      'different kinds',
      from('p bus k.one', 'x x signal'),
      x('p bus k.two', 'x x signal'),
      'expected terminals of one kind, got k.one at a.p and k.two at b.p. Connect terminals of one kind, or set "anyKind": true.',
    ],
    [
      'a member that the plug requires',
      from('p plug', 'force x signal'),
      x('p bus', 'forces x signal'),
      'expected all members of a.p (plug) at b.p, got no force. Did you mean forces?',
    ],
    [
      'no common member',
      from('p bus', 'x x signal'),
      x('p bus', 'z x signal'),
      'expected at least one common member, got x at a.p and z at b.p.',
    ],
    [
      'different lengths',
      from('p sequence', '- x signal'),
      x('p sequence', '- x signal', '- y signal'),
      'expected as many members at both ends (sequence), got 1 at a.p and 2 at b.p.',
    ],
    [
      'order against name',
      from('p sequence', 'x x signal', 'y y signal'),
      x('p plug', 'y y signal', 'x x signal'),
      'expected the member 1 of both ends to have one name (sequence and plug), got x and y.',
    ],
    [
      'a signal and a flow',
      from('p bus', 'x x signal'),
      x('p bus', 'x x inflow'),
      'expected the member x to have one kind, got signal at a.p and inflow at b.p.',
    ],
    [
      'an unknown variable kind',
      from('p bus', 'x x org.k'),
      x('p bus', 'x x org.k'),
      'expected the member x to be a signal, inflow or outflow, got org.k at a.p.',
    ],
    [
      'two outputs',
      from('p bus', 'x x signal'),
      x('p bus', 'x y signal'),
      'expected an output and an input for the member x, got two outputs, a.x and b.y.',
    ],
    [
      'a member twice',
      from('p bus', 'x x signal', 'x y signal'),
      x('p bus', 'x x signal'),
      'expected each memberName once in a.p, got x twice.',
    ],
    [
      'a member without a name',
      from('p bus', '- x signal'),
      x('p bus', 'x x signal'),
      'expected a memberName for every member of a.p, got one without.',
    ],
    [
      'a variable that the FMU lacks',
      from('p bus', 'x xx signal'),
      x('p bus', 'x x signal'),
      'a.p: member x: expected a variable of a, got "xx". Did you mean x?',
    ],
    [
      'an inner plug without a partner',
      from('p bus', 'x x signal', terminal('in plug', 'y y signal')),
      x('p bus', 'x x signal'),
      'expected a terminal in in b.p (plug at a.p.in), got no terminals inside.',
    ],
  ])('refuses terminals with %s, and names both ends', (_, a, b, words) => {
    expect(() => expanded(a, b)).toThrow(words);
  });

  it('terminals of different kinds match if the connection says so', () => {
    const [a, b] = [from('p bus k.one', 'x x signal'), x('p bus k.two', 'x x signal')];
    expect(expanded(a, b, { anyKind: true }).connections).toEqual(['a.x > b.x']);
  });

  it('a flow has one other end, because three flows sum to zero only together', () => {
    const c = { ...mass(), name: 'c' };
    const connections = [{ terminals: ['a.p', 'b.p'] }, { terminals: ['a.p', 'c.p'] }];
    const three = system({ connections } as Partial<SystemFile>);
    expect(() =>
      expandTerminals(three, [cylinder, mass(), c], (path, what) => {
        throw new Error(`${path}: ${what}`);
      }),
    ).toThrow('connections,1: connect terminals a.p and c.p: expected one connection of the flow a.v');
  });
});

describe('a system with terminals', () => {
  const folder = temporaryFolder('terminals');
  /** Writes two FMUs whose terminal `p` has a force and a velocity, and loads their system. */
  async function load(
    name: string,
    kinds: [string, string],
    more: Partial<SystemFile>,
  ): Promise<CheckedSystem> {
    for (const [i, [u, y]] of [
      ['m/s', 'N'],
      ['N', 'm/s'],
    ].entries()) {
      const [force, speed] = i === 0 ? ['y', 'u'] : ['u', 'y'];
      await makeGain(folder, `${name}-${i}`, i === 0 ? 1 : -1, {
        'modelDescription.xml': model(`u input ${u}, y output ${y}`),
        'terminalsAndIcons/terminalsAndIcons.xml': document(
          terminal(`p plug ${kind}`, `f ${force} signal`, `v ${speed} ${kinds[i]}`),
        ),
      });
    }
    const file = join(folder, `${name}.json`);
    const units = { a: { fmu: `${name}-0.fmu` }, b: { fmu: `${name}-1.fmu` } };
    const algorithm = { scheme: 'jacobi', step: 1 / 64, order: 1 } as const;
    writeFileSync(file, JSON.stringify(system({ units, algorithm, ...more }), null, 1));
    return loadSystem(file, { hosts: [fakes] });
  }

  it('errors of the expanded connections name the line of the terminals', async () => {
    const connections: SystemFile['connections'] = [
      { from: 'a.y', to: 'b.u' },
      { terminals: ['a.p', 'b.q'] },
    ];
    await expect(load('line', ['outflow', 'inflow'], { connections })).rejects.toThrow(
      /line\.json:\d+: b: unknown terminal "q"\. Did you mean p\?/,
    );
    await expect(
      load('line', ['outflow', 'inflow'], {
        units: { a: { fmu: 'line-0.fmu' }, b: { fmu: 'line-1.fmu' }, c: { fmu: 'line-0.fmu' } },
        connections: [{ from: 'c.y', to: 'b.u' }, { terminals: ['a.p', 'b.p'] }],
      }),
    ).rejects.toThrow(/connect: b\.u .*has two sources/);
  });

  it('the residual power of a bond whose flow changes its sign is −e f̃ − ẽ f', async () => {
    const connections: SystemFile['connections'] = [{ terminals: ['a.p', 'b.p'], bond: 'link' }];
    const of = await load('signs', ['inflow', 'inflow'], { connections });
    const instances = of.units.map(
      ({ name, description }, k) => new FakeUnit(name, description, k === 0 ? 1 : -1),
    );
    const session = new Session(of, { instances });
    session.start();
    const [a, b] = instances.map((instance) => instance.view(instance.description.variables[1]).view);
    for (let n = 1; n <= 20; n++) {
      session.advance(1);
      const [bond] = session.residuals.bonds;
      expect(bond.power).toBeCloseTo(-(Number(a[2]) * Number(a[1])) - Number(b[1]) * Number(b[2]), 14);
    }
    expect(session.residuals.bonds[0].magnitude).toBeGreaterThan(0);
    // A speed of one unit is the opposite speed of the other, so the residual is an error of the coupling.
    expect(Math.abs(session.residuals.bonds[0].power)).toBeLessThan(
      0.05 * Math.abs(Number(a[2]) * Number(a[1])),
    );
  });

  it('half of a terminal gives a note, unless a bond or a start value shows that it is meant', async () => {
    const connections: SystemFile['connections'] = [{ from: 'a.y', to: 'b.u' }];
    const { notes = [] } = await load('half', ['outflow', 'inflow'], { connections });
    expect(notes).toEqual([
      'a.y is connected to b.u, but b.y is not connected to a.u. Both belong to the terminals a.p and b.p, so connect these: {"terminals": ["a.p", "b.p"]}',
    ]);
    const units = { a: { fmu: 'half-0.fmu', start: { u: 1 } }, b: { fmu: 'half-1.fmu' } };
    expect((await load('half', ['outflow', 'inflow'], { connections, units })).notes).toBeUndefined();
    const whole: SystemFile['connections'] = [{ terminals: ['a.p', 'b.p'] }];
    expect((await load('half', ['outflow', 'inflow'], { connections: whole })).notes).toBeUndefined();
  });
});
