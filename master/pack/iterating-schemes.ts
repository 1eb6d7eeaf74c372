/** Schemes with Newton's method, which have no acceleration. */
export const newtonSchemes: readonly string[] = ['newton', 'semi-implicit'];

/** Schemes that iterate over communication steps, and that a pack supports. */
export const iteratingSchemes: readonly string[] = [
  'iterative-jacobi',
  'iterative-gauss-seidel',
  'waveform',
  ...newtonSchemes,
];

/** Reports whether a scheme iterates over communication steps. */
export function iterates(scheme: string): boolean {
  return iteratingSchemes.includes(scheme);
}

/** Reports whether a scheme steps all units with one guess. */
export function stepsTogether(scheme: string): boolean {
  return iterates(scheme) && scheme !== 'iterative-gauss-seidel' && scheme !== 'waveform';
}

/** Reports whether each unit of a scheme has its own step. */
export function hasUnitSteps(scheme: string): boolean {
  return scheme === 'multi-rate' || scheme === 'waveform';
}
