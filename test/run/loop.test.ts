import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUnit } from '../../fmu-sdk/build/build-unit.ts';
import { regionOf } from '../../fmu-sdk/host/fast-path/shared-memory.ts';
import type { CoreBinary } from '../../fmu-sdk/host/wasm/core-host.ts';
import { compileCore } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { instantiateWasm } from '../../fmu-sdk/host/wasm/wasm-instance.ts';
import { ValueTransfer } from '../../master/coupling/transfer/value-transfer.ts';
import { RunState } from '../../master/run/checkpoint/run-state.ts';
import { Session } from '../../master/run/loop/session.ts';
import { resolveSystem } from '../../master/system/load-system.ts';
import type { CheckedSystem, SystemFile } from '../../master/system/system.ts';
import { ring as mixers } from '../fixtures/ring.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { root } from '../run-fmu.ts';

const folder = temporaryFolder('loop');
beforeAll(async () => {
  await buildUnit(join(root, 'test/fixtures/mixer'), folder);
  await buildUnit(join(root, 'bench/units/trivial'), folder);
});

/** Three mixers in a ring. */
const ring = (order: 0 | 1 | 2, more: Partial<SystemFile> = {}): Promise<CheckedSystem> =>
  resolveSystem({ ...mixers({ order }, 2), ...more }, join(folder, 'ring.json'));

/** Returns a session whose units have separate memories, so that the interpreted loop runs. */
function openInterpreted(system: CheckedSystem): Session {
  const instances = system.units.map(({ name, binary, description }) =>
    instantiateWasm(compileCore((binary as CoreBinary).core, name), description, name),
  );
  return new Session(system, { instances });
}

/** Returns the state of all units and the residuals of bonds as bits. */
function bits({ system, instances, residuals }: Session): string[] {
  const of = new Float64Array(1);
  const word = new BigUint64Array(of.buffer);
  const one = (value: number | bigint): string => {
    if (typeof value === 'bigint') return value.toString(16);
    of[0] = value;
    return word[0].toString(16);
  };
  return [
    ...system.units.flatMap(({ name, description }, k) =>
      description.variables.flatMap((variable) => {
        const { view, offset, length } = instances[k].view(variable);
        return Array.from({ length }, (_, i) => `${name}.${variable.name}[${i}] ${one(view[offset + i])}`);
      }),
    ),
    ...residuals.bonds.flatMap(({ power, energy, magnitude }) => [power, energy, magnitude].map(one)),
  ];
}

/** Runs both, and compares them after each of these numbers of steps. */
function expectEqual(system: CheckedSystem, strides: readonly number[] = [1, 2, 7, 90, 100]): void {
  const [loop, single] = [new Session(system), openInterpreted(system)];
  expect(isCompiled(loop)).toBe(true);
  expect(isCompiled(single)).toBe(false);
  for (const session of [loop, single]) session.start();
  for (const stride of strides) {
    for (const session of [loop, single]) session.advance(stride);
    expect(loop.n).toBe(single.n);
    expect(bits(loop)).toEqual(bits(single));
  }
}

function isCompiled(session: Session): boolean {
  return (session as unknown as { coupling: { fast?: object } }).coupling.fast !== undefined;
}

