import {
  getAdjointDerivative,
  getDirectionalDerivative,
  setInputDerivatives,
  setVariables,
} from '../derivative-functions';
import { doStep } from '../do-step';
import * as events from '../event-functions';
import { Absent, Call } from '../fmi-constants';
import { getState, setState } from '../fmu-state';
import {
  canBeNamed,
  canReport,
  drop,
  instance,
  isToken,
  noInstance,
  setDebugLogging,
  setReports,
} from '../instance-resource';
import { allocate, cabiRealloc, ended } from '../instance-session';
import { err } from '../lifecycle';
import * as modes from '../mode-checks';
import { absent, absentList } from './absent-functions';

export * from '../access/typed-access';
/**
 * Functions of `fmi:fmi3/common` and `fmi:fmi3/co-simulation` with the signatures of the Canonical
 * ABI: lists and strings arrive as (address, count), and results leave as an address. `self` is
 * always the single instance of the session.
 *
 * `embed-component.ts` derives the component's names from these: fmiDoStep is `do-step`.
 */
export { cabiRealloc };

export function fmiGetVersion(): usize {
  const area: usize = allocate(12, 4);
  store<u32>(area, u32(area) + 8);
  store<u32>(area, 3, 4);
  store<u8>(area, 0x33, 8);
  store<u8>(area, 0x2e, 9);
  store<u8>(area, 0x30, 10);
  return ended(area);
}

export function fmiInstantiateCoSimulation(
  name: usize,
  nameLength: i32,
  token: usize,
  tokenLength: i32,
  _path: usize,
  _pathLength: i32,
  _visible: i32,
  loggingOn: i32,
  eventModeUsed: i32,
  early: i32,
  required: usize,
  n: i32,
): usize {
  if (!canBeNamed(Call.instantiateCoSimulation, name, nameLength) || !isToken(token, tokenLength))
    return noInstance();
  if (!canReport(eventModeUsed, required, n)) return noInstance();
  setReports(eventModeUsed !== 0, early !== 0, n > 0);
  return instance(false, loggingOn);
}

export function fmiDestructor(_self: i32): void {
  drop();
}

export function fmiSetDebugLogging(_self: i32, on: i32, categories: usize, n: i32): i32 {
  return setDebugLogging(on, categories, n);
}

export function fmiEnterInitializationMode(
  _self: i32,
  _toleranceDefined: i32,
  _tolerance: f64,
  startTime: f64,
  stopDefined: i32,
  stopTime: f64,
): i32 {
  return modes.enterInitializationMode(startTime, stopDefined, stopTime);
}

export function fmiExitInitializationMode(_self: i32): i32 {
  return modes.exitInitializationMode();
}

export function fmiTerminate(_self: i32): i32 {
  return modes.terminate();
}

export function fmiReset(_self: i32): i32 {
  return modes.reset();
}

export function fmiEnterConfigurationMode(_self: i32): i32 {
  return modes.enterConfigurationMode();
}

export function fmiExitConfigurationMode(_self: i32): i32 {
  return modes.exitConfigurationMode();
}

export function fmiDoStep(_self: i32, t: f64, H: f64, _noSetStatePrior: i32): usize {
  return doStep(t, H);
}

export function fmiGetFmuState(_self: i32): usize {
  return getState();
}

export function fmiSetFmuState(_self: i32, state: usize, n: i32): i32 {
  return setState(state, n);
}

export function fmiGetDirectionalDerivative(
  _self: i32,
  unknowns: usize,
  m: i32,
  knowns: usize,
  n: i32,
  seed: usize,
  k: i32,
): usize {
  setVariables(unknowns, m, knowns, n);
  return getDirectionalDerivative(seed, k);
}

export function fmiGetAdjointDerivative(
  _self: i32,
  unknowns: usize,
  m: i32,
  knowns: usize,
  n: i32,
  seed: usize,
  k: i32,
): usize {
  setVariables(unknowns, m, knowns, n);
  return getAdjointDerivative(seed, k);
}

export function fmiSetInputDerivatives(_self: i32, requests: usize, n: i32, values: usize, m: i32): i32 {
  return setInputDerivatives(requests, n, values, m);
}

export function fmiGetOutputDerivatives(_self: i32, _requests: usize, n: i32): usize {
  return absentList(Call.getOutputDerivatives, Absent.derivativesOfOutputs, n);
}

export function fmiGetNumberOfVariableDependencies(_self: i32, _vr: i32): usize {
  return err(absent(Call.getNumberOfVariableDependencies, Absent.dependenciesByElement));
}

export function fmiGetVariableDependencies(_self: i32, _vr: i32): usize {
  return err(absent(Call.getVariableDependencies, Absent.dependenciesByElement));
}

export function fmiEnterEventMode(_self: i32): i32 {
  return events.enterEventMode();
}

export function fmiEnterStepMode(_self: i32): i32 {
  return events.enterStepMode();
}

export function fmiUpdateDiscreteStates(_self: i32): usize {
  return events.updateDiscreteStates();
}

export function fmiEvaluateDiscreteStates(_self: i32): i32 {
  return absent(Call.evaluateDiscreteStates, Absent.discreteStatesToEvaluateByThemselves);
}

export function fmiGetIntervalDecimal(_self: i32, references: usize, n: i32): usize {
  return events.getIntervals(Call.getIntervalDecimal, references, n);
}

export function fmiGetIntervalFraction(_self: i32, references: usize, n: i32): usize {
  return events.getIntervals(Call.getIntervalFraction, references, n);
}

export function fmiSetIntervalDecimal(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return events.setTimes(Call.setIntervalDecimal, references, n, values, m);
}

export function fmiSetIntervalFraction(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return events.setTimes(Call.setIntervalFraction, references, n, values, m);
}

export function fmiGetShiftDecimal(_self: i32, references: usize, n: i32): usize {
  return events.getShifts(Call.getShiftDecimal, references, n);
}

export function fmiGetShiftFraction(_self: i32, references: usize, n: i32): usize {
  return events.getShifts(Call.getShiftFraction, references, n);
}

export function fmiSetShiftDecimal(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return events.setTimes(Call.setShiftDecimal, references, n, values, m);
}

export function fmiSetShiftFraction(_self: i32, references: usize, n: i32, values: usize, m: i32): i32 {
  return events.setTimes(Call.setShiftFraction, references, n, values, m);
}
