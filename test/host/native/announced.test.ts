import { describe, expect, it } from 'vitest';
import type { Addon, Handle } from '../../../fmu-sdk/host/native/addon.ts';
import type { NativeCalls } from '../../../fmu-sdk/host/native/calls/native-calls.ts';
import { EngineClient } from '../../../fmu-sdk/host/native/engine/engine-client.ts';
import { LoadedLibrary } from '../../../fmu-sdk/host/native/loaded-library.ts';
import { defaultNativeLimits } from '../../../fmu-sdk/host/native/open-native.ts';

const [resultAt, argumentsAt, argumentBytes] = [8, 1024, 4096];
const places = {
  operandBytes: 0,
  resultBytes: resultAt,
  log: 64,
  logBytes: 512,
  arguments: argumentsAt,
  argumentBytes,
  registers: 512,
};
const numbers = new Proxy({}, { get: () => 1 }) as Record<string, number>;

/** An FMU that returns ok from every call, and announces a result of this size. */
function unitThatAnnounces(
  bytes: number,
  memoryBytes = 2 ** 32,
): { calls: NativeCalls; pulls: () => number } {
  const block = new ArrayBuffer(argumentsAt + argumentBytes);
  let calls = 0;
  const addon = {
    places,
    operations: numbers,
    types: numbers,
    block: () => block,
    segment: (_: Handle, size: number) => new ArrayBuffer(size),
    call: () => {
      calls++;
      new Uint32Array(block)[resultAt / 4] = bytes;
      return 0;
    },
  } as unknown as Addon;
  const unit = {} as Handle;
  const limits = { ...defaultNativeLimits, wallSeconds: 60, memoryBytes };
  const line = new EngineClient(addon, unit, 'liar.fmu', limits);
  const native = new LoadedLibrary(addon, unit, line, () => {}, {
    fmi: 3,
    kind: 'coSimulation',
    what: 'liar.fmu',
    resources: '',
    isolated: false,
    copied: false,
    negated: new Map(),
  }).calls(() => line.close());
  return { calls: native, pulls: () => calls };
}

const reference = Uint32Array.of(1);

describe('an FMU that announces a result longer than requested', () => {
  it.each([
    ['numbers of a Clock', 12, (c: NativeCalls) => c.getInterval(reference)],
    [
      'a derivative',
      8,
      (c: NativeCalls) =>
        c.directionalDerivative(reference, reference, new Float64Array(1), new Float64Array(1)),
    ],
    ['a shift', 8, (c: NativeCalls) => c.getShift(reference)],
    ['the handle of a state', 8, (c: NativeCalls) => c.getState()],
    ['the version', 4096, (c: NativeCalls) => c.getVersion()],
    ['a text', 2 ** 28, (c: NativeCalls) => c.getStrings(reference, 1)],
    ['a binary', 2 ** 28, (c: NativeCalls) => c.getBinaries(reference, 1)],
    ['a state', 2 ** 28, (c: NativeCalls) => c.serializeState(1)],
  ] as const)(
    '%s: an FMU’s result beyond %i bytes is rejected before memory is allocated',
    (_, most, ask) => {
      for (const bytes of [most + 100, 2 ** 30, 2 ** 32 - 1]) {
        const { calls, pulls } = unitThatAnnounces(bytes);
        expect(() => ask(calls)).toThrow(
          `run liar.fmu: the FMU announced a result of ${bytes} bytes, but the limit is ${most} bytes. Ask the FMU's author.`,
        );
        expect(pulls()).toBe(1);
      }
      expect(() => ask(unitThatAnnounces(8).calls)).not.toThrow();
    },
  );

  it('an FMU with little memory cannot announce a larger result', () => {
    expect(() => unitThatAnnounces(2 ** 21, 2 ** 20).calls.getStrings(reference, 1)).toThrow(
      'announced a result of 2097152 bytes, but the limit is 1048576 bytes',
    );
  });
});
