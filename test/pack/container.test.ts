import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../fmu-sdk/archive/open-archive.ts';
import { readDescription } from '../../fmu-sdk/archive/read-description.ts';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { FmuArchive, Host, RunMode } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { withReplacedUnits } from '../../master/pack/compiled-units.ts';
import { packSystem } from '../../master/pack/pack-system.ts';
import { checkPack } from '../../master/pack/written/check-pack.ts';
import { openInstances } from '../../master/run/instances/open-instances.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { makeBinaryLag } from '../fixtures/c/lag/lag.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { makeMatrix, matrixTypes } from '../fixtures/c/matrix/matrix.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { released } from '../release.ts';
import { root } from '../run-fmu.ts';
import { isWholeTest } from '../width.ts';
import { expectEqualRuns, lagLoop, openPacked, outputsOf, packInto } from './packed.ts';

const folder = temporaryFolder('container');
const resolved = (system: SystemFile): Promise<CheckedSystem> =>
  resolveSystem(system, join(folder, 'system.json'), { trusted: true });
const run = async (system: CheckedSystem): Promise<Session> =>
  new Session(system, { instances: await openInstances(system, { cells: new Int32Array(3) }, hosts) });
const container = (system: CheckedSystem, name: string, fmi: (2 | 3)[] = [3]): Promise<string[]> =>
  packInto(folder, system, name, { thirdParty: true, fmi });

/** Marks that an FMU can store its state. */
const hasState = (text: string): string =>
  text
    .replace('canInterpolateInputs="true"', '$& canGetAndSetFMUstate="true" canSerializeFMUstate="true"')
    .replace('<CoSimulation modelIdentifier="lag" canHandleVariableCommunicationStepSize="true"/>', (tag) =>
      tag.replace('/>', ' canGetAndSetFMUState="true" canSerializeFMUState="true"/>'),
    );

/**
 * Two lags with binaries alone, and a fmukit FMU, in a loop. Both libraries export a function `gain`,
 * one with the value 1 and one with 2.
 */
const loop = (scheme: string, order: 0 | 1 | 2, more: Partial<SystemFile> = {}): SystemFile =>
  lagLoop(['two.fmu', 'three.fmu'], scheme, [order, order, order], more);

/** A lag that halves its output in event mode every T [s]. */
const makePulse = (T: number): Promise<Uint8Array> =>
  makeBinaryLag(3, [`EVENTS=${T}`], {
    change: (text) =>
      text.replace('<CoSimulation ', '<CoSimulation hasEventMode="true" mightReturnEarlyFromDoStep="true" '),
  });

/** A lag alone, whose input is that of the pack. */
const single = (fmu: string, more: Partial<SystemFile['units'][string]> = {}): SystemFile => ({
  name: 'single',
  units: { a: { fmu, ...more } },
  algorithm: { scheme: 'jacobi', step: 0.1 },
  stopTime: 2,
  interface: { inputs: { u: 'a.u', n: 'a.n' }, parameters: {}, outputs: { y: 'a.y', count: 'a.count' } },
});

/** Returns the variables of a pack by name: to read them, and to write the first element. */
function ports(instance: Instance): {
  read: (name: string) => number;
  write: (name: string, x: number) => void;
} {
  const of = (name: string) =>
    instance.view(instance.description.variables.find((v) => v.name === name) as never);
  return {
    read: (name) => Number(of(name).view[of(name).offset]),
    write: (name, x) => {
      of(name).view[of(name).offset] = x;
    },
  };
}

