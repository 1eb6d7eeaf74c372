import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { scalarExample } from '../../example/example-parts.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

/** Attributes with which values are compared. */
const numbers = new Set([
  'min',
  'max',
  'nominal',
  'startTime',
  'stopTime',
  'tolerance',
  'stepSize',
  'intervalDecimal',
  'shiftDecimal',
  'fixedInternalStepSize',
  'offset',
]);
/** Attributes of type double. */
const floats = new Set([
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

export const descriptionNumbers: readonly Rule[] = ruleFamily(
  { needs: 'description', severity: 'violation' },
  [
    {
      id: 'description/nan',
      title: 'Bounds, nominal values and times are not NaN',
      fmi3: '2.4.4',
      explanation:
        'FMI 3.0 allows NaN as a value. A bound, a nominal value, an interval or a time that is NaN is meaningless, because it compares with nothing.',
      pass: fmi3({ variables: '<Float64 name="x" valueReference="1" max="INF"/>' }),
      fail: [
        fmi3({ variables: '<Float64 name="x" valueReference="1" max="NaN"/>' }),
        fmi3({ definitions: '<DefaultExperiment stopTime="NaN"/>' }),
      ],
      *check(model) {
        for (const element of descendants(model.root))
          for (let i = 0; i < element.flat.length; i += 2)
            if (numbers.has(element.flat[i]) && element.flat[i + 1].trim() === 'NaN')
              yield defect(
                element,
                element.flat[i],
                `Attribute ${element.flat[i]} of ${element.name} is NaN.`,
                'a number, or no attribute',
              );
      },
    },
    {
      id: 'description/special-values',
      title: 'Values are neither INF nor NaN',
      fmi2: '2.2',
      explanation:
        'FMI 2.0 forbids the special values NaN, INF and -INF of xs:double in its XML files, although the schema allows them.',
      pass: scalarExample('x', '<Real max="1e300"/>'),
      fail: scalarExample('x', '<Real max="INF"/>'),
      *check(model) {
        for (const element of descendants(model.root))
          for (let i = 0; i < element.flat.length; i += 2)
            if (
              floats.has(element.flat[i]) &&
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
    },
  ],
);
