import type { Variable } from '../../../../description/description.ts';
import { status } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import type { Probe, Value } from '../../../behaviour/fmu-probe.ts';
import { compareRuns, record, type Trajectory } from '../../../behaviour/trajectory/trajectory-check.ts';
import { readableInInitialization } from '../../../behaviour/values/readable-variables.ts';
import { solvedSlack } from '../../../behaviour/values/value-difference.ts';
import {
  isNumber,
  otherValues,
  outputs,
  running,
  settable,
  startOf,
} from '../../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../../defect.ts';
import type { Rule } from '../../../rule.ts';

/** Parameters and inputs that are set. */
const most = 100;

/** Steps that are compared. */
const steps = 4;

/** Places where values are set: once before the initialization, twice before it, or once more in it. */
const courses = ['once', 'twice', 'again in Initialization Mode'] as const;

/** Results of one course: Initialization Mode, and the run after it. */
interface Results {
  readonly probe: Probe;
  readonly initial: Trajectory;
  readonly run: Trajectory;
}

export const lastSetting: Rule = {
  id: 'value/last-setting',
  title: 'The last of several settings of a parameter or input counts',
  severity: 'violation',
  fmi2: '2.1.7, 3.2.3 and 4.2.4',
  fmi3: '2.3.3',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'Parameters and inputs may be set several times until the end of the initialization. Calculated parameters, initial values and the run follow from the last values only, also if others were read before. The check sets values once, twice before the initialization, and again in Initialization Mode, and compares the results. A difference of the last course is a matter of robustness.',
  needs: 'behaviour',
  faults: [
    injectFault('a calculated parameter keeps its first value', (base) => {
      let first: number | undefined;
      return {
        get(this: typeof base, values) {
          const answer = base.get.call(this, values);
          const at = values.valueReferences.indexOf(16);
          if (at < 0) return answer;
          // The last of the reals, before those with one.
          const place = values.offset + at + (values.length - values.valueReferences.length);
          first ??= Number(values.view[place]);
          values.view[place] = first;
          return answer;
        },
      };
    }),
  ],
  async check({ target, description, open, report }) {
    const all: Results[] = [];
    for (const course of courses) {
      const probe = await open();
      const results = resultsOf(probe, course);
      // An FMU may not like all of the values at once.
      if (results === undefined) return;
      all.push(results);
    }
    const slack = solvedSlack(description);
    const [once, ...others] = all;
    for (const [k, { probe, initial, run }] of others.entries()) {
      const found: Defect[] = [];
      const note = (where: string) => (defect: Defect) =>
        void found.push({
          ...defect,
          message: `After values were set ${courses[k + 1]}, ${where}: ${defect.message}`,
        });
      compareRuns(
        once.initial,
        initial,
        readableInInitialization(target),
        note('in Initialization Mode'),
        slack,
      );
      if (found.length === 0) compareRuns(once.run, run, outputs(target), note('in the run'), slack);
      // Some FMUs solve their initial equations only once, at the first reading.
      const milder = courses[k + 1] === 'twice' ? {} : { severity: 'robustness' as const };
      for (const defect of found.slice(0, 3)) report(probe, { ...defect, ...milder });
    }
  },
};

/** Returns undefined if the FMU refuses to go on with the values. */
function resultsOf(probe: Probe, course: (typeof courses)[number]): Results | undefined {
  const { target } = probe;
  const variables = settable(target).filter(isNumber).slice(0, most);
  const before = variables.filter((v) => target.fmi === 3 || v.causality !== 'input');
  let [initial, run]: Trajectory[] = [[], []];
  const done = probe.attempt(() => {
    probe.reach('instantiated');
    if (course !== 'once') setAll(probe, before, 2);
    if (course === 'twice') probe.snapshot(target.fmi === 3 ? readableInInitialization(target) : []);
    if (course !== 'again in Initialization Mode') setAll(probe, before, 1);
    probe.initialize(probe.experiment);
    if (course === 'again in Initialization Mode') {
      probe.snapshot(readableInInitialization(target));
      setAll(probe, before, 1);
    }
    setAll(
      probe,
      variables.filter((v) => !before.includes(v)),
      1,
    );
    initial = [probe.snapshot(readableInInitialization(target))];
    probe.leaveInitialization(running(target));
    run = record(probe, outputs(target), steps);
  });
  return done ? { probe, initial, run } : undefined;
}

/** Sets values that are the given number of moves from the start values. Ends if one is refused. */
function setAll(probe: Probe, variables: readonly Variable[], moves: number): void {
  for (const variable of variables) {
    const values = movedFromStart(probe, variable, moves);
    if (values !== undefined && probe.write(variable, values) > status.warning)
      probe.refuse('set', variable.name);
  }
}

function movedFromStart({ target }: Probe, variable: Variable, moves: number): Value[] | undefined {
  let values = startOf(variable);
  for (let n = 0; n < moves && values !== undefined; n++) values = otherValues(target, variable, values);
  return values;
}
