import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { words } from '../../grammar/xsd-types.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const files = { 'terminalsAndIcons/a.png': '' };

export const terminalsConnectionColor: Rule = {
  id: 'terminals/connection-color',
  title: 'Colours of connections have red, green and blue',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.5',
  explanation: 'defaultConnectionColor is a list of three values from 0 to 255, such as 255 255 0.',
  needs: 'terminals',
  pass: [fmi3({ terminals: terminal('255 255 0'), files })],
  fail: [fmi3({ terminals: terminal('255 255'), files })],
  *check(root) {
    for (const graphics of descendants(root, 'TerminalGraphicalRepresentation')) {
      const color = attribute(graphics, 'defaultConnectionColor');
      if (color !== undefined && words(color).length !== 3)
        yield defect(
          graphics,
          'defaultConnectionColor',
          `The colour has ${words(color).length} values.`,
          'three values from 0 to 255',
        );
    }
  },
};
function terminal(color: string): string {
  return `<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation defaultConnectionColor="${color}" x1="0" y1="0" x2="1" y2="1" iconBaseName="a"/></Terminal></Terminals>`;
}
