import { elementCount, type ModelDescription, type Variable } from '../../../../description/description.ts';
import { resizeVariables } from '../../../../description/variables/resize.ts';
import { status, statusNames } from '../../../../host/instance/fmi-api.ts';
import { injectFault } from '../../../behaviour/calls/fault-injection.ts';
import { type Probe, sameValues, type Value } from '../../../behaviour/fmu-probe.ts';
import { getState, setState, withState } from '../../../behaviour/states/state-support.ts';
import { quantity, valuesText } from '../../../behaviour/values/message-text.ts';
import { differs } from '../../../behaviour/values/rounding-difference.ts';
import {
  otherValues,
  readable,
  running,
  settableWithStart,
  startOf,
} from '../../../behaviour/values/variable-selection.ts';
import type { Defect } from '../../../defect.ts';
import type { Rule } from '../../../rule.ts';

/** Structural parameters that are tried, and the largest size of the FMU's arrays in total. */
const most = 8;
const mostElements = 5000;

export const structuralExtremes: Rule = {
  id: 'value/structural-extremes',
  title: 'The FMU runs with the smallest and largest value of each structural parameter',
  severity: 'violation',
  fmi3: '2.3.5 and 2.4.7.5.1',
  interfaces: ['coSimulation', 'modelExchange'],
  explanation:
    'A structural parameter may have any value from min to max. Then arrays, continuous states and event indicators have the sizes that follow, the states equal their variables, and the FMU runs. An FMU state contains the structural parameters, and reset restores their start values. Parameters without both bounds are not tried.',
  needs: 'behaviour',
  faults: [
    injectFault(
      'the largest value is refused',
      (base) => ({
        set: (v) => (v.valueReferences[0] === 13 && Number(v.view[v.offset]) >= 4 ? 3 : base.set(v)),
      }),
      {
        describe: (d) => ({
          ...d,
          variables: d.variables.map((v) => (v.name === 'm' ? { ...v, max: '4' } : v)),
        }),
      },
    ),
  ],
  inapplicableReason: ({ description }) =>
    description.variables.some((v) => v.causality === 'structuralParameter')
      ? undefined
      : 'the FMU does not have structural parameters',
  async check({ target, open, report, reportAmount }) {
    const probe = await open();
    let tried = 0;
    for (const parameter of bounded(target.description).slice(0, most))
      for (const bound of [Number(parameter.min), Number(parameter.max)]) {
        const wanted = [typeof startOf(parameter)?.[0] === 'bigint' ? BigInt(bound) : bound];
        const resized = resizeVariables(target.description, new Map([[parameter.valueReference, bound]]));
        const total = resized.variables.reduce((n, v) => n + elementCount(v), 0);
        if (sameValues(wanted, startOf(parameter)) || total > mostElements) continue;
        tried++;
        probe.beginAgain();
        for (const defect of defectsOf(probe, parameter, wanted, resized)) {
          report(probe, { ...defect, message: `With "${parameter.name}" = ${bound}, ${defect.message}` });
          break;
        }
      }
    reportAmount(`${tried} values of structural parameters`);
  },
};

function bounded({ variables }: ModelDescription): Variable[] {
  return variables.filter(
    (v) =>
      v.causality === 'structuralParameter' &&
      v.min !== undefined &&
      v.max !== undefined &&
      elementCount(v) === 1 &&
      startOf(v) !== undefined,
  );
}

/** Sets the parameter and runs the FMU. Yields defects, as ends of sentences. */
function* defectsOf(
  probe: Probe,
  parameter: Variable,
  wanted: Value[],
  resized: ModelDescription,
): Generator<Defect> {
  const { target } = probe;
  probe.reach('configuration');
  const answer = probe.write(parameter, wanted);
  if (answer > status.warning) {
    // Another rule reports an FMU that refuses every value.
    const other = otherValues(target, parameter, startOf(parameter)!);
    if (other === undefined || probe.write(parameter, other) > status.warning) return;
    // An FMU may discard a size for which it lacks memory (FMI 3.0.2, 2.2.3).
    const milder = answer === status.discard ? { severity: 'robustness' as const } : {};
    yield {
      message: 'the FMU refuses the value.',
      value: statusNames[answer],
      expected: 'ok',
      ...milder,
    };
    return;
  }
  probe.requireCall('exitConfigurationMode');
  yield* sizeDefects(probe, parameter, wanted, resized);
  yield* elementDefects(probe, resized);
  if (withState(target) === undefined) yield* stateDefects(probe, parameter, wanted, resized);
  probe.initialize(probe.experiment);
  if (target.kind === 'modelExchange') yield* vectorDefects(probe, resized);
  else {
    probe.leaveInitialization(running(target));
    for (let n = 0; n < 3; n++) probe.advance();
    yield* sizeDefects(probe, parameter, wanted, resized);
  }
  probe.requireCall('reset');
  yield* sizeDefects(probe, parameter, startOf(parameter)!, target.description, ' after reset');
}

