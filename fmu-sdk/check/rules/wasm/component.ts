import { attribute } from '../../../util/xml/parse-xml.ts';
import { componentBytes, wasmManifest, withComponent } from '../../example/example-component.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';
import { ruleFamily } from '../../rule-family.ts';

const callbacks = ['fmi:fmi3/callbacks@', 'fmi:fmi3/intermediate-update-callbacks@', 'fmi:fmi3/types@'];

export const wasmComponent: readonly Rule[] = ruleFamily({ needs: 'component', severity: 'violation' }, [
  {
    id: 'wasm/authority',
    title: 'The component imports no more than the callbacks of FMI',
    severity: 'advice',
    other: 'FMI-LS-WASM 0.1.0, Callback interfaces',
    explanation:
      'The worlds import only the callbacks of FMI (and its types). A component that imports anything else, such as files, network or clocks of WASI, reaches out of its sandbox, and runs only in hosts that allow it.',
    pass: withComponent({}),
    fail: withComponent({ imports: ['fmi:fmi3/callbacks@3.0.0', 'wasi:filesystem/types@0.2.0'] }),
    *check({ component }) {
      for (const name of component.imports)
        if (!callbacks.some((callback) => name.startsWith(callback)))
          yield {
            message: 'The component imports more than the callbacks of FMI.',
            value: name,
            expected: 'fmi:fmi3/callbacks and intermediate-update-callbacks only',
          };
    },
  },
  {
    id: 'wasm/common',
    title: 'The component exports the common interface',
    other: 'FMI-LS-WASM 0.1.0, WIT package definition',
    explanation: 'Every world exports fmi:fmi3/common, with get-version.',
    pass: withComponent({}),
    fail: withComponent({ exports: ['fmi:fmi3/co-simulation@3.0.0'] }),
    *check({ component }) {
      if (
        component.kind === 'component' &&
        component.fault === undefined &&
        !component.exports.some((candidate) => candidate.startsWith('fmi:fmi3/common@'))
      )
        yield {
          message: 'The component does not export fmi:fmi3/common.',
          expected: 'fmi:fmi3/common@3.0.0',
        };
    },
  },
  {
    id: 'wasm/component',
    title: 'The wasm binary is a component',
    other: 'FMI-LS-WASM 0.1.0, FMU archive format',
    explanation:
      'The .wasm file in binaries/wasm32-wasip2 must be a valid component of the WebAssembly Component Model, not a bare core module.',
    pass: withComponent({}),
    fail: fmi3({
      files: {
        ...wasmManifest,
        'binaries/wasm32-wasip2/unit.wasm': Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      },
    }),
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
  },
  {
    id: 'wasm/manifest',
    title: 'An FMU with a component has the manifest of FMI-LS-WASM',
    other: 'FMI-LS-WASM 0.1.0, Layered standard manifest',
    explanation:
      'extra/org.modelica.fmi-ls-wasm must contain manifest.xml. (FMI 3.0 calls such files fmi-ls-manifest.xml. That name is accepted as well, since the layered standard is a draft.)',
    pass: withComponent({}),
    fail: fmi3({ files: { 'binaries/wasm32-wasip2/unit.wasm': componentBytes({}) } }),
    *check(_, fmu) {
      const folder = 'extra/org.modelica.fmi-ls-wasm';
      if (!fmu.has(`${folder}/manifest.xml`) && !fmu.has(`${folder}/fmi-ls-manifest.xml`))
        yield {
          message: `The file ${folder}/manifest.xml is missing.`,
          expected: 'the manifest of the layered standard',
        };
    },
  },
  {
    id: 'wasm/readable',
    title: 'The sections of the component are complete',
    other: 'FMI-LS-WASM 0.1.0, FMU archive format',
    explanation:
      'The check reads imports and exports from the sections of the component, without running it. A section that ends beyond the file indicates a truncated file.',
    pass: withComponent({}),
    fail: fmi3({
      files: { ...wasmManifest, 'binaries/wasm32-wasip2/unit.wasm': componentBytes({}).slice(0, -3) },
    }),
    *check({ component }) {
      if (component.fault !== undefined)
        yield {
          message: `The component cannot be read: ${component.fault}.`,
          expected: 'a complete component',
        };
    },
  },
  {
    id: 'wasm/version',
    title: 'The interfaces of the component have version 3.0',
    other: 'FMI-LS-WASM 0.1.0, WIT package definition',
    explanation:
      'All definitions belong to the package fmi:fmi3@3.0.0, where 3.0 means compatibility with FMI 3.0.',
    pass: withComponent({}),
    fail: withComponent({ exports: ['fmi:fmi3/common@2.0.0', 'fmi:fmi3/co-simulation@3.0.0'] }),
    *check({ component }) {
      for (const name of [...component.exports, ...component.imports])
        if (name.startsWith('fmi:fmi3/') && !/@3\.0\.\d+$/.test(name))
          yield { message: 'The interface has another version.', value: name, expected: 'version 3.0.0' };
    },
  },
  {
    id: 'wasm/world',
    title: 'The component exports the interface of every kind that the FMU declares',
    other: 'FMI-LS-WASM 0.1.0, FMU archive format',
    explanation:
      'An FMU for co-simulation implements the world co-simulation-fmu, which exports fmi:fmi3/co-simulation. The worlds model-exchange and scheduled-execution are similar. The interface is that of the modelIdentifier in the file name.',
    pass: withComponent({}),
    fail: withComponent({ exports: ['fmi:fmi3/common@3.0.0', 'fmi:fmi3/model-exchange@3.0.0'] }),
    *check({ component, name }, fmu) {
      if (component.kind !== 'component' || component.fault !== undefined) return;
      for (const element of fmu.model?.interfaces ?? []) {
        if (attribute(element, 'modelIdentifier') !== name) continue;
        const expected = `fmi:fmi3/${kebab(element.name)}`;
        if (!component.exports.some((candidate) => candidate.startsWith(`${expected}@`)))
          yield { message: `The component does not export ${expected}.`, expected: `${expected}@3.0.0` };
      }
    },
  },
]);

/** `CoSimulation` → `co-simulation` */
function kebab(name: string): string {
  return name.replace(/(?!^)([A-Z])/g, '-$1').toLowerCase();
}
