import { exerciseUntilError } from '../../behaviour/exercise-all.ts';
import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const categories: Rule = {
  id: 'log/categories',
  title: 'Messages have categories that the description lists',
  class: 'violation',
  fmi2: '2.2.4',
  fmi3: '2.3.1 and 2.4.5',
  explanation: 'LogCategories lists the categories of messages. An importer cannot show or hide others.',
  needs: 'behaviour',
  faults: [
    injectFault('a message with an unlisted category', (base) => ({
      takeLog: () => [...base.takeLog(), { status: 0, category: 'private', message: 'something' }],
    })),
  ],
  async check({ description, open, report }) {
    const probe = await open();
    exerciseUntilError(probe);
    const listed = new Set(description.logCategories.map(({ name }) => name));
    const reportedCategories = new Set<string>();
    for (const { category } of probe.log) {
      if (
        category === '' ||
        category === 'output' ||
        listed.has(category) ||
        reportedCategories.has(category)
      )
        continue;
      reportedCategories.add(category);
      report(probe, {
        message: 'A message has a category that the description does not list.',
        value: category,
        expected: listed.size === 0 ? 'no category' : [...listed].join(', '),
      });
    }
  },
};
