import type { CouplingScheme } from '../coupling/coupling.ts';
import type { CheckedSystem } from '../system/system.ts';

/** System whose coupling is coarser or finer by a factor, and how. */
export interface CoupledVariant {
  readonly system: CheckedSystem;
  /** Step of the variant [s], or the tolerance of a scheme that chooses its steps. */
  readonly by: 'step' | 'tolerance';
  readonly value: number;
}

/** Factors of the step of further runs. A sharp band replaces the coarsest run by a finer one. */
export const bandFactors = { usual: [2, 4], sharp: [0.5, 2] } as const;

/**
 * Returns the system with a step that is larger by `factor` (smaller if it is below 1). Its rows are
 * at times of rows of the system.
 *
 * A scheme that chooses its steps gets another tolerance instead. Its error is proportional to the
 * tolerance, and the step to its square root. So the tolerance grows with the square of the factor.
 */
export function variantOf(
  system: CheckedSystem,
  scheme: Pick<CouplingScheme, 'options' | 'traits'> | undefined,
  factor: number,
): CoupledVariant {
  const { tolerance } = scheme?.options ?? {};
  if (scheme?.traits.adaptive === true && tolerance !== undefined && 'least' in tolerance) {
    const present = Number(system.options?.tolerance ?? tolerance.default);
    const value = Math.max(tolerance.least, Math.min(tolerance.most, present * factor ** 2));
    return {
      by: 'tolerance',
      value,
      system: { ...system, options: { ...system.options, tolerance: value } },
    };
  }
  const step = decimal(system.step * factor);
  const steps = Math.floor(whole((system.stopTime - system.startTime) / step));
  const stopTime = factor > 1 ? decimal(system.startTime + steps * step) : system.stopTime;
  const every = system.record.every;
  const wider = factor > 1 ? every / divisor(every, factor) : Math.round(every / factor);
  return {
    by: 'step',
    value: step,
    system: {
      ...system,
      ...{ step, stopTime: Math.min(stopTime, system.stopTime) },
      record: { ...system.record, every: wider },
      units: system.units.map((unit) =>
        unit.step === undefined ? unit : { ...unit, step: decimal(unit.step * factor) },
      ),
      lines: system.lines?.map((line) => ({ ...line, steps: Math.max(1, Math.round(line.steps / factor)) })),
    },
  };
}

/**
 * Returns a key of the steps and the coupling of a system. Systems with one key that differ in nothing
 * else have equal runs.
 */
export function couplingKey(system: CheckedSystem): string {
  const { scheme, options, step, startTime, stopTime, record, units, lines, connections } = system;
  return JSON.stringify([
    ...[scheme, options, step, startTime, stopTime, record.every],
    units.map((unit) => unit.step),
    lines?.map((line) => line.steps),
    connections.map(({ order, extrapolation }) => [order, extrapolation]),
  ]);
}

/** Digits that remove the rounding error of a decimal step. */
const digits = 14;

const decimal = (x: number): number => Number(x.toPrecision(digits));

/** Returns a number that is nearly whole as a whole number. */
const whole = (x: number): number => (Math.abs(x - Math.round(x)) < 1e-6 ? Math.round(x) : x);

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b);
}
