import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { modelDescription3 } from '../../grammar/fmi3-grammar.ts';
import { named } from '../../model/variables/model-variable.ts';
import { isTrue, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const clock = '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>';

export const interfaceFlags: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'violation' }, [
  {
    id: 'interface/early-return',
    title: 'Early return after an intermediate update requires intermediate updates',
    fmi3: '4.4',
    explanation:
      'canReturnEarlyAfterIntermediateUpdate may be true only if providesIntermediateUpdate is true: the importer requests the early return in that callback.',
    pass: fmi3({
      interfaces:
        '<CoSimulation modelIdentifier="unit" providesIntermediateUpdate="true" canReturnEarlyAfterIntermediateUpdate="true"/>',
    }),
    fail: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" canReturnEarlyAfterIntermediateUpdate="true"/>',
    }),
    *check(model) {
      for (const element of model.interfaces)
        if (
          isTrue(element, 'canReturnEarlyAfterIntermediateUpdate') &&
          !isTrue(element, 'providesIntermediateUpdate')
        )
          yield defect(
            element,
            'canReturnEarlyAfterIntermediateUpdate',
            'The FMU declares early return but does not provide intermediate updates.',
            'providesIntermediateUpdate="true"',
          );
    },
  },
  {
    id: 'interface/event-mode',
    title: 'A co-simulation FMU with clocks supports Event Mode',
    fmi3: '4.4',
    interfaces: ['coSimulation'],
    explanation: 'Clocks tick in Event Mode: if the FMU has clocks, hasEventMode must be true.',
    pass: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>',
      variables: clock,
    }),
    fail: fmi3({ variables: clock }),
    *check(model) {
      const first = model.variables.find((variable) => variable.type === 'Clock');
      for (const element of model.interfaces)
        if (first !== undefined && element.name === 'CoSimulation' && !isTrue(element, 'hasEventMode'))
          yield defect(
            element,
            'hasEventMode',
            `The FMU has clocks (${named(first)}) but does not support Event Mode.`,
            'hasEventMode="true"',
          );
    },
  },
  {
    id: 'interface/fixed-step',
    title: 'The fixed internal step size is positive and finite',
    fmi3: '4.4',
    explanation:
      'fixedInternalStepSize is the step of the FMU\u2019s solver. Communication steps should be integer multiples of it.',
    pass: fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="1e-3"/>' }),
    fail: fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" fixedInternalStepSize="0"/>' }),
    *check(model) {
      for (const element of model.interfaces) {
        const step = numberOf(element, 'fixedInternalStepSize');
        if (step !== undefined && !(step > 0 && Number.isFinite(step)))
          yield defect(
            element,
            'fixedInternalStepSize',
            'The internal step size is not a positive finite number.',
            'a finite number above 0',
          );
      }
    },
  },
  {
    id: 'interface/identifier-form',
    title: 'modelIdentifier is a C identifier',
    fmi2: '3.3.1, 4.3.1',
    fmi3: '2.4.2',
    explanation:
      'modelIdentifier is a prefix of C functions and the name of a file. It consists of letters, digits and underscores, without a digit at the start.',
    pass: fmi3({ interfaces: '<CoSimulation modelIdentifier="A_B_1"/>' }),
    fail: [
      fmi3({ interfaces: '<CoSimulation modelIdentifier="A.B"/>' }),
      fmi2({ interfaces: '<CoSimulation modelIdentifier="1A"/>' }),
    ],
    *check(model) {
      for (const element of model.interfaces)
        if (!/^[A-Za-z_]\w*$/.test(attribute(element, 'modelIdentifier') ?? 'a'))
          yield defect(
            element,
            'modelIdentifier',
            `The modelIdentifier of ${element.name} is not a C identifier.`,
            'letters, digits and _, no digit first',
          );
    },
  },
  {
    id: 'interface/input-smoothness',
    title: 'The recommended smoothness of intermediate inputs is not negative',
    severity: 'advice',
    fmi3: '4.4',
    explanation:
      'recommendedIntermediateInputSmoothness is k for inputs that are k times continuously differentiable, and 0 for continuous ones. A negative number is meaningless.',
    pass: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" recommendedIntermediateInputSmoothness="1"/>',
    }),
    fail: fmi3({
      interfaces: '<CoSimulation modelIdentifier="unit" recommendedIntermediateInputSmoothness="-1"/>',
    }),
    *check(model) {
      for (const element of model.interfaces)
        if ((numberOf(element, 'recommendedIntermediateInputSmoothness') ?? 0) < 0)
          yield defect(
            element,
            'recommendedIntermediateInputSmoothness',
            'The smoothness is negative.',
            'an integer from 0',
          );
    },
  },
  {
    id: 'interface/serialize-needs-state',
    title: 'Serializing states requires getting and setting them',
    fmi2: '3.3.1, 4.3.1',
    fmi3: '2.4.2',
    explanation:
      'canSerializeFMUState="true" requires canGetAndSetFMUState="true": only a state from getFMUState can be serialized.',
    pass: fmi3({
      interfaces:
        '<CoSimulation modelIdentifier="unit" canGetAndSetFMUState="true" canSerializeFMUState="true"/>',
    }),
    fail: [
      fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canSerializeFMUState="true"/>' }),
      fmi2({ interfaces: '<CoSimulation modelIdentifier="unit" canSerializeFMUstate="true"/>' }),
    ],
    *check(model) {
      const state = model.version === '2.0' ? 'FMUstate' : 'FMUState';
      for (const element of model.interfaces)
        if (isTrue(element, `canSerialize${state}`) && !isTrue(element, `canGetAndSet${state}`))
          yield defect(
            element,
            `canSerialize${state}`,
            `${element.name} can serialize states, but can neither get nor set them.`,
            `canGetAndSet${state}="true"`,
          );
    },
  },
  {
    id: 'interface/unknown-flag',
    title: 'Capability flags are defined by the standard, or have a namespace',
    fmi3: '2.4.2',
    explanation:
      'Later releases may add flags, so the schema accepts any attribute here. Exporters must not invent flags without an XML namespace. Usually the flag is misspelt, or belongs to another kind of interface.',
    pass: fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canGetAndSetFMUState="true"/>' }),
    fail: [
      fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" canGetAndSetFMUstate="true"/>' }),
      fmi3({ interfaces: '<CoSimulation modelIdentifier="unit" needsCompletedIntegratorStep="true"/>' }),
    ],
    *check(model) {
      for (const element of model.interfaces) {
        const known = modelDescription3.types.get(element.name)!.attributes;
        for (let i = 0; i < element.flat.length; i += 2) {
          const name = element.flat[i];
          if (!known.has(name) && !name.includes(':') && name !== 'xmlns')
            yield defect(
              element,
              name,
              `The standard does not define a flag ${name} of ${element.name}.`,
              `one of ${[...known.keys()].join(', ')}`,
            );
        }
      }
    },
  },
]);
