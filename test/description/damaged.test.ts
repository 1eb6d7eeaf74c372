import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readModelDescription } from '../../fmu-sdk/description/read-model-description.ts';
import { writeModelDescription2 } from '../../fmu-sdk/description/write-fmi2.ts';
import { writeModelDescription } from '../../fmu-sdk/description/write-model-description.ts';
import { UserError } from '../../fmu-sdk/util/user-error.ts';
import { width } from '../width.ts';
import { description } from './arbitrary.ts';

describe('a damaged model description', () => {
  it.each([2, 3] as const)(
    'the reader of FMI %i.0 accepts it or reports one error with line and column',
    (version) => {
      const write = version === 2 ? writeModelDescription2 : writeModelDescription;
      const put = fc.constantFrom(
        '',
        '<',
        '"',
        '/>',
        'x',
        '-1',
        ' ',
        '&',
        '99999999999999999999',
        'NaN',
        '<a/>',
        '\0',
      );
      const runs = width(60, 600);
      let refused = 0;
      fc.assert(
        fc.property(description(version), fc.nat(), put, fc.nat(12), (d, at, text, cut) => {
          const xml = write(d);
          const i = at % xml.length;
          try {
            readModelDescription(xml.slice(0, i) + text + xml.slice(i + cut), 'm.xml');
          } catch (error) {
            refused++;
            expect(error).toBeInstanceOf(UserError);
            expect((error as Error).message).toMatch(/^read m\.xml:\d+:\d+: /);
          }
        }),
        { numRuns: runs },
      );
      expect(refused).toBeGreaterThan(runs / 2);
    },
  );
});