describe('the compiled coupling loop', () => {
  beforeEach(() => {
    vi.stubEnv('FMUKIT_FAST_PATH', 'on');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('the plain loop runs, with equal bits, if FMUKIT_FAST_PATH is off', async () => {
    const system = await ring(1);
    const transfer = vi.spyOn(ValueTransfer.prototype, 'transfer');
    const run = (): string[] => {
      const session = new Session(system);
      session.start();
      session.advance(20);
      return bits(session);
    };
    const fast = run();
    expect(transfer).not.toHaveBeenCalled();
    vi.stubEnv('FMUKIT_FAST_PATH', 'off');
    expect(run()).toEqual(fast);
    expect(transfer).toHaveBeenCalledTimes(20);
    transfer.mockRestore();
  });

  it.each([0, 1, 2] as const)(
    'the compiled loop passes numbers of every type, with polynomials of order %i, like the interpreted loop',
    async (order) => {
      expectEqual(await ring(order));
    },
  );

  it('the compiled loop continues in another memory from a saved state, with the past of its polynomials', async () => {
    for (const order of [1, 2] as const) {
      const system = await ring(order);
      const [whole, first, second] = [0, 1, 2].map(() => new Session(system));
      for (const session of [whole, first, second]) session.begin();
      expect(isCompiled(second)).toBe(true);
      const state = new RunState(first);
      whole.advance(100);
      first.advance(37);
      new RunState(second).load(state.save());
      second.advance(63);
      expect(bits(second)).toEqual(bits(whole));
    }
  });

  it('the compiled loop uses the order of each connection if they differ', async () => {
    const system = await ring(2);
    expectEqual({
      ...system,
      connections: system.connections.map((c, i) => ({ ...c, order: (i % 3) as 0 | 1 | 2 })),
    });
  });

  it('the compiled loop converts units of measure and widens numbers like the interpreted loop', async () => {
    const wider = [
      ['a.y_f32', 'b.p'],
      ['a.y_i32', 'c.p'],
      ['c.y_u16', 'a.u_f32'],
      ['a.y_i8', 'b.u_i16'],
      ['a.y_u8', 'b.u_u16'],
      ['a.y_i16', 'b.u_i32'],
      ['a.y_u16', 'b.u_u32'],
      // Unsigned numbers with the highest bit set.
      ['b.y_u32', 'c.u_i64'],
      ['b.y_u8', 'c.u_f32'],
      ['c.y_u32', 'a.p'],
    ].map(([from, to]) => ({ from, to }));
    const system = await ring(1, {
      connections: [...wider, { from: 'b.w', to: 'a.v' }, { from: 'b.e', to: 'a.u' }],
    });
    expect(system.connections.length).toBe(12);
    const conversion = { factor: 1.1, offset: -0.3 };
    const last = system.connections.length - 1;
    expectEqual({
      ...system,
      connections: system.connections.map((c, i) => (i === last ? { ...c, conversion } : c)),
    });
  });

  it.each([1, -1])(
    'the compiled loop gives a bond of weight %i with a mirrored connection its energy in the interpreted loop',
    async (weight) => {
      const system = await ring(1);
      const conversion = { factor: -1, offset: 0 };
      // The flow b.w reaches a with the other sign, as between two inflows of terminals.
      const connections = system.connections.map((c, i) => (i === 2 ? { ...c, conversion } : c));
      const [effort, , flow] = connections;
      const mirrored = {
        ...system,
        connections,
        bonds: [{ name: 'shaft', unit: 'J', terms: [{ effort, flow, weight }] }],
      };
      expectEqual(mirrored);
      const session = new Session(mirrored);
      session.start();
      session.advance(50);
      expect(session.residuals.bonds[0].magnitude).toBeGreaterThan(0);
    },
  );

  it('the compiled loop leaves conversions to single precision to the interpreted loop', async () => {
    const [factor, conversion] = [0.1, { factor: 0.1, offset: 0 }];
    const connections = [
      { from: 'a.y_f32', to: 'b.u_f32', factor },
      { from: 'b.y_u16', to: 'c.u_f32', factor },
    ];
    const system = await ring(1, { connections });
    expect(system.connections.map((c) => c.conversion)).toEqual([conversion, conversion]);
    const session = new Session(system);
    session.start();
    session.advance(100);
    expect(isCompiled(session)).toBe(false);
    const read = (name: string): number => Number(session.reader(name)());
    const before = ['a.y_f32', 'b.y_u16'].map(read);
    session.advance(1);
    expect(before.every((value) => value !== 0)).toBe(true);
    expect(['b.u_f32', 'c.u_f32'].map(read)).toEqual(before.map((value) => Math.fround(factor * value)));
  });

  it.each([0, 1, 2] as const)(
    'the compiled loop computes the residuals of bonds like single steps, at order %i',
    async (order) => {
      const connections = [
        { from: 'a.e', to: 'b.u' },
        { from: 'b.y', to: 'a.q' },
        { from: 'b.e', to: 'c.u' },
        { from: 'c.y', to: 'b.q' },
      ];
      const system = await ring(order, {
        connections,
        bonds: [
          { name: 'first', terms: [{ effort: 'a.e', flow: 'b.y' }] },
          { name: 'second', terms: [{ effort: 'b.e', flow: 'c.y' }] },
        ] as SystemFile['bonds'],
      });
      expectEqual(system);
      const session = new Session(system);
      session.start();
      session.advance(200);
      expect(session.residuals.bonds.every(({ magnitude }) => magnitude > 0)).toBe(true);
    },
  );

  it('the compiled loop reports which unit stopped, when and why, like the interpreted loop', async () => {
    const system = await ring(1, {
      units: {
        // An FMU of another module comes first, so that the mixers do not.
        other: { fmu: 'trivial.fmu' },
        a: { fmu: 'mixer.fmu' },
        b: { fmu: 'mixer.fmu', parameters: { fail_at: 0.495 } },
        c: { fmu: 'mixer.fmu' },
      },
    });
    const messages = [new Session(system), openInterpreted(system)].map((session) => {
      session.start();
      return [outcome(() => session.advance(200)), session.n];
    });
    expect(messages[0]).toEqual(messages[1]);
    expect(messages[0][0]).toMatch(/step b: the FMU stopped at t = 0\.5 s: it was told to/);
  });

  it('the compiled loop refuses a value that is not finite at the same step as the interpreted loop, and names it', async () => {
    const system = await ring(1, {
      units: {
        a: { fmu: 'mixer.fmu' },
        b: { fmu: 'mixer.fmu', parameters: { infinite_at: 0.495 } },
        c: { fmu: 'mixer.fmu' },
      },
    });
    const messages = [new Session(system), openInterpreted(system)].map((session) => {
      session.start();
      return [outcome(() => session.advance(200)), session.n];
    });
    expect(messages[0]).toEqual(messages[1]);
    expect(messages[0][0]).toMatch(/^step b: b\.w\[2\] \[m\/s\] is Infinity at t = 0\.51 s\./);
  });

  it('the compiled loop steps 1000 adjacent units without touching the memory of another unit', async () => {
    const names = Array.from({ length: 1000 }, (_, k) => `u${k}`);
    const system = await resolveSystem(
      {
        name: 'many',
        units: Object.fromEntries(
          names.map((name, k) => [name, { fmu: 'trivial.fmu', parameters: { a: 0.3 + k / 5000 } }]),
        ),
        connections: names.map((name, k) => ({ from: `${names[(k + 999) % 1000]}.y`, to: `${name}.u` })),
        algorithm: { scheme: 'jacobi', step: 0.001, order: 2 },
        stopTime: 1,
      },
      join(folder, 'many.json'),
    );
    expectEqual(system, [1, 20]);
  });

  it('expensive units and units with separate memories run in the interpreted loop', async () => {
    const system = await resolveSystem(
      {
        name: 'crane',
        units: { crane: { fmu: join(root, 'dist/crane-single.fmu') } },
        connections: [],
        algorithm: { scheme: 'jacobi', step: 0.001 },
        stopTime: 1,
      },
      join(folder, 'crane.json'),
    );
    const session = new Session(system);
    expect(session.instances.map(regionOf)).toEqual([undefined]);
    expect(isCompiled(session)).toBe(false);
  });
});

function outcome(action: () => void): string {
  try {
    action();
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}
