import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import type { Model } from '../../model/checked-model.ts';
import { initialTables, variabilities } from '../../model/variables/initial-tables.ts';
import { isFloat, named, type Variable } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const derivative = '<ContinuousStateDerivative valueReference="2"/><InitialUnknown valueReference="2"/>';

export const variableInitial: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.7' },
  [
    {
      id: 'variable/causality-variability',
      title: 'Causality and variability form an allowed pair',
      fmi3: '2.4.7.4',
      explanation:
        'Some pairs are not allowed: parameters are fixed or tunable, inputs and outputs discrete or continuous (outputs also constant), the independent variable continuous. Without the attribute, variability is continuous in FMI 2.0. In FMI 3.0 it follows from causality and type.',
      pass: fmi3({
        variables:
          '<Float64 name="p" valueReference="1" causality="parameter" variability="tunable" start="0"/>',
      }),
      fail: [
        fmi3({
          variables:
            '<Float64 name="p" valueReference="1" causality="parameter" variability="continuous" start="0"/>',
        }),
        scalarExample('p', '<Real start="0"/>', 'causality="parameter"'),
      ],
      *check(model) {
        for (const variable of model.variables) {
          const allowed = initialTables[model.version][variable.causality];
          if (
            variable.type === 'Clock' ||
            allowed === undefined ||
            !variabilities.includes(variable.variability)
          )
            continue;
          if (allowed[variable.variability] === undefined)
            yield defect(
              variable.element,
              attribute(variable.element, 'variability') === undefined ? 'causality' : 'variability',
              `${named(variable)} is a ${variable.variability} ${variable.causality}.`,
              `variability ${Object.keys(allowed).join(' or ')} for causality ${variable.causality}`,
            );
        }
      },
    },
    {
      id: 'variable/continuous-type',
      title: 'Only floating-point variables are continuous',
      fmi3: '2.4.7.4',
      explanation:
        'Integers, Booleans, strings and enumerations are not continuous. In FMI 2.0 continuous is the default, so they need the attribute variability.',
      pass: scalarExample('x', '<Integer/>', 'variability="discrete"'),
      fail: [
        scalarExample('x', '<Integer/>'),
        fmi3({ variables: '<Int32 name="x" valueReference="1" variability="continuous"/>' }),
      ],
      *check(model) {
        for (const variable of model.variables)
          if (
            variable.variability === 'continuous' &&
            !isFloat(variable) &&
            variable.type !== '' &&
            variable.type !== 'Clock' &&
            isOtherwiseRight(model, variable)
          )
            yield defect(
              variable.element,
              'variability',
              `${variable.type} ${named(variable)} is continuous${attribute(variable.element, 'variability') === undefined ? ' by default' : ''}.`,
              'another variability, such as discrete',
            );
      },
    },
    {
      id: 'variable/initial-allowed',
      title: 'initial matches causality and variability',
      fmi3: '2.4.7.5',
      explanation:
        'Variables that are set from outside (parameters, inputs, constants) are exact. Variables computed from parameters are calculated or approx. Other outputs and locals may be any of the three.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1" initial="approx" start="0"/>' }),
      fail: [
        fmi3({
          variables:
            '<Float64 name="p" valueReference="1" causality="parameter" initial="approx" start="0"/>',
        }),
        scalarExample('p', '<Real start="0"/>', 'variability="fixed" initial="exact"'),
      ],
      *check(model) {
        for (const variable of model.variables) {
          const initial = attribute(variable.element, 'initial');
          const allowed = initialTables[model.version][variable.causality]?.[variable.variability];
          if (
            initial === undefined ||
            allowed === undefined ||
            allowed.length === 0 ||
            valueChecks.initial(initial) !== undefined
          )
            continue;
          if (!allowed.includes(initial))
            yield defect(
              variable.element,
              'initial',
              `${named(variable)}, a ${variable.variability} ${variable.causality}, has initial ${initial}.`,
              allowed.join(' or '),
            );
        }
      },
    },
    {
      id: 'variable/initial-forbidden',
      title: 'The independent variable, and in FMI 2.0 inputs, do not have initial',
      fmi3: '2.4.7.5',
      explanation:
        'The independent variable starts at the startTime of the run. In FMI 2.0 the value of an input comes from outside, so initial is not allowed for it either.',
      pass: scalarExample('u', '<Real start="0"/>', 'causality="input"'),
      fail: [
        scalarExample('u', '<Real start="0"/>', 'causality="input" initial="exact"'),
        scalarExample('t', '<Real/>', 'causality="independent" initial="calculated"'),
      ],
      *check(model) {
        for (const variable of model.variables)
          if (
            attribute(variable.element, 'initial') !== undefined &&
            initialTables[model.version][variable.causality]?.[variable.variability]?.length === 0
          )
            yield defect(
              variable.element,
              'initial',
              `${named(variable)} is ${variable.causality} and has initial.`,
              'no attribute initial',
            );
      },
    },
    {
      id: 'variable/state-causality',
      title: 'Continuous states are local or outputs',
      fmi3: '2.4.7.4',
      explanation:
        'The FMU computes a state by integration, so its value cannot come from elsewhere: causality is local or output.',
      pass: fmi3({
        interfaces: '<ModelExchange modelIdentifier="unit"/>',
        variables: pair('local', 'initial="exact" start="0"'),
        structure: derivative,
      }),
      fail: fmi3({
        interfaces: '<ModelExchange modelIdentifier="unit"/>',
        variables: pair('input', 'start="0"'),
        structure: derivative,
      }),
      *check(model) {
        for (const state of model.states)
          if (
            !['local', 'output'].includes(state.causality) &&
            initialTables[model.version][state.causality] !== undefined
          )
            yield defect(
              state.element,
              'causality',
              `State ${named(state)} has causality ${state.causality}.`,
              'local or output',
            );
      },
    },
  ],
);

/**
 * Returns true if the pair of causality and variability is allowed for other types. Otherwise
 * another rule reports it.
 */
function isOtherwiseRight(model: Model, variable: Variable): boolean {
  return (
    variable.causality !== 'independent' &&
    initialTables[model.version][variable.causality]?.continuous !== undefined
  );
}

function pair(causality: string, attributes: string): string {
  return `<Float64 name="x" valueReference="1" causality="${causality}" ${attributes}/><Float64 name="v" valueReference="2" derivative="1"/>`;
}
