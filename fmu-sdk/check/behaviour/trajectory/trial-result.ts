import { FmuGoneError } from '../../../host/instance/fmi-api.ts';
import { messageOf, UserError } from '../../../util/user-error.ts';
import { type Cause, crashIn } from '../../result/cause.ts';
import type { Target } from '../check-target.ts';
import { CallRefused, Probe, RuleSkipped } from '../fmu-probe.ts';
import { running } from '../values/variable-selection.ts';

/** Failure of an ordinary run of a target, which every rule would meet again. */
export interface TrialFailure {
  /** First operation that fails. */
  readonly stage: 'load' | 'instantiate' | 'run';
  /** Completes “skipped, …”. */
  readonly why: string;
  /** Cause in the FMU. Undefined if the FMU did not cause the failure. */
  readonly cause?: Cause;
  /** The FMU died: it is not tried again, for it may have hung. */
  readonly death?: { readonly error: FmuGoneError; readonly script: readonly string[] };
}

/** Steps of the ordinary run. */
const steps = 3;

/** Loads an FMU, instantiates it, initializes it with its start values and makes some steps. */
export async function runTrial(target: Target): Promise<TrialFailure | undefined> {
  let probe: Probe | undefined;
  try {
    const { calls, footprint } = await target.open();
    probe = new Probe(target, calls, footprint);
    probe.reach(running(target));
    if (target.kind !== 'scheduledExecution') for (let n = 0; n < steps; n++) probe.advance();
    return undefined;
  } catch (error) {
    return trialFailureOf(error, probe);
  } finally {
    probe?.calls.close();
  }
}

function trialFailureOf(error: unknown, probe: Probe | undefined): TrialFailure | undefined {
  const stage = probe === undefined ? 'load' : probe.script.length === 1 ? 'instantiate' : 'run';
  if (error instanceof FmuGoneError) {
    const cause = probe?.trouble ?? crashIn('loading', error.reason);
    const death = { error, script: probe?.script ?? [] };
    return { stage, cause, death, why: `the FMU dies in ${cause.call}` };
  }
  if (error instanceof CallRefused) {
    const why = stage === 'instantiate' ? 'the FMU cannot be instantiated' : 'the FMU does not run';
    return { stage, cause: error.cause, why: `${why}: ${error.message}` };
  }
  if (error instanceof UserError && !(error instanceof RuleSkipped) && probe === undefined)
    return { stage: 'load', why: messageOf(error) };
  if (error instanceof RuleSkipped) return { stage: 'run', why: error.message };
  throw error;
}
