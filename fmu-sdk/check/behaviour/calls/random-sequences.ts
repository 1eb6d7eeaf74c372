import fc from 'fast-check';
import { FmuGoneError, status, statusNames } from '../../../host/instance/fmi-api.ts';
import { sentence } from '../../defect.ts';
import type { Target } from '../check-target.ts';
import { CallRefused, type Probe, SimulationEnded } from '../fmu-probe.ts';
import { crashReason } from '../process/death-text.ts';
import type { RuleContext } from '../rule-context.ts';
import { isApplicable, isUndefinedByStandard, settleBefore } from './call-fits.ts';
import { functionName } from './call-names.ts';
import { allowedIn, hasPhase, type Phase, type PhaseCall, phaseCalls, transitions } from './fmi-phases.ts';

/** Sequences that are tried, and their length. */
const tries = 30;
const longest = 14;

/** Makes random walks over the state machine and reports the shortest one that the FMU refuses. */
export async function findLegalFault(context: RuleContext): Promise<void> {
  await needsInstance(context);
  const walk = fc.array(fc.nat({ max: 1000 }), { minLength: 1, maxLength: longest });
  const failing = await shortest(context, walk, (probe, choices) => {
    if (!probe.instantiate()) return 'it cannot be instantiated again';
    let phase: Phase = 'instantiated';
    for (const choice of choices) {
      const calls = legal(probe, phase);
      const call = calls[choice % calls.length];
      settleBefore(probe, call);
      const answer = make(probe, call);
      if (answer === status.discard) return undefined;
      if (answer > status.warning)
        return `${functionName(probe.target.fmi, call)} answers ${statusNames[answer]}`;
      // What the FMU asks for is done next.
      if (asksForEnd(probe, call)) return undefined;
      phase = asksForEvents(probe, call) ? enterEvents(probe) : after(probe, phase, call);
    }
    return undefined;
  });
  if (failing !== undefined)
    context.report(failing.probe, {
      message: `A sequence of allowed calls fails: ${sentence(failing.what)}`,
      expected: 'ok',
    });
}

/**
 * Makes random calls in any order and reports the shortest sequence that ends the FMU's process.
 */
export async function findCrash(context: RuleContext): Promise<void> {
  const known = phaseCalls.filter((call) => Object.values(phasesWith(context.target)).flat().includes(call));
  await needsInstance(context);
  const anything = fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: longest });
  const failing = await shortest(context, anything, (probe, calls) => {
    if (!probe.instantiate()) return undefined;
    for (const call of calls) if (make(probe, call) === status.fatal) return undefined;
    return undefined;
  });
  if (failing !== undefined)
    context.report(failing.probe, {
      message: `The FMU process ended: ${sentence(failing.what)}`,
      expected: 'an error',
    });
}

/** Skips the rule if the FMU cannot be instantiated. */
async function needsInstance(context: RuleContext): Promise<void> {
  const probe = await context.open();
  if (!probe.instantiate()) context.skip('the FMU cannot be instantiated');
}

function phasesWith(target: Target): Partial<Record<Phase, readonly PhaseCall[]>> {
  const all: Partial<Record<Phase, readonly PhaseCall[]>> = {};
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

type Run<T> = (probe: Probe, sequence: T) => string | undefined;

/**
 * Finds the shortest failing sequence by fast-check's shrinking. Runs the sequences one after the
 * other in one process. A failure must repeat in a new process, otherwise every sequence runs in
 * its own process.
 */
async function shortest<T>(
  context: RuleContext,
  sequences: fc.Arbitrary<T>,
  run: Run<T>,
): Promise<{ probe: Probe; what: string } | undefined> {
  const one = new OneProcess(context, run);
  const failure = await firstFailing(context.seed, sequences, (sequence) => one.attempt(sequence));
  if (failure === undefined) return undefined;
  const probe = await context.open();
  const what = attempt(probe, failure.sequence, run);
  if (what !== undefined) return { probe, what };
  let last: { probe: Probe; what: string } | undefined;
  await firstFailing(context.seed, sequences, async (sequence) => {
    const freshProbe = await context.open();
    const why = attempt(freshProbe, sequence, run);
    if (why !== undefined) last = { probe: freshProbe, what: why };
    else freshProbe.calls.close();
    return why;
  });
  return last;
}

async function firstFailing<T>(
  seed: number,
  sequences: fc.Arbitrary<T>,
  fails: (sequence: T) => Promise<string | undefined>,
): Promise<{ sequence: T } | undefined> {
  const property = fc.asyncProperty(sequences, async (sequence) => (await fails(sequence)) === undefined);
  const { counterexample } = await fc.check(property, { numRuns: tries, seed, endOnFailure: false });
  return counterexample === null ? undefined : { sequence: counterexample[0] };
}

/** Runs one sequence after the other in one process, for as long as the FMU lives in it. */
class OneProcess<T> {
  private probe: Probe | undefined;

  constructor(
    private readonly context: RuleContext,
    private readonly run: Run<T>,
  ) {}

  async attempt(sequence: T): Promise<string | undefined> {
    const probe = this.probe ?? (await this.context.open());
    this.probe = undefined;
    const what = attempt(probe, sequence, this.run);
    if (goesOn(probe)) this.probe = probe;
    else probe.calls.close();
    return what;
  }
}

/** Returns true if the process can be reused. */
function goesOn(probe: Probe): boolean {
  if (probe.trouble?.kind === 'crash' || probe.script.at(-1)?.endsWith('fatal')) return false;
  try {
    probe.beginAgain();
    return true;
  } catch (error) {
    if (!(error instanceof FmuGoneError)) throw error;
    return false;
  }
}

function attempt<T>(probe: Probe, sequence: T, run: Run<T>): string | undefined {
  try {
    return run(probe, sequence);
  } catch (error) {
    if (error instanceof FmuGoneError) return crashReason(error);
    // What it asks for is done next.
    if (error instanceof SimulationEnded) return undefined;
    if (error instanceof CallRefused) return error.message;
    throw error;
  }
}

/**
 * Returns the calls that a walk may choose from: calls with simple operands that lead to another
 * state.
 */
function legal(probe: Probe, phase: Phase): PhaseCall[] {
  const { fmi, kind } = probe.target;
  return allowedIn(fmi, kind, phase).filter(
    (call) =>
      call !== 'enterConfigurationMode' &&
      !(fmi === 2 && call === 'setupExperiment') &&
      isApplicable(probe, phase, call) &&
      !isUndefinedByStandard(probe, phase, call),
  );
}

function after(probe: Probe, phase: Phase, call: PhaseCall): Phase {
  const { kind } = probe.target;
  if (call === 'doStep') probe.time = probe.nextStepStart(probe.time + probe.stepSize);
  if (call === 'exitInitializationMode') {
    if (probe.events) return 'event';
    return kind === 'coSimulation' ? 'step' : 'clockActivation';
  }
  return transitions[call] ?? phase;
}

function asksForEnd(probe: Probe, call: PhaseCall): boolean {
  const asks = call === 'updateDiscreteStates' || call === 'completedIntegratorStep' || call === 'doStep';
  return asks && probe.flag('terminate') !== 0;
}

function asksForEvents(probe: Probe, call: PhaseCall): boolean {
  if (call === 'completedIntegratorStep') return probe.flag('enterEventMode') !== 0;
  return call === 'doStep' && probe.events && probe.flag('eventNeeded') !== 0;
}

function enterEvents(probe: Probe): Phase {
  probe.requireCall('enterEventMode');
  return 'event';
}

function make(probe: Probe, call: PhaseCall): ReturnType<Probe['do']> {
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
