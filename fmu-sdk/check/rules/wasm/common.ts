import { withComponent } from '../../example/example-component.ts';
import type { Rule } from '../../rule.ts';

export const wasmCommon: Rule = {
  id: 'wasm/common',
  title: 'The component exports the common interface',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, WIT package definition',
  explanation: 'Every world exports fmi:fmi3/common, with get-version.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [withComponent({ exports: ['fmi:fmi3/co-simulation@3.0.0'] })],
  *check({ component }) {
    if (
      component.kind === 'component' &&
      component.fault === undefined &&
      !component.exports.some((candidate) => candidate.startsWith('fmi:fmi3/common@'))
    )
      yield { message: 'The component does not export fmi:fmi3/common.', expected: 'fmi:fmi3/common@3.0.0' };
  },
};
