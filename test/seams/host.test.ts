import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import type { Variable } from '../../fmu-sdk/description/description.ts';
import type { Binary, FmuArchive, RunMode } from '../../fmu-sdk/host/choice/host.ts';
import { hosts } from '../../fmu-sdk/host/choice/host-registry.ts';
import { platformName } from '../../fmu-sdk/host/choice/platform-name.ts';
import { Fmu } from '../../fmu-sdk/host/fmu.ts';
import { completeInstance } from '../../fmu-sdk/host/instance/complete-instance.ts';
import type { Instance } from '../../fmu-sdk/host/instance/instance.ts';
import { readFmuFile } from '../../fmu-sdk/host/open-fmu.ts';
import type { Platform } from '../../fmu-sdk/util/c-compiler/compilers.ts';
import { noCompiler } from '../fixtures/c/make.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { fmu, root } from '../run-fmu.ts';
import { makeGain } from './support/gain.ts';

const folder = temporaryFolder('hosts');
const driving: RunMode = { kind: 'coSimulation', trusted: false };
let lag: FmuArchive;
let faulty: FmuArchive;
let gain: FmuArchive;

beforeAll(async () => {
  const native = noCompiler === undefined ? [platformName() as Platform] : [];
  if (fmu(['new', 'lag'], folder).code !== 0) throw new Error('fmu new');
  for (const unit of [join(folder, 'lag'), join(root, 'test/fixtures/faulty')])
    await buildUnit(unit, folder, { native });
  await makeGain(folder, 'gain', 2);
  [lag, faulty, gain] = await Promise.all(
    ['lag', 'faulty', 'gain'].map((name) => readFmuFile(join(folder, `${name}.fmu`))),
  );
});

/** Returns the bits of a Float64 variable, which distinguish the two zeros. */
function bits(instance: Instance, name: string): bigint {
  const { view, offset } = instance.view(named(instance, name));
  return new BigUint64Array(Float64Array.of(view[offset] as number).buffer)[0];
}

function named(instance: Instance, name: string): Variable {
  return instance.description.variables.find((variable) => variable.name === name)!;
}

function set(instance: Instance, name: string, value: number): void {
  const { view, offset } = instance.view(named(instance, name));
  view[offset] = value;
}

/** Runs with a rough input and repeats from a saved state in the middle. Returns the bits of y. */
function run(instance: Instance): bigint[] {
  const trace: bigint[] = [];
  const advance = (from: number, to: number): void => {
    for (let n = from; n < to; n++) {
      set(instance, 'u', Math.sin(n * n));
      expect(instance.step(n * 0.01, (n + 1) * 0.01 - n * 0.01)).toBe(0);
      trace.push(bits(instance, 'y'));
    }
  };
  set(instance, 'T', 0.3);
  set(instance, 'y_0', -0.1);
  instance.initialize(0);
  set(instance, 'u', 1);
  instance.initialize(0);
  instance.exitInitialization();
  advance(0, 20);
  const [state, snapshot] = [instance.getState(), instance.snapshot()];
  advance(20, 40);
  instance.setState(state);
  advance(20, 40);
  snapshot.restore();
  advance(20, 30);
  snapshot.take();
  advance(30, 40);
  snapshot.restore();
  advance(30, 40);
  snapshot.release();
  expect(trace.slice(40, 60)).toEqual(trace.slice(20, 40));
  expect(trace.slice(60, 80)).toEqual(trace.slice(20, 40));
  expect(trace.slice(80)).toEqual(trace.slice(30, 40));
  return trace.slice(0, 60);
}

const runnable = hosts.all.filter(({ name }) => name !== 'native' || noCompiler === undefined);

describe.each(runnable)('host $name', (host) => {
  const find = async (unit: FmuArchive): Promise<Binary> => (await host.find(unit, driving))!;
  const open = async (unit: FmuArchive, binary: Binary, called: () => void = () => {}): Promise<Instance> =>
    completeInstance(
      await host.open(binary, {
        name: 'one',
        description: unit.description,
        callSeconds: 1000,
        wallSeconds: 20_000,
        called,
        shared: new Map(),
      }),
      host.name,
    );

  it('a host finds no binary in an archive without one', async () => {
    expect(await host.find(gain, driving)).toBeUndefined();
  });

  it('a host finds cloneable data under its name, which opens in another thread', async () => {
    const binary = await find(lag);
    expect(binary.form).toBe(host.name);
    const copy = structuredClone(binary);
    // The clone of a Buffer is a Uint8Array.
    expect(structuredClone(copy)).toEqual(copy);
    expect(Object.keys(copy)).toEqual(Object.keys(binary));
    const instance = await open(lag, copy);
    expect(instance.name).toBe('one');
    instance.close();
  });

  it('a host gives the bits of the first host that runs the same FMU, also from a saved state', async () => {
    const reference = completeInstance(
      await hosts.all[0].open((await hosts.all[0].find(lag, driving))!, {
        name: 'reference',
        description: lag.description,
        callSeconds: 1000,
        wallSeconds: 20_000,
        called: () => {},
        shared: new Map(),
      }),
      hosts.all[0].name,
    );
    const instance = await open(lag, await find(lag));
    const trace = run(instance);
    expect(new Set(trace).size).toBe(40);
    expect(trace.slice(20, 40)).toEqual(trace.slice(40));
    expect(trace).toEqual(run(reference));
    for (const item of [instance, reference]) item.close();
  });

  it('a host starts again after a reset', async () => {
    const instance = await open(lag, await find(lag));
    const first = run(instance);
    instance.reset();
    expect(run(instance)).toEqual(first);
    instance.close();
  });

  it('a host reports when its work is done and that of the FMU begins', async () => {
    let called = 0;
    const instance = await open(lag, await find(lag), () => {
      called++;
    });
    expect(called).toBe(1);
    instance.close();
  });

  it('a host refuses a step that is not a multiple of the internal step, and leaves the instance unchanged', async ({
    skip,
  }) => {
    const instance = await open(lag, await find(lag));
    instance.initialize(0);
    instance.exitInitialization();
    const h = instance.internalStep();
    const answer = h === 0 ? 0 : instance.step(0, 0.0015);
    instance.close();
    if (h === 0) skip('an FMU does not report its internal step through the functions of FMI');
    expect(answer).toBe(-1);
  });

  it('a host names a failed instance with time and reason, and closes it like any other, also twice', async () => {
    const loaded = { file: faulty.archive.file, description: faulty.description, binary: await find(faulty) };
    const unit = await new Fmu(loaded, hosts).instantiate({ name: 'two' });
    unit.set('fault', 'fail').initialize();
    for (let n = 0; n < 5; n++) unit.step(n * 0.001, 0.001);
    expect(() => unit.step(0.005, 0.001)).toThrow(
      /^step two: the FMU stopped at t = 0\.005 s: .*the valve is stuck.*\. Check its inputs at this time/,
    );
    unit.close();
    unit.close();
  });
});
