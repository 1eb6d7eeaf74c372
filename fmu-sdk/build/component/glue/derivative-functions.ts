import { column, elements, exists, reference, wrongCount } from './access/variable-access';
import { Call, Column, Type } from './fmi-constants';
import { allocate, core } from './instance-session';
import { allowed, err, fail, ok, okList, refused, settle } from './lifecycle';

/**
 * Implements `set-input-derivatives`: u' and u'' of continuous Float64 inputs, per second and per
 * second². They apply to all following steps until they are set again.
 */
export function setInputDerivatives(requests: usize, n: i32, values: usize, count: i32): i32 {
  if (!allowed(Call.setInputDerivatives)) return refused();
  let sum: i32 = 0;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(requests, 2 * i);
    const order: i32 = reference(requests, 2 * i + 1);
    if (!exists(vr)) return refused();
    if (slot(vr) < 0 || order < 1 || order > 2) {
      const text: string = 'value reference %a, order %b: only orders 1 and 2 of continuous Float64 inputs.';
      return fail(text, f64(vr), f64(u32(order)));
    }
    sum += column(vr, Column.size);
  }
  if (sum !== count) return fail(wrongCount, f64(count), f64(sum));
  let from: usize = values;
  for (let i: i32 = 0; i < n; i++) {
    const vr: i32 = reference(requests, 2 * i);
    const order: i32 = reference(requests, 2 * i + 1);
    const size: i32 = column(vr, Column.size);
    for (let k: i32 = 0; k < size; k++) {
      store<f64>(core().derivatives() + 8 * usize(3 * (slot(vr) + k) + order), load<f64>(from));
      from += 8;
    }
  }
  return ok();
}

/** Number of the first [u, u', u''] of a variable, or −1 without one. */
export function slot(vr: i32): i32 {
  return column(vr, Column.type) === Type.float64 ? column(vr, Column.extra) : -1;
}

/** Lists of the variables of the running call: addresses of value references, and their numbers. */
let unknowns: usize = 0;
let unknownCount: i32 = 0;
let knowns: usize = 0;
let knownCount: i32 = 0;

/** Sets the variables of the next call for derivatives ∂unknowns/∂knowns. */
export function setVariables(toUnknowns: usize, m: i32, toKnowns: usize, n: i32): void {
  unknowns = toUnknowns;
  unknownCount = m;
  knowns = toKnowns;
  knownCount = n;
}

/** Implements `get-directional-derivative`: J · seed, with J = ∂unknowns/∂knowns by elements. */
export function getDirectionalDerivative(seed: usize, seeds: i32): usize {
  return product(Call.getDirectionalDerivative, seed, seeds);
}

/** Implements `get-adjoint-derivative`: Jᵀ · seed, with J = ∂unknowns/∂knowns by elements. */
export function getAdjointDerivative(seed: usize, seeds: i32): usize {
  return product(Call.getAdjointDerivative, seed, seeds);
}

function product(call: Call, seed: usize, seeds: i32): usize {
  if (!allowed(call)) return err(refused());
  if (!core().hasDirectionalDerivatives()) return err(fail('this unit gives no partial derivatives.'));
  const rows: i32 = elements(Type.float64, unknowns, unknownCount);
  if (rows < 0) return err(refused());
  const columns: i32 = elements(Type.float64, knowns, knownCount);
  if (columns < 0) return err(refused());
  const adjoint: bool = call === Call.getAdjointDerivative;
  const wanted: i32 = adjoint ? rows : columns;
  if (wanted !== seeds) return err(fail(wrongCount, f64(seeds), f64(wanted)));
  settle();
  const result: i32 = adjoint ? columns : rows;
  const list: usize = allocate(usize(result) * 8, 8);
  memory.fill(list, 0, usize(result) * 8);
  let row: usize = 0;
  for (let a: i32 = 0; a < unknownCount; a++) {
    for (let i: i32 = 0; i < column(reference(unknowns, a), Column.size); i++) {
      let to: usize = 0;
      for (let b: i32 = 0; b < knownCount; b++) {
        for (let k: i32 = 0; k < column(reference(knowns, b), Column.size); k++) {
          const d: f64 = core().partial(reference(unknowns, a), i, reference(knowns, b), k);
          const at: usize = list + 8 * (adjoint ? to : row);
          store<f64>(at, load<f64>(at) + d * load<f64>(seed + 8 * (adjoint ? row : to)));
          to++;
        }
      }
      row++;
    }
  }
  return okList(list, result);
}
