import type { Probe } from '../../behaviour/fmu-probe.ts';
import { handleFault } from '../../behaviour/subassembly-faults.ts';
import {
  type HandleReadings,
  offeredBy,
  readHandles,
  setAccelerations,
  simulateHandles,
  without,
  withoutHandles,
} from '../../behaviour/subassembly-terminals.ts';
import { sameValues } from '../../behaviour/value-difference.ts';
import type { Rule } from '../../rule.ts';

export const readings: Rule = {
  id: 'subassembly/readings',
  title: 'Handles can be read again, and accelerations set again, before a step',
  class: 'violation',
  other: 'docs/guide/subassembly.md, Order of calls, 2',
  interfaces: ['coSimulation'],
  explanation:
    'Outputs do not depend on accelerations that are set before the step, reading them changes nothing, and the last accelerations count. A master may therefore iterate: the FMU then moves as without iteration, to the last bit.',
  needs: 'behaviour',
  faults: [
    handleFault('reading changes the outputs', { worn: true }),
    handleFault('b1 follows a1 at once', { early: true }),
    handleFault('accelerations that are set add up', { sums: true }),
  ],
  inapplicableReason: withoutHandles,
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
};

/** Returns a member whose values differ. */
function otherIn(reading: HandleReadings, otherReading: HandleReadings): string | undefined {
  const member = (['q', 'v', 'b', 'Q'] as const).find(
    (candidate) => !sameValues(reading[candidate], otherReading[candidate]),
  );
  return member ?? (reading.K.every((row, i) => sameValues(row, otherReading.K[i])) ? undefined : 'M');
}
