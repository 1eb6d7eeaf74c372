import { componentBytes, withComponent } from '../../example/example-component.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const wasmManifest: Rule = {
  id: 'wasm/manifest',
  title: 'An FMU with a component has the manifest of FMI-LS-WASM',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, Layered standard manifest',
  explanation:
    'extra/org.modelica.fmi-ls-wasm must contain manifest.xml. (FMI 3.0 calls such files fmi-ls-manifest.xml. That name is accepted as well, since the layered standard is a draft.)',
  needs: 'component',
  pass: [withComponent({})],
  fail: [fmi3({ files: { 'binaries/wasm32-wasip2/unit.wasm': componentBytes({}) } })],
  *check(_, fmu) {
    const folder = 'extra/org.modelica.fmi-ls-wasm';
    if (!fmu.has(`${folder}/manifest.xml`) && !fmu.has(`${folder}/fmi-ls-manifest.xml`))
      yield {
        message: `The file ${folder}/manifest.xml is missing.`,
        expected: 'the manifest of the layered standard',
      };
  },
};
