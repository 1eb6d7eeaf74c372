import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { valueChecks } from '../../grammar/xsd-types.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const descriptionHeader: readonly Rule[] = ruleFamily({ needs: 'description', severity: 'advice' }, [
  {
    id: 'description/generation-date',
    title: 'The generation date is in UTC',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation: 'One form of xs:dateTime should be used: YYYY-MM-DDThh:mm:ssZ, in UTC.',
    pass: fmi3({ attributes: { generationDateAndTime: '2026-07-31T12:00:00Z' } }),
    fail: fmi3({ attributes: { generationDateAndTime: '2026-07-31T14:00:00+02:00' } }),
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
  },
  {
    id: 'description/interface-once',
    title: 'Each kind of interface is declared once',
    severity: 'violation',
    fmi2: '2.2.1',
    explanation:
      'The schema of FMI 2.0 allows two elements of one kind. The text describes one ModelExchange and one CoSimulation.',
    pass: fmi2({
      interfaces: '<CoSimulation modelIdentifier="unit"/><ModelExchange modelIdentifier="unit"/>',
    }),
    fail: fmi2({ interfaces: '<CoSimulation modelIdentifier="a"/><CoSimulation modelIdentifier="b"/>' }),
    *check(model) {
      for (const { item } of repeated(model.interfaces, (element) => element.name))
        yield defect(item, undefined, `${item.name} is declared twice.`, 'one of each kind');
    },
  },
  {
    id: 'description/interface-present',
    title: 'The FMU implements at least one kind of interface',
    severity: 'violation',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'At least one of ModelExchange, CoSimulation and (FMI 3.0) ScheduledExecution is required. It defines how the FMU can be used.',
    pass: fmi3({ interfaces: '<ModelExchange modelIdentifier="unit"/>' }),
    fail: [fmi3({ interfaces: '' }), fmi2({ interfaces: '' })],
    *check(model) {
      if (model.interfaces.length === 0)
        yield defect(
          model.root,
          undefined,
          'The description does not declare an interface.',
          'ModelExchange, CoSimulation or ScheduledExecution',
        );
    },
  },
  {
    id: 'description/token-nonempty',
    title: 'The token that identifies description and binary is not empty',
    fmi2: '2.2.1',
    fmi3: '2.4.1',
    explanation:
      'With guid (FMI 2.0) or instantiationToken (FMI 3.0) the binary refuses the description of another FMU. An empty token is allowed, but matches every description.',
    pass: fmi3({}),
    fail: [fmi3({ attributes: { instantiationToken: '' } }), fmi2({ attributes: { guid: '' } })],
    *check(model) {
      const name = model.version === '2.0' ? 'guid' : 'instantiationToken';
      if (attribute(model.root, name) === '')
        yield defect(model.root, name, `The ${name} is empty.`, 'a fingerprint of the FMU, such as a GUID');
    },
  },
  {
    id: 'description/version-patch',
    title: 'fmiVersion does not contain a patch number',
    severity: 'violation',
    fmi3: '2.6',
    explanation:
      'FMI files contain only the major and minor version, because importers need not distinguish patch releases of the standard.',
    pass: fmi3({}),
    fail: fmi3({ attributes: { fmiVersion: '3.0.2' } }),
    *check(model) {
      if (/^3\.\d+\.\d+$/.test(attribute(model.root, 'fmiVersion') ?? ''))
        yield defect(
          model.root,
          'fmiVersion',
          'The version has a patch number.',
          'major and minor version only: 3.0',
        );
    },
  },
  {
    id: 'description/version-released',
    title: 'fmiVersion names a released version of FMI',
    fmi3: '2.4.1',
    explanation:
      'Versions with a suffix, such as 3.0-beta.2, were for prototypes during development. Importers of the release need not read them.',
    pass: fmi3({}),
    fail: fmi3({ attributes: { fmiVersion: '3.0-beta.2' } }),
    *check(model) {
      const version = attribute(model.root, 'fmiVersion') ?? '';
      if (/^3\.\d+(\.\d+)?-.+$/.test(version))
        yield defect(model.root, 'fmiVersion', 'The version is that of a development prototype.', '3.0');
    },
  },
]);
