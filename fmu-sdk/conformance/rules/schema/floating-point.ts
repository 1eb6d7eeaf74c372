import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaFloatingPoint: StaticRule = grammarRule(
  {
    id: 'schema/floating-point',
    title: 'Floating-point values are written as XML Schema asks',
    severity: 'error',
    fmi2: '2.2',
    fmi3: '2.4',
    explanation:
      'A number has a point and an exponent if it needs them (1.5e-3), INF, -INF or NaN; no comma, no unit, no +INF, no hexadecimal digits.',
    pass: [fmi3({ definitions: '<DefaultExperiment stopTime="1.5e1"/>' })],
    fail: [
      fmi3({ definitions: '<DefaultExperiment stopTime="1,5"/>' }),
      fmi3({
        variables:
          '<Float64 name="p" valueReference="1" causality="parameter" start="1 two"><Dimension start="2"/></Float64>',
      }),
      fmi2({ variables: '<ScalarVariable name="x" valueReference="1"><Real min="0x10"/></ScalarVariable>' }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['double', 'float', 'doubles', 'floats'] },
);
