import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadFmu } from '../../fmu-sdk/host/open-fmu.ts';
import { coreFunctions } from '../../fmu-sdk/host/wasm/core-interface.ts';
import { op, valueTypes } from '../../fmu-sdk/wasm/opcodes.ts';
import { type RelocatedModule, relocateModule } from '../../fmu-sdk/wasm/relocate/relocate-module.ts';
import { coreOf } from '../core-of.ts';
import { root } from '../run-fmu.ts';
import { moduleOf, pageBytes, randomModule } from './random-code.ts';

/** Encodes a number for WebAssembly (LEB128). */
const leb = (value: number): number[] => (value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)]);

type Functions = Record<string, (...operands: number[]) => number>;

/** Returns numbers below a bound, determined by the seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function alone(core: Uint8Array): { memory: Uint8Array; functions: Functions } {
  const module = new WebAssembly.Module(core as BufferSource);
  const answers = new Proxy({}, { get: () => () => 0 });
  const imports = Object.fromEntries(
    WebAssembly.Module.imports(module).map((item) => [item.module, answers]),
  );
  const { exports } = new WebAssembly.Instance(module, imports as WebAssembly.Imports);
  return {
    memory: new Uint8Array((exports.memory as WebAssembly.Memory).buffer),
    functions: exports as Functions,
  };
}

/** Fills the memory around the region and its record, which must stay unchanged. */
const canary = 0xa5;

/** Instantiates a relocated module once, surrounded by canaries. */
function among(relocated: RelocatedModule): {
  region: Uint8Array;
  functions: Functions;
  record: number;
  untouched(): boolean;
} {
  const { record: recordBytes, globals, size, data } = relocated;
  const [record, at] = [1024, 3 * pageBytes + 64];
  const memory = new WebAssembly.Memory({ initial: 5 + size / pageBytes, maximum: 65535, shared: true });
  const bytes = new Uint8Array(memory.buffer).fill(canary);
  bytes.fill(0, record, record + recordBytes).fill(0, at, at + size);
  new DataView(memory.buffer).setUint32(record, at, true);
  for (const global of globals) bytes.set(global.bytes, record + global.at);
  for (const dataSegment of data) bytes.set(dataSegment.bytes, at + dataSegment.at);
  const module = new WebAssembly.Module(relocated.module as BufferSource);
  const functions = new WebAssembly.Instance(module, { shared: { memory } }).exports as Functions;
  const before = bytes.slice();
  const isCanary = (from: number, to: number): boolean =>
    Buffer.compare(bytes.subarray(from, to), before.subarray(from, to)) === 0;
  return {
    ...{ region: bytes.subarray(at, at + size), functions, record },
    untouched: () =>
      isCanary(0, record) &&
      isCanary(record + recordBytes, at) &&
      isCanary(at + size, memory.buffer.byteLength),
  };
}

/** Returns the result of a call, or the message of its trap. */
function outcome(call: () => number): number | string {
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) return error.message;
    throw error;
  }
}

