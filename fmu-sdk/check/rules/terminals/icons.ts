import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { words } from '../../grammar/xsd-types.ts';
import { descendants, elements, numberOf } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const files = { 'terminalsAndIcons/a.png': '' };
const terminalIcon =
  '<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1" iconBaseName="a"/></Terminal></Terminals>';
const unitIcon =
  '<GraphicalRepresentation><Icon x1="-100" y1="-100" x2="100" y2="100"/></GraphicalRepresentation>';

export const terminalsIcons: readonly Rule[] = ruleFamily(
  { needs: 'terminals', severity: 'violation', fmi2: '2.3.2' },
  [
    {
      id: 'terminals/connection-color',
      title: 'Colours of connections have red, green and blue',
      fmi3: '2.4.9.2.5',
      explanation: 'defaultConnectionColor is a list of three values from 0 to 255, such as 255 255 0.',
      pass: fmi3({ terminals: colored('255 255 0'), files }),
      fail: fmi3({ terminals: colored('255 255'), files }),
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
    },
    {
      id: 'terminals/coordinate-order',
      title: 'The first corner of the coordinate system is to the left of and below the second',
      fmi3: '2.4.9.1.2',
      explanation:
        'The coordinates of the lower left corner must be less than those of the upper right one. (The corners of icons may flip them.)',
      pass: fmi3({
        terminals:
          '<GraphicalRepresentation><CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0.1"/></GraphicalRepresentation>',
      }),
      fail: fmi3({
        terminals:
          '<GraphicalRepresentation><CoordinateSystem x1="100" y1="-100" x2="-100" y2="100" suggestedScalingFactorTo_mm="0.1"/></GraphicalRepresentation>',
      }),
      *check(root) {
        for (const system of elements(root, 'GraphicalRepresentation', 'CoordinateSystem'))
          for (const axis of ['x', 'y']) {
            const [first, second] = [numberOf(system, `${axis}1`), numberOf(system, `${axis}2`)];
            if (first !== undefined && second !== undefined && first >= second)
              yield defect(
                system,
                `${axis}2`,
                `Attribute ${axis}1 is ${first}, and ${axis}2 is ${second}.`,
                `more than ${first}`,
              );
          }
      },
    },
    {
      id: 'terminals/icon-exists',
      title: 'Icons of terminals are in the FMU as PNG',
      fmi3: '2.4.9.2.5',
      explanation:
        'iconBaseName names an image relative to terminalsAndIcons, without its extension. The PNG file is required. An SVG file may be beside it.',
      pass: fmi3({ terminals: terminalIcon, files: { 'terminalsAndIcons/a.png': '' } }),
      fail: fmi3({ terminals: terminalIcon, files: { 'terminalsAndIcons/a.svg': '' } }),
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
    },
    {
      id: 'terminals/icon-relative',
      title: 'Paths of terminal icons are relative to their folder',
      fmi3: '2.4.9.2.5',
      explanation:
        'iconBaseName is a relative URI inside the folder terminalsAndIcons. Importers need not support absolute URIs or those that go up.',
      pass: fmi3({ terminals: iconNamed('icons/a') }),
      fail: [fmi3({ terminals: iconNamed('../a') }), fmi3({ terminals: iconNamed('https://example.com/a') })],
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
    },
    {
      id: 'terminals/scaling',
      title: 'The scaling factor of the coordinate system is positive',
      fmi3: '2.4.9.1.2',
      explanation: 'suggestedScalingFactorTo_mm turns coordinates into millimetres.',
      pass: fmi3({
        terminals:
          '<GraphicalRepresentation><CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0.1"/></GraphicalRepresentation>',
      }),
      fail: fmi3({
        terminals:
          '<GraphicalRepresentation><CoordinateSystem x1="-100" y1="-100" x2="100" y2="100" suggestedScalingFactorTo_mm="0"/></GraphicalRepresentation>',
      }),
      *check(root) {
        for (const system of elements(root, 'GraphicalRepresentation', 'CoordinateSystem'))
          if ((numberOf(system, 'suggestedScalingFactorTo_mm') ?? 1) <= 0)
            yield defect(
              system,
              'suggestedScalingFactorTo_mm',
              'The factor is not positive.',
              'a number above 0',
            );
      },
    },
    {
      id: 'terminals/unit-icon',
      title: 'An FMU that places its icon has one',
      severity: 'advice',
      fmi3: '2.4.9.1.3',
      explanation:
        'The element Icon gives the position of terminalsAndIcons/icon.png, so the file is required.',
      pass: fmi3({ terminals: unitIcon, files: { 'terminalsAndIcons/icon.png': '' } }),
      fail: fmi3({ terminals: unitIcon, files: {} }),
      inapplicableReason: (_, fmu) =>
        fmu.paths === undefined ? 'the input is an XML file, not the FMU' : undefined,
      *check(root, fmu) {
        for (const icon of elements(root, 'GraphicalRepresentation', 'Icon'))
          if (!fmu.has('terminalsAndIcons/icon.png'))
            yield defect(icon, undefined, 'The file terminalsAndIcons/icon.png is missing.', 'the image');
      },
    },
  ],
);

function colored(color: string): string {
  return `<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation defaultConnectionColor="${color}" x1="0" y1="0" x2="1" y2="1" iconBaseName="a"/></Terminal></Terminals>`;
}

function isInside(name: string): boolean {
  return !/^[A-Za-z][\w+.-]*:|^\/|(^|\/)\.\.(\/|$)/.test(name);
}

/** A relative URI as a path. */
function decode(name: string): string {
  return name
    .replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/^\.\//, '');
}

function iconNamed(name: string): string {
  return `<Terminals><Terminal name="a" matchingRule="none"><TerminalGraphicalRepresentation x1="0" y1="0" x2="1" y2="1" iconBaseName="${name}"/></Terminal></Terminals>`;
}
