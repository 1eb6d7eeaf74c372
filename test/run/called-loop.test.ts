import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { messageOf } from '../../fmu-sdk/util/user-error.ts';
import { cell } from '../../master/coupling/activity.ts';
import { CalledLoop } from '../../master/coupling/fast-path/called-loop.ts';
import { closeAll, openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { type Making, makeUnit, noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';

const folder = temporaryFolder('called-loop');

const unit = async (name: string, fmi: 2 | 3, making: Making = {}): Promise<void> =>
  writeFileSync(join(folder, `${name}.fmu`), await makeUnit(fmi, making));

/**
 * Returns an FMI 3.0 description of the fixture with numbers of other types. Inputs 2, 4, 6 come
 * out at 3, 5, 7.
 */
const typed = (types: readonly string[]): string =>
  `<fmiModelDescription fmiVersion="3.0" modelName="fixture" instantiationToken="{fixture}">
  <CoSimulation modelIdentifier="fixture" canHandleVariableCommunicationStepSize="true" hasEventMode="true"/>
  <TypeDefinitions><EnumerationType name="E"><Item name="a" value="1"/><Item name="b" value="5"/></EnumerationType></TypeDefinitions>
  <ModelVariables>
    <Float64 name="time" valueReference="1000" causality="independent" variability="continuous"/>
    <Float64 name="u" valueReference="0" causality="input" start="0"/>
    <Float64 name="y" valueReference="1" causality="output"/>
    ${types
      .map((type, i) => {
        const kind = type === 'Float32' ? '' : ' variability="discrete"';
        const more = `${kind}${type === 'Enumeration' ? ' declaredType="E"' : ''}`;
        const start = type === 'Boolean' ? 'false' : '1';
        return `<${type} name="p${i}" valueReference="${2 + 2 * i}" causality="input" start="${start}"${more}/>
    <${type} name="q${i}" valueReference="${3 + 2 * i}" causality="output"${more}/>`;
      })
      .join('\n    ')}
  </ModelVariables>
  <ModelStructure>${['1', ...types.map((_, i) => `${3 + 2 * i}`)].map((r) => `<Output valueReference="${r}"/>`).join('')}</ModelStructure>
</fmiModelDescription>`;

const late = 30 / 64;
/** Actions of units from a certain time on, by the number of their parameter `fault`. */
const faults = [
  ['answers error', 2, 'return 3'],
  ['discards', 2, 'return 2'],
  ['discards large steps', 2, 'if(h>0.01)return 2;break'],
  ['is not finite', 2, 'return c->real[1]=0.0/0.0,0'],
  ['refuses slopes', 2, 'c->boolean[fault]=3'],
  ['answers fatal', 3, 'return 4'],
  ['answers nonsense', 3, 'return 77'],
  ['warns', 3, 'return 1'],
  ['has events', 3, '*event=true;*terminate=*early=false;*last=t+h;return 0'],
  ['wants the end', 3, '*terminate=true;*event=*early=false;*last=t+h;return 0'],
] as const;
const numberOf = (what: string): number => 20 + faults.findIndex(([name]) => name === what);
const faulty = (of: 2 | 3, field: string): string => {
  const cases = faults.flatMap(([name, fmi, statement]) =>
    fmi === of ? `case ${numberOf(name)}:${statement};` : [],
  );
  return `if(t>=${late})switch(c->${field}[fault]){${cases.join('')}}`;
};

beforeAll(async () => {
  if (noCompiler !== undefined) return;
  await unit('two', 2, { defines: ['GAIN=0.5'] });
  await unit('three', 3, { defines: ['GAIN=0.5'] });
  await unit('sloped', 2, { defines: ['GAIN=0.5', 'AT_STEP(t)=c->real[u]+=h*c->inputDerivative'] });
  await unit('updated', 3, { defines: ['GAIN=0.5', 'AT_STEP(t)=c->Boolean[fault]=true'] });
  await unit('faulty2', 2, { defines: ['GAIN=0.5', `AT_STEP(t)=${faulty(2, 'integer')}`] });
  await unit('faulty3', 3, { defines: ['GAIN=0.5', `AT_STEP(t)=${faulty(3, 'Int32')}`] });
  const files = (types: readonly string[]) => ({ 'modelDescription.xml': typed(types) });
  const now = (statements: string) => [`GAIN=0.25`, `AT_STEP(t)=${statements}`];
  await unit('typed', 3, {
    files: files(['Float32', 'Enumeration', 'Boolean']),
    defines: now(
      'c->Float32[3]=c->Float32[2]*0.7f+1;c->Int64[5]=t<1?1:5;c->Boolean[7]=c->Boolean[6]^(t>0.5)',
    ),
  });
  await unit('whole', 3, {
    files: files(['Int8', 'UInt16', 'UInt64']),
    defines: now('c->Int8[3]-=9;c->UInt16[5]+=c->UInt16[4]+977;c->UInt64[7]=c->UInt64[6]/2+40*t'),
  });
});

/**
 * Results of a run at each inspected point: bits of all values, the end, and messages. Also the
 * number of unit steps outside the loop.
 */
interface Run {
  lines: string[];
  looped: boolean;
  aside: number;
}

/** Returns the instance without the information that a loop needs. */
const unknown = (instance: Instance): Instance =>
  new Proxy(instance, {
    get: (target, name: keyof Instance) => {
      const value: unknown = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function runOf(
  system: CheckedSystem,
  loop: boolean,
  strides: readonly number[],
  foresight?: boolean,
): Promise<Run> {
  const activity = { cells: new Int32Array(4) };
  const instances = await openInstances(system, activity, hosts);
  const run: Run = { lines: [], looped: false, aside: 0 };
  try {
    const used = instances.map((instance) => {
      const step = instance.step.bind(instance);
      const counted = (t: number, H: number): number => {
        run.aside++;
        return step(t, H);
      };
      Object.defineProperty(instance, 'step', { value: counted });
      return loop ? instance : unknown(instance);
    });
    const session = new Session(system, { activity, instances: used, foresight: foresight === true });
    run.looped = (session as unknown as { coupling: { fast?: object } }).coupling.fast instanceof CalledLoop;
    session.start();
    const values = system.units.flatMap(({ description }, k) =>
      description.variables.map((v) => () => {
        const { view, offset } = instances[k].view(v);
        return typeof view[offset] === 'number' ? bitsOf(view[offset] as number) : `${view[offset]}`;
      }),
    );
    const recordLine = (): void => {
      const bonds = session.residuals.bonds.flatMap(({ power, energy, magnitude }) =>
        [power, energy, magnitude].map(bitsOf),
      );
      run.lines.push(
        [session.n, session.time(), session.ended?.unit, ...values.map((read) => read()), ...bonds].join(' '),
      );
    };
    // Values of steps in advance are those that were read before.
    if (foresight !== undefined) for (const read of values) read();
    for (const stride of strides) {
      session.advance(stride);
      recordLine();
      if (session.done) break;
    }
  } catch (error) {
    run.lines.push(
      `${messageOf(error)} (unit ${activity.cells[cell.unit]}, step ${activity.cells[cell.steps]})`,
    );
  } finally {
    closeAll(instances, activity);
  }
  return run;
}

const word = new BigUint64Array(1);
const double = new Float64Array(word.buffer);
function bitsOf(value: number): string {
  double[0] = value;
  return word[0].toString(16);
}

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);
const few = [1, 1, 1, 2, 5, 30, 1, 60, 28];

/** True if the units run in this process, false if they run in a process that they share. */
let trusted = true;

/** Runs both ways, expects equal results, and returns them. */
async function equal(file: Partial<SystemFile>, strides = few): Promise<Run> {
  const whole = {
    name: 'ring',
    stopTime: 1000 / 64,
    algorithm: { scheme: 'jacobi', step: 1 / 64, order: 0 },
    ...file,
  } as SystemFile;
  const system = await resolveSystem(whole, join(folder, 'ring.json'), { trusted });
  const [reference, loop] = [await runOf(system, false, strides), await runOf(system, true, strides)];
  expect(loop.lines).toEqual(reference.lines);
  expect([reference.looped, loop.looped]).toEqual([false, true]);
  // Steps in advance, one by one.
  const ahead = await runOf(system, true, strides.flatMap(ones), true);
  const plain = await runOf(system, false, strides.flatMap(ones), false);
  expect(ahead.lines).toEqual(plain.lines);
  expect(reference.aside).toBeGreaterThanOrEqual(loop.aside);
  return loop;
}

const units = (...names: string[]): SystemFile['units'] =>
  Object.fromEntries(names.map((name, i) => ['abcdef'[i], { fmu: `${name}.fmu`, start: { u: 1 + i } }]));
const ring = (...ends: string[]): SystemFile['connections'] =>
  ends.map((from, i) => ({ from, to: ends[(i + 1) % ends.length].replace('y', 'u') }));
const algorithm = (order: 0 | 1 | 2): SystemFile['algorithm'] => ({ scheme: 'jacobi', step: 1 / 64, order });

describe.each([
  ['in this process', true],
  ['in a process that they share', false],
])('the coupling loop over units that are called in C %s', (_, isTrusted) => {
  beforeEach((context) => {
    if (noCompiler !== undefined || (!isTrusted && process.platform !== 'linux')) context.skip();
    trusted = isTrusted;
    vi.stubEnv('FMUKIT_FAST_PATH', 'on');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([0, 1, 2] as const)(
    'equals the interpreted loop bit for bit at order %i, and steps a unit from JavaScript only once after an inspection',
    async (order) => {
      const connections = ring('a.y', 'b.y', 'c.y');
      const { aside } = await equal({
        units: units('sloped', 'three', 'sloped'),
        connections,
        algorithm: algorithm(order),
      });
      expect(aside).toBe(3);
    },
  );

  it('changes only the input of a unit that accepts slopes and ignores them', async () => {
    const outputs: string[][] = [];
    for (const order of [0, 1, 2] as const) {
      const system = { units: units('two', 'two'), connections: ring('a.y', 'b.y') };
      const { lines: said } = await equal({ ...system, algorithm: algorithm(order) });
      // Step, time and end, then u, y and fault of both.
      outputs.push(
        said.map((row) => {
          const words = row.split(' ');
          return [words[4], words[5], words[7], words[8]].join(' ');
        }),
      );
    }
    expect(outputs[1]).toEqual(outputs[0]);
    expect(outputs[2]).toEqual(outputs[0]);
  });

  it('the compiled loop runs the steps of a single unit', async (context) => {
    // An isolated unit has its process for itself.
    if (!isTrusted) context.skip();
    const { aside } = await equal({ units: units('three'), connections: [] });
    expect(aside).toBe(1);
  });

  it('tells units communication points as decimals', async () => {
    const { lines } = await equal(
      {
        ...{ units: units('typed', 'whole'), connections: ring('a.y', 'b.y') },
        ...{ algorithm: { scheme: 'jacobi', step: 0.1, order: 0 }, startTime: -0.3, stopTime: 0.4 },
      },
      [1, 2, 4],
    );
    // Step, time and end, then the time of the first unit.
    expect(lines.map((line) => line.split(' ')).map(([n, t, , time]) => [n, t, time])).toEqual([
      ['1', '-0.2', bitsOf(-0.2)],
      ['3', '0', bitsOf(0)],
      ['7', '0.4', bitsOf(0.4)],
    ]);
  });

  it.each([1, 2] as const)('lets units read their inputs inside a step, at order %i', async (order) => {
    const connections = ring('a.y', 'b.y');
    await equal({ units: units('updated', 'sloped'), connections, algorithm: algorithm(order) });
  });

  it('converts and copies numbers of all types, and sets discrete ones separately', async () => {
    const connections = [
      { from: 'a.q0', to: 'b.u' },
      { from: 'a.q0', to: 'a.p0' },
      { from: 'b.q0', to: 'a.u' },
      { from: 'b.q1', to: 'b.p2' },
      { from: 'a.q2', to: 'a.p2' },
      { from: 'b.q0', to: 'b.p0' },
      { from: 'b.q1', to: 'b.p1' },
    ];
    const { lines: said, aside } = await equal({ units: units('typed', 'whole'), connections });
    expect(new Set(said).size).toBe(few.length);
    expect(aside).toBeGreaterThan(0);
  });

  it('computes the residuals of bonds like single steps', async () => {
    const bond = { name: 'shaft', terms: [{ effort: 'a.y', flow: 'b.y' }] };
    for (const order of [0, 1] as const)
      await equal({
        units: units('two', 'three'),
        connections: ring('a.y', 'b.y'),
        algorithm: algorithm(order),
        bonds: [bond] as unknown as SystemFile['bonds'],
      });
  });

  it.each([
    ['answers error', 2, /fmi2DoStep returned error/],
    ['answers fatal', 3, /fmi3DoStep returned fatal/],
    ['answers nonsense', 3, /fmi3DoStep returned/],
    ['discards', 2, /returned discard/],
    ['discards large steps', 2, /^130 /],
    ['refuses slopes', 2, /fmi2SetRealInputDerivatives returned/],
    ['warns', 3, /^130 /],
    ['has events', 3, /^130 /],
    ['wants the end', 3, /^30 0.484375 1 /],
    ['is not finite', 2, /y is NaN at t = 0.484375/],
  ] as const)(
    'reports a unit that %s (FMI %i) with its time, like the interpreted loop',
    async (what, fmi, end) => {
      const all = units('two', `faulty${fmi}`, 'three');
      const b = { ...all.b, parameters: { fault: numberOf(what) } };
      const connections = ring('a.y', 'b.y', 'c.y');
      const system = { units: { ...all, b }, connections, algorithm: algorithm(1) };
      const { lines: said, aside } = await equal(system, [...few, 1]);
      expect(said.at(-1)).toMatch(end);
      // The other cases continue in the loop.
      expect(aside).toBeLessThan(few.reduce((sum, n) => sum + n, 1));
    },
  );
});
