/** The layered standard that a unit's component follows (draft of July 2026). */
export const layeredStandard = {
  name: 'org.modelica.fmi-ls-wasm',
  version: '0.1.0',
  description: 'FMI Layered Standard for WebAssembly',
} as const;
