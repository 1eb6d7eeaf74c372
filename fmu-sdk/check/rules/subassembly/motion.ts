import { handlesPlant } from '../../behaviour/subassembly-faults.ts';
import {
  largest,
  type Measure,
  measures,
  offeredBy,
  pairsOf,
  type Run,
  type Shown,
  vanishes,
  withoutHandles,
} from '../../behaviour/subassembly-terminals.ts';
import type { Rule } from '../../rule.ts';

export const motion: Rule = {
  id: 'subassembly/motion',
  title: 'Handles move with the accelerations that they are given',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Order of calls, 3',
  interfaces: ['coSimulation'],
  explanation:
    'In a step q grows by its rate v, and v by the accelerations a1, a2 at the beginning of the step, but for what vanishes with the step: the check looks at four steps, and at four of twice their length.',
  needs: 'behaviour',
  plants: [
    handlesPlant('it moves with the accelerations of the step before', { late: true }),
    handlesPlant('it moves as if nothing was joined to it', { free: true }),
    handlesPlant('v2 is half of the rate of q2', { v2: 0.5 }),
  ],
  without: withoutHandles,
  async check(bench) {
    for (const offered of offeredBy(bench.target)) {
      const pairs = await pairsOf(bench, offered);
      const most = (member: Member, measure: Measure): number =>
        Math.max(...pairs.flatMap(({ fine }) => fine.shown.map((here) => largest(here[member], measure))));
      for (const { fine, coarse } of pairs)
        for (const [of, rate] of laws)
          for (const measure of measures) {
            const [off, before] = [fine, coarse].map((run) => offBy(run, of, rate, measure));
            const rounding = (1e-9 * most(of, measure)) / fine.h;
            if (vanishes(off, before, most(rate, measure) + rounding)) continue;
            bench.report(fine.probe, {
              message: `Terminal "${offered.terminal}": in steps of ${fine.h} s its ${measure.what} have a rate of ${of} that is not ${rate}; with steps of twice that it is no worse.`,
              value: `${off.toExponential(2)} beside it, of ${most(rate, measure).toExponential(2)}`,
              expected: `that ${of} grows in a step by ${rate} at its beginning times its length, but for what vanishes with the step`,
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
function offBy({ shown, h }: Run, of: 'q' | 'v', rate: 'v' | 'a', measure: Measure): number {
  const off = (here: Shown, next: Shown): number[] =>
    next[of].map((x, i) => (x - here[of][i]) / h - here[rate][i]);
  return Math.max(...shown.slice(1).map((next, k) => largest(off(shown[k], next), measure)));
}
