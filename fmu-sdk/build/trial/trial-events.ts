import type { Instance } from '../../host/instance.ts';

/** Event Mode as a sealed core has it (`fmu-sdk/author/unit-events.ts`). */
export interface CoreEvents {
  nextEvent(): number;
  eventDue(): number;
  evaluateEvent(): number;
  updateEvent(): void;
}

/** Event iterations at one time, and pieces of steps, after which the walk is left: the steps themselves have been tried. */
const [mostIterations, mostPieces] = [100, 10_000];

/** As a share of a step: what is left of it behind an event that is no piece of its own. */
const rest = 1e-9;

/**
 * Goes from event to event as an importer with Event Mode does, who sees what the unit has there: in a step by itself another event may
 * follow before anybody looks. `begin` is told of each communication step, `look` is called behind each event, and what it finds ends the
 * walk.
 */
export function walkEvents<T>(
  instance: Instance,
  core: CoreEvents,
  steps: readonly { step: number; from: number; to: number }[],
  begin: (step: number) => void,
  look: (t: number) => T | undefined,
): T | undefined {
  const h = instance.internalStep();
  instance.initialize(steps[0]?.from ?? 0);
  let pieces = 0;
  for (const { step, from, to } of steps) {
    begin(step);
    for (let t = from; t < to - rest * (to - from); ) {
      const found = handled(core) ? look(t) : undefined;
      if (found !== undefined) return found;
      if (++pieces > mostPieces) return undefined;
      const event = core.nextEvent();
      const end = h > 0 ? Math.min(t + h, to) : event > t && event < to ? event : to;
      if (instance.step(t, h > 0 ? h : end - t) !== 0) return undefined;
      t = end;
    }
  }
  return undefined;
}

/** Handles what is due; whether anything was. */
function handled(core: CoreEvents): boolean {
  if (core.eventDue() === 0) return false;
  let again = 1;
  for (let n = 0; again !== 0 && n < mostIterations; n++) {
    again = core.evaluateEvent();
    core.updateEvent();
  }
  return true;
}
