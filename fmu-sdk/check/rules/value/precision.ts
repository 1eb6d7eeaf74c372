import type { Variable } from '../../../description/description.ts';
import { status } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import { type Probe, RuleSkipped, sameValues, type Value } from '../../behaviour/fmu-probe.ts';
import type { RuleContext } from '../../behaviour/rule-context.ts';
import { quantity } from '../../behaviour/values/message-text.ts';
import { differs } from '../../behaviour/values/rounding-difference.ts';
import {
  isNumber,
  otherValues,
  settableWithStart,
  startOf,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';

/** Limit of variables to check. FMUs may have a million. */
const most = 200;

/** Beyond what most models reach, and far from overflow. */
const large = 1.2345678912e12;

const bits: Readonly<Record<string, number>> = {
  Int8: 8,
  Int16: 16,
  Int32: 32,
  Int64: 64,
  UInt8: 8,
  UInt16: 16,
  UInt32: 32,
  UInt64: 64,
};

export const precision: Rule = {
  id: 'value/precision',
  title: 'Numbers keep every digit of their type',
  severity: 'violation',
  fmi2: '2.1.2',
  fmi3: '2.2.3',
  explanation:
    'A Float64 has 53 binary digits and an Int64 64. An FMU that passes values through a narrower type returns different values. The check sets inputs and parameters to numbers that need all digits and reads them again. For integer inputs it uses the smallest and the largest value within the bounds, for arrays different elements, and for reals without bounds also a large number.',
  needs: 'behaviour',
  faults: [
    injectFault('Float64 passes through float', (base) => ({
      set(this: typeof base, values) {
        if (values.type === 'Float64')
          (values.view as Float64Array)[values.offset] = Math.fround(
            (values.view as Float64Array)[values.offset],
          );
        return base.set.call(this, values);
      },
    })),
  ],
  async check({ target, open, report }) {
    for (const which of [0, 1]) {
      const settings = settableWithStart(target)
        .filter((v) => isNumber(v) && v.type in { ...bits, Float64: 64, Float32: 32 })
        .slice(0, most)
        .flatMap((variable) => {
          const values = wanted(variable, which);
          return values === undefined ? [] : [{ variable, values }];
        });
      if (settings.length === 0) continue;
      const probe = await open();
      probe.reach(target.fmi === 2 ? 'initialization' : 'instantiated');
      for (const { variable, values } of settings) {
        const wrong = heldOf(probe, variable, values);
        if (wrong === undefined) continue;
        report(probe, {
          message: `"${variable.name}" does not have the value that was set.`,
          value: quantity(variable, wrong),
          expected: quantity(variable, values),
        });
      }
      if (which === 1) reportLimits(probe, report);
    }
  },
};

/** Sets reals without bounds to a large number. An FMU may refuse it, but not store another value. */
function reportLimits(probe: Probe, report: RuleContext['report']): void {
  const reals = settableWithStart(probe.target)
    .filter((v) => v.type === 'Float64' && v.min === undefined && v.max === undefined)
    .slice(0, most);
  for (const variable of reals) {
    const values = startOf(variable)?.map((_, i) => large * (1 + i / 16)) ?? [];
    const wrong = values.length === 0 ? undefined : heldOf(probe, variable, values);
    if (wrong === undefined) continue;
    report(probe, {
      message: `"${variable.name}" does not have the value that was set, and its description gives no limit.`,
      value: quantity(variable, wrong),
      expected: quantity(variable, values),
      severity: 'robustness',
    });
  }
}

/**
 * Returns the value after setting it, if it differs. Returns undefined if it is equal, or cannot be
 * set or read.
 */
function heldOf(probe: Probe, variable: Variable, values: Value[]): Value[] | undefined {
  try {
    const before = probe.read(variable);
    if (before.status > status.warning || probe.write(variable, values) > status.warning) return undefined;
    const after = probe.read(variable);
    probe.write(variable, before.values);
    if (after.status > status.warning || !differs(after.values, values)) return undefined;
    // That no value is taken at all is another rule's.
    return sameValues(after.values, before.values) && !takes(probe, variable, before.values)
      ? undefined
      : after.values;
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
    return undefined;
  }
}

/** Returns true if the variable accepts a value with few digits. */
function takes(probe: Probe, variable: Variable, present: readonly Value[]): boolean {
  const other = otherValues(probe.target, variable, present);
  if (other === undefined || probe.write(variable, other) > status.warning) return false;
  const actual = probe.read(variable).values;
  probe.write(variable, present);
  return !differs(actual, other);
}

/** Returns numbers that need all digits: 0 for the smaller ones, 1 for the larger. */
function wanted(variable: Variable, which: number): Value[] | undefined {
  const start = startOf(variable);
  if (start === undefined) return undefined;
  const { type } = variable;
  const [min, max] = [Number(variable.min ?? -Infinity), Number(variable.max ?? Infinity)];
  if (type.startsWith('Float')) {
    const sign = which === 0 ? 1 : -1;
    const values = start.map((value, i) => {
      const x = Number(value);
      const far = (Math.abs(x) || Number(variable.nominal ?? 1)) * (0.1 + 0.01 * i);
      const moved = x + sign * far;
      return type === 'Float32' ? Math.fround(moved) : moved;
    });
    return values.every((x) => x >= min && x <= max) ? values : undefined;
  }
  if (variable.causality !== 'input') return undefined;
  const signed = type.startsWith('Int');
  const width = BigInt(bits[type]);
  const low = variable.min !== undefined ? BigInt(variable.min) : signed ? -(1n << (width - 1n)) : 0n;
  const high =
    variable.max !== undefined
      ? BigInt(variable.max)
      : signed
        ? (1n << (width - 1n)) - 1n
        : (1n << width) - 1n;
  const edge = which === 0 ? low : high;
  const inwards = which === 0 ? 1n : -1n;
  return start.map((_, i) => {
    const value = edge + (high > low + BigInt(i) ? inwards * BigInt(i) : 0n);
    return width === 64n ? value : Number(value);
  });
}
