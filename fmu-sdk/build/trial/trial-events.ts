import type { Instance } from '../../host/instance/instance.ts';

/** Event Mode of a sealed core (`fmu-sdk/author/unit-events.ts`). */
export interface CoreEvents {
  nextEvent(): number;
  eventDue(): number;
  evaluateEvent(): number;
  updateEvent(): void;
}

/**
 * Limits of the walk: event iterations at one time, and pieces of steps. The steps have been tried
 * before.
 */
const [mostIterations, mostPieces] = [100, 10_000];

/** Share of a step. A shorter rest after an event is not a separate piece. */
const rest = 1e-9;

/**
 * Steps from event to event as an importer with Event Mode does. Such an importer sees the values
 * after each event, although another event may follow in the same step. `begin` receives each
 * communication step, and `look` is called after each event. A result of `look` ends the walk.
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
      const result = handleDueEvents(core) ? look(t) : undefined;
      if (result !== undefined) return result;
      if (++pieces > mostPieces) return undefined;
      const event = core.nextEvent();
      const end = h > 0 ? Math.min(t + h, to) : event > t && event < to ? event : to;
      if (instance.step(t, h > 0 ? h : end - t) !== 0) return undefined;
      t = end;
    }
  }
  return undefined;
}

/** Handles due events. Returns true when there were any. */
function handleDueEvents(core: CoreEvents): boolean {
  if (core.eventDue() === 0) return false;
  let again = 1;
  for (let n = 0; again !== 0 && n < mostIterations; n++) {
    again = core.evaluateEvent();
    core.updateEvent();
  }
  return true;
}
