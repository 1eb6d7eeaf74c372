import { op } from '../../../wasm/opcodes.ts';
import type { FirstIndexes } from '../../../wasm/relocate/relocate-module.ts';
import { runCode } from '../../../wasm/relocate/relocated-code.ts';
import { Writer } from '../../../wasm/wasm-writer.ts';
import type { AddedParts } from '../link-modules.ts';

/** Requests of the module to a carried FMU, as in `carried-fmus.c`. */
export const asks = { restart: 0, initialize: 1, exit: 2, step: 3, begin: 4, micro: 5, back: 6, keep: 7 };

const zero = [op.f64Const, ...new Writer().f64(0).bytes];
const get = (local: number): number[] => [op.localGet, local];
/** Code of `keep`: record, name of the state, and 1 to keep the state or 0 to return to it. */
const keepCode = (call: number): readonly number[] =>
  new Writer()
    .number(0)
    .byte(...get(0), op.i32Const, asks.back, ...get(2), op.i32Add)
    .byte(...get(1), op.f64ConvertI32u, ...zero, op.call)
    .number(call)
    .byte(op.drop, op.end).bytes;

/**
 * Returns functions with the signatures of a rewritten core module, which call the import with the
 * index `call`. They take the record of a carried FMU.
 */
export function carriedFunctions(
  call: number,
  first: FirstIndexes,
): { parts: AddedParts; exported: ReadonlyMap<string, number> } {
  const code = (record: number, what: number, t: readonly number[], H: readonly number[], end: number[]) =>
    new Writer()
      .number(0)
      .byte(...get(record), op.i32Const, what, ...t, ...H, op.call)
      .number(call)
      .byte(...end, op.end).bytes;
  const { initialize, exit, step, begin, micro } = asks;
  const step3 = { params: ['f64', 'f64', 'i32'], results: ['i32'] };
  const functions = [
    ['initialize', { params: ['f64', 'i32'], results: [] }, code(1, initialize, get(0), zero, [op.drop])],
    ['exitInitialization', { params: ['i32'], results: [] }, code(0, exit, zero, zero, [op.drop])],
    ['step', step3, code(2, step, get(0), get(1), [])],
    ['begin', step3, code(2, begin, get(0), get(1), [])],
    ['micro', { params: ['i32', 'i32'], results: [] }, code(1, micro, zero, zero, [op.drop])],
    ['keep', { params: ['i32', 'i32', 'i32'], results: [] }, keepCode(call)],
    ['internalStep', { params: ['i32'], results: ['f64'] }, [0, ...zero, op.end]],
    [
      'run',
      { params: ['i32', 'i32', 'i32', 'i32', 'f64', 'f64'], results: [] },
      runCode(first.functions + 2),
    ],
  ] as const;
  return {
    parts: {
      types: functions.map(([, type]) => type),
      functions: functions.map((_, i) => first.types + i),
      code: functions.map(([, , body]) => body),
      ...{ constants: [], elements: [] },
    },
    exported: new Map(functions.map(([name], i) => [name, first.functions + i])),
  };
}
