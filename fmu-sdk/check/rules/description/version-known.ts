import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-content.ts';
import type { Rule } from '../../rule.ts';

export const descriptionVersionKnown: Rule = {
  id: 'description/version-known',
  title: 'The FMI version is 1.0, 2.0 or 3.0',
  severity: 'violation',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  explanation:
    'This check supports FMI 1.0, 2.0 and 3.0. Without a supported version the rules on the model cannot be checked.',
  needs: 'document',
  ofAnyVersion: true,
  pass: [fmi3({}), fmi2({})],
  fail: [fmi2({ attributes: { fmiVersion: '4.0' }, variables: '' })],
  *check({ root, path }, fmu) {
    if (path !== descriptionPath || root?.name !== 'fmiModelDescription' || fmu.version !== undefined) return;
    if (!fmu.isLegacy) yield defect(root, 'fmiVersion', 'The version of FMI is unknown.', '1.0, 2.0 or 3.0');
  },
};