/** Reads the parameter, and all variables with their sizes. */
function* sizeDefects(
  probe: Probe,
  parameter: Variable,
  wanted: readonly Value[],
  { variables }: ModelDescription,
  when = '',
): Generator<Defect> {
  const reading = probe.read(parameter);
  if (reading.status <= status.warning && !sameValues(reading.values, wanted))
    yield {
      message: `the parameter has another value${when}.`,
      value: quantity(parameter, reading.values),
      expected: quantity(parameter, wanted),
    };
  const arrays = readable({ description: { ...probe.description, variables: [...variables] } }).filter(
    (v) => v.dimensions.length > 0 && elementCount(v) > 0,
  );
  for (const variable of arrays) {
    const { status: answer } = probe.read(variable);
    if (answer > status.warning)
      yield {
        message: `"${variable.name}" does not have ${elementCount(variable)} elements${when}.`,
        value: statusNames[answer],
        expected: 'ok',
      };
  }
}

/** Sets each element of the arrays to a number of its own, and reads them. */
function* elementDefects(probe: Probe, description: ModelDescription): Generator<Defect> {
  const arrays = settableWithStart({ ...probe.target, description }).filter(
    (v) => v.type === 'Float64' && v.dimensions.length > 0,
  );
  for (const variable of arrays) {
    const values = Array.from({ length: elementCount(variable) }, (_, i) => 0.5 + i / 8);
    if (probe.write(variable, values) > status.warning) continue;
    const { values: is } = probe.read(variable);
    if (!sameValues(is, values))
      yield {
        message: `"${variable.name}" does not keep its ${values.length} elements.`,
        value: quantity(variable, is),
        expected: quantity(variable, values),
      };
  }
}

/** Saves the FMU state, sets the start value, and restores the state. */
function* stateDefects(
  probe: Probe,
  parameter: Variable,
  wanted: readonly Value[],
  resized: ModelDescription,
): Generator<Defect> {
  const before = probe.snapshot(readable({ description: resized }));
  const handle = getState(probe);
  probe.requireCall('enterConfigurationMode');
  probe.write(parameter, startOf(parameter)!);
  probe.requireCall('exitConfigurationMode');
  setState(probe, handle);
  probe.query('freeState', String(handle), (c) => c.freeState(handle));
  yield* sizeDefects(probe, parameter, wanted, resized, ' after its FMU state was restored');
  const after = probe.snapshot(readable({ description: resized }));
  for (const variable of readable({ description: resized })) {
    const [was, is] = [before.get(variable.name), after.get(variable.name)];
    if (was !== undefined && is !== undefined && differs(was, is))
      yield {
        message: `"${variable.name}" differs after its FMU state was restored.`,
        value: quantity(variable, is),
        expected: quantity(variable, was),
      };
  }
}

/** Compares the vectors of states and derivatives with their numbers and variables. */
function* vectorDefects(
  probe: Probe,
  { variables, continuousStateDerivatives }: ModelDescription,
): Generator<Defect> {
  probe.leaveInitialization('event');
  probe.settleEvents();
  probe.requireCall('enterContinuousTimeMode');
  const rates = continuousStateDerivatives.map(({ variable }) => variables[variable]);
  const count = rates.reduce((n, v) => n + elementCount(v), 0);
  probe.requireCall('getNumberOfContinuousStates');
  if (probe.flag('count') !== count)
    yield {
      message: 'the number of continuous states is wrong.',
      value: String(probe.flag('count')),
      expected: String(count),
    };
  else if (count > 0)
    for (const [op, list] of [
      [
        'getContinuousStates',
        rates.map((v) => variables.find((x) => x.valueReference === v.derivative && x.type === v.type)),
      ],
      ['getContinuousStateDerivatives', rates],
    ] as const) {
      const doubles = probe.calls.doubles(count);
      probe.expect(
        probe.query(op, `${count} values`, (c) => c.call({ op, doubles })),
        op,
      );
      const values = list.flatMap((v) => (v === undefined ? [] : probe.read(v).values));
      if (values.length === count && differs(values, [...doubles]))
        yield {
          message: `${op} differs from the variables of the model structure.`,
          value: valuesText([...doubles]),
          expected: valuesText(values),
        };
    }
}
