import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const descriptionVersionPatch: Rule = {
  id: 'description/version-patch',
  title: 'fmiVersion does not contain a patch number',
  class: 'violation',
  fmi3: '2.6',
  explanation:
    'FMI files contain only the major and minor version, because importers need not distinguish patch releases of the standard.',
  needs: 'description',
  pass: [fmi3({})],
  fail: [fmi3({ attributes: { fmiVersion: '3.0.2' } })],
  *check(model) {
    if (/^3\.\d+\.\d+$/.test(attribute(model.root, 'fmiVersion') ?? ''))
      yield defect(
        model.root,
        'fmiVersion',
        'The version has a patch number.',
        'major and minor version only: 3.0',
      );
  },
};
