import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { clockExample, clockPart, periodicExample } from '../../example/example-parts.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import { clocks, noClocks } from '../../model/variables/clock-access.ts';
import { initialTables, variabilities } from '../../model/variables/initial-tables.ts';
import { inherited, named } from '../../model/variables/model-variable.ts';
import { toNumber } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const clockClocks: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'clock/causality',
    title: 'Clocks are input, output or local',
    inapplicableReason: noClocks,
    fmi3: '2.4.7.4',
    explanation:
      'For clocks, causality defines who activates them: the importer (input), the FMU for others (output) or for itself (local).',
    pass: clockExample('causality="input" intervalVariability="triggered"'),
    fail: clockExample('causality="parameter" variability="discrete" intervalVariability="triggered"'),
    *check(model) {
      for (const variable of clocks(model))
        if (
          !['input', 'output', 'local'].includes(variable.causality) &&
          initialTables['3.0'][variable.causality] !== undefined
        )
          yield defect(
            variable.element,
            'causality',
            `Clock ${named(variable)} has causality ${variable.causality}.`,
            'input, output or local',
          );
    },
  },
  {
    id: 'clock/counter-fraction',
    title: 'Only periodic clocks that support fractions have an interval counter',
    inapplicableReason: noClocks,
    fmi3: '2.4.4',
    explanation:
      'intervalCounter is allowed only if supportsFraction is true and the clock is constant, fixed or tunable.',
    pass: periodicExample('supportsFraction="true" resolution="10" intervalCounter="1"'),
    fail: periodicExample('resolution="10" intervalCounter="1"'),
    *check(model) {
      for (const variable of clocks(model)) {
        const isPeriodic = ['constant', 'fixed', 'tunable'].includes(
          inherited(variable, 'intervalVariability') ?? 'constant',
        );
        const fractions = ['true', '1'].includes(inherited(variable, 'supportsFraction') ?? '');
        if (inherited(variable, 'intervalCounter') !== undefined && !(isPeriodic && fractions))
          yield defect(
            variable.element,
            'intervalCounter',
            `Clock ${named(variable)} has a counter, but ${isPeriodic ? 'does not support fractions' : 'is not periodic'}.`,
            'no counter, or a periodic clock with supportsFraction="true"',
          );
      }
    },
  },
  {
    id: 'clock/fraction-equals-decimal',
    title: 'Interval and shift are equal as decimals and as fractions',
    inapplicableReason: noClocks,
    severity: 'advice',
    fmi3: '2.4.4',
    explanation:
      'A clock may give its timing twice. If both differ by more than rounding, importers tick at different times.',
    pass: periodicExample('supportsFraction="true" resolution="10" intervalCounter="1"'),
    fail: periodicExample('supportsFraction="true" resolution="10" intervalCounter="2"'),
    *check(model) {
      for (const variable of clocks(model)) {
        const [counter, resolution, decimal] = ['intervalCounter', 'resolution', 'intervalDecimal'].map(
          (name) => toNumber(inherited(variable, name)),
        );
        if (!counter || !resolution || decimal === undefined) continue;
        if (Math.abs(counter / resolution - decimal) > 1e-9 * decimal)
          yield defect(
            variable.element,
            'intervalDecimal',
            `Clock ${named(variable)} has the interval ${decimal}, and ${counter}/${resolution}.`,
            `${counter / resolution}`,
          );
      }
    },
  },
  {
    id: 'clock/output-triggered',
    title: 'Output and local clocks are triggered',
    inapplicableReason: noClocks,
    fmi3: '2.2.8.2',
    explanation:
      'The importer ticks time-based clocks, so they are inputs. A clock that the FMU ticks itself has intervalVariability triggered.',
    pass: clockExample('causality="output" intervalVariability="triggered"', '<Output valueReference="1"/>'),
    fail: clockExample('causality="output" intervalVariability="countdown"', '<Output valueReference="1"/>'),
    *check(model) {
      for (const variable of clocks(model)) {
        const kind = inherited(variable, 'intervalVariability');
        if (
          ['output', 'local'].includes(variable.causality) &&
          kind !== undefined &&
          kind !== 'triggered' &&
          valueChecks.intervalVariability(kind) === undefined
        )
          yield defect(
            variable.element,
            'intervalVariability',
            `${variable.causality === 'output' ? 'Output' : 'Local'} clock ${named(variable)} is ${kind}.`,
            'triggered',
          );
      }
    },
  },
  {
    id: 'clock/priority-output',
    title: 'Output clocks do not have a priority',
    inapplicableReason: noClocks,
    fmi3: '2.4.4',
    explanation: 'Priorities order the model partitions that input clocks activate.',
    pass: clockExample('causality="output" intervalVariability="triggered"', '<Output valueReference="1"/>'),
    fail: clockExample(
      'causality="output" intervalVariability="triggered" priority="1"',
      '<Output valueReference="1"/>',
    ),
    *check(model) {
      for (const variable of clocks(model))
        if (variable.causality === 'output' && inherited(variable, 'priority') !== undefined)
          yield defect(
            variable.element,
            'priority',
            `Output clock ${named(variable)} has a priority.`,
            'no such attribute',
          );
    },
  },
  {
    id: 'clock/priority-required',
    title: 'Input clocks of an FMU for scheduled execution have a priority',
    fmi3: '2.4.4',
    interfaces: ['scheduledExecution'],
    explanation:
      'The importer schedules model partitions by the priority of their input clocks, so it is mandatory.',
    pass: fmi3({
      interfaces: '<ScheduledExecution modelIdentifier="unit"/>',
      variables:
        '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered" priority="1"/>',
    }),
    fail: fmi3({ interfaces: '<ScheduledExecution modelIdentifier="unit"/>', variables: clockPart }),
    *check(model) {
      for (const variable of clocks(model))
        if (variable.causality === 'input' && inherited(variable, 'priority') === undefined)
          yield defect(
            variable.element,
            'causality',
            `Input clock ${named(variable)} lacks a priority.`,
            'an attribute priority',
          );
    },
  },
  {
    id: 'clock/variability',
    title: 'Clocks are discrete',
    inapplicableReason: noClocks,
    fmi3: '2.4.7.4',
    explanation: 'The variability of clocks must be discrete, which is their default.',
    pass: clockExample('causality="input" intervalVariability="triggered"'),
    fail: clockExample('causality="input" variability="tunable" intervalVariability="triggered"'),
    *check(model) {
      for (const variable of clocks(model)) {
        const variability = attribute(variable.element, 'variability');
        if (variability !== undefined && variability !== 'discrete' && variabilities.includes(variability))
          yield defect(
            variable.element,
            'variability',
            `Clock ${named(variable)} is ${variability}.`,
            'discrete',
          );
      }
    },
  },
]);
