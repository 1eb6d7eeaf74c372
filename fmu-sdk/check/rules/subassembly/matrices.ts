import { handleFault } from '../../behaviour/subassembly-faults.ts';
import {
  type HandleReadings,
  offeredBy,
  simulateHandles,
  without,
  withoutHandles,
} from '../../behaviour/subassembly-terminals.ts';
import type { Rule } from '../../rule.ts';

export const matrices: Rule = {
  id: 'subassembly/matrices',
  title: 'Leading matrices of handles are symmetric and positive definite',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Members',
  interfaces: ['coSimulation'],
  explanation:
    'M11 and M22 are symmetric, and (M11 M12; M12ᵀ M22) is positive definite at every communication point. It contains the inertia and the normalization of Euler parameters. A master factors it.',
  needs: 'behaviour',
  faults: [
    handleFault('M12 is larger than the blocks that it couples', { M12: 3 }),
    handleFault('M11 is not symmetric', { skew: 1e-3 }),
    handleFault('Euler parameters are not normalized', { alpha: 0 }),
    handleFault('M22 contains NaN', { M22: Number.NaN }),
  ],
  inapplicableReason: withoutHandles,
  async check(context) {
    for (const offered of offeredBy(context.target))
      await simulateHandles(context, offered, without(offered), 1, (reading, probe) => {
        const fault = faultOf(reading);
        if (fault === undefined) return;
        const [message, value, expected] = fault;
        context.report(probe, {
          message: `Terminal "${offered.terminal}" at t = ${reading.t} s: ${message}.`,
          ...{ value, expected },
        });
        context.skip('the run cannot continue with such matrices');
      });
  },
};

/** Returns the defect, its value and the expected state. */
function faultOf({ K, Q }: HandleReadings): [string, string, string] | undefined {
  const place = (i: number, j: number): string =>
    `M${1 + Math.floor(i / 7)}${1 + Math.floor(j / 7)}[${(i % 7) + 1}, ${(j % 7) + 1}]`;
  const finite = 'finite numbers';
  for (const [i, row] of K.entries())
    for (const [j, x] of row.entries())
      if (!Number.isFinite(x)) return [`${place(i, j)} is not finite`, String(x), finite];
  for (const [i, x] of Q.entries())
    if (!Number.isFinite(x))
      return [`Q${1 + Math.floor(i / 7)}[${(i % 7) + 1}] is not finite`, String(x), finite];
  for (const [i, row] of K.entries())
    for (const [j, x] of row.entries())
      if (Math.abs(x - K[j][i]) > rounding * Math.sqrt(Math.abs(K[i][i] * K[j][j])))
        return [`${place(i, j)} differs from ${place(j, i)}`, `${x}, ${K[j][i]}`, 'a symmetric matrix'];
  const pivot = leastPivot(K);
  if (pivot > 0) return undefined;
  return [
    'the matrix (M11 M12; M12ᵀ M22) is not positive definite',
    `${pivot.toExponential(2)} as a pivot`,
    'a matrix of masses and moments of inertia, and of the normalization of Euler parameters',
  ];
}

/** Relative difference of symmetric elements, to the geometric mean of their diagonal elements. */
const rounding = 1e-9;

/** Smallest pivot relative to its original element. Smaller ones are rounding errors. */
const least = 1e-14;

/** The first pivot of L D Lᵀ that is not positive, or 1. */
function leastPivot(K: readonly (readonly number[])[]): number {
  const rest = K.map((row) => [...row]);
  for (let k = 0; k < rest.length; k++) {
    const pivot = rest[k][k];
    if (!(pivot > least * K[k][k])) return Math.min(pivot, 0);
    for (let i = k + 1; i < rest.length; i++)
      for (let j = k + 1; j < rest.length; j++) rest[i][j] -= (rest[i][k] * rest[k][j]) / pivot;
  }
  return 1;
}
