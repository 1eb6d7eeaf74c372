import { withComponent } from '../../example/component.ts';
import { componentRule } from '../../libraries.ts';
import type { StaticRule } from '../../rule.ts';

export const wasmCommon: StaticRule = componentRule({
  id: 'wasm/common',
  title: 'The component exports the common interface',
  severity: 'error',
  other: 'FMI-LS-WASM 0.1.0, WIT package definition',
  explanation: 'Every world exports fmi:fmi3/common, with get-version.',
  pass: [withComponent({})],
  fail: [withComponent({ exports: ['fmi:fmi3/co-simulation@3.0.0'] })],
  *check({ component }) {
    if (
      component.kind === 'component' &&
      component.fault === undefined &&
      !component.exports.some((each) => each.startsWith('fmi:fmi3/common@'))
    )
      yield { message: 'The component does not export fmi:fmi3/common.', expected: 'fmi:fmi3/common@3.0.0' };
  },
});
