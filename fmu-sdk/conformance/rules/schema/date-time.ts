import { fmi2, fmi3 } from '../../example/example.ts';
import { grammarRule } from '../../factory.ts';
import type { StaticRule } from '../../rule.ts';

export const schemaDateTime: StaticRule = grammarRule(
  {
    id: 'schema/date-time',
    title: 'generationDateAndTime is a date and a time',
    severity: 'error',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'The schema asks for xs:dateTime: year-month-day, T, hours:minutes:seconds, and a time zone that may be left out.',
    pass: [fmi3({ attributes: { generationDateAndTime: '2026-07-31T12:00:00Z' } })],
    fail: [
      fmi3({ attributes: { generationDateAndTime: '31.07.2026' } }),
      fmi2({ attributes: { generationDateAndTime: '2026-02-30T12:00:00Z' } }),
    ],
  },
  { document: 'description', kinds: ['value'], types: ['dateTime'] },
);
