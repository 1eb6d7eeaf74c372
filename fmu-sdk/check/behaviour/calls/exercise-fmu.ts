import { elementCount, type Variable } from '../../../description/description.ts';
import { FmuGoneError, type InstantiateOptions, type Status } from '../../../host/instance/fmi-api.ts';
import { needsIntervalRequest } from '../events/clock-intervals.ts';
import { clockVariables } from '../events/event-support.ts';
import { type Probe, RuleSkipped } from '../fmu-probe.ts';
import {
  DerivativeRefused,
  derivativePairs,
  directional,
  type Pair,
  withDirectional,
} from '../states/derivative-pairs.ts';
import {
  deserialize,
  getState,
  serialize,
  setState,
  withSerialization,
  withState,
} from '../states/state-support.ts';
import {
  isNumber,
  readable,
  running,
  settable,
  settableDuringSimulation,
  startOf,
  unknownReference,
} from '../values/variable-selection.ts';

/** Limit of variables of each kind to use. FMUs may have a million. */
const largestCount = 100;
const exercisedSteps = 12;

/** Makes calls of every kind that the description declares supported. Ignores refusals. */
export function exercise(probe: Probe, options: Partial<InstantiateOptions> = {}): void {
  const { target } = probe;
  try {
    probe.reach('instantiated', { loggingOn: true, ...options });
    for (const variable of settable(target).slice(0, largestCount)) setAgain(probe, variable);
    probe.initialize(probe.experiment);
    readEverything(probe);
    probe.leaveInitialization(running(target));
    for (const variable of settableDuringSimulation(target).slice(0, largestCount)) setAgain(probe, variable);
    for (let n = 0; n < exercisedSteps; n++) advanceOnce(probe);
    readEverything(probe);
    evaluate(probe);
    keepStates(probe);
    advanceOnce(probe);
    probe.do('terminate');
  } catch (error) {
    if (!(error instanceof RuleSkipped)) throw error;
  }
}

/**
 * Advances one step. In scheduled execution activates the partitions of clocks whose interval
 * importers need not request.
 */
export function advanceOnce(probe: Probe): void {
  if (probe.target.kind !== 'scheduledExecution') {
    probe.advance();
    return;
  }
  probe.time += probe.stepSize;
  const clocks = clockVariables(probe.target).filter(
    (v) => v.causality === 'input' && !needsIntervalRequest(v),
  );
  for (const { valueReference, name } of clocks.slice(0, 20))
    probe.query('activateModelPartition', `${name}, ${probe.time}`, (c) =>
      c.activateModelPartition(valueReference, probe.time),
    );
}

/** Why a rule on what comes behind an error cannot be checked. */
export const diesOfError = 'the FMU dies of an unknown value reference';

/**
 * Makes a call that every FMU refuses, with a reason to log. Returns undefined if the FMU dies of
 * it. That is the importer's mistake, and `value/unknown-get` covers it.
 */
export function provokeError(probe: Probe): Status | undefined {
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
function readEverything(probe: Probe): void {
  const { target } = probe;
  const readableVariables = readable(target).slice(0, largestCount);
  probe.snapshot(readableVariables);
  for (const type of new Set(readableVariables.filter(isNumber).map((v) => v.type))) {
    const same = readableVariables.filter((v) => v.type === type);
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
    if (!(error instanceof DerivativeRefused)) throw error;
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
    probe.query('freeState', String(again), (c) => c.freeState(again));
  }
  setState(probe, handle);
  probe.query('freeState', String(handle), (c) => c.freeState(handle));
}
