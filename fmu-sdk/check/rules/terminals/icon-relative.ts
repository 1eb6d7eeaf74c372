import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsIconRelative: Rule = {
  id: 'terminals/icon-relative',
  title: 'Paths of terminal icons are relative to their folder',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.5',
  explanation:
    'iconBaseName is a relative URI inside the folder terminalsAndIcons. Importers need not support absolute URIs or those that go up.',
  needs: 'terminals',
  pass: [fmi3({ terminals: terminal('icons/a') })],
  fail: [fmi3({ terminals: terminal('../a') }), fmi3({ terminals: terminal('https://example.com/a') })],
  *check(root) {
    for (const graphics of descendants(root, 'TerminalGraphicalRepresentation'))
      if (/^[A-Za-z][\w+.-]*:|^\/|(^|\/)\.\.(\/|$)/.test(attribute(graphics, 'iconBaseName') ?? ''))
        yield defect(
          graphics,
          'iconBaseName',
          'The name leads out of the folder terminalsAndIcons.',
          'a relative path inside it',
        );
  },
};
function terminal(name: string): string {
  return `<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1" iconBaseName="${name}"/></Terminal></Terminals>`;
}
