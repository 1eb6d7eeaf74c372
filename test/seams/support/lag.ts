import { join } from 'node:path';
import { buildUnit } from '../../../fmu-sdk/build/build-unit.ts';
import type { SystemFile } from '../../../master/system/system.ts';
import { fmu } from '../../run-fmu.ts';

/** Writes `lag.fmu` into a folder: the unit of `fmu new`, T ẏ + y = u. */
export async function makeLag(folder: string): Promise<void> {
  const { code, err } = fmu(['new', 'lag'], folder);
  if (code !== 0) throw new Error(err);
  await buildUnit(join(folder, 'lag'), folder);
}

/** Internal step of the unit [s]. */
const h = 0.001;

/** Computes a lag over H [s] for u(τ) = u + d₁ τ + ½ d₂ τ², by the unit's trapezoidal rule. */
export function lagged(y: number, T: number, H: number, u: number, d1 = 0, d2 = 0): number {
  const input = (tau: number): number => u + tau * (d1 + 0.5 * tau * d2);
  const a = (0.5 * h) / T;
  for (let k = 0; k < Math.round(H / h); k++)
    y = ((1 - a) * y + a * (input(k * h) + input((k + 1) * h))) / (1 + a);
  return y;
}

/** Two lags in a circle, which drive each other. */
export function circle(algorithm: Partial<SystemFile['algorithm']> = {}): SystemFile {
  return {
    name: 'circle',
    units: {
      a: { fmu: 'lag.fmu', parameters: { y_0: 1, T: 0.5 } },
      b: { fmu: 'lag.fmu', parameters: { y_0: -2, T: 2 } },
    },
    connections: [
      { from: 'a.y', to: 'b.u' },
      { from: 'b.y', to: 'a.u' },
    ],
    algorithm: { scheme: 'jacobi', step: 0.1, ...algorithm },
    stopTime: 1,
  };
}
