import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import type { Example } from '../../example/example-fmu.ts';
import { clockedState, clockPart, eventsExample } from '../../example/example-parts.ts';
import { variabilities } from '../../model/variables/initial-tables.ts';
import { named, reference } from '../../model/variables/model-variable.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Returns an FMU whose clocked state has the value reference 3. */
function listed(variables: string): Example {
  return eventsExample(variables, '<ClockedState valueReference="3"/>');
}

const conforming = listed(`${clockPart}${clockedState}`);
const state = '<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="2"/>';

export const clockedPrevious: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi3: '2.4.7.4' },
  [
    {
      id: 'clocked/previous-clocked',
      title: 'Only clocked variables have a previous value',
      explanation: 'previous makes a variable a clocked state, so it must have the attribute clocks.',
      pass: conforming,
      fail: listed(
        `<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="discrete" previous="2"/>`,
      ),
      *check(model) {
        for (const variable of model.variables)
          if (
            attribute(variable.element, 'previous') !== undefined &&
            attribute(variable.element, 'clocks') === undefined &&
            variable.type !== 'Clock'
          )
            yield defect(
              variable.element,
              'previous',
              `${named(variable)} has a previous value but lacks a clock.`,
              'an attribute clocks',
            );
      },
    },
    {
      id: 'clocked/previous-discrete',
      title: 'Variables with a previous value are discrete',
      explanation: 'Clocked states change only at ticks: their variability is discrete.',
      pass: conforming,
      fail: listed(
        `${clockPart}<Float64 name="p" valueReference="2" variability="discrete"/><Float64 name="x" valueReference="3" variability="tunable" clocks="1" previous="2"/>`,
      ),
      *check(model) {
        for (const variable of model.variables)
          if (
            attribute(variable.element, 'previous') !== undefined &&
            variable.variability !== 'discrete' &&
            variabilities.includes(variable.variability)
          )
            yield defect(
              variable.element,
              'previous',
              `${named(variable)} has a previous value and is ${variable.variability}.`,
              'variability discrete',
            );
      },
    },
    {
      id: 'clocked/previous-exists',
      title: 'The attribute previous refers to a variable',
      explanation: 'previous is the value reference of the variable that holds the value of the last tick.',
      pass: conforming,
      fail: listed(
        `${clockPart}<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="9"/>`,
      ),
      *check(model) {
        for (const variable of model.variables) {
          const previous = reference(attribute(variable.element, 'previous'));
          if (previous !== undefined && !model.byReference.has(previous))
            yield defect(
              variable.element,
              'previous',
              `The attribute previous of ${named(variable)} refers to no variable.`,
              'the value reference of a variable',
            );
        }
      },
    },
    {
      id: 'clocked/previous-self',
      title: 'A variable is not its own previous value',
      explanation: 'A clocked state and its value at the last tick are two variables.',
      pass: conforming,
      fail: listed(
        `${clockPart}<Float64 name="x" valueReference="3" variability="discrete" clocks="1" previous="3"/>`,
      ),
      *check(model) {
        for (const variable of model.variables) {
          const previous = reference(attribute(variable.element, 'previous'));
          if (previous !== undefined && previous === variable.reference)
            yield defect(
              variable.element,
              'previous',
              `${named(variable)} is declared as its own previous value.`,
              'another variable',
            );
        }
      },
    },
    {
      id: 'clocked/previous-target',
      title: 'A previous value is discrete, has the type of its state, and is not an input',
      explanation:
        'The variable in previous must have the type of the state, variability discrete, and a causality other than input: the FMU sets it at every tick.',
      pass: conforming,
      fail: [
        listed(`${clockPart}<Float64 name="p" valueReference="2"/>${state}`),
        listed(`${clockPart}<Int32 name="p" valueReference="2"/>${state}`),
        listed(
          `${clockPart}<Float64 name="p" valueReference="2" causality="input" variability="discrete" start="0"/>${state}`,
        ),
      ],
      *check(model) {
        for (const variable of model.variables) {
          const target = model.byReference.get(reference(attribute(variable.element, 'previous')) ?? -1)?.[0];
          if (target === undefined || target === variable || !variabilities.includes(target.variability))
            continue;
          if (
            target.type !== variable.type ||
            target.variability !== 'discrete' ||
            target.causality === 'input'
          )
            yield defect(
              variable.element,
              'previous',
              `${named(target)}, the previous value of ${variable.type} ${named(variable)}, is a ${target.variability} ${target.causality} of type ${target.type}.`,
              `a discrete ${variable.type} that is not an input`,
            );
        }
      },
    },
  ],
);
