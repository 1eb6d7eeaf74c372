import { beforeEach, describe, expect, it } from 'vitest';
import { coreModuleOf } from '../../../fmu-sdk/host/wasm/extract-core.ts';
import { build, token, vr } from './every-type.ts';

/**
 * Calls the core module inside a component through the Canonical ABI directly, without the checks
 * of a runtime.
 */

type Call = (...args: number[]) => number;
let exports: Record<string, Call>;
let memory: DataView;
let messages: string[];

const component = await build();
const common = 'fmi:fmi3/co-simulation@3.0.0#';
const method = (name: string): Call => exports[`${common}[method]co-simulation-instance.${name}`];

function list(bytes: Uint8Array, align: number): number {
  const at = exports.cabi_realloc(0, 0, align, bytes.length);
  new Uint8Array(memory.buffer).set(bytes, at);
  return at;
}
const references = (...vrs: number[]): [number, number] => [
  list(new Uint8Array(Uint32Array.from(vrs).buffer), 4),
  vrs.length,
];
const doubles = (...x: number[]): [number, number] => [
  list(new Uint8Array(Float64Array.from(x).buffer), 8),
  x.length,
];
const text = (s: string): [number, number] => [
  list(new TextEncoder().encode(s), 1),
  new TextEncoder().encode(s).length,
];

beforeEach(() => {
  messages = [];
  const imports: Record<string, Record<string, Call>> = {};
  const module = new WebAssembly.Module(coreModuleOf(component) as BufferSource);
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = (...args) => {
      if (name === 'log-message')
        messages.push(new TextDecoder().decode(new Uint8Array(memory.buffer, args[5], args[6])));
      return 7;
    };
  }
  const instance = new WebAssembly.Instance(module, imports).exports as Record<string, unknown>;
  exports = instance as Record<string, Call>;
  memory = new DataView((instance.memory as { buffer: ArrayBuffer }).buffer);
  const instantiate = exports[`${common}[static]co-simulation-instance.instantiate-co-simulation`];
  const option = instantiate(...text('unit'), ...text(token), ...text(''), 0, 1, 0, 0, ...references());
  expect([memory.getUint8(option), memory.getInt32(option + 4, true)]).toEqual([1, 7]);
  method('enter-initialization-mode')(1, 0, 0, 0, 0, 0);
  method('exit-initialization-mode')(1);
});

describe('the Canonical ABI without a runtime', () => {
  it('answers every call after a trap with fatal, until reset', () => {
    expect(method('set-float64')(1, ...references(vr('u')), ...doubles(2e6))).toBe(0);
    expect(() => method('do-step')(1, 0, 0.001, 1)).toThrow(WebAssembly.RuntimeError);
    expect(method('set-float64')(1, ...references(vr('u')), ...doubles(1))).toBe(4);
    expect(messages.at(-1)).toBe('set-float64: the unit trapped in an earlier call. Reset it or free it.');
    expect(method('reset')(1)).toBe(0);
    const result = method('get-float64')(1, ...references(vr('u')));
    expect([memory.getUint8(result), memory.getUint32(result + 8, true)]).toEqual([0, 1]);
    expect(memory.getFloat64(memory.getUint32(result + 4, true), true)).toBe(0.5);
  });

  it('traps if a host asks for more memory than the unit was built with', () => {
    expect(() => exports.cabi_realloc(0, 0, 8, 1 << 30)).toThrow(WebAssembly.RuntimeError);
    expect(() => exports.cabi_realloc(0, 0, 8, -8)).toThrow(WebAssembly.RuntimeError);
  });

  it('releases memory: the next call’s arguments take the place of the last call’s', () => {
    const [first] = references(vr('u'));
    method('get-float64')(1, first, 1);
    const [second] = references(vr('u'));
    expect(second).toBe(first);
  });

  it('preserves the content of an allocation that grows', () => {
    const at = list(Uint8Array.of(1, 2, 3), 1);
    const longer = exports.cabi_realloc(at, 3, 1, 10);
    expect([...new Uint8Array(memory.buffer, longer, 3)]).toEqual([1, 2, 3]);
  });
});
