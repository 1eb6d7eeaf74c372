/** Elements of `EccoConfiguration`, and the options of the scheme `ecco` that they are. What libcosim calls a relative tolerance is a share of the energy. */
export const eccoOptions = {
  RelativeTolerance: 'tolerance',
  ProportionalGain: 'proportional',
  IntegralGain: 'integral',
  SafetyFactor: 'safety',
  StepSize: 'first',
  MinimumStepSize: 'smallest',
} as const;
