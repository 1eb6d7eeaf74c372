import { replaceCalls } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const typesPlatform: Rule = {
  id: 'load/types-platform',
  title: 'fmi2GetTypesPlatform answers "default"',
  class: 'violation',
  fmi2: '2.1.4',
  explanation:
    'The types of FMI 2.0 are those of the platform "default". An importer compiled for them cannot use a library compiled for others.',
  needs: 'behaviour',
  stage: 'load',
  faults: [
    {
      claim: 'the library declares another platform',
      fmi: 2,
      kind: 'coSimulation',
      corrupt: (calls) => replaceCalls(calls, () => ({ getTypesPlatform: () => 'standard32' })),
    },
  ],
  async check({ open, report }) {
    const probe = await open();
    const platform = probe.record(
      'fmi2GetTypesPlatform',
      '',
      () => probe.calls.getTypesPlatform(),
      JSON.stringify,
    );
    if (platform !== 'default')
      report(probe, {
        message: 'The library declares another types platform.',
        value: platform,
        expected: 'default',
      });
  },
};
