import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { implementsInterface } from '../../model/checked-model.ts';
import { named } from '../../model/variables/model-variable.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const variableSetting: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'variable/intermediate-update-continuous',
    title: 'Only continuous variables are accessible in intermediate updates',
    fmi3: '2.4.7.4',
    explanation:
      'intermediateUpdate="true" gives access in Intermediate Update Mode, where only continuous-time variables change.',
    pass: fmi3({ variables: '<Float64 name="x" valueReference="1" intermediateUpdate="true"/>' }),
    fail: fmi3({
      variables:
        '<Float64 name="p" valueReference="1" causality="parameter" start="0" intermediateUpdate="true"/>',
    }),
    *check(model) {
      for (const variable of model.variables)
        if (
          isTrue(variable.element, 'intermediateUpdate') &&
          variable.variability !== 'continuous' &&
          variable.type !== 'Clock'
        )
          yield defect(
            variable.element,
            'intermediateUpdate',
            `${named(variable)} is ${variable.variability}.`,
            'variability continuous, or no such attribute',
          );
    },
  },
  {
    id: 'variable/multiple-set-input',
    title: 'Only inputs have canHandleMultipleSetPerTimeInstant',
    fmi2: '2.2.7',
    fmi3: '2.4.7.4',
    explanation:
      'The attribute declares whether an input may take part in an algebraic loop. It is meaningless for other variables. (The text of FMI 2.0 has variability = "input" by mistake for causality.)',
    pass: fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<Float64 name="u" valueReference="1" causality="input" start="0" canHandleMultipleSetPerTimeInstant="false"/>',
    }),
    fail: fmi3({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables: '<Float64 name="x" valueReference="1" canHandleMultipleSetPerTimeInstant="false"/>',
    }),
    *check(model) {
      for (const variable of model.variables)
        if (
          attribute(variable.element, 'canHandleMultipleSetPerTimeInstant') !== undefined &&
          variable.causality !== 'input'
        )
          yield defect(
            variable.element,
            'canHandleMultipleSetPerTimeInstant',
            `${named(variable)} is not an input, but ${variable.causality}.`,
            'no such attribute',
          );
    },
  },
  {
    id: 'variable/multiple-set-model-exchange',
    title: 'Only model exchange has canHandleMultipleSetPerTimeInstant',
    fmi2: '2.2.7',
    explanation: 'An FMU that supports only co-simulation must not have the attribute.',
    pass: fmi2({
      interfaces: '<ModelExchange modelIdentifier="unit"/>',
      variables:
        '<ScalarVariable name="u" valueReference="1" causality="input" canHandleMultipleSetPerTimeInstant="false"><Real start="0"/></ScalarVariable>',
    }),
    fail: scalarExample(
      'u',
      '<Real start="0"/>',
      'causality="input" canHandleMultipleSetPerTimeInstant="false"',
    ),
    *check(model) {
      if (implementsInterface(model, 'ModelExchange') || !implementsInterface(model, 'CoSimulation')) return;
      for (const variable of model.variables)
        if (attribute(variable.element, 'canHandleMultipleSetPerTimeInstant') !== undefined)
          yield defect(
            variable.element,
            'canHandleMultipleSetPerTimeInstant',
            `The FMU of ${named(variable)} supports only co-simulation.`,
            'no such attribute',
          );
    },
  },
]);
