import fc from 'fast-check';
import { status, statusNames, UnitGone } from '../../host/calls.ts';
import { sentence } from '../defect.ts';
import type { Bench } from './bench.ts';
import { functionName } from './names.ts';
import { allowedIn, hasPhase, type Phase, type Tabled, tabled, transitions } from './phases.ts';
import { type Probe, Unreachable } from './probe.ts';
import type { Target } from './target.ts';

/** Sequences that are tried, and their length. */
const tries = 30;
const longest = 14;

/** The same sequences each time: a finding can be repeated. */
const seed = 1;

/** Random walks over the state machine; the shortest that the unit refuses is reported. */
export async function findLegalFault(bench: Bench): Promise<void> {
  const walk = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: longest });
  const failing = await shortest(bench, walk, (probe, choices) => {
    if (!probe.instantiate()) throw new Unreachable('the unit cannot be instantiated');
    let phase: Phase = 'instantiated';
    for (const choice of choices) {
      const calls = legal(bench.target, phase);
      const call = calls[choice % calls.length];
      const answer = make(probe, call);
      if (answer > status.warning)
        return `${functionName(probe.target.fmi, call)} answers ${statusNames[answer]}`;
      phase = after(bench.target, phase, call, probe);
    }
    return undefined;
  });
  if (failing !== undefined)
    bench.report(failing.probe, {
      message: `In a sequence of allowed calls ${sentence(failing.what)}`,
      expected: 'ok',
    });
}

/** Random calls in any order; the shortest sequence that ends the unit's process is reported. */
export async function findCrash(bench: Bench): Promise<void> {
  const known = tabled.filter((call) => Object.values(phasesWith(bench.target)).flat().includes(call));
  const anything = fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: longest });
  const failing = await shortest(bench, anything, (probe, calls) => {
    if (!probe.instantiate()) throw new Unreachable('the unit cannot be instantiated');
    for (const call of calls) if (make(probe, call) === status.fatal) return undefined;
    return undefined;
  });
  if (failing !== undefined)
    bench.report(failing.probe, {
      message: `The unit is gone: ${sentence(failing.what)}`,
      expected: 'an error',
    });
}

function phasesWith(target: Target): Partial<Record<Phase, readonly Tabled[]>> {
  const all: Partial<Record<Phase, readonly Tabled[]>> = {};
  for (const phase of [
    'instantiated',
    'initialization',
    'event',
    'continuousTime',
    'step',
    'terminated',
  ] as const)
    if (hasPhase(target.fmi, target.kind, phase)) all[phase] = allowedIn(target.fmi, target.kind, phase);
  return all;
}

/** Runs each sequence on a fresh unit, and lets fast-check shrink one that fails. */
async function shortest<T>(
  bench: Bench,
  sequences: fc.Arbitrary<T>,
  run: (probe: Probe, sequence: T) => string | undefined,
): Promise<{ probe: Probe; what: string } | undefined> {
  let last: { probe: Probe; what: string } | undefined;
  const property = fc.asyncProperty(sequences, async (sequence) => {
    const probe = await bench.open();
    const what = attempt(probe, sequence, run);
    if (what !== undefined) last = { probe, what };
    else probe.calls.close();
    return what === undefined;
  });
  await fc.check(property, { numRuns: tries, seed, endOnFailure: false });
  return last;
}

function attempt<T>(
  probe: Probe,
  sequence: T,
  run: (probe: Probe, sequence: T) => string | undefined,
): string | undefined {
  try {
    return run(probe, sequence);
  } catch (error) {
    if (error instanceof UnitGone) return error.reason;
    throw error;
  }
}

/** What a walk may choose from: calls whose operands are plain, and that lead on. */
function legal(target: Target, phase: Phase): Tabled[] {
  return allowedIn(target.fmi, target.kind, phase).filter(
    (call) =>
      call !== 'enterConfigurationMode' &&
      !(call === 'enterEventMode' && target.kind === 'coSimulation') &&
      !(target.fmi === 2 && call === 'setupExperiment'),
  );
}

function after(target: Target, phase: Phase, call: Tabled, probe: Probe): Phase {
  if (call === 'doStep') probe.time += probe.stepSize;
  if (call === 'exitInitializationMode') {
    if (target.kind === 'modelExchange') return 'event';
    return target.kind === 'coSimulation' ? 'step' : 'clockActivation';
  }
  return transitions[call] ?? phase;
}

function make(probe: Probe, call: Tabled): ReturnType<Probe['do']> {
  const { startTime } = probe.experiment;
  const begin = { startTime, toleranceDefined: 0, stopTimeDefined: 0 };
  if (call === 'enterInitializationMode') {
    probe.time = startTime;
    if (probe.target.fmi === 2) {
      const answer = probe.do('setupExperiment', begin);
      if (answer > status.warning) return answer;
    }
    return probe.do(call, begin);
  }
  if (call === 'setTime') return probe.do(call, { time: probe.time });
  if (call === 'completedIntegratorStep') return probe.do(call, { noSetStatePrior: 1 });
  if (call === 'enterContinuousTimeMode') return settleAndGo(probe);
  if (call === 'setContinuousStates') {
    const answer = probe.do('getContinuousStates');
    return answer > status.warning ? answer : probe.do(call);
  }
  if (call === 'doStep')
    return probe.do(call, {
      time: probe.time,
      step: probe.stepSize,
      noSetStatePrior: 1,
      returnTime: Number.POSITIVE_INFINITY,
    });
  return probe.do(call);
}

/** Continuous-Time Mode is entered when the discrete states have settled. */
function settleAndGo(probe: Probe): ReturnType<Probe['do']> {
  for (let pass = 0; pass < 100; pass++) {
    const answer = probe.do('updateDiscreteStates');
    if (answer > status.warning) return answer;
    if (probe.left('newDiscreteStatesNeeded') === 0) break;
  }
  return probe.do('enterContinuousTimeMode');
}