describe.skipIf(noCompiler !== undefined)('containers', () => {
  // Most containers run for moments. Those of the first scheme are compiled as in a release.
  const before = process.env.FMUKIT_OPTIMIZE ?? '';
  afterAll(() => {
    process.env.FMUKIT_OPTIMIZE = before;
  });
  beforeAll(async () => {
    if (!isWholeTest) process.env.FMUKIT_OPTIMIZE = '0';
    writeFileSync(join(folder, 'two.fmu'), await makeBinaryLag(2, [], { change: hasState }));
    writeFileSync(join(folder, 'three.fmu'), await makeBinaryLag(3, ['GAIN=2'], { change: hasState }));
    await buildUnit(join(root, 'test/fixtures/mixer'), folder);
  });

  // One form of FMI takes half the compilations. The whole test has both of each scheme.
  it.each<[string, 0 | 1 | 2, (2 | 3)[]]>([
    ['jacobi', 0, [2, 3]],
    ['jacobi', 2, [2]],
    ['gauss-seidel', 1, [3]],
    ['multi-rate', 2, [2]],
    ['iterative-jacobi', 1, [3]],
    ['iterative-gauss-seidel', 0, [2]],
    ['newton', 1, [3]],
    ['semi-implicit', 0, [2]],
    ['waveform', 1, [3]],
  ])('a container with %s of order %d has the bits of the run of its FMUs', async (scheme, order, fmi) => {
    const system = await resolved(loop(scheme, order));
    const pack = (): Promise<string[]> =>
      container(system, `plant-${scheme}${order}`, isWholeTest ? [2, 3] : fmi);
    for (const file of fmi.length === 2 ? await released(pack) : await pack())
      expect(
        expectEqualRuns(system, await openPacked(file, system), outputsOf(system), await run(system)),
      ).toBe(50);
  });

  it('a container shows the residual energy of a bond inside with the bits of the run', async () => {
    const system = await resolved({
      ...loop('jacobi', 1),
      bonds: [{ name: 'shaft', terms: [{ effort: 'a.y', flow: 'b.y' }] }],
      connections: [
        { from: 'a.y', to: 'b.u', order: 1, convertUnits: false },
        { from: 'b.y', to: 'a.u', order: 1, convertUnits: false },
      ],
      interface: { outputs: { lost: 'shaft.residual_energy', a: 'a.y' } },
    });
    const [file] = await container(system, 'bonded');
    const [flat, packed] = [await run(system), await openPacked(file, system)];
    for (const session of [flat, packed]) {
      session.start();
      session.advance(50);
    }
    const [{ values }] = flat.residuals.bonds;
    expect(values[1]).not.toBe(0);
    expect(ports(packed.instances[0]).read('lost')).toBe(values[1]);
  });

  it('arrays of all types of numbers keep their bits in a container', async () => {
    writeFileSync(join(folder, 'matrix.fmu'), await makeMatrix());
    const types = matrixTypes.filter((type) => type !== 'String' && type !== 'Binary');
    const system = await resolved({
      name: 'matrices',
      units: {
        a: { fmu: 'matrix.fmu', parameters: Object.fromEntries([['p_Int16', [1, 2, 3, 4, 5, 6]]]) },
        b: { fmu: 'matrix.fmu' },
      },
      connections: types.map((type) => ({ from: `a.out_${type}`, to: `b.u_${type}`, convertUnits: false })),
      algorithm: { scheme: 'jacobi', step: 0.25 },
      stopTime: 1,
      interface: {
        inputs: Object.fromEntries(types.map((type) => [`in_${type}`, `a.u_${type}`])),
        parameters: {},
        outputs: Object.fromEntries([
          ...types.map((type) => [`out_${type}`, `b.out_${type}`]),
          ...[
            ['seen', 'a.seen_Int16'],
            ['x', 'b.x'],
          ],
        ]) as never,
      },
    });
    const [file] = await container(system, 'matrices');
    expectEqualRuns(system, await openPacked(file, system), outputsOf(system), await run(system));
  });

  it('a container returns to a state, also to one of another instance, and starts again', async () => {
    const system = await resolved(single('two.fmu', { parameters: { T: 0.2 } }));
    const [file] = await container(system, 'stateful');
    const [first, second] = [await openPacked(file, system), await openPacked(file, system)];
    const steps = (instance: Instance, from: number): number[] =>
      [0, 1, 2].map((k) => {
        instance.step((from + k) * 0.1, 0.1);
        return ports(instance).read('y');
      });
    const begin = (instance: Instance): void => {
      ports(instance).write('u', 3);
      instance.initialize(0);
      instance.exitInitialization();
    };
    const [[one], [other]] = [first.instances, second.instances];
    for (const instance of [one, other]) for (const name of ['y', 'count', 'n']) ports(instance).read(name);
    begin(one);
    begin(other);
    const start = steps(one, 0);
    const state = one.getState?.() as Uint8Array;
    const next = steps(one, 3);
    expect(new Set([...start, ...next]).size).toBe(6);
    one.setState?.(state);
    expect(steps(one, 3)).toEqual(next);
    other.setState?.(state);
    expect(steps(other, 3)).toEqual(next);
    one.reset?.();
    begin(one);
    expect(steps(one, 0)).toEqual(start);
    const { description } = await readDescription(await openArchive(file));
    expect(description.coSimulation).toMatchObject({
      canGetAndSetFMUState: true,
      canSerializeFMUState: true,
    });
  });

  it.each([0.23, 0.2])(
    'a container handles events of an FMU every %f s with the bits of the run, also at the ends of steps',
    async (T) => {
      writeFileSync(join(folder, 'pulse.fmu'), await makePulse(T));
      const system = await resolved({
        name: 'pulses',
        units: { a: { fmu: 'pulse.fmu', start: { u: 1 } }, b: { fmu: 'two.fmu' }, c: { fmu: 'three.fmu' } },
        connections: [
          { from: 'a.y', to: 'b.u', order: 1 },
          { from: 'a.off', to: 'c.on' },
        ],
        algorithm: { scheme: 'jacobi', step: 0.1 },
        stopTime: 3,
        interface: { inputs: { on: 'a.on' }, parameters: {}, outputs: { a: 'a.y', b: 'b.y', off: 'c.off' } },
      });
      const [file] = await container(system, 'pulses');
      const [packed] = [await openPacked(file, system)];
      expectEqualRuns(system, packed, outputsOf(system), await run(system));
      const { read } = ports(packed.instances[0]);
      expect(read('a')).toBeGreaterThan(0);
      expect(read('a')).toBeLessThan(0.5);
    },
  );

  it('a container passes a changed discrete input to an FMU in its event mode', async () => {
    writeFileSync(join(folder, 'pulse.fmu'), await makePulse(0.23));
    const system = await resolved({
      ...single('pulse.fmu'),
      interface: { inputs: { on: 'a.on' }, parameters: {}, outputs: { off: 'a.off' } },
    });
    const [file] = await container(system, 'switched');
    const {
      instances: [pack],
    } = await openPacked(file, system);
    const { read, write } = ports(pack);
    read('off');
    write('on', 0);
    pack.initialize(0);
    pack.exitInitialization();
    pack.step(0, 0.1);
    expect(read('off')).toBe(1);
    write('on', 1);
    pack.step(0.1, 0.1);
    expect(read('off')).toBe(0);
  });

  it('a container reads only the outputs that it passes on or shows', async () => {
    const own = { inputs: {}, parameters: {}, outputs: { a: 'a.y' } };
    const { carried } = await withReplacedUnits(await resolved(loop('jacobi', 0, { interface: own })));
    expect(carried.map(({ fmu }) => fmu.variables.map(({ name }) => name))).toEqual([
      ['u', 'y', 'T', 'n', 'count', 'off'],
      ['u', 'y', 'n', 'on'],
    ]);
  });

  it('a container gives slopes only to FMUs with an input that can have one', async () => {
    const own = { inputs: {}, parameters: {}, outputs: { a: 'a.y' } };
    const givenWith = async (order: 0 | 1, inputs: Record<string, string> = {}): Promise<boolean> => {
      const system = await resolved({
        ...single('two.fmu'),
        units: { a: { fmu: 'two.fmu' }, b: { fmu: 'two.fmu' } },
        connections: [{ from: 'a.y', to: 'b.u', order }],
        interface: { ...own, inputs },
      });
      return (await withReplacedUnits(system)).carried.some(({ fmu }) => fmu.interpolates);
    };
    expect([await givenWith(0), await givenWith(1), await givenWith(0, { u: 'a.u' })]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('a container refuses a state with wrong sizes inside, and returns to a right one afterwards', async () => {
    const system = await resolved(single('two.fmu', { parameters: { T: 0.2 } }));
    const [file] = await container(system, 'refusing');
    const [[one], [other]] = [await openPacked(file, system), await openPacked(file, system)].map(
      ({ instances }) => instances,
    );
    for (const instance of [one, other]) {
      ports(instance).write('u', 3);
      ports(instance).read('y');
      instance.initialize(0);
      instance.exitInitialization();
      instance.step(0, 0.1);
    }
    const good = one.getState?.() as Uint8Array;
    const state = good.slice();
    const sizes = new DataView(state.buffer, state.byteOffset, state.byteLength);
    // The size of the carried state stands in front of it, at the end of the whole state.
    const places = Array.from({ length: state.length / 4 - 1 }, (_, k) => 4 * k).filter((place) => {
      const size = Number(sizes.getBigUint64(place, true));
      return size > 8 && place + 8 + Math.ceil(size / 8) * 8 === state.length;
    });
    const at = places[places.length - 1];
    sizes.setBigUint64(at, sizes.getBigUint64(at, true) + 8n, true);
    one.step(0.1, 0.1);
    expect(() => one.setState?.(state)).toThrow(/another unit or another build/);
    one.setState?.(good);
    other.step(0.1, 0.1);
    one.step(0.1, 0.1);
    expect(ports(one).read('y')).toBe(ports(other).read('y'));
  });

  it('a container whose FMU cannot be instantiated again says so at each try', async () => {
    writeFileSync(join(folder, 'resetless.fmu'), await makeBinaryLag(3, ['RESETLESS', 'LOADED']));
    const system = await resolved(single('resetless.fmu'));
    const [file] = await container(system, 'vanishing');
    const { instances } = await openPacked(file, system);
    const [one] = instances;
    const begin = (): void => {
      one.initialize(0);
      one.exitInitialization();
    };
    begin();
    const again = (): void => {
      one.reset?.();
      begin();
    };
    for (let k = 0; k < 2; k++) expect(again).toThrow(/cannot be instantiated/);
  });

  it('a container cannot store states unless all of its FMUs can', async () => {
    writeFileSync(join(folder, 'stateless.fmu'), await makeBinaryLag(3));
    const [file] = await container(await resolved(single('stateless.fmu')), 'no-state');
    const { description } = await readDescription(await openArchive(file));
    expect(description.coSimulation).toMatchObject({
      canGetAndSetFMUState: false,
      canSerializeFMUState: false,
      canBeInstantiatedOnlyOncePerProcess: false,
    });
    expect(description.description).toBe('Assembly no-state. Contains third-party FMUs: lag');
  });

  it('a container in a container follows its inputs inside a step, and keeps the bits', async () => {
    await container(await resolved(single('two.fmu', { parameters: { T: 0.2 } })), 'nested');
    const system = await resolved({
      name: 'outer',
      units: { inner: { fmu: 'nested.fmu' }, b: { fmu: 'three.fmu', start: { y: 0.75 } } },
      connections: [
        { from: 'b.y', to: 'inner.u', order: 2 },
        { from: 'inner.y', to: 'b.u', order: 1 },
      ],
      algorithm: { scheme: 'jacobi', step: 0.2 },
      stopTime: 4,
      interface: { inputs: { n: 'inner.n' }, parameters: {}, outputs: { y: 'b.y', count: 'inner.count' } },
    });
    const [file] = await container(system, 'outer');
    expectEqualRuns(system, await openPacked(file, system), outputsOf(system), await run(system));
  });

  it('an FMU that a process may instantiate once has a library for each unit, and limits the container', async () => {
    const once = (text: string): string =>
      text.replace('<CoSimulation ', '<CoSimulation canBeInstantiatedOnlyOncePerProcess="true" ');
    writeFileSync(join(folder, 'once.fmu'), await makeBinaryLag(3, ['LOADED'], { change: once }));
    const system = await resolved({
      ...single('once.fmu'),
      units: { a: { fmu: 'once.fmu' }, b: { fmu: 'once.fmu' } },
      connections: [{ from: 'a.y', to: 'b.u' }],
    });
    const [file] = await container(system, 'once-only');
    const archive = await openArchive(file);
    expect(archive.paths.filter((path) => path.endsWith('/lag.so'))).toHaveLength(2);
    const { description } = await readDescription(archive);
    expect(description.coSimulation?.canBeInstantiatedOnlyOncePerProcess).toBe(true);
  });

  it('its FMUs find their resources in a folder whose name a URI must encode', async () => {
    const files = { 'resources/gain.txt': '0.125' };
    writeFileSync(join(folder, 'reading2.fmu'), await makeBinaryLag(2, ['READS'], { files }));
    writeFileSync(join(folder, 'reading3.fmu'), await makeBinaryLag(3, ['READS'], { files }));
    const system = await resolved({
      ...loop('jacobi', 0),
      units: { a: { fmu: 'reading2.fmu' }, b: { fmu: 'reading3.fmu' }, m: { fmu: 'mixer.fmu' } },
      interface: { inputs: { on: 'a.on' }, parameters: {}, outputs: { a: 'a.y', b: 'b.y' } },
    });
    const odd = join(folder, 'ö 100%41 #?');
    mkdirSync(odd);
    const before = process.env.TMPDIR;
    process.env.TMPDIR = odd;
    try {
      for (const file of await container(system, 'reading', [2, 3]))
        expectEqualRuns(system, await openPacked(file, system), outputsOf(system), await run(system));
    } finally {
      if (before === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = before;
    }
  });

  it.each([2, 3] as const)(
    'the error of an FMU of FMI %d names it, its call and its reason, and a reset heals the container',
    async (fmi) => {
      writeFileSync(join(folder, 'hot.fmu'), await makeBinaryLag(fmi, ['REFUSES=3']));
      const system = await resolved({
        ...single('hot.fmu'),
        units: { coil: { fmu: 'hot.fmu' } },
        interface: { outputs: { y: 'coil.y' } },
      });
      const [file] = await container(system, `hot${fmi}`);
      const packed = await openPacked(file, { ...system, stopTime: 5 });
      packed.start();
      expect(() => packed.advance(40)).toThrow(
        /coil: the FMU lag refuses a step \(error\): the coil is 7 K too hot/,
      );
      const [instance] = packed.instances;
      instance.reset?.();
      instance.initialize(0);
      instance.exitInitialization();
      expect(instance.step(0, 0.1)).toBe(0);
    },
  );

  it.each(['__builtin_nan("")', '-1', '1e9'])(
    'a container ends at a step whose early return states the time %s',
    async (time) => {
      writeFileSync(join(folder, 'early.fmu'), await makeBinaryLag(3, [`EARLY=${time}`]));
      const system = await resolved(single('early.fmu'));
      const [file] = await container(system, 'early');
      const packed = await openPacked(file, { ...system, stopTime: 5 });
      packed.start();
      expect(() => packed.advance(40)).toThrow(
        /a: the FMU lag refuses to give a valid time of its early return/,
      );
    },
  );

  it('a container breaks no rule of fmu check', async () => {
    const system = await resolved(loop('jacobi', 1));
    const { archives } = await packSystem(system, 'sound', { thirdParty: true, fmi: [2, 3] });
    await expect(checkPack(archives)).resolves.toBeUndefined();
  });

  // Finds FMUs that have no binary for this machine, too.
  const anywhere = {
    name: 'anywhere',
    find: async (unit: FmuArchive, mode: RunMode) => ({
      ...{ form: 'native', archive: unit.archive.content, ...mode },
    }),
    open: () => Promise.reject(new Error('it does not run here')),
  } as unknown as Host;
  const found = (system: SystemFile): Promise<CheckedSystem> =>
    resolveSystem(system, join(folder, 'system.json'), { trusted: true, hosts: [anywhere] });
  it.each<[string, () => Promise<Uint8Array>, Partial<SystemFile>, RegExp]>([
    [
      'a scheme that repeats steps',
      () => makeBinaryLag(2),
      { algorithm: { scheme: 'iterative-jacobi', step: 0.1 } },
      /expected the scheme jacobi, gauss-seidel or multi-rate with the binary of a, got iterative-jacobi.*Use jacobi/,
    ],
    [
      'model exchange',
      () =>
        makeBinaryLag(3, [], {
          change: (text) =>
            text
              .replace('CoSimulation', 'ModelExchange')
              .replace(' canHandleVariableCommunicationStepSize="true"', ''),
        }),
      {},
      /expected co-simulation of FMI 2\.0 or 3\.0, but a/,
    ],
    [
      'FMUs without a common platform',
      () => makeBinaryLag(3, [], { platform: 'x86_64-windows' }),
      {
        units: { a: { fmu: 'two.fmu' }, b: { fmu: 'bad.fmu' } },
        interface: { inputs: {}, parameters: {}, outputs: { y: 'b.y' } },
      },
      /a platform that all third-party FMUs have, but a has x86_64-linux; b has x86_64-windows/,
    ],
    [
      'event mode with connected inputs',
      () => makePulse(0.23),
      {
        units: { a: { fmu: 'bad.fmu' }, b: { fmu: 'two.fmu' } },
        connections: [{ from: 'b.count', to: 'a.n' }],
        interface: { inputs: {}, parameters: {}, outputs: { y: 'a.y' } },
      },
      /event mode of a, whose input n is connected. Hand over the system with fmu export/,
    ],
    [
      'event mode under other schemes',
      () => makePulse(0.23),
      { algorithm: { scheme: 'gauss-seidel', step: 0.1 } },
      /event mode of a, except under the scheme jacobi without groups. Choose it, or hand over/,
    ],
    ['an FMU that ends the run', () => makeBinaryLag(3, ['ENDS=0.3']), {}, /single\/a|a: .*(ends|terminat)/],
  ])('a container refuses %s and writes nothing', async (_, fmu, more, message) => {
    writeFileSync(join(folder, 'bad.fmu'), await fmu());
    const attempt = (async () => container(await found({ ...single('bad.fmu'), ...more }), 'bad-pack'))();
    await expect(attempt).rejects.toThrow(message);
    expect(existsSync(join(folder, 'bad-pack.fmu'))).toBe(false);
  });
});
