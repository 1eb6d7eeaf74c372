import type { RuleContext } from '../../behaviour/rule-context.ts';
import { handleFault } from '../../behaviour/subassembly/subassembly-faults.ts';
import {
  accelerations,
  type HandleReadings,
  largest,
  type Measure,
  measures,
  offeredBy,
  pairsOf,
  type Run,
  vanishes,
  withoutHandles,
} from '../../behaviour/subassembly/subassembly-terminals.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const laws = [
  ['q', 'v'],
  ['v', 'a'],
] as const;

export const subassemblyMotion: readonly Rule[] = ruleFamily(
  {
    needs: 'behaviour',
    severity: 'violation',
    interfaces: ['coSimulation'],
    inapplicableReason: withoutHandles,
  },
  [
    {
      id: 'subassembly/forces',
      title:
        'Accelerations of handles are linear in the joint forces, with the matrices and vectors of the handles',
      other: 'docs/guide/subassembly.md, Equations',
      explanation:
        'a = b + K⁻¹ (Q + f) holds for any joint forces f, whatever accelerations were set before: at the next communication point it gives equal accelerations, except for a part that vanishes with the step. If b is that of the last step, this verifies that the FMU uses M11, M12, M22 and Q inside. If b is 0 and Q is complete, it verifies that they do not depend on joint forces.',
      faults: [
        handleFault('M11 is a fiftieth too large', { M11: 1.02 }),
        handleFault('M12 has the wrong sign', { M12: -1 }),
        handleFault('Q is relative to accelerations other than b', { b: 0 }),
        handleFault('Q1 contains a fiftieth of the joint forces', { joints: 0.02 }),
      ],
      async check(context) {
        for (const offered of offeredBy(context.target)) {
          const pairs = await pairsOf(context, offered);
          const all = pairs.map(({ fine }) => fine.force);
          for (const { fine, coarse } of pairs)
            for (const measure of measures) {
              const [off, before] = [fine, coarse].map((run) => leap(context, run, all, measure));
              const size = Math.max(
                ...pairs.flatMap((pair) => pair.fine.readings.map(({ a }) => largest(a, measure))),
              );
              if (vanishes(off, before, size)) continue;
              context.report(fine.probe, {
                message: `Terminal "${offered.terminal}": from one communication point to the next, ${fine.h} s later, accelerations of its ${measure.what} jump under constant joint forces, and no less than with steps of twice that size.`,
                value: `${off.toExponential(2)}, of ${size.toExponential(2)}`,
                expected: 'a change of b + K⁻¹ (Q + f) that vanishes with the step',
              });
              return;
            }
        }
      },
    },
    {
      id: 'subassembly/motion',
      title: 'Handles move with the accelerations that they receive',
      other: 'docs/guide/subassembly.md, Order of calls, 3',
      explanation:
        'In a step q grows by its rate v, and v by the accelerations a1, a2 at the start of the step, except for a part that vanishes with the step. The check compares four steps with four of twice their length.',
      faults: [
        handleFault('it moves with the accelerations of the previous step', { late: true }),
        handleFault('it moves without the joint forces', { free: true }),
        handleFault('v2 is half of the rate of q2', { v2: 0.5 }),
      ],
      async check(context) {
        for (const offered of offeredBy(context.target)) {
          const pairs = await pairsOf(context, offered);
          const most = (member: Member, measure: Measure): number =>
            Math.max(
              ...pairs.flatMap(({ fine }) =>
                fine.readings.map((reading) => largest(reading[member], measure)),
              ),
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
    },
  ],
);

/** Largest change, over a step, of accelerations under any of the forces. */
function leap(
  context: RuleContext,
  { readings }: Run,
  forces: readonly (readonly number[])[],
  measure: Measure,
): number {
  const changes = forces.flatMap((force) => {
    const a = readings.map((reading) => accelerations(context, reading, force));
    return a.slice(1).map((next, k) =>
      largest(
        next.map((x, i) => x - a[k][i]),
        measure,
      ),
    );
  });
  return Math.max(...changes);
}

type Member = 'q' | 'v' | 'a';

/** Largest difference of the rate of change in a step from what it should be at its beginning. */
function offBy({ readings, h }: Run, of: 'q' | 'v', rate: 'v' | 'a', measure: Measure): number {
  const off = (reading: HandleReadings, next: HandleReadings): number[] =>
    next[of].map((x, i) => (x - reading[of][i]) / h - reading[rate][i]);
  return Math.max(...readings.slice(1).map((next, k) => largest(off(readings[k], next), measure)));
}
