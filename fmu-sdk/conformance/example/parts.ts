/** A kind of interface that may have clocks. */
export const withEvents = '<CoSimulation modelIdentifier="unit" hasEventMode="true"/>';

/** A clock with the value reference 1. */
export const clockPart =
  '<Clock name="c" valueReference="1" causality="input" intervalVariability="triggered"/>';
