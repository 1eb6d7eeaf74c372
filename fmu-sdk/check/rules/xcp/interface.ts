import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { type Defect, defect } from '../../defect.ts';
import type { Example } from '../../example/example-fmu.ts';
import { manifestFor, withLayeredStandard } from '../../example/example-layered.ts';
import { interfaceNames } from '../../model/checked-model.ts';
import { notOf } from '../../model/layered-standards.ts';
import { variableNamed } from '../../model/variables/named-variables.ts';
import { isTrue, repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const roles = ['TCP', 'UDP'].flatMap((protocol) =>
  ['Enable', 'Port', 'ListenAddress'].map((what) => `XCPService${protocol}${what}`),
);

const service = 'definition="unit.a2l" containsXCPService="true"';
const enable =
  '<Boolean name="xcp" valueReference="1" causality="parameter" variability="fixed" start="false"/>';

/** An FMU with these interfaces for calibration. */
function calibrated(content: string): Example {
  return withLayeredStandard(
    'xcp',
    { variables: enable, files: { 'extra/org.fmi-standard.fmi-ls-xcp/unit.a2l': '' } },
    manifestFor('xcp', '', content),
  );
}

function interfaceWith(attributes: string, content = ''): Example {
  return calibrated(`<Interface ${attributes}>${content}</Interface>`);
}

/** Rules on the manifest of FMI-LS-XCP. */
export const xcpInterface: readonly Rule[] = ruleFamily(
  { needs: 'manifest', severity: 'violation', inapplicableReason: notOf('xcp') },
  [
    {
      id: 'xcp/interface',
      title: 'An FMU with XCP declares its interfaces',
      other: 'FMI-LS-XCP 1.0.0, 2',
      explanation:
        'The manifest has at least one Interface. Each offers a service, or access to memory, or both. It supports CoSimulation, ModelExchange or ScheduledExecution.',
      pass: [interfaceWith(service), interfaceWith(`${service} types="CoSimulation"`)],
      fail: [
        calibrated(''),
        interfaceWith('definition="unit.a2l"'),
        interfaceWith(`${service} types="CoSimulation Other"`),
        interfaceWith('definition="unit.a2l" supportsDirectMemoryAccess="yes" containsXCPService="true"'),
      ],
      *check({ root }) {
        const all = childrenNamed(root, 'Interface');
        if (all.length === 0)
          yield defect(root, undefined, 'The manifest lacks an Interface.', 'at least one Interface');
        for (const element of all) yield* faultsOf(element);
      },
    },
    {
      id: 'xcp/definition',
      title: 'A relative reference names the A2L file of an interface',
      other: 'FMI-LS-XCP 1.0.0, 2',
      explanation:
        'definition is required: a relative reference without the segments . and .., since importers resolve it from a folder for each platform.',
      pass: interfaceWith(service),
      fail: [
        interfaceWith('containsXCPService="true"'),
        interfaceWith('definition="../unit.a2l" containsXCPService="true"'),
        interfaceWith('definition="https://example.com/unit.a2l" containsXCPService="true"'),
      ],
      *check({ root }) {
        for (const element of childrenNamed(root, 'Interface')) {
          const text = attribute(element, 'definition')?.trim();
          if (text === undefined || text === '')
            yield defect(
              element,
              undefined,
              'An Interface lacks a definition.',
              'the reference of an A2L file',
            );
          else if (!isPlain(text))
            yield defect(
              element,
              'definition',
              'The definition is not a simple relative reference.',
              'such as unit.a2l',
            );
        }
      },
    },
    {
      id: 'xcp/definition-exists',
      severity: 'advice',
      title: 'The A2L file of an interface exists for every platform',
      other: 'FMI-LS-XCP 1.0.0, 3.1',
      explanation:
        'For sources the file is in extra/org.fmi-standard.fmi-ls-xcp, for binaries in the subfolder of the platform. A calibration tool needs it.',
      pass: interfaceWith(service),
      fail: interfaceWith('definition="other.a2l" containsXCPService="true"'),
      *check({ root, path }, { paths }) {
        const folder = path.split('/').slice(0, -1).join('/');
        const platforms = new Set(
          (paths ?? []).flatMap((text) => /^binaries\/([^/]+)\//.exec(text)?.[1] ?? []),
        );
        for (const element of childrenNamed(root, 'Interface')) {
          const name = attribute(element, 'definition')?.trim() ?? '';
          if (paths === undefined || !isPlain(name)) continue;
          const wanted =
            platforms.size === 0
              ? [`${folder}/${name}`]
              : [...platforms].map((p) => `${folder}/${p}/${name}`);
          for (const file of wanted)
            if (!paths.includes(file))
              yield defect(
                element,
                'definition',
                `The file ${file} is missing.`,
                'the A2L file of the interface',
              );
        }
      },
    },
    {
      id: 'xcp/variable',
      title: 'A variable with a role for XCP belongs to the FMU, and has one role',
      other: 'FMI-LS-XCP 1.0.0, 2',
      explanation:
        'Variable gives a variable of the model description a role that configures the service. Each variable occurs once, and each role occurs once in an Interface.',
      pass: interfaceWith(service, '<Variable name="xcp" role="XCPServiceTCPEnable"/>'),
      fail: [
        interfaceWith(service, '<Variable name="other" role="XCPServiceTCPEnable"/>'),
        interfaceWith(service, '<Variable name="xcp" role="Enable"/>'),
        interfaceWith(
          service,
          '<Variable name="xcp" role="XCPServiceTCPEnable"/><Variable name="xcp" role="XCPServiceUDPEnable"/>',
        ),
      ],
      *check({ root }, unit) {
        const all = childrenNamed(root, 'Interface').map((element) => childrenNamed(element, 'Variable'));
        for (const variable of all.flat()) {
          const [name, role] = ['name', 'role'].map((text) => attribute(variable, text));
          if (name === undefined || (unit.model !== undefined && variableNamed(unit, name) === undefined))
            yield defect(
              variable,
              'name',
              'The name is not a variable of the FMU.',
              'the name of a variable',
            );
          if (role === undefined || !roles.includes(role))
            yield defect(variable, 'role', 'The role is unknown.', roles.join(', '));
        }
        yield* twice(all.flat(), 'name', 'A variable has two roles for XCP.');
        for (const variables of all) yield* twice(variables, 'role', 'An Interface has a role twice.');
      },
    },
  ],
);

function* faultsOf(element: XmlElement): Iterable<Defect> {
  for (const name of ['containsXCPService', 'supportsDirectMemoryAccess']) {
    const text = attribute(element, name)?.trim();
    if (text !== undefined && !['true', 'false', '1', '0'].includes(text))
      yield defect(element, name, `${name} is not a Boolean.`, 'true or false');
  }
  if (!isTrue(element, 'containsXCPService') && !isTrue(element, 'supportsDirectMemoryAccess'))
    yield defect(
      element,
      undefined,
      'An Interface offers neither a service nor access to memory.',
      'containsXCPService="true" or supportsDirectMemoryAccess="true"',
    );
  const types = (attribute(element, 'types') ?? '').split(/\s+/).filter((type) => type !== '');
  const unknown = types.find((type) => !(interfaceNames as readonly string[]).includes(type));
  if (unknown !== undefined)
    yield defect(
      element,
      'types',
      `The kind of interface ${JSON.stringify(unknown)} is unknown.`,
      interfaceNames.join(', '),
    );
}

function* twice(elements: readonly XmlElement[], name: string, message: string): Iterable<Defect> {
  for (const { item } of repeated(elements, (element) => attribute(element, name)))
    yield defect(item, name, message, 'one of each');
}

/** A relative reference without scheme, root, query, fragment, and dot segments. */
function isPlain(reference: string): boolean {
  return (
    reference !== '' &&
    !/^[A-Za-z][A-Za-z0-9+.-]*:|^\/|[?#]/.test(reference) &&
    !reference.split('/').some((part) => part === '.' || part === '..')
  );
}
