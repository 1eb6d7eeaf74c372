import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { streamOf } from '../../example/example-parts.ts';
import { sizeOf } from '../../model/variables/array-dimensions.ts';
import { named } from '../../model/variables/model-variable.ts';
import { noModel, variableNamed } from '../../model/variables/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

export const terminalsStreams: readonly Rule[] = ruleFamily(
  { needs: 'terminals', severity: 'violation', fmi3: '2.4.9.2.4' },
  [
    {
      id: 'terminals/stream-causality',
      title: 'Stream variables are inputs, outputs, parameters or calculated parameters',
      fmi2: '2.3.2',
      explanation:
        'The element allows only these causalities: the FMU computes outgoing streams, and incoming streams come from outside.',
      pass: fmi3(streamOf('h_in', 'h_out')),
      fail: fmi3(streamOf('h_local', 'h_out')),
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
    },
    {
      id: 'terminals/stream-one-flow',
      title: 'A terminal with stream members has at most one flow',
      fmi2: '2.3.2',
      explanation:
        'One flow carries the streams: only one member of kind inflow or outflow is allowed beside them.',
      pass: fmi3(streamOf('h_in', 'h_out')),
      fail: fmi3(
        streamOf('h_in', 'h_out', '<TerminalMemberVariable variableName="m2" variableKind="outflow"/>'),
      ),
      *check(root) {
        for (const terminal of descendants(root, 'Terminal')) {
          const flows = childrenNamed(terminal, 'TerminalMemberVariable').filter((member) =>
            ['inflow', 'outflow'].includes(attribute(member, 'variableKind') ?? ''),
          );
          if (childrenNamed(terminal, 'TerminalStreamMemberVariable').length > 0 && flows.length > 1)
            yield defect(
              flows[1],
              'variableKind',
              'A terminal with streams has a second flow.',
              'one flow, or nested terminals',
            );
        }
      },
    },
    {
      id: 'terminals/stream-size',
      title: 'Stream variables of both directions have equal sizes',
      explanation:
        'If the variables are arrays, the sizes of the inStream and the outStream variable have to be equal.',
      pass: fmi3(streamOf('h_in', 'h_out')),
      fail: fmi3(streamOf('h_vector', 'h_out')),
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
    },
    {
      id: 'terminals/stream-variable-exists',
      title: 'Stream members of terminals are variables',
      fmi2: '2.3.2',
      explanation: 'inStreamVariableName and outStreamVariableName name variables of the model description.',
      pass: fmi3(streamOf('h_in', 'h_out')),
      fail: fmi3(streamOf('h_in', 'h')),
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
    },
  ],
);
