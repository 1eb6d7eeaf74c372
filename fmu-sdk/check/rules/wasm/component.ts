import { wasmManifest, withComponent } from '../../example/example-component.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const wasmComponent: Rule = {
  id: 'wasm/component',
  title: 'The wasm binary is a component',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, FMU archive format',
  explanation:
    'The .wasm file in binaries/wasm32-wasip2 must be a valid component of the WebAssembly Component Model, not a bare core module.',
  needs: 'component',
  pass: [withComponent({})],
  fail: [
    fmi3({
      files: {
        ...wasmManifest,
        'binaries/wasm32-wasip2/unit.wasm': Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      },
    }),
  ],
  *check({ component }) {
    if (component.kind !== 'component')
      yield {
        message:
          component.kind === 'module'
            ? 'The file is a bare core module.'
            : 'The file is not a WebAssembly binary.',
        expected: 'a WebAssembly component',
      };
  },
};
