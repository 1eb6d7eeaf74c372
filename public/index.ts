/**
 * fmukit: open, make, couple and check functional mock-up units (FMI 3.0 and 2.0).
 *
 * @packageDocumentation
 */
export { UserError } from '../fmu-sdk/error.ts';
export { type SimulateOptions, simulate } from '../master/run/simulate.ts';
export { loadSystem } from '../master/system/load.ts';
