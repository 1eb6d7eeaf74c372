import { componentBytes, withComponent } from '../../example/example-component.ts';
import { fmi3 } from '../../example/example-fmu.ts';
import type { Rule } from '../../rule.ts';

export const wasmManifest: Rule = {
  id: 'wasm/manifest',
  title: 'A unit with a component has the manifest of FMI-LS-WASM',
  class: 'violation',
  other: 'FMI-LS-WASM 0.1.0, Layered standard manifest',
  explanation:
    'extra/org.modelica.fmi-ls-wasm must hold manifest.xml. (FMI 3.0 calls such files fmi-ls-manifest.xml; that name is accepted as well, since the layered standard is a draft.)',
  needs: 'component',
  pass: [withComponent({})],
  fail: [fmi3({ files: { 'binaries/wasm32-wasip2/unit.wasm': componentBytes({}) } })],
  *check(_, fmu) {
    const folder = 'extra/org.modelica.fmi-ls-wasm';
    if (!fmu.has(`${folder}/manifest.xml`) && !fmu.has(`${folder}/fmi-ls-manifest.xml`))
      yield {
        message: `There is no ${folder}/manifest.xml.`,
        expected: 'the manifest of the layered standard',
      };
  },
};
