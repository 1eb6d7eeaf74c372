import { attribute, childrenNamed } from '../../../util/xml/parse-xml.ts';
import { defect } from '../../defect.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import { configuration } from '../../example/example-parts.ts';
import { noModel } from '../../model/named-variables.ts';
import type { Rule } from '../../rule.ts';

export const buildModelIdentifier: Rule = {
  id: 'build/model-identifier',
  title: 'Build configurations belong to a kind of interface of the FMU',
  class: 'violation',
  fmi2: '2.3',
  fmi3: '2.4.10',
  explanation:
    'modelIdentifier must match the ModelExchange, CoSimulation or ScheduledExecution element that the configuration builds.',
  needs: 'build',
  pass: [fmi3({ build: configuration('<SourceFile name="unit.c"/>') })],
  fail: [
    fmi3({
      interfaces: '<CoSimulation modelIdentifier="other"/>',
      build: configuration('<SourceFile name="unit.c"/>'),
    }),
  ],
  inapplicableReason: noModel,
  *check(root, fmu) {
    const names = [
      ...new Set(fmu.model!.interfaces.flatMap((element) => attribute(element, 'modelIdentifier') ?? [])),
    ];
    for (const element of childrenNamed(root, 'BuildConfiguration')) {
      const name = attribute(element, 'modelIdentifier');
      if (name !== undefined && !names.includes(name))
        yield defect(
          element,
          'modelIdentifier',
          'The modelIdentifier does not match a declared interface.',
          names.join(' or '),
        );
    }
  },
};
