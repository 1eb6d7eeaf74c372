import type { Probe } from '../../behaviour/fmu-probe.ts';
import { handleFault } from '../../behaviour/subassembly/subassembly-faults.ts';
import {
  accelerations,
  forcesOn,
  type HandleReadings,
  offeredBy,
  readHandles,
  setAccelerations,
  simulateHandles,
  without,
  withoutHandles,
} from '../../behaviour/subassembly/subassembly-terminals.ts';
import { sameValues } from '../../behaviour/values/value-difference.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Relative difference of symmetric elements, to the geometric mean of their diagonal elements. */
const rounding = 1e-9;
/** Smallest pivot relative to its original element. Smaller ones are rounding errors. */
const least = 1e-14;

export const subassemblyHandles: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'violation',
    interfaces: ['coSimulation'],
    inapplicableReason: withoutHandles,
  },
  [
    {
      id: 'subassembly/parameters',
      title: 'Euler parameters of handles are normalized, and remain so by their rates and accelerations',
      other: 'docs/guide/subassembly.md, Members',
      explanation:
        'At the start p · p = 1 and p · ṗ = 0 at each handle, and under any joint forces p · p̈ + ṗ · ṗ = 0 to a thousandth. A master lacks another equation for it.',
      faults: [
        handleFault('Euler parameters are not a unit vector', { length: 1.01 }),
        handleFault('their accelerations omit ṗ · ṗ', { centripetal: 0 }),
      ],
      async check(context) {
        for (const offered of offeredBy(context.target)) {
          const probe = await context.open();
          probe.reach('step');
          const reading = readHandles(probe, offered);
          for (const force of forcesOn(context, offered, reading)) {
            reading.a = accelerations(context, reading, force);
            for (const [i, handle] of offered.handles.entries())
              for (const [what, off, most] of violations(reading, 7 * i)) {
                if (off <= most) continue;
                context.report(probe, {
                  message: `Terminal "${offered.terminal}" at the start: ${what} of handle ${handle}.`,
                  value: `off by ${off.toExponential(2)}`,
                  expected: `at most ${most.toExponential(2)}`,
                });
                return;
              }
          }
        }
      },
    },
    {
      id: 'subassembly/readings',
      title: 'Handles can be read again, and accelerations set again, before a step',
      other: 'docs/guide/subassembly.md, Order of calls, 2',
      explanation:
        'Outputs do not depend on accelerations that are set before the step, reading them changes nothing, and the last accelerations count. A master may therefore iterate: the FMU then moves as without iteration, to the last bit.',
      faults: [
        handleFault('reading changes the outputs', { worn: true }),
        handleFault('b1 follows a1 at once', { early: true }),
        handleFault('accelerations that are set add up', { sums: true }),
      ],
      async check(context) {
        for (const offered of offeredBy(context.target)) {
          const referenceRun = await simulateHandles(context, offered, without(offered), 1);
          const report = (probe: Probe, what: string, t: number, when: string): void => {
            context.report(probe, {
              message: `Terminal "${offered.terminal}" at t = ${t} s: ${what} differs ${when}.`,
              value: what,
              expected: 'exactly equal values',
            });
            context.skip('its outputs are unknown from here on');
          };
          let k = 0;
          await simulateHandles(context, offered, without(offered), 1, (reading, probe) => {
            const before = referenceRun.readings[k++];
            const changed = otherIn(before, reading);
            if (changed !== undefined)
              report(probe, changed, reading.t, 'after handles were read and set twice before');
            const { b, t } = reading;
            const others = b.map((x, i) => x + 1 + i / 8);
            setAccelerations(probe, offered, others);
            const follows = otherIn(reading, readHandles(probe, offered));
            if (follows !== undefined)
              report(probe, follows, t, 'when it is read again, after accelerations were set');
          });
        }
      },
    },
    {
      id: 'subassembly/matrices',
      title: 'Leading matrices of handles are symmetric and positive definite',
      other: 'docs/guide/subassembly.md, Members',
      explanation:
        'M11 and M22 are symmetric, and (M11 M12; M12ᵀ M22) is positive definite at every communication point. It contains the inertia and the normalization of Euler parameters. A master factors it.',
      faults: [
        handleFault('M12 is larger than the blocks that it couples', { M12: 3 }),
        handleFault('M11 is not symmetric', { skew: 1e-3 }),
        handleFault('Euler parameters are not normalized', { alpha: 0 }),
        handleFault('M22 contains NaN', { M22: Number.NaN }),
      ],
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
    },
  ],
);

/**
 * Returns the conditions that the Euler parameters at an index violate, with deviation and limit.
 */
function violations({ q, v, a }: HandleReadings, at: number): [string, number, number][] {
  const [p, rate, acceleration] = [q, v, a].map((x) => x.slice(at + 3, at + 7));
  const dot = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, k) => sum + value * y[k], 0);
  const [r, w] = [rate, acceleration].map((x) => Math.sqrt(dot(x, x)));
  return [
    ['p · p is not 1', Math.abs(dot(p, p) - 1), 1e-9],
    ['p · ṗ is not 0', Math.abs(dot(p, rate)), 1e-9 * Math.max(1, r)],
    [
      'p · p̈ + ṗ · ṗ is not 0 under joint forces',
      Math.abs(dot(p, acceleration) + r * r),
      1e-3 * Math.max(1, w),
    ],
  ];
}

/** Returns a member whose values differ. */
function otherIn(reading: HandleReadings, otherReading: HandleReadings): string | undefined {
  const member = (['q', 'v', 'b', 'Q'] as const).find(
    (candidate) => !sameValues(reading[candidate], otherReading[candidate]),
  );
  return member ?? (reading.K.every((row, i) => sameValues(row, otherReading.K[i])) ? undefined : 'M');
}

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
