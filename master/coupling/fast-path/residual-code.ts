import { op, valueTypes } from '../../../fmu-sdk/wasm/opcodes.ts';
import { Writer } from '../../../fmu-sdk/wasm/wasm-writer.ts';

/**
 * Offsets in a bond's record: residuals, start and end of its terms, and a flag for the trapezoidal
 * rule.
 */
export const bondRecord = {
  power: 0,
  energy: 8,
  magnitude: 16,
  terms: 24,
  termsEnd: 28,
  trapezoidal: 32,
  size: 40,
} as const;
/** Offsets in a term's record: its weight, then addresses. */
export const termRecord = {
  weight: 0,
  effort: 8,
  effortInput: 12,
  flow: 16,
  flowInput: 20,
  size: 24,
} as const;

const [bond, end, term, termsEnd, power, energy] = [0, 1, 2, 3, 4, 5];
const { i32, f64, none } = valueTypes;
const get = (...locals: number[]): number[] => locals.flatMap((local) => [op.localGet, local]);
const constant = (value: number): number[] => [op.f64Const, ...new Writer().f64(value).bytes];
const word = (part: number): number[] => [...get(bond), op.i32Load, 2, part];
const real = (part: number): number[] => [...get(bond), op.f64Load, 3, part];
const valueAt = (part: number): number[] => [...get(term), op.i32Load, 2, part, op.f64Load, 3, 0];

/**
 * Generates `residuals(bonds, end)`, which computes `BondResidual.step` for each of the bonds'
 * records.
 */
export function residualCode(H: number): number[] {
  const w = new Writer().number(2).number(2).byte(i32).number(2).byte(f64);
  w.byte(...whileBelow(bond, end, bondRecord.size, step(H)));
  return w.byte(op.end).bytes;
}

function step(H: number): number[] {
  const { weight, effort, effortInput, flow, flowInput } = termRecord;
  const products = [
    ...[...valueAt(effort), ...valueAt(flowInput), op.f64Mul],
    ...[...valueAt(effortInput), ...valueAt(flow), op.f64Mul, op.f64Sub],
  ];
  const weighted = [...get(term), op.f64Load, 3, weight, ...products, op.f64Mul];
  return [
    ...[...constant(0), op.localSet, power],
    ...[...word(bondRecord.terms), op.localSet, term, ...word(bondRecord.termsEnd), op.localSet, termsEnd],
    ...whileBelow(term, termsEnd, termRecord.size, [
      ...get(power),
      ...weighted,
      op.f64Add,
      op.localSet,
      power,
    ]),
    ...[...word(bondRecord.trapezoidal), op.if, f64],
    ...[...constant(0.5 * H), ...real(bondRecord.power), ...get(power), op.f64Add, op.f64Mul],
    ...[op.else, ...constant(H), ...get(power), op.f64Mul, op.end, op.localSet, energy],
    ...[...get(bond, power), op.f64Store, 3, bondRecord.power],
    ...add(bondRecord.energy, get(energy)),
    ...add(bondRecord.magnitude, [...get(energy), op.f64Abs]),
  ];
}

function add(part: number, value: readonly number[]): number[] {
  return [...get(bond), ...real(part), ...value, op.f64Add, op.f64Store, 3, part];
}

/** Repeats `body` while local `at`, which grows by `size`, is below local `end`. */
function whileBelow(at: number, end: number, size: number, body: readonly number[]): number[] {
  return [
    ...[op.block, none, op.loop, none, ...get(at, end), op.i32LtU, op.i32Eqz, op.brIf, 1],
    ...body,
    ...[
      ...get(at),
      op.i32Const,
      ...new Writer().signed(size).bytes,
      op.i32Add,
      op.localSet,
      at,
      op.br,
      0,
      op.end,
      op.end,
    ],
  ];
}
