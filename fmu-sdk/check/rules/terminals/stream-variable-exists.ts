import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { streamOf } from '../../example/example-parts.ts';
import { noModel, variableNamed } from '../../model/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsStreamVariableExists: Rule = {
  id: 'terminals/stream-variable-exists',
  title: 'Stream members of terminals are variables',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.4',
  explanation: 'inStreamVariableName and outStreamVariableName name variables of the model description.',
  needs: 'terminals',
  pass: [fmi3(streamOf('h_in', 'h_out'))],
  fail: [fmi3(streamOf('h_in', 'h'))],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const member of descendants(root, 'TerminalStreamMemberVariable'))
      for (const name of ['inStreamVariableName', 'outStreamVariableName']) {
        const value = attribute(member, name);
        if (value !== undefined && variableNamed(fmu, value) === undefined)
          yield defect(
            member,
            name,
            'The model description does not contain a variable with this name.',
            'the name of a variable',
          );
      }
  },
};
