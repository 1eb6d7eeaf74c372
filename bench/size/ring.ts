import type { SystemFile } from '../../master/system/system.ts';
import { once } from '../bench-measure.ts';

export const steps: number = once ? 100_000 : 1_000_000;

/** Two sealed units that do nothing, each the other's input: what is left is the master. */
export function ring(order: 0 | 2, bond: boolean): SystemFile {
  return {
    name: 'ring',
    units: { a: { fmu: 'trivial.fmu' }, b: { fmu: 'trivial.fmu' } },
    connections: [
      { from: 'a.y', to: 'b.u' },
      { from: 'b.y', to: 'a.u' },
    ],
    bonds: bond ? [{ name: 'bond', terms: [{ effort: 'a.y', flow: 'b.y' }] }] : [],
    algorithm: { scheme: 'jacobi', step: 0.001, order },
    stopTime: 0.001 * steps,
  };
}
