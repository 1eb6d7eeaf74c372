import { attribute } from '../../../xml/parse.ts';
import { fmi3 } from '../../example/example.ts';
import { clockPart, withEvents } from '../../example/parts.ts';
import { defect, modelRule } from '../../factory.ts';
import { words } from '../../grammar/values.ts';
import { repeated } from '../../model/elements.ts';
import { named } from '../../model/variable.ts';
import type { StaticRule } from '../../rule.ts';

export const clockedClocksUnique: StaticRule = modelRule({
  id: 'clocked/clocks-unique',
  title: 'A clock is named once in a list of clocks',
  severity: 'warning',
  fmi3: '2.4.7.4',
  explanation:
    'A variable belongs to a clock or does not; a repeated reference is mostly a slip of another one.',
  pass: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1"/>`,
    }),
  ],
  fail: [
    fmi3({
      interfaces: withEvents,
      variables: `${clockPart}<Float64 name="x" valueReference="2" variability="discrete" clocks="1 1"/>`,
    }),
  ],
  *check(model) {
    for (const variable of model.variables)
      for (const { item } of repeated(words(attribute(variable.element, 'clocks') ?? ''), (word) => word))
        yield defect(
          variable.element,
          'clocks',
          `${named(variable)} names clock ${item} twice.`,
          'each clock once',
        );
  },
});
