import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import type { Rule } from '../../rule.ts';

export const descriptionGenerationDate: Rule = {
  id: 'description/generation-date',
  title: 'The generation date is in UTC',
  class: 'advice',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  explanation: 'One form of xs:dateTime should be used: YYYY-MM-DDThh:mm:ssZ, in UTC.',
  needs: 'description',
  pass: [fmi3({ attributes: { generationDateAndTime: '2026-07-31T12:00:00Z' } })],
  fail: [fmi3({ attributes: { generationDateAndTime: '2026-07-31T14:00:00+02:00' } })],
  *check(model) {
    const date = attribute(model.root, 'generationDateAndTime');
    if (date === undefined || valueChecks.dateTime(date) !== undefined) return;
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(date))
      yield defect(
        model.root,
        'generationDateAndTime',
        'The date does not have the recommended form.',
        'YYYY-MM-DDThh:mm:ssZ',
      );
  },
};
