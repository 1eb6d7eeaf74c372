import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { elements } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const terminals =
  '<GraphicalRepresentation><Icon x1="-100" y1="-100" x2="100" y2="100"/></GraphicalRepresentation>';

export const terminalsUnitIcon: Rule = {
  id: 'terminals/unit-icon',
  title: 'An FMU that places its icon has one',
  class: 'advice',
  fmi2: '2.3.2',
  fmi3: '2.4.9.1.3',
  explanation: 'The element Icon gives the position of terminalsAndIcons/icon.png, so the file is required.',
  needs: 'terminals',
  pass: [fmi3({ terminals, files: { 'terminalsAndIcons/icon.png': '' } })],
  fail: [fmi3({ terminals, files: {} })],
  inapplicableReason: (_, fmu) =>
    fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
  *check(root, fmu) {
    for (const icon of elements(root, 'GraphicalRepresentation', 'Icon'))
      if (!fmu.has('terminalsAndIcons/icon.png'))
        yield defect(icon, undefined, 'The file terminalsAndIcons/icon.png is missing.', 'the image');
  },
};
