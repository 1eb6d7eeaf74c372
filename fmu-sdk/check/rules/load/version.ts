import { injectFault } from '../../behaviour/fault-injection.ts';
import type { Rule } from '../../rule.ts';

export const version: Rule = {
  id: 'load/version',
  title: 'getVersion returns the version of the standard in the description',
  class: 'violation',
  fmi2: '2.1.4',
  fmi3: '2.2.5',
  explanation:
    'An importer gets the interface version from the library. FMUs of FMI 2.0 return "2.0". FMUs of FMI 3.0 return "3.0" or, for a later patch, "3.0.1" and so on.',
  needs: 'behaviour',
  stage: 'load',
  faults: [injectFault('the library declares FMI 2.0', () => ({ getVersion: () => '2.0' }))],
  async check({ target, open, report }) {
    const probe = await open();
    const version = probe.record(
      `fmi${target.fmi}GetVersion`,
      '',
      () => probe.calls.getVersion(),
      JSON.stringify,
    );
    const right = target.fmi === 2 ? version === '2.0' : /^3\.0(\.\d+)?$/.test(version);
    if (!right)
      report(probe, {
        message: 'The library and the description have different versions.',
        value: version,
        expected: target.fmi === 2 ? '2.0' : '3.0',
      });
  },
};
