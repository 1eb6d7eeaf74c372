import { componentBytes, wasmManifest, withComponent } from '../../example/example-component.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const wasmReadable: Rule = {
  id: 'wasm/readable',
  title: 'The sections of the component are complete',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, FMU archive format',
  explanation:
    'The check reads imports and exports from the sections of the component, without running it. A section that ends beyond the file indicates a truncated file.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [
    fmi3({ files: { ...wasmManifest, 'binaries/wasm32-wasip2/unit.wasm': componentBytes({}).slice(0, -3) } }),
  ],
  *check({ component }) {
    if (component.fault !== undefined)
      yield {
        message: `The component cannot be read: ${component.fault}.`,
        expected: 'a complete component',
      };
  },
};
