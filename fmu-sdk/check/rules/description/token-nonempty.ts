import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const descriptionTokenNonempty: Rule = {
  id: 'description/token-nonempty',
  title: 'The token that identifies description and binary is not empty',
  class: 'advice',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  explanation:
    'With guid (FMI 2.0) or instantiationToken (FMI 3.0) the binary refuses the description of another FMU. An empty token is allowed, but matches every description.',
  needs: 'description',
  pass: [fmi3({})],
  fail: [fmi3({ attributes: { instantiationToken: '' } }), fmi2({ attributes: { guid: '' } })],
  *check(model) {
    const name = model.version === '2.0' ? 'guid' : 'instantiationToken';
    if (attribute(model.root, name) === '')
      yield defect(model.root, name, `The ${name} is empty.`, 'a fingerprint of the FMU, such as a GUID');
  },
};
