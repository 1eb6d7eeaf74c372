import { uleb } from '../../wasm/wasm-sections.ts';
import { type Example, fmi3, xml } from './example-fmu.ts';

/** The names that a made-up component imports and exports. */
export interface ComponentParts {
  imports?: readonly string[];
  exports?: readonly string[];
}

/** A component of nothing but an import and an export section. */
export function componentBytes({
  imports = ['fmi:fmi3/callbacks@3.0.0'],
  exports = ['fmi:fmi3/common@3.0.0', 'fmi:fmi3/co-simulation@3.0.0'],
}: ComponentParts): Uint8Array {
  const name = (text: string): number[] => [0, ...uleb(text.length), ...new TextEncoder().encode(text)];
  const section = (id: number, items: number[][]): number[] => {
    const body = [...uleb(items.length), ...items.flat()];
    return [id, ...uleb(body.length), ...body];
  };
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x0d, 0x00, 0x01, 0x00],
    ...section(
      10,
      imports.map((text) => [...name(text), 5, 0]),
    ),
    ...section(
      11,
      exports.map((text, k) => [...name(text), 5, k, 0]),
    ),
  ]);
}

/** The manifest of FMI-LS-WASM. */
export const wasmManifest: Readonly<Record<string, string>> = {
  'extra/org.modelica.fmi-ls-wasm/manifest.xml': xml(
    '<fmi-ls:fmiLayeredStandardManifest xmlns:fmi-ls="http://fmi-standard.org/fmi-ls-manifest" fmi-ls:fmi-ls-name="org.modelica.fmi-ls-wasm" fmi-ls:fmi-ls-version="0.1.0" fmi-ls:fmi-ls-description="FMI Layered Standard for WebAssembly"/>',
  ),
};

/** An FMU with a component. */
export function withComponent(parts: ComponentParts): Example {
  return fmi3({ files: { ...wasmManifest, 'binaries/wasm32-wasip2/unit.wasm': componentBytes(parts) } });
}
