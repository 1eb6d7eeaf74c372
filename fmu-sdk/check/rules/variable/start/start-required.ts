import { defect } from '../../../defect.ts';
import { fmi3 } from '../../../example/example-fmu.ts';
import { scalarExample } from '../../../example/example-parts.ts';
import type { Variable } from '../../../model/variables/model-variable.ts';
import { named } from '../../../model/variables/model-variable.ts';
import type { Rule, RuleOn } from '../../../rule.ts';
import { type Examples, ruleFamily } from '../../../rule-family.ts';

interface Row
  extends Omit<RuleOn<'description'>, 'needs' | 'severity' | 'check' | 'pass' | 'fail'>,
    Examples {
  isOne(variable: Variable): boolean;
  attribute: string;
  word: string;
}

const rows: readonly Row[] = [
  {
    id: 'variable/start-constant',
    title: 'Constants have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation: 'The start value of a constant is its permanent value.',
    pass: fmi3({ variables: '<Float64 name="c" valueReference="1" variability="constant" start="0"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="c" valueReference="1" variability="constant"/>' }),
      scalarExample('c', '<Real/>', 'variability="constant"'),
    ],
    isOne: ({ variability, causality }) =>
      variability === 'constant' && ['output', 'local'].includes(causality),
    attribute: 'variability',
    word: 'Constant',
  },
  {
    id: 'variable/start-input',
    title: 'Inputs have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation: 'The FMU uses start until the importer sets the input. (Clocks do not have start values.)',
    pass: fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input" start="0"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="u" valueReference="1" causality="input"/>' }),
      scalarExample('u', '<Real/>', 'causality="input"'),
    ],
    isOne: ({ causality }) => causality === 'input',
    attribute: 'causality',
    word: 'Input',
  },
  {
    id: 'variable/start-parameter',
    title: 'Parameters have a start value',
    fmi2: '2.2.7',
    fmi3: '2.4.7.5',
    explanation: 'The start value of a parameter is its default value.',
    pass: fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter" start="0"/>' }),
    fail: [
      fmi3({ variables: '<Float64 name="p" valueReference="1" causality="parameter"/>' }),
      scalarExample('p', '<Real/>', 'causality="parameter" variability="fixed"'),
    ],
    isOne: ({ causality }) => causality === 'parameter',
    attribute: 'causality',
    word: 'Parameter',
  },
  {
    id: 'variable/start-structural-parameter',
    title: 'Structural parameters have a start value',
    fmi3: '2.4.7.4',
    explanation:
      'start is mandatory for structural parameters: it fixes the initial sizes of the arrays whose dimensions refer to them.',
    pass: fmi3({
      variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter" start="2"/>',
    }),
    fail: fmi3({ variables: '<UInt64 name="n" valueReference="1" causality="structuralParameter"/>' }),
    isOne: ({ causality }) => causality === 'structuralParameter',
    attribute: 'causality',
    word: 'Structural parameter',
  },
];

/** Rules on variables that require a start value. (Clocks do not have one.) */
export const variableStartRequired: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  rows.map(({ isOne, attribute, word, ...about }) => ({
    ...about,
    *check(model) {
      for (const variable of model.variables)
        if (isOne(variable) && variable.start === undefined && variable.type !== 'Clock')
          yield defect(
            variable.element,
            attribute,
            `${word} ${named(variable)} lacks a start value.`,
            'a start value',
          );
    },
  })),
);
