import { afterReading, injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { sentence } from '../../defect.ts';
import type { Difference } from '../../relations/difference.ts';
import { numberOf, observe, wander } from '../../relations/moves.ts';
import { goOn, stir } from '../../relations/typical-pairs.ts';
import { Abandoned, Parted, type Step, Walker } from '../../relations/walker.ts';
import type { Rule } from '../../rule.ts';

/** Goes beyond the first events, then sets all that may be set. */
const course = [goOn, goOn, goOn, goOn, numberOf('go on', 3), goOn, stir, goOn];

export const firstInstance: Rule = {
  id: 'run/first-instance',
  title: 'The second instance in a process behaves like the first one',
  severity: 'violation',
  fmi2: '2.1.5',
  fmi3: '2.3.1',
  explanation:
    'freeInstance disposes of an instance and all that belongs to it. A new instance begins with the start values of the description. The check makes calls of the first instance in a process, frees it, and makes equal calls of a second one. All values must be equal. Otherwise a static variable keeps something, or is not ready at first.',
  needs: 'behaviour',
  faults: [
    injectFault('an output counts instances', (base) => {
      let instances = 0;
      return {
        instantiate(options) {
          instances++;
          return base.instantiate(options);
        },
        get: afterReading(base, 2, (y) => y + instances),
      };
    }),
  ],
  inapplicableReason: ({ kind, description }) =>
    description[kind]?.canBeInstantiatedOnlyOncePerProcess
      ? 'the FMU declares canBeInstantiatedOnlyOncePerProcess="true"'
      : undefined,
  async check({ open, report }) {
    const probe = await open();
    const steps = walkOf(probe);
    const difference = differenceOf(probe, steps);
    if (difference === undefined) return;
    // Noise differs in a new process, too.
    const control = await open();
    if (differenceOf(control, steps) !== undefined) return;
    const { what, value, expected } = difference;
    report(probe, {
      message: `The second instance in a process shows something else than the first one: ${sentence(what)}`,
      value,
      expected,
    });
  },
};

/** Walks the first instance, until the FMU refuses a call or the course ends. */
function walkOf(probe: Probe): readonly Step[] {
  const walker = new Walker(probe, false);
  try {
    walker.instantiate();
    wander(walker, course, (w) => observe(w));
  } catch (error) {
    if (!(error instanceof Abandoned)) throw error;
  }
  return walker.steps;
}

/** Returns the first large difference of a new instance that repeats the steps. */
function differenceOf(probe: Probe, steps: readonly Step[]): Difference | undefined {
  probe.beginAgain();
  try {
    new Walker(probe, false).repeat(steps);
  } catch (error) {
    if (error instanceof Parted) return error.difference.size === 'large' ? error.difference : undefined;
    if (!(error instanceof Abandoned)) throw error;
  }
  return undefined;
}
