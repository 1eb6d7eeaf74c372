import { defect } from '../../defect.ts';
import { fmi2, fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const descriptionInterfacePresent: Rule = {
  id: 'description/interface-present',
  title: 'The FMU implements at least one kind of interface',
  class: 'violation',
  fmi2: '2.2.1',
  fmi3: '2.4.1',
  explanation:
    'At least one of ModelExchange, CoSimulation and (FMI 3.0) ScheduledExecution is required. It defines how the FMU can be used.',
  needs: 'description',
  pass: [fmi3({ interfaces: '<ModelExchange modelIdentifier="unit"/>' })],
  fail: [fmi3({ interfaces: '' }), fmi2({ interfaces: '' })],
  *check(model) {
    if (model.interfaces.length === 0)
      yield defect(
        model.root,
        undefined,
        'The description does not declare an interface.',
        'ModelExchange, CoSimulation or ScheduledExecution',
      );
  },
};
