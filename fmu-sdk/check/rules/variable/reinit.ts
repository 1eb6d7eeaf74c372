import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { variabilities } from '../../model/variables/initial-tables.ts';
import { named } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableReinit: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'variable/reinit-continuous',
    title: 'Only continuous variables have reinit',
    fmi3: '2.4.7.5',
    explanation: 'reinit is for continuous-time states, whatever kinds of interface the FMU has.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" reinit="true"/>' }),
    fail: fmi3({ variables: '<Float64 name="x" valueReference="1" variability="discrete" reinit="true"/>' }),
    inapplicableReason: (model) =>
      implementsInterface(model, 'ModelExchange') ? 'the rule for model exchange is stricter' : undefined,
    *check(model) {
      for (const variable of model.variables)
        if (
          attribute(variable.typed, 'reinit') !== undefined &&
          variable.variability !== 'continuous' &&
          variabilities.includes(variable.variability)
        )
          yield defect(
            variable.typed,
            'reinit',
            `${named(variable)} is ${variable.variability}.`,
            'no such attribute',
          );
    },
  },
  {
    id: 'variable/reinit-model-exchange',
    title: 'Only model exchange has reinit',
    fmi2: '2.2.7',
    explanation:
      'An FMU that supports only co-simulation handles its events internally, and must not have the attribute.',
    pass: fmi2({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<ScalarVariable name="x" valueReference="1" initial="exact"><Real start="0" reinit="true"/></ScalarVariable><ScalarVariable name="v" valueReference="2"><Real derivative="1"/></ScalarVariable>',
      structure:
        '<Derivatives><Unknown index="2"/></Derivatives><InitialUnknowns><Unknown index="2"/></InitialUnknowns>',
    }),
    fail: scalarExample('x', '<Real reinit="true"/>'),
    *check(model) {
      if (implementsInterface(model, 'ModelExchange') || !implementsInterface(model, 'CoSimulation')) return;
      for (const variable of model.variables)
        if (attribute(variable.typed, 'reinit') !== undefined)
          yield defect(
            variable.typed,
            'reinit',
            `The FMU of ${named(variable)} supports only co-simulation.`,
            'no such attribute',
          );
    },
  },
  {
    id: 'variable/reinit-state',
    title: 'Only continuous states have reinit',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    interfaces: ['modelExchange'],
    explanation:
      'reinit declares that the FMU may change a state at an event. It is allowed only for a continuous-time state.',
    pass: fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<Float64 name="x" valueReference="1" initial="exact" start="0" reinit="true"/><Float64 name="v" valueReference="2" derivative="1"/>',
      structure: '<ContinuousStateDerivative valueReference="2"/><InitialUnknown valueReference="2"/>',
    }),
    fail: fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: '<Float64 name="x" valueReference="1" reinit="true"/>',
    }),
    *check(model) {
      for (const variable of model.variables)
        if (attribute(variable.typed, 'reinit') !== undefined && !model.states.has(variable))
          yield defect(
            variable.typed,
            'reinit',
            `${named(variable)} is not a continuous state.`,
            'no such attribute, or its derivative in the model structure',
          );
    },
  },
]);
