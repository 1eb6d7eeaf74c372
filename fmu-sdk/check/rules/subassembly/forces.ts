import type { RuleContext } from '../../behaviour/rule-context.ts';
import { handleFault } from '../../behaviour/subassembly-faults.ts';
import {
  accelerations,
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

export const forces: Rule = {
  id: 'subassembly/forces',
  title:
    'Accelerations of handles are linear in the joint forces, with the matrices and vectors of the handles',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Equations',
  interfaces: ['coSimulation'],
  explanation:
    'a = b + K⁻¹ (Q + f) holds for any joint forces f, whatever accelerations were set before: at the next communication point it gives equal accelerations, except for a part that vanishes with the step. If b is that of the last step, this verifies that the FMU uses M11, M12, M22 and Q inside. If b is 0 and Q is complete, it verifies that they do not depend on joint forces.',
  needs: 'behaviour',
  faults: [
    handleFault('M11 is a fiftieth too large', { M11: 1.02 }),
    handleFault('M12 has the wrong sign', { M12: -1 }),
    handleFault('Q is relative to accelerations other than b', { b: 0 }),
    handleFault('Q1 contains a fiftieth of the joint forces', { joints: 0.02 }),
  ],
  inapplicableReason: withoutHandles,
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
};

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
