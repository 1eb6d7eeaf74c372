import { UnitGone } from '../../host/fmi-api.ts';
import { messageOf, UserError } from '../../util/user-error.ts';
import { type Cause, crashIn } from '../cause.ts';
import type { Target } from './check-target.ts';
import { Probe, Refused, Unreachable } from './fmu-probe.ts';
import { running } from './variable-selection.ts';

/** How far an ordinary run of a target comes, where it does not come far: what every rule would meet again. */
export interface Trial {
  /** What cannot be done with the unit at all. */
  readonly stage: 'load' | 'instantiate' | 'run';
  /** Completes “skipped, …”. */
  readonly why: string;
  /** What the unit did; undefined where it is not the unit that refuses. */
  readonly cause?: Cause;
  /** The unit died: it is not tried again, for it may have hung. */
  readonly death?: { readonly error: UnitGone; readonly script: readonly string[] };
}

/** Steps of the ordinary run. */
const steps = 3;

/** Loads a unit, instantiates it, initializes it with its start values and lets it make some steps. */
export async function tryOut(target: Target): Promise<Trial | undefined> {
  let probe: Probe | undefined;
  try {
    const { calls, footprint } = await target.open();
    probe = new Probe(target, calls, footprint);
    probe.reach(running(target));
    if (target.kind !== 'scheduledExecution') for (let n = 0; n < steps; n++) probe.advance();
    return undefined;
  } catch (error) {
    return trialOf(error, probe);
  } finally {
    probe?.calls.close();
  }
}

function trialOf(error: unknown, probe: Probe | undefined): Trial | undefined {
  const stage = probe === undefined ? 'load' : probe.script.length === 1 ? 'instantiate' : 'run';
  if (error instanceof UnitGone) {
    const cause = probe?.trouble ?? crashIn('loading', error.reason);
    const death = { error, script: probe?.script ?? [] };
    return { stage, cause, death, why: `the unit dies in ${cause.call}` };
  }
  if (error instanceof Refused) {
    const why = stage === 'instantiate' ? 'the unit cannot be instantiated' : 'the unit does not run';
    return { stage, cause: error.cause, why: `${why}: ${error.message}` };
  }
  if (error instanceof UserError && !(error instanceof Unreachable) && probe === undefined)
    return { stage: 'load', why: messageOf(error) };
  if (error instanceof Unreachable) return { stage: 'run', why: error.message };
  throw error;
}
