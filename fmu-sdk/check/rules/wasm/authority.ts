import { withComponent } from '../../example/example-component.ts';
import type { Rule } from '../../rule.ts';

const callbacks = ['fmi:fmi3/callbacks@', 'fmi:fmi3/intermediate-update-callbacks@', 'fmi:fmi3/types@'];

export const wasmAuthority: Rule = {
  id: 'wasm/authority',
  title: 'The component imports no more than the callbacks of FMI',
  class: 'advice',
  other: 'FMI-LS-WASM 0.1.0, Callback interfaces',
  explanation:
    'The worlds import only the callbacks of FMI (and its types). A component that imports anything else, such as files, network or clocks of WASI, reaches out of its sandbox, and runs only in hosts that allow it.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [withComponent({ imports: ['fmi:fmi3/callbacks@3.0.0', 'wasi:filesystem/types@0.2.0'] })],
  *check({ component }) {
    for (const name of component.imports)
      if (!callbacks.some((callback) => name.startsWith(callback)))
        yield {
          message: 'The component imports more than the callbacks of FMI.',
          value: name,
          expected: 'fmi:fmi3/callbacks and intermediate-update-callbacks only',
        };
  },
};
