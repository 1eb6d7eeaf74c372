import { writeLayeredStandard } from '../../description/write-model-description.ts';

/** The layered standard that a unit's component follows (draft of July 2026). */
export const layeredStandard = {
  name: 'org.modelica.fmi-ls-wasm',
  version: '0.1.0',
  description: 'FMI Layered Standard for WebAssembly',
} as const;

/**
 * Returns the archive entries that declare the layered standard. Two names are in use: the draft's,
 * and FMI 3.0's for every layered standard.
 */
export function layeredStandardFiles(): [string, string][] {
  const { name, version, description } = layeredStandard;
  const text = writeLayeredStandard(name, version, description);
  return ['manifest.xml', 'fmi-ls-manifest.xml'].map((file) => [`extra/${name}/${file}`, text]);
}
