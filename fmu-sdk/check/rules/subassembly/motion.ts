import { handleFault } from '../../behaviour/subassembly-faults.ts';
import {
  type HandleReadings,
  largest,
  type Measure,
  measures,
  offeredBy,
  pairsOf,
  type Run,
  vanishes,
  withoutHandles,
} from '../../behaviour/subassembly-terminals.ts';
import type { Rule } from '../../rule.ts';

export const motion: Rule = {
  id: 'subassembly/motion',
  title: 'Handles move with the accelerations that they receive',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Order of calls, 3',
  interfaces: ['coSimulation'],
  explanation:
    'In a step q grows by its rate v, and v by the accelerations a1, a2 at the start of the step, except for a part that vanishes with the step. The check compares four steps with four of twice their length.',
  needs: 'behaviour',
  faults: [
    handleFault('it moves with the accelerations of the previous step', { late: true }),
    handleFault('it moves without the joint forces', { free: true }),
    handleFault('v2 is half of the rate of q2', { v2: 0.5 }),
  ],
  inapplicableReason: withoutHandles,
  async check(context) {
    for (const offered of offeredBy(context.target)) {
      const pairs = await pairsOf(context, offered);
      const most = (member: Member, measure: Measure): number =>
        Math.max(
          ...pairs.flatMap(({ fine }) => fine.readings.map((reading) => largest(reading[member], measure))),
        );
      for (const { fine, coarse } of pairs)
        for (const [of, rate] of laws)
          for (const measure of measures) {
            const [off, before] = [fine, coarse].map((run) => offBy(run, of, rate, measure));
            const rounding = (1e-9 * most(of, measure)) / fine.h;
            if (vanishes(off, before, most(rate, measure) + rounding)) continue;
            context.report(fine.probe, {
              message: `Terminal "${offered.terminal}": in steps of ${fine.h} s its ${measure.what} have a rate of ${of} that differs from ${rate}, and no more with steps of twice that size.`,
              value: `a difference of ${off.toExponential(2)} to ${most(rate, measure).toExponential(2)}`,
              expected: `a growth of ${of} by ${rate} at the start of the step times its length, except for a part that vanishes with the step`,
            });
            return;
          }
    }
  },
};

type Member = 'q' | 'v' | 'a';

const laws = [
  ['q', 'v'],
  ['v', 'a'],
] as const;

/** Largest difference of the rate of change in a step from what it should be at its beginning. */
function offBy({ readings, h }: Run, of: 'q' | 'v', rate: 'v' | 'a', measure: Measure): number {
  const off = (reading: HandleReadings, next: HandleReadings): number[] =>
    next[of].map((x, i) => (x - reading[of][i]) / h - reading[rate][i]);
  return Math.max(...readings.slice(1).map((next, k) => largest(off(readings[k], next), measure)));
}
