import { Call } from '../fmi-constants';
import { canBeNamed, instance, isToken, noInstance, setReports } from '../instance-resource';
import { core } from '../instance-session';
import * as exchange from '../model-exchange';

/**
 * Functions of `fmi:fmi3/model-exchange` that co-simulation lacks, for units with continuous
 * states: see `co-simulation-exports.ts`.
 */
export function fmiInstantiateModelExchange(
  name: usize,
  nameLength: i32,
  token: usize,
  tokenLength: i32,
  _path: usize,
  _pathLength: i32,
  _visible: i32,
  loggingOn: i32,
): usize {
  if (!canBeNamed(Call.instantiateModelExchange, name, nameLength) || !isToken(token, tokenLength))
    return noInstance();
  // Model exchange always has events, and internal steps do not apply.
  setReports(true, false, false);
  return instance(true, loggingOn);
}

export function fmiEnterContinuousTimeMode(_self: i32): i32 {
  return exchange.enterContinuousTimeMode();
}

export function fmiSetTime(_self: i32, t: f64): i32 {
  return exchange.setTime(t);
}

export function fmiSetContinuousStates(_self: i32, values: usize, n: i32): i32 {
  return exchange.setContinuousStates(values, n);
}

export function fmiGetContinuousStateDerivatives(_self: i32): usize {
  return exchange.listOf(Call.getContinuousStateDerivatives, core().derivativeReferences());
}

export function fmiGetEventIndicators(_self: i32): usize {
  return exchange.listOf(Call.getEventIndicators, core().indicatorReferences());
}

export function fmiGetContinuousStates(_self: i32): usize {
  return exchange.listOf(Call.getContinuousStates, core().stateReferences());
}

export function fmiGetNominalsOfContinuousStates(_self: i32): usize {
  return exchange.getNominals();
}

export function fmiGetNumberOfEventIndicators(_self: i32): usize {
  return exchange.countOf(Call.getNumberOfEventIndicators, core().indicatorReferences());
}

export function fmiGetNumberOfContinuousStates(_self: i32): usize {
  return exchange.countOf(Call.getNumberOfContinuousStates, core().stateReferences());
}

export function fmiCompletedIntegratorStep(_self: i32, _noSetStatePrior: i32): usize {
  return exchange.completedIntegratorStep();
}