describe('a module whose memory is relocated to a region', () => {
  it('returns, writes and traps as before, and never changes memory outside of its region', () => {
    const random = seeded(20261122);
    const ends = { answers: 0, traps: 0 };
    for (let k = 0; k < 100; k++) {
      const core = randomModule(random, 12);
      const relocated = relocateModule(core, [
        'step',
        ...Array.from({ length: 12 }, (_, i) => `f${i}`),
      ]) as RelocatedModule;
      for (let i = 0; i < 12; i++) {
        // New instances, because a trap leaves the memory in an intermediate state.
        const [a, b] = [alone(core), among(relocated)];
        const operands = [pageBytes - random(30), random(100)];
        const [before, now] = [
          outcome(() => a.functions[`f${i}`](...operands)),
          outcome(() => b.functions[`f${i}`](...operands, b.record)),
        ];
        expect(now).toBe(before);
        if (typeof before === 'number') expect(Buffer.compare(b.region, a.memory)).toBe(0);
        expect(b.untouched()).toBe(true);
        ends[typeof before === 'number' ? 'answers' : 'traps']++;
      }
    }
    // Both outcomes occur often.
    expect(ends.answers).toBeGreaterThan(250);
    expect(ends.traps).toBeGreaterThan(250);
  });

  const { none } = valueTypes;
  const [a, b] = [
    [op.localGet, 0],
    [op.localGet, 1],
  ];
  const read = [...a, op.i32Load8u, 0, 0, op.drop];
  const toNothing = [op.i32Const, 0, op.localSet, 0];
  const beyond = [op.i32Const, 0x80, 0x80, 4, op.localSet, 0];
  const cases: [claim: string, code: number[], operands: [number, number]][] = [
    ['in the other branch', [...b, op.if, none, ...read, op.else, ...read, op.end], [pageBytes, 0]],
    ['after a branch', [...b, op.if, none, ...read, op.end, ...read], [pageBytes, 0]],
    ['after an exited block', [op.block, none, ...b, op.brIf, 0, ...read, op.end, ...read], [pageBytes, 1]],
    ['after unreachable code', [op.block, none, op.br, 0, ...read, op.end, ...read], [pageBytes, 0]],
    [
      'in the next iteration of a loop',
      [
        ...read,
        op.loop,
        none,
        ...read,
        ...beyond,
        ...b,
        op.i32Const,
        1,
        op.i32Sub,
        op.localTee,
        1,
        op.brIf,
        0,
        op.end,
      ],
      [0, 2],
    ],
    [
      'in a loop whose inner loop changes the address',
      [
        ...[...read, op.loop, none, ...read, op.loop, none, ...beyond, op.end],
        ...[...b, op.i32Const, 1, op.i32Sub, op.localTee, 1, op.brIf, 0, op.end],
      ],
      [0, 2],
    ],
    ['after the address has changed', [...read, ...beyond, ...read], [0, 0]],
    [
      'after the address has changed in a branch',
      [...read, ...b, op.if, none, ...beyond, op.end, ...read],
      [0, 1],
    ],
    [
      'with the old value of the address',
      [...a, ...toNothing, ...read, op.i32Load8u, 0, 0, op.drop],
      [pageBytes, 0],
    ],
    ['at a larger offset', [...read, ...b, op.brIf, 0, ...a, op.i32Load, 0, 0, op.drop], [pageBytes - 1, 0]],
    [
      'as destination of memory.copy',
      [...a, op.i32Const, 0, op.i32Const, 2, 0xfc, 10, 0, 0],
      [pageBytes - 1, 0],
    ],
    ['as source of memory.copy', [op.i32Const, 0, ...a, op.i32Const, 2, 0xfc, 10, 0, 0], [pageBytes - 1, 0]],
    [
      'as destination of memory.fill',
      [...a, op.i32Const, 1, op.i32Const, 2, 0xfc, 11, 0],
      [pageBytes - 1, 0],
    ],
    ['as length of memory.fill', [op.i32Const, 0, op.i32Const, 1, ...a, 0xfc, 11, 0], [pageBytes + 1, 0]],
  ];
  it.each(cases)(
    'traps at an address beyond its memory %s, despite an earlier check',
    (_, code, operands) => {
      const core = moduleOf([[0, op.block, none, ...code, op.end, op.i32Const, 0, op.end]]);
      const relocated = relocateModule(core, ['step', 'f0']) as RelocatedModule;
      const [one, many] = [alone(core), among(relocated)];
      expect(outcome(() => one.functions.f0(...operands))).toBe('memory access out of bounds');
      expect(outcome(() => many.functions.f0(...operands, many.record))).toBe('memory access out of bounds');
      expect(many.untouched()).toBe(true);
    },
  );

  /**
   * Returns a module whose step calls f0. f0 calls f1, which has the given end, and f1 calls f2, of
   * a thousand bytes.
   */
  function withFailure(...end: number[]): Uint8Array {
    const call = (callee: number): number[] => [op.i32Const, 0, op.i32Const, 0, op.call, callee];
    return moduleOf(
      [
        [0, ...a, op.if, none, ...call(1), op.drop, op.end, ...b, op.end],
        [0, ...call(2), ...end, op.end],
        [0, ...Array.from({ length: 333 }, () => [...b, op.drop]).flat(), ...b, op.end],
      ],
      [0, ...call(0), op.end],
    );
  }

  it('the limit of code bytes excludes code that only leads to a trap', () => {
    const names = ['step', 'f0'];
    const core = withFailure(op.drop, op.unreachable);
    const relocated = relocateModule(core, names, 100) as RelocatedModule;
    const [one, many] = [alone(core), among(relocated)];
    for (const operands of [
      [0, 5],
      [1, 5],
    ])
      expect(outcome(() => many.functions.f0(...operands, many.record))).toBe(
        outcome(() => one.functions.f0(...operands)),
      );
    expect(outcome(() => many.functions.f0(1, 5, many.record))).toBe('unreachable');
  });

  it.each([
    ['returns', []],
    ['returns before its end', [op.return, op.unreachable]],
    ['traps only in a branch', [op.if, none, op.unreachable, op.end, op.i32Const, 0]],
  ])('the limit of code bytes includes all callees of a function that %s', (_, end) => {
    const core = withFailure(...end);
    expect(relocateModule(core, ['step', 'f0'], 1000)).toBeUndefined();
    expect(relocateModule(core, ['step', 'f0'], 1100)).toBeDefined();
  });

  it('the limit of code bytes excludes a path to a trap of any length', () => {
    const count = 19_000;
    const call = (callee: number): number[] => [op.i32Const, 0, op.i32Const, 0, op.call, ...leb(callee)];
    const bodies = Array.from({ length: count }, (_, k) => [
      ...[0, ...(k + 1 < count ? [...call(k + 1), op.drop] : []), op.unreachable, op.end],
    ]);
    expect(relocateModule(moduleOf(bodies, [0, ...call(0), op.end]), ['step'], 100)).toBeDefined();
  });

  const units = [
    'joystick',
    'sampled-controller',
    'hydraulic-actuator',
    'crane-single',
    'cylinder-friction',
    'four-bar',
  ];
  it.each(units)('%s computes identical memory, byte for byte', async (unit) => {
    const file = join(root, 'dist', `${unit}.fmu`);
    expect(existsSync(file)).toBe(true);
    const core = coreOf(await loadFmu(file));
    const [a, b] = [alone(core), among(relocateModule(core, coreFunctions) as RelocatedModule)];
    b.functions.start?.(b.record);
    a.functions.initialize(0);
    b.functions.initialize(0, b.record);
    const H = a.functions.internalStep() || 0.001;
    for (let n = 0; n < 100; n++)
      expect(b.functions.step(n * H, H, b.record)).toBe(a.functions.step(n * H, H));
    expect(Buffer.compare(b.region, a.memory)).toBe(0);
    expect(b.untouched()).toBe(true);
  });
});
