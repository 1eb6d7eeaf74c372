import { attribute } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { streamOf } from '../../example/example-parts.ts';
import { named } from '../../model/model-variable.ts';
import { noModel, variableNamed } from '../../model/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsStreamCausality: Rule = {
  id: 'terminals/stream-causality',
  title: 'Stream variables are inputs, outputs, parameters or calculated parameters',
  class: 'violation',
  fmi2: '2.3.2',
  fmi3: '2.4.9.2.4',
  explanation:
    'The element allows only these causalities: the FMU computes outgoing streams, and incoming streams come from outside.',
  needs: 'terminals',
  pass: [fmi3(streamOf('h_in', 'h_out'))],
  fail: [fmi3(streamOf('h_local', 'h_out'))],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const member of descendants(root, 'TerminalStreamMemberVariable'))
      for (const name of ['inStreamVariableName', 'outStreamVariableName']) {
        const variable = variableNamed(fmu, attribute(member, name) ?? '');
        if (
          variable !== undefined &&
          !['input', 'output', 'parameter', 'calculatedParameter'].includes(variable.causality)
        )
          yield defect(
            member,
            name,
            `${named(variable)} has causality ${variable.causality}.`,
            'input, output, parameter or calculatedParameter',
          );
      }
  },
};
