import { elementCount, type Variable } from '../../../description/description.ts';
import { status, statusNames } from '../../../host/instance/fmi-api.ts';
import { injectFault } from '../../behaviour/calls/fault-injection.ts';
import type { Probe } from '../../behaviour/fmu-probe.ts';
import { readableInInitialization } from '../../behaviour/values/readable-variables.ts';
import {
  isNumber,
  numericTypes,
  settable,
  startOf,
  unknownReference,
} from '../../behaviour/values/variable-selection.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Known variables that are read or set before an unknown one. */
const mostBefore = 20;

export const valueWrongCalls: readonly Rule[] = ruleFamily(
  { needs: 'behaviour', severity: 'robustness', fmi3: '2.2.7.2' },
  [
    {
      id: 'value/unknown-get',
      title: 'Reading an unknown value reference is refused',
      fmi2: '2.1.7',
      explanation:
        'A getter that answers ok to an unknown reference returns an arbitrary number, or memory that is not its own. The check reads known variables before, because earlier answers must make no difference.',
      faults: injectFault('any reference is read as 0', (base) => ({
        get: (v) => (v.valueReferences[0] > 900_000 ? 0 : base.get(v)),
      })),
      async check({ target, open, report }) {
        for (const type of numericTypes(target)) {
          const probe = await open();
          probe.reach('initialization');
          probe.snapshot(readableInInitialization(target).slice(0, mostBefore));
          const { status: answer } = probe.readAs(type, [unknownReference(target)], 1);
          if (answer <= status.warning)
            report(probe, {
              message: `Unknown value reference ${unknownReference(target)} can be read as ${type}.`,
              value: statusNames[answer],
              expected: 'error',
            });
          probe.close();
        }
      },
    },
    {
      id: 'value/unknown-set',
      title: 'Setting an unknown value reference is refused',
      fmi2: '2.1.7',
      explanation:
        'A setter that answers ok to an unknown reference has dropped the value, or overwritten other memory. The check sets known variables before, because earlier answers must make no difference.',
      faults: injectFault('any reference is accepted', (base) => ({
        set: (v) => (v.valueReferences[0] > 900_000 ? 0 : base.set(v)),
      })),
      async check({ target, open, report }) {
        for (const type of numericTypes(target)) {
          const probe = await open();
          probe.reach('instantiated');
          setStarts(probe, type);
          const answer = probe.writeAs(type, [unknownReference(target)], [1]);
          if (answer <= status.warning)
            report(probe, {
              message: `Unknown value reference ${unknownReference(target)} can be set as ${type}.`,
              value: statusNames[answer],
              expected: 'error',
            });
          probe.close();
        }
      },
    },
    {
      id: 'value/wrong-count',
      title: 'A wrong number of values is refused',
      explanation:
        'nValues must be the sum of the sizes of the variables. With fewer, a getter without a check writes behind the end of the importer’s array.',
      faults: injectFault('the number of values is ignored', (base) => ({
        get: (v) => (v.length === v.valueReferences.length ? base.get(v) : 0),
      })),
      async check({ variables, open, report }) {
        for (const variable of variables
          .filter((v) => isNumber(v) && (v.clocks?.length ?? 0) === 0)
          .slice(0, 20)) {
          const probe = await open();
          probe.reach('initialization');
          const count = elementCount(variable) + 1;
          const { status: answer } = probe.readAs(
            variable.type,
            [variable.valueReference],
            count,
            `${variable.name}, nValues = ${count}`,
          );
          if (answer <= status.warning)
            report(probe, {
              message: `"${variable.name}" has ${count - 1} ${count === 2 ? 'element' : 'elements'} and can be read with nValues = ${count}.`,
              value: statusNames[answer],
              expected: 'error',
            });
          probe.close();
        }
      },
    },
    {
      id: 'value/wrong-type',
      title: 'A variable cannot be read as another type',
      explanation:
        'Value references of FMI 3.0 identify one variable of one type. The getter of another type must refuse it.',
      faults: injectFault('every type is accepted', () => ({ get: () => 0 })),
      async check({ variables, open, report }) {
        const types = ['Float64', 'Int32', 'Boolean'] as const;
        for (const variable of variables
          .filter((v) => isNumber(v) && (v.clocks?.length ?? 0) === 0)
          .slice(0, 20)) {
          const other = types.find((type) => type !== variable.type) as (typeof types)[number];
          const probe = await open();
          probe.reach('initialization');
          const { status: answer } = probe.readAs(
            other,
            [variable.valueReference],
            1,
            `${variable.name} as ${other}`,
          );
          if (answer <= status.warning)
            report(probe, {
              message: `"${variable.name}" is ${variable.type} and can be read as ${other}.`,
              value: statusNames[answer],
              expected: 'error',
            });
          probe.close();
        }
      },
    },
  ],
);

/** Sets variables of a type to their start values. */
function setStarts(probe: Probe, type: Variable['type']): void {
  const known = settable(probe.target).filter((v) => v.type === type && v.causality === 'parameter');
  for (const variable of known.slice(0, mostBefore)) {
    const start = startOf(variable);
    if (start !== undefined) probe.write(variable, start);
  }
}
