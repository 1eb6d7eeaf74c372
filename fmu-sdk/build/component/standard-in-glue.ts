import { writeLayeredStandard } from '../../description/write-model-description.ts';

/** The layered standard that a unit's component follows (draft of July 2026). */
export const layeredStandard = {
  name: 'org.modelica.fmi-ls-wasm',
  version: '0.1.0',
  description: 'FMI Layered Standard for WebAssembly',
} as const;

/** Entries of an archive by which a unit follows it. Two names are in use: the draft's own, and that of FMI 3.0 for every layered standard. */
export function layeredStandardFiles(): [string, string][] {
  const { name, version, description } = layeredStandard;
  const text = writeLayeredStandard(name, version, description);
  return ['manifest.xml', 'fmi-ls-manifest.xml'].map((file) => [`extra/${name}/${file}`, text]);
}
