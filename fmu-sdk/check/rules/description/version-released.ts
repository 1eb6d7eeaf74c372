import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const descriptionVersionReleased: Rule = {
  id: 'description/version-released',
  title: 'fmiVersion names a released version of FMI',
  class: 'advice',
  fmi3: '2.4.1',
  explanation:
    'Versions with a suffix, such as 3.0-beta.2, were for prototypes during development. Importers of the release need not read them.',
  needs: 'description',
  pass: [fmi3({})],
  fail: [fmi3({ attributes: { fmiVersion: '3.0-beta.2' } })],
  *check(model) {
    const version = attribute(model.root, 'fmiVersion') ?? '';
    if (/^3\.\d+(\.\d+)?-.+$/.test(version))
      yield defect(model.root, 'fmiVersion', 'The version is that of a development prototype.', '3.0');
  },
};
