import {
  handleMembers,
  memberFault,
  missingMembers,
  subassemblyKind,
} from '../../../description/terminals/subassembly-terminal.ts';
import { attribute, childrenNamed, type XmlElement } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { type Example, fmi3 } from '../../example/example-fmu.ts';
import type { FmuContent } from '../../fmu/fmu-content.ts';
import { dimensionSize } from '../../model/variables/array-dimensions.ts';
import { named, type Variable } from '../../model/variables/model-variable.ts';
import { noModel, variableNamed } from '../../model/variables/named-variables.ts';
import { descendants } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const terminalsSubassembly: Rule = {
  id: 'terminals/subassembly',
  title: 'A terminal of kind org.fmukit.subassembly has the members of its handles, with the right shapes',
  severity: 'violation',
  other: 'docs/guide/subassembly.md, Members',
  explanation:
    'A master that joins parts of a multibody system exactly reads coordinates, matrices and vectors of their handles by these names, and sets ' +
    'accelerations. It cannot join a terminal that lacks a member or has it in another shape.',
  needs: 'terminals',
  pass: [handles(['q1', 'v1', 'b1', 'M11', 'Q1', 'a1', 'point1'])],
  fail: [handles(['q1', 'v1', 'b1', 'M11', 'Q1']), handles(['q1', 'v1', 'b1', 'M11', 'Q1', 'a1', 'Q2'])],
  inapplicableReason: noModel,
  *check(root, fmu) {
    for (const terminal of descendants(root, 'Terminal')) {
      if (attribute(terminal, 'terminalKind') !== subassemblyKind) continue;
      const names = new Set<string>();
      for (const element of childrenNamed(terminal, 'TerminalMemberVariable')) {
        const name = attribute(element, 'memberName') ?? '';
        names.add(name);
        const member = handleMembers.find((handleMember) => handleMember.name === name);
        const variable = variableNamed(fmu, attribute(element, 'variableName') ?? '');
        if (member === undefined || variable === undefined) continue;
        const fault = memberFault(member, shapeOf(fmu, variable));
        if (fault !== undefined)
          yield defect(
            element,
            'memberName',
            `${named(variable)} as member ${name} ${fault}.`,
            `Float64, ${member.causality.join(' or ')}, ${member.dimensions.join(' × ')}`,
          );
      }
      const missing = missingMembers(names);
      if (missing.length > 0)
        yield defect(
          terminal,
          'name',
          `Terminal "${attribute(terminal, 'name')}" lacks ${missing.map(({ name }) => name).join(', ')}.`,
          'all members of each handle that it has',
        );
    }
  },
};

/** Returns the known shape of a variable. Unknown sizes are 0. */
function shapeOf(fmu: FmuContent, { type, causality, element }: Variable): Parameters<typeof memberFault>[1] {
  const dimensions = childrenNamed(element as XmlElement, 'Dimension').map(
    (dimension) => dimensionSize(fmu.model!, dimension) ?? 0,
  );
  return { type, causality, dimensions } as Parameters<typeof memberFault>[1];
}

/** An FMU with a terminal of these members. */
function handles(names: readonly string[]): Example {
  const members = handleMembers.filter(({ name }) => names.includes(name));
  const variables = members.map(({ name, causality, dimensions }, k) => {
    const start = causality[0] === 'input' ? ` start="${dimensions.map(() => 0).join(' ')}"` : '';
    const sizes = dimensions.map((size) => `<Dimension start="${size}"/>`).join('');
    return `<Float64 name="${name}" valueReference="${k + 1}" causality="${causality[0]}"${start}>${sizes}</Float64>`;
  });
  const outputs = members.flatMap(({ causality }, k) =>
    causality[0] === 'output' ? [`<Output valueReference="${k + 1}"/>`] : [],
  );
  const initial = outputs.map((output) => output.replace('Output', 'InitialUnknown'));
  return fmi3({
    variables: variables.join(''),
    structure: [...outputs, ...initial].join(''),
    terminals: `<Terminals><Terminal name="handles" matchingRule="bus" terminalKind="${subassemblyKind}">${members
      .map(
        ({ name }) =>
          `<TerminalMemberVariable memberName="${name}" variableName="${name}" variableKind="signal"/>`,
      )
      .join('')}</Terminal></Terminals>`,
  });
}
