import { fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const terminalsSchemaValues: StaticRule = grammarRule(
  {
    id: 'terminals/schema-values',
    title: 'Attributes of terminalsAndIcons.xml have values of their types',
    severity: 'error',
    fmi2: '2.3.2',
    fmi3: '2.4.9',
    explanation: 'Coordinates are numbers, colours are bytes, fmiVersion is that of FMI 3.',
    pass: [
      fmi3({
        terminals: '<GraphicalRepresentation><Icon x1="0" y1="0" x2="1" y2="1"/></GraphicalRepresentation>',
      }),
    ],
    fail: [
      fmi3({
        terminals: '<GraphicalRepresentation><Icon x1="0" y1="0" x2="1mm" y2="1"/></GraphicalRepresentation>',
      }),
    ],
  },
  { document: 'terminals', kinds: ['value'] },
);
