import { handleFault } from '../../behaviour/subassembly-faults.ts';
import {
  accelerations,
  forcesOn,
  type HandleReadings,
  offeredBy,
  readHandles,
  withoutHandles,
} from '../../behaviour/subassembly-terminals.ts';
import type { Rule } from '../../rule.ts';

export const parameters: Rule = {
  id: 'subassembly/parameters',
  title: 'Euler parameters of handles are normalized, and remain so by their rates and accelerations',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Members',
  interfaces: ['coSimulation'],
  explanation:
    'At the start p · p = 1 and p · ṗ = 0 at each handle, and under any joint forces p · p̈ + ṗ · ṗ = 0 to a thousandth. A master lacks another equation for it.',
  needs: 'behaviour',
  faults: [
    handleFault('Euler parameters are not a unit vector', { length: 1.01 }),
    handleFault('their accelerations omit ṗ · ṗ', { centripetal: 0 }),
  ],
  inapplicableReason: withoutHandles,
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
};

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
