import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const terminalsVersion: Rule = {
  id: 'terminals/version',
  title: 'terminalsAndIcons.xml has the FMI version of the FMU',
  class: 'violation',
  fmi3: '2.4.9',
  explanation: 'In FMI 3.0 the fmiVersion of this file must match that of modelDescription.xml.',
  needs: 'terminals',
  pass: [fmi3({ terminals: '' })],
  fail: [fmi3({ attributes: { fmiVersion: '3.1' }, terminals: '' })],
  *check(root, fmu) {
    const version = attribute(root, 'fmiVersion');
    const other = fmu.model === undefined ? undefined : attribute(fmu.model.root, 'fmiVersion');
    if (version !== undefined && other !== undefined && version !== other)
      yield defect(root, 'fmiVersion', `modelDescription.xml is of FMI ${other}.`, other);
  },
};
