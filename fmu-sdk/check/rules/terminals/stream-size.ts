import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { streamOf } from '../../example/example-parts.ts';
import { sizeOf } from '../../model/array-dimensions.ts';
import { named } from '../../model/model-variable.ts';
import { noModel, variableNamed } from '../../model/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsStreamSize: Rule = {
  id: 'terminals/stream-size',
  title: 'Stream variables of both directions have equal sizes',
  class: 'violation',
  fmi3: '2.4.9.2.4',
  explanation:
    'If the variables are arrays, the sizes of the inStream and the outStream variable have to be equal.',
  needs: 'terminals',
  pass: [fmi3(streamOf('h_in', 'h_out'))],
  fail: [fmi3(streamOf('h_vector', 'h_out'))],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const member of descendants(root, 'TerminalStreamMemberVariable')) {
      const [inward, outward] = ['inStreamVariableName', 'outStreamVariableName'].map((name) =>
        variableNamed(fmu, attribute(member, name) ?? ''),
      );
      if (inward === undefined || outward === undefined) continue;
      const [a, b] = [sizeOf(fmu.model!, inward), sizeOf(fmu.model!, outward)];
      if (a !== undefined && b !== undefined && a !== b)
        yield defect(
          member,
          undefined,
          `${named(inward)} has ${a} elements and ${named(outward)} ${b}.`,
          'equal sizes',
        );
    }
  },
};
