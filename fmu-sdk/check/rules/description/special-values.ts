import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

/** Attributes of type double. */
const numbers = new Set([
  'min',
  'max',
  'nominal',
  'start',
  'factor',
  'offset',
  'startTime',
  'stopTime',
  'tolerance',
  'stepSize',
]);

export const descriptionSpecialValues: Rule = {
  id: 'description/special-values',
  title: 'Values are neither INF nor NaN',
  class: 'violation',
  fmi2: '2.2',
  explanation:
    'FMI 2.0 forbids the special values NaN, INF and -INF of xs:double in its XML files, although the schema allows them.',
  needs: 'description',
  pass: [
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real max="1e300"/></ScalarVariable>' }),
  ],
  fail: [
    fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real max="INF"/></ScalarVariable>' }),
  ],
  *check(model) {
    for (const element of descendants(model.root))
      for (let i = 0; i < element.flat.length; i += 2)
        if (
          numbers.has(element.flat[i]) &&
          ['INF', '-INF', 'NaN'].includes(element.flat[i + 1].trim()) &&
          element.name !== 'String'
        )
          yield defect(
            element,
            element.flat[i],
            `Attribute ${element.flat[i]} of ${element.name} is not a finite number.`,
            'a finite number, or no attribute',
          );
  },
};
