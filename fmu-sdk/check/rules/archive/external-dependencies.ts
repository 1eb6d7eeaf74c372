import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { descriptionPath } from '../../fmu/fmu-files.ts';
import { isTrue } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

const tool = '<CoSimulation modelIdentifier="unit" needsExecutionTool="true"/>';

export const archiveExternalDependencies: Rule = {
  id: 'archive/external-dependencies',
  title: 'An FMU that needs a tool documents it',
  class: 'violation',
  fmi3: '2.5.1.1',
  explanation:
    'needsExecutionTool="true" declares a dependency outside the FMU. documentation/externalDependencies.txt or .html must document it.',
  needs: 'files',
  pass: [fmi3({ interfaces: tool, files: { 'documentation/externalDependencies.txt': '' } })],
  fail: [fmi3({ interfaces: tool, files: {} })],
  *check(_, fmu) {
    const needing = fmu.model?.interfaces.find((element) => isTrue(element, 'needsExecutionTool'));
    if (
      needing !== undefined &&
      !fmu.below('documentation/').some((path) => /^externalDependencies\.(txt|html)$/.test(path))
    )
      yield {
        ...defect(
          needing,
          'needsExecutionTool',
          'The FMU needs a tool but does not document it.',
          'documentation/externalDependencies.txt or .html',
        ),
        file: descriptionPath,
      };
  },
};
