import { withComponent } from '../../example/example-component.ts';
import type { Rule } from '../../rule.ts';

export const wasmVersion: Rule = {
  id: 'wasm/version',
  title: 'The interfaces of the component have version 3.0',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, WIT package definition',
  explanation:
    'All definitions belong to the package fmi:fmi3@3.0.0, where 3.0 means compatibility with FMI 3.0.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [withComponent({ exports: ['fmi:fmi3/common@2.0.0', 'fmi:fmi3/co-simulation@3.0.0'] })],
  *check({ component }) {
    for (const name of [...component.exports, ...component.imports])
      if (name.startsWith('fmi:fmi3/') && !/@3\.0\.\d+$/.test(name))
        yield { message: 'The interface has another version.', value: name, expected: 'version 3.0.0' };
  },
};
