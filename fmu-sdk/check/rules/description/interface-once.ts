import { defect } from '../../defect.ts';
import { fmi2 } from '../../example/example-fmu.ts';
import { repeated } from '../../model/xml-elements.ts';
import type { Rule } from '../../rule.ts';

export const descriptionInterfaceOnce: Rule = {
  id: 'description/interface-once',
  title: 'Each kind of interface is declared once',
  class: 'violation',
  fmi2: '2.2.1',
  explanation:
    'The schema of FMI 2.0 allows two elements of one kind. The text describes one ModelExchange and one CoSimulation.',
  needs: 'description',
  pass: [
    fmi2({ interfaces: '<CoSimulation modelIdentifier="unit"/><ModelExchange modelIdentifier="unit"/>' }),
  ],
  fail: [fmi2({ interfaces: '<CoSimulation modelIdentifier="a"/><CoSimulation modelIdentifier="b"/>' })],
  *check(model) {
    for (const { item } of repeated(model.interfaces, (element) => element.name))
      yield defect(item, undefined, `${item.name} is declared twice.`, 'one of each kind');
  },
};
