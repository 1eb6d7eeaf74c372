/**
 * Options of the scheme `ecco` for the elements of `EccoConfiguration`. The relative tolerance of
 * libcosim is a share of the energy.
 */
export const eccoOptions = {
  RelativeTolerance: 'tolerance',
  ProportionalGain: 'proportional',
  IntegralGain: 'integral',
  SafetyFactor: 'safety',
  StepSize: 'first',
  MinimumStepSize: 'smallest',
} as const;
