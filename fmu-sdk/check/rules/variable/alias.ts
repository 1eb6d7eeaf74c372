import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { aliasSets } from '../../model/variables/alias-sets.ts';
import { inherited, named, type Variable } from '../../model/variables/model-variable.ts';
import { ordered } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const units = '<UnitDefinitions><Unit name="m"/><Unit name="s"/></UnitDefinitions>';

export const variableAlias: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation', fmi2: '2.2.7' },
  [
    {
      id: 'variable/alias-constant',
      title: 'Constants share values only with constants',
      explanation:
        'A variable that shares a value with a constant never changes, so it must be constant as well.',
      pass: fmi2({
        variables:
          scalar('a', 'variability="constant"', 'start="1"') +
          scalar('b', 'variability="constant"', 'start="1"'),
      }),
      fail: fmi2({ variables: scalar('a', 'variability="constant"', 'start="1"') + scalar('b', '', '') }),
      *check(model) {
        for (const aliases of aliasSets(model)) {
          const other = aliases.find((variable) => variable.variability !== 'constant');
          if (other !== undefined && aliases.some((variable) => variable.variability === 'constant'))
            yield defect(
              other.element,
              'valueReference',
              `${named(other)} shares its value with a constant.`,
              'variability constant, or a separate value reference',
            );
        }
      },
    },
    {
      id: 'variable/alias-constant-start',
      title: 'Aliases of a constant have its value',
      explanation: 'The start values of aliased constants must be identical: they are the value.',
      pass: fmi2({
        variables:
          scalar('a', 'variability="constant"', 'start="1"') +
          scalar('b', 'variability="constant"', 'start="1.0"'),
      }),
      fail: fmi2({
        variables:
          scalar('a', 'variability="constant"', 'start="1"') +
          scalar('b', 'variability="constant"', 'start="2"'),
      }),
      *check(model) {
        for (const aliases of aliasSets(model)) {
          const constants = aliases.filter(
            (variable) => variable.variability === 'constant' && variable.start !== undefined,
          );
          const value = (variable: Variable): string =>
            String(ordered(variable.type, variable.start![0]) ?? variable.start![0]);
          for (const variable of constants.slice(1))
            if (value(variable) !== value(constants[0]))
              yield defect(
                variable.typed,
                'start',
                `${named(constants[0])}, which shares its value, has ${constants[0].start![0]}.`,
                constants[0].start![0],
              );
        }
      },
    },
    {
      id: 'variable/alias-settable',
      title: 'Settable variables do not share a value',
      explanation:
        'Variables of one base type with one value reference are aliases with one value. Two parameters, inputs or variables with initial exact or approx, or one of them and the independent variable, would depend on each other.',
      pass: fmi2({
        variables:
          scalar('a', 'causality="parameter" variability="fixed"', 'start="1"') +
          scalar('b', 'causality="calculatedParameter" variability="fixed"', ''),
        structure: '<InitialUnknowns><Unknown index="2"/></InitialUnknowns>',
      }),
      fail: fmi2({
        variables:
          scalar('a', 'causality="parameter" variability="fixed"', 'start="1"') +
          scalar('b', 'causality="independent"', ''),
      }),
      *check(model) {
        for (const aliases of aliasSets(model)) {
          const settable = aliases.filter(
            (variable) =>
              variable.variability !== 'constant' &&
              (['parameter', 'input', 'independent'].includes(variable.causality) ||
                ['exact', 'approx'].includes(variable.initial ?? '')),
          );
          const starts = settable.filter((variable) => variable.start !== undefined);
          if (settable.length > 1 && starts.length < 2)
            yield defect(
              settable[1].element,
              'valueReference',
              `${named(settable[0])} and ${named(settable[1])} can both be set and share a value.`,
              'separate value references',
            );
        }
      },
    },
    {
      id: 'variable/alias-start',
      title: 'At most one of several aliases has a start value',
      explanation:
        'Start values are independent. A value that several variables share can have only one. (Other rules cover constants.)',
      pass: fmi2({ variables: scalar('a', 'initial="exact"', 'start="1"') + scalar('b', '', '') }),
      fail: fmi2({
        variables: scalar('a', 'initial="exact"', 'start="1"') + scalar('b', 'initial="exact"', 'start="1"'),
      }),
      *check(model) {
        for (const aliases of aliasSets(model)) {
          const starts = aliases.filter(
            (variable) => variable.variability !== 'constant' && variable.start !== undefined,
          );
          for (const variable of starts.slice(1))
            yield defect(
              variable.typed,
              'start',
              `${named(starts[0])}, an alias of ${named(variable)}, has a start value as well.`,
              'one start value for all aliases',
            );
        }
      },
    },
    {
      id: 'variable/alias-unit',
      title: 'Aliases have the same unit',
      explanation: 'Aliases are one number, so all of them have the same unit or all lack one.',
      pass: fmi2({
        definitions: units,
        variables: measured('a', 'm') + measured('b', 'm'),
      }),
      fail: fmi2({
        definitions: units,
        variables: measured('a', 'm') + measured('b', 's'),
      }),
      *check(model) {
        for (const aliases of aliasSets(model)) {
          const measureOf = (variable: Variable): string => inherited(variable, 'unit') ?? 'no unit';
          const other = aliases.find((variable) => measureOf(variable) !== measureOf(aliases[0]));
          if (other !== undefined)
            yield defect(
              other.typed,
              'unit',
              `${named(other)} has ${measureOf(other)}, and its alias ${named(aliases[0])} ${measureOf(aliases[0])}.`,
              measureOf(aliases[0]),
            );
        }
      },
    },
  ],
);

function scalar(name: string, attributes: string, typed: string): string {
  return `<ScalarVariable name="${name}" valueReference="1" ${attributes}><Real ${typed}/></ScalarVariable>`;
}

function measured(name: string, unit: string): string {
  return `<ScalarVariable name="${name}" valueReference="1"><Real unit="${unit}"/></ScalarVariable>`;
}
