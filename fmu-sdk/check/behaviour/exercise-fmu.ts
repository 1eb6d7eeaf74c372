import { elementCount, type Variable } from '../../description/description.ts';
import { FmuGoneError, type InstantiateOptions, type Status, status } from '../../host/fmi-api.ts';
import { isAsked } from './clock-intervals.ts';
import { derivativePairs, directional, type Pair, Withheld, withDirectional } from './derivative-pairs.ts';
import { clockVariables } from './event-support.ts';
import { type Probe, Unreachable } from './fmu-probe.ts';
import { deserialize, getState, serialize, setState, withSerialization, withState } from './state-support.ts';
import {
  isNumber,
  readable,
  running,
  settable,
  settableLater,
  startOf,
  unknownReference,
} from './variable-selection.ts';

/** Limit of variables of each kind to use. FMUs may have a million. */
const most = 100;

/** Makes calls of every kind that the description declares supported. Ignores refusals. */
export function exercise(probe: Probe, options: Partial<InstantiateOptions> = {}, steps = 12): void {
  const { target } = probe;
  try {
    probe.reach('instantiated', { loggingOn: true, ...options });
    for (const variable of settable(target).slice(0, most)) setAgain(probe, variable);
    probe.initialize(probe.experiment);
    look(probe);
    probe.leaveInitialization(running(target));
    for (const variable of settableLater(target).slice(0, most)) setAgain(probe, variable);
    for (let n = 0; n < steps; n++) goOn(probe);
    look(probe);
    evaluate(probe);
    keepStates(probe);
    goOn(probe);
    probe.do('terminate');
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
}

/**
 * Advances one step. In scheduled execution activates the partitions of clocks whose interval
 * importers need not request.
 */
export function goOn(probe: Probe): void {
  if (probe.target.kind !== 'scheduledExecution') {
    probe.advance();
    return;
  }
  probe.time += probe.stepSize;
  const clocks = clockVariables(probe.target).filter((v) => v.causality === 'input' && !isAsked(v));
  for (const { valueReference, name } of clocks.slice(0, 20))
    probe.ask('activateModelPartition', `${name}, ${probe.time}`, (c) =>
      c.activateModelPartition(valueReference, probe.time),
    );
}

/** Why a rule on what comes behind an error cannot be checked. */
export const diesOfError = 'the FMU dies of an unknown value reference';

/**
 * Makes a call that every FMU refuses, with a reason to log. Returns undefined if the FMU dies of
 * it. That is the importer's mistake, and `value/unknown-get` covers it.
 */
export function provoke(probe: Probe): Status | undefined {
  try {
    return probe.readAs('Float64', [unknownReference(probe.target)], 1).status;
  } catch (error) {
    if (!(error instanceof FmuGoneError)) throw error;
    return undefined;
  }
}

function setAgain(probe: Probe, variable: Variable): void {
  const start = startOf(variable);
  if (start !== undefined) probe.write(variable, start);
}

/** Makes all calls that read without changing anything. */
function look(probe: Probe): void {
  const { target } = probe;
  const seen = readable(target).slice(0, most);
  probe.snapshot(seen);
  for (const type of new Set(seen.filter(isNumber).map((v) => v.type))) {
    const same = seen.filter((v) => v.type === type);
    const count = same.reduce((n, v) => n + elementCount(v), 0);
    probe.readAs(
      type,
      same.map((v) => v.valueReference),
      count,
      `all ${type}`,
    );
  }
  if (withDirectional(target) === undefined)
    for (const pair of derivativePairs(target).slice(0, 5)) differentiate(probe, pair);
}

/** Requests a derivative. Rules on derivatives report refusals. */
function differentiate(probe: Probe, pair: Pair): void {
  try {
    directional(probe, pair, 1);
  } catch (error) {
    if (!(error instanceof Withheld)) throw error;
  }
}

/** Makes the calls with which model exchange evaluates the model in Continuous-Time Mode. */
function evaluate(probe: Probe): void {
  if (probe.target.kind !== 'modelExchange') return;
  if (probe.stateCount > 0)
    for (const call of [
      'getContinuousStates',
      'getContinuousStateDerivatives',
      'getNominalsOfContinuousStates',
    ] as const)
      probe.do(call);
  if (probe.indicatorCount > 0) probe.do('getEventIndicators');
}

function keepStates(probe: Probe): void {
  if (withState(probe.target) !== undefined) return;
  const handle = getState(probe);
  if (withSerialization(probe.target) === undefined) {
    const again = deserialize(probe, serialize(probe, handle));
    probe.ask('freeState', String(again), (c) => c.freeState(again));
  }
  setState(probe, handle);
  probe.ask('freeState', String(handle), (c) => c.freeState(handle));
}

/** Returns true if the FMU granted the call. */
export function granted(answer: number): boolean {
  return answer <= status.warning;
}
