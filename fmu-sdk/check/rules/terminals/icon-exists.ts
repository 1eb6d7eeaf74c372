import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const terminals =
  '<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1" iconBaseName="a"/></Terminal></Terminals>';

export const terminalsIconExists: Rule = {
  id: 'terminals/icon-exists',
  title: 'Icons of terminals are in the FMU as PNG',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.5',
  explanation:
    'iconBaseName names an image relative to terminalsAndIcons, without its extension. The PNG file is required. An SVG file may be beside it.',
  needs: 'terminals',
  pass: [fmi3({ terminals, files: { 'terminalsAndIcons/a.png': '' } })],
  fail: [fmi3({ terminals, files: { 'terminalsAndIcons/a.svg': '' } })],
  inapplicableReason: (_, fmu) =>
    fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
  *check(root, fmu) {
    for (const graphics of descendants(root, 'TerminalGraphicalRepresentation')) {
      const name = attribute(graphics, 'iconBaseName');
      if (name !== undefined && isInside(name) && !fmu.has(`terminalsAndIcons/${decode(name)}.png`))
        yield defect(
          graphics,
          'iconBaseName',
          `The file terminalsAndIcons/${name}.png is missing.`,
          'a PNG file with this name',
        );
    }
  },
};
function isInside(name: string): boolean {
  return !/^[A-Za-z][\w+.-]*:|^\/|(^|\/)\.\.(\/|$)/.test(name);
}
/** A relative URI as a path. */
function decode(name: string): string {
  return name
    .replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/^\.\//, '');
}
