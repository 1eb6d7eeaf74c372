import type { FmiApi, FmiCall, Values } from '../../../host/instance/fmi-api.ts';
import type { InjectedFault } from '../rule-context.ts';

/**
 * Returns the FMU's functions with some of them replaced. `base` holds the original functions.
 *
 * @example
 * const forgetful: ReturnType<typeof injectFault> = {
 *   claim: 'only the first message is logged',
 *   fmi: 2,
 *   kind: 'coSimulation',
 *   corrupt: (calls) =>
 *     replaceCalls(calls, (base) => ({ takeLog: () => base.takeLog().slice(0, 1) })),
 * };
 */
export function replaceCalls(calls: FmiApi, replacements: (base: FmiApi) => Partial<FmiApi>): FmiApi {
  const replaced = replacements(calls) as Record<PropertyKey, unknown>;
  return new Proxy(calls, {
    get: (target, name) => (Object.hasOwn(replaced, name) ? replaced[name] : Reflect.get(target, name)),
  });
}

/**
 * A defect in functions of a specimen, by default that of FMI 3.0 co-simulation. `specimen` names
 * another one, or changes what it describes.
 *
 * @example
 * const tried: Rule = {
 *   ...logs,
 *   faults: [injectFault('nothing is ever logged', () => ({ takeLog: () => [] }))],
 * };
 */
export function injectFault(
  claim: string,
  replacements: (base: FmiApi) => Partial<FmiApi>,
  specimen: Partial<Omit<InjectedFault, 'claim' | 'corrupt'>> = {},
): InjectedFault {
  return {
    claim,
    fmi: 3,
    kind: 'coSimulation',
    corrupt: (calls) => replaceCalls(calls, replacements),
    ...specimen,
  };
}

/** Results of a call: its buffer of doubles, the registers, and the registers before it. */
interface Left {
  readonly registers: Float64Array;
  readonly doubles: Float64Array;
  readonly before: Float64Array;
}

/** Replaces the operation `name` by one that leaves something else. */
export function afterCall(
  name: FmiCall['op'],
  change: (left: Left) => unknown,
): (base: FmiApi) => Partial<FmiApi> {
  return (base) => ({
    call(this: FmiApi, op) {
      const before = this.registers.slice();
      const answer = base.call.call(this, op);
      const doubles = 'doubles' in op ? op.doubles : new Float64Array();
      if (op.op === name) change({ registers: this.registers, doubles, before });
      return answer;
    },
  });
}

/** An output that is computed with another parameter: one finding of whatever compares results. */
export function otherParameter(claim: string): InjectedFault {
  return injectFault(claim, (base) => ({ get: afterReading(base, 2, (y) => 1.25 * y) }));
}

/** Returns a getter that changes the value of one scalar (`changeReading`). */
export function afterReading(
  base: FmiApi,
  valueReference: number,
  other: (value: number) => number,
): FmiApi['get'] {
  return function (this: FmiApi, values) {
    const answer = base.get.call(this, values);
    changeReading(values, valueReference, other);
    return answer;
  };
}

/**
 * Changes the value of a scalar in the result of a getter. The getter may read it alone, or in a
 * list in ascending or descending order of value references. Arrays have larger references than the
 * scalar.
 */
export function changeReading<T extends number | bigint = number>(
  { valueReferences, view, offset, length }: Values,
  valueReference: number,
  other: (value: T) => T,
): void {
  const at = valueReferences.indexOf(valueReference);
  if (at < 0) return;
  const behind = valueReferences.length - at;
  const place = offset + (valueReferences[0] > valueReference ? length - behind : at);
  const numbers = view as { [index: number]: number | bigint };
  numbers[place] = other(numbers[place] as T);
}
